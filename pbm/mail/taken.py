"""The letters that a game has taken, so that what a new one needs of them is found without looking at all."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import merge

from pbm.mail.inbox import Arrival, Judged


class Taken(list[Arrival]):
    """Every letter, in the order in which they came; a letter is only ever added at the end."""

    def __init__(
        self, entries: Iterable[Arrival] = (), highest: int = 0, waiting: Sequence[str] = (), places: Sequence[str] = ()
    ) -> None:
        super().__init__()
        self.highest = highest
        """The last number given to a letter that a person must read."""
        self.moves: list[tuple[Arrival, Judged]] = []
        """The changes of address asked for."""
        self.stops: set[str] = set()
        """The letters whose changes of address were stopped."""
        self.requests: list[Arrival] = []
        """The letters that ask for something."""
        self.waiting = frozenset(waiting)
        """Those that waited for the game master, of letters that are not here too."""
        self.places = list(filter(None, places))
        """Where the letters were found that are not here."""
        self._by: dict[tuple[str, str], list[int]] = defaultdict(list)
        for entry in entries:
            self.append(entry)

    def append(self, entry: Arrival) -> None:
        place, keys = len(self), [("sender", entry.sender.casefold())]
        super().append(entry)
        self.highest = max(self.highest, entry.number)
        if entry.stops:
            self.stops.update(entry.stops)
        if entry.asked:
            self.requests.append(entry)
        for power in {sheet.power: None for sheet in entry.sheets} if entry.sheets else ():
            keys += (("power", power),)
        for sheet in entry.sheets:
            if sheet.move:
                self.moves += ((entry, sheet),)
        for key in keys:
            self._by[key] += (place,)
            if entry.answers:
                self._by[f"answered {key[0]}", key[1]] += (place,)

    def recent(self, of: Callable[[str], int], of_a_power: int) -> set[int]:
        """The places of the newest letters of every sender and power, as many of each as are wanted."""
        wanted = {key: of_a_power if key[0].endswith("power") else of(key[1]) for key in self._by}
        return {place for key, places in self._by.items() for place in places[-wanted[key] :]}

    def newest(self, sender: str, powers: Iterable[str], answered: bool = False) -> Iterator[Arrival]:
        """The letters of a sender and those with sheets of some powers, the newest first, each once."""
        kind = "answered " if answered else ""
        keys = [(f"{kind}sender", sender.casefold())] * bool(sender)
        keys += [(f"{kind}power", power) for power in sorted(powers)]
        last = -1
        for place in merge(*(reversed(self._by.get(key, [])) for key in keys), reverse=True):
            if place != last:
                yield self[place]
            last = place
