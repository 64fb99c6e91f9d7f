"""Books kept beside a game: whatever comes into being or goes without an entry is a fault."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from pbm.rules.event import Event


class Sum(Protocol):
    """What can be added up and compared."""

    def __add__(self, other: Any, /) -> Any: ...


Goods = TypeVar("Goods", bound=Sum)


@dataclass(frozen=True)
class Books(Generic[Goods]):
    counted: Callable[[Any], Goods]
    """All there is in a world."""
    entries: Mapping[type[Event], Callable[[Any, Any], Goods]]
    """What comes and goes with an event, given the world before it; all others only move things."""

    def faults(self, opening: Any, journal: list[Event], world: Any) -> Iterator[str]:
        """Event by event the world may gain and lose only what is booked; the journal is replayed on the opening."""
        start = due = self.counted(opening)
        for event in journal:
            if entry := self.entries.get(type(event)):
                due = due + entry(event, opening)
            event.apply(opening)
        if (found := self.counted(world)) != due:
            yield f"the books do not balance: {start} at the start should have become {due}, not {found}"
