"""What is quoted is known: what we sent to a player, and what they sent us before."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from pbm.reading.printed import Printed

LEADING = re.compile(r"^[\s>|]+")
SHORTEST_RUN = 3
"""So many lines in a row that stood in one earlier letter are quoted from it."""


def plain(line: str) -> str:
    """A line as one would recognise it: without quote marks, emphasis, spaces and capitals."""
    return " ".join(LEADING.sub("", line).replace("*", "").replace("_", " ").split()).casefold()


Places = Mapping[str, Sequence[int]]
"""Where each line of an earlier letter stands in it, counted without empty lines."""


class Past:
    """A text of an earlier letter."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def places(self) -> Places:
        found: dict[str, list[int]] = {}
        for at, line in enumerate(filter(None, map(plain, self.text.split("\n")))):
            found.setdefault(line, []).append(at)
        return found

    @cached_property
    def printed(self) -> Printed:
        return Printed(self.text)


@dataclass(frozen=True, eq=False)
class Correspondence:
    """The earlier letters between the game and one player."""

    sent: tuple[Past, ...] = ()
    received: tuple[Past, ...] = ()

    @cached_property
    def _letters(self) -> tuple[Places, ...]:
        return tuple(letter.places for letter in self.sent + self.received)

    def holds(self, lines: Iterable[str]) -> bool:
        """Whether all of these lines stood in one earlier letter."""
        wanted = {plain(line) for line in lines}
        return bool(wanted) and any(wanted <= letter.keys() for letter in self._letters)

    def sent_by_us(self, line: str) -> bool:
        return any(plain(line) in letter.places for letter in self.sent)

    def answered(self, text: Printed) -> Past | None:
        """The mail of ours that a text quotes most of; none if it quotes too little of any."""
        shared = [(len(text.groups & letter.printed.groups), -at) for at, letter in enumerate(self.sent)]
        most, at = max(shared, default=(0, 0))
        return self.sent[-at] if most >= SHORTEST_RUN else None

    def runs(self, lines: Sequence[str]) -> set[int]:
        """The lines that stand in a row as they stood in one earlier letter; empty lines do not interrupt it."""
        found, run, following = set[int](), list[int](), set[tuple[int, int]]()
        for at, line in enumerate(lines):
            if not (text := plain(line)):
                continue
            stood = {(n, place) for n, letter in enumerate(self._letters) for place in letter.get(text, ())}
            on = stood & following
            if not on:
                found |= set(run) if len(run) >= SHORTEST_RUN else set()
                run, on = [], stood
            run += [at] if on else []
            following = {(letter, place + 1) for letter, place in on}
        return found | (set(run) if len(run) >= SHORTEST_RUN else set())


NOTHING = Correspondence()
