"""What is quoted is known: what we sent to a player, and what they sent us before."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

LEADING = re.compile(r"^[\s>|]+")
SHORTEST_RUN = 3
"""So many lines in a row that stood in one earlier letter are quoted from it."""


def plain(line: str) -> str:
    """A line as one would recognise it: without quote marks, emphasis, spaces and capitals."""
    return " ".join(LEADING.sub("", line).replace("*", "").replace("_", " ").split()).casefold()


@dataclass(frozen=True)
class Correspondence:
    """The earlier letters between the game and one player, as texts."""

    sent: tuple[str, ...] = ()
    received: tuple[str, ...] = ()

    @cached_property
    def _letters(self) -> list[list[str]]:
        return [[line for each in text.split("\n") if (line := plain(each))] for text in (*self.sent, *self.received)]

    @cached_property
    def _lines(self) -> list[frozenset[str]]:
        return [frozenset(letter) for letter in self._letters]

    @cached_property
    def _places(self) -> dict[str, list[tuple[int, int]]]:
        places: dict[str, list[tuple[int, int]]] = {}
        for number, letter in enumerate(self._letters):
            for at, line in enumerate(letter):
                places.setdefault(line, []).append((number, at))
        return places

    def holds(self, lines: Iterable[str]) -> bool:
        """Whether all of these lines stood in one earlier letter."""
        wanted = {plain(line) for line in lines}
        return bool(wanted) and any(wanted <= letter for letter in self._lines)

    def sent_by_us(self, line: str) -> bool:
        return any(plain(line) in letter for letter in self._lines[: len(self.sent)])

    def runs(self, lines: Sequence[str]) -> set[int]:
        """The lines that stand in a row as they stood in one earlier letter; empty lines do not interrupt it."""
        found, run, following = set[int](), list[int](), set[tuple[int, int]]()
        for at, line in enumerate(lines):
            if not (text := plain(line)):
                continue
            places = set(self._places.get(text, ()))
            on = places & following
            if not on:
                found |= set(run) if len(run) >= SHORTEST_RUN else set()
                run, on = [], places
            run += [at] if on else []
            following = {(letter, place + 1) for letter, place in on}
        return found | (set(run) if len(run) >= SHORTEST_RUN else set())


NOTHING = Correspondence()
