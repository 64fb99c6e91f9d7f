"""Books kept beside a game: whatever comes into being or goes without an entry is a fault."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic

from pbm.rules.engine import W
from pbm.rules.event import Answered, Event

Book = Counter[tuple[str, str]]
"""How much everyone has of each thing."""


def both(*entries: Book) -> Book:
    total: Book = Counter()
    for entry in entries:
        total.update(entry)
    return total


def less(entry: Book) -> Book:
    return Counter({key: -number for key, number in entry.items()})


@dataclass(frozen=True)
class Ledgers(Generic[W]):
    """Books of each power: it may gain and lose only what is booked."""

    counted: Callable[[W], Book]
    """All that anyone has in a world."""
    entries: Mapping[type[Event], Callable[[Any, W], Book]]
    """What comes and goes with an event, given the world before it; all others only move things."""

    def faults(self, opening: W, journal: list[Event], world: W) -> Iterator[str]:
        """The journal is replayed on the opening."""
        due = self.counted(opening)
        for event in journal:
            if entry := self.entries.get(type(event)):
                due.update(entry(event, opening))
            event.apply(opening)
        found = self.counted(world)
        for who, what in sorted(due.keys() | found.keys()):
            if due[who, what] != found[who, what]:
                yield f"{who} should have {due[who, what]} {what}, not {found[who, what]}"


def wrong_answers(journal: list[Event]) -> Iterator[str]:
    """Every line of a sheet that is a list has one answer."""
    found: dict[str, list[int]] = {}
    for event in journal:
        if isinstance(event, Answered):
            found.setdefault(event.sheet, []).append(event.number)
    for sheet, numbers in found.items():
        if sorted(numbers) != [*range(1, len(numbers) + 1)]:
            yield f"the lines of {sheet} that were answered are {sorted(numbers)}"
