"""Units and stacks: `L1 W2 M1` is a leader, two warriors and a militia [2.2.1, 13.0]."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct, field
from msgspec.structs import asdict

from pbm.rules.event import Event, counted, enumerated

TYPES = "LFWNMS"
"""Leader, field army, warrior, nomad, militia, fleet: the order in which they are written."""
LOSSES = ("M", "N", "W", "S", "F", "L")
"""The order in which types are lost where nothing else is said."""
LAND = "LFWNM"
FLEET = "S"
WORD = re.compile(r"([LFWNMS])(\d*)")

NOUNS = {
    "L": ("leader", "leaders"), "F": ("field army", "field armies"), "W": ("warrior", "warriors"),
    "N": ("nomad", "nomads"), "M": ("militia", "militia"), "S": ("fleet", "fleets"),
}  # fmt: skip

Units = dict[str, int]
"""How many of each type; types that are not there are left out."""
Pick = Callable[[Units], Units]
"""Which of the units that are there are meant."""


def read(text: str) -> Units:
    """`L W3 M1` or `L1W3M1`; a bare letter is one."""
    found: Units = {}
    for letter, number in WORD.findall(text.upper()):
        found[letter] = found.get(letter, 0) + int(number or 1)
    return tidy(found)


def write(units: Mapping[str, int]) -> str:
    return " ".join(f"{letter}{units[letter]}" for letter in TYPES if units.get(letter))


def in_words(units: Mapping[str, int]) -> str:
    """One leader and two warriors as `1 leader and 2 warriors`."""
    return enumerated(counted(number, *NOUNS[letter]) for letter, number in tidy(units).items())


def spelt(words: Iterable[object]) -> str:
    """Units as a player wrote them: their types, or the words as they are if they say how many stay."""
    found = [str(word).upper() for word in words]
    return in_words(read(" ".join(found))) if all(map(WORD.fullmatch, found)) else ", ".join(found)


class OfUnits(Event, frozen=True):
    """An event about units, which it names by their types."""

    def said(self, wording: str, names: Mapping[str, str]) -> str:
        return super().said(wording.replace("{units}", in_words(read(asdict(self)["units"]))), names)


def tidy(units: Mapping[str, int]) -> Units:
    """In the order of types, without zeros."""
    return {letter: units[letter] for letter in TYPES if units.get(letter, 0) > 0}


def size(units: Mapping[str, int]) -> int:
    return sum(units.values())


def added(*several: Mapping[str, int]) -> Units:
    return tidy({letter: sum(units.get(letter, 0) for units in several) for letter in TYPES})


def without(units: Mapping[str, int], less: Mapping[str, int]) -> Units:
    return tidy({letter: units.get(letter, 0) - less.get(letter, 0) for letter in TYPES})


def common(units: Mapping[str, int], wanted: Mapping[str, int]) -> Units:
    """Of units wanted, those that are there."""
    return tidy({letter: min(units.get(letter, 0), wanted.get(letter, 0)) for letter in TYPES})


def first(units: Mapping[str, int], number: int, order: Sequence[str]) -> Units:
    """So many units, the types taken in that order; those it does not name follow as they are usually lost [H13]."""
    taken: Units = {}
    for letter in dict.fromkeys((*order, *LOSSES)):
        take = min(units.get(letter, 0), number - size(taken))
        if take:
            taken[letter] = take
    return tidy(taken)


class Stack(Struct, omit_defaults=True):
    """Units of a power that stand together."""

    units: Units
    done: Units = field(default_factory=dict)
    """Those of them that have operated in this segment."""
    in_hand: bool = False
    """The force that operates now."""

    @property
    def size(self) -> int:
        return sum(self.units.values())

    @property
    def fresh(self) -> Units:
        """Those that have not operated."""
        return without(self.units, self.done) if self.done else self.units

    @property
    def is_fleet(self) -> bool:
        return FLEET in self.units

    def join(self, other: "Stack") -> None:
        self.units, self.done = added(self.units, other.units), added(self.done, other.done)

    def lose(self, lost: Mapping[str, int]) -> None:
        """Units that have operated go first."""
        self.units = without(self.units, lost)
        self.done = without(self.done, lost)


def stacks(given: str | Iterable[str]) -> list[Stack]:
    """A stack, or several, as a position writes them."""
    texts = [given] if isinstance(given, str) else list(given)
    return [Stack(read(text)) for text in texts if read(text)]


def singles(units: Mapping[str, int]) -> Iterator[str]:
    """Each unit by itself, in the order they are written."""
    for letter in TYPES:
        yield from letter * units.get(letter, 0)
