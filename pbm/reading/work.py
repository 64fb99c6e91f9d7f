"""What the reading of a letter costs, counted the same on every machine, and where it stops."""

from collections.abc import Callable
from functools import lru_cache
from typing import Generic, TypeVar

Answer = TypeVar("Answer")


class TooMuch(Exception):
    """The reading of a letter has reached its limit: a person must read it."""


class Work:
    """A budget for one letter. A unit is a line read once by a grammar; what a letter says twice is read once."""

    def __init__(self, most: int) -> None:
        self.left = most
        self._done: set[tuple[str, str]] = set()

    def charge(self, what: str, text: str, units: int) -> None:
        """Count a piece of work, unless this letter has paid for it before."""
        if (what, text) not in self._done:
            self._done.add((what, text))
            self.left -= units
        if self.left < 0:
            raise TooMuch


class Remembered(Generic[Answer]):
    """The answers to texts asked about before, each with the units that it took, however long ago that was."""

    def __init__(self, ask: Callable[[str], Answer], units: Callable[[], int], most: int) -> None:
        self._ask, self._units = ask, units
        self._kept = lru_cache(most)(self._measured)

    def _measured(self, text: str) -> tuple[Answer, int]:
        before = self._units()
        return self._ask(text), self._units() - before + 1

    def __call__(self, text: str, what: str, work: Work | None) -> Answer:
        answer, units = self._kept(text)
        if work:
            work.charge(what, text, units)
        return answer
