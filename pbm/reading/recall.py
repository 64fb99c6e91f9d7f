"""What is quoted is known: what we sent to a player, and what they sent us before."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

LEADING = re.compile(r"^[\s>|]+")
SHORTEST_RUN = 3
"""So many lines in a row that stood in one earlier letter are quoted from it."""


def plain(line: str) -> str:
    """A line as one would recognise it: without quote marks, emphasis, spaces and capitals."""
    return " ".join(LEADING.sub("", line).replace("*", "").replace("_", " ").split()).casefold()


Places = Mapping[str, Sequence[int]]
"""Where each line of an earlier letter stands in it, counted without empty lines."""


def places(text: str) -> Places:
    found: dict[str, list[int]] = {}
    for at, line in enumerate(filter(None, map(plain, text.split("\n")))):
        found.setdefault(line, []).append(at)
    return found


@dataclass(frozen=True)
class Correspondence:
    """The earlier letters between the game and one player."""

    sent: tuple[Places, ...] = ()
    received: tuple[Places, ...] = ()

    @property
    def _letters(self) -> tuple[Places, ...]:
        return self.sent + self.received

    def holds(self, lines: Iterable[str]) -> bool:
        """Whether all of these lines stood in one earlier letter."""
        wanted = {plain(line) for line in lines}
        return bool(wanted) and any(wanted <= letter.keys() for letter in self._letters)

    def sent_by_us(self, line: str) -> bool:
        return any(plain(line) in letter for letter in self.sent)

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
