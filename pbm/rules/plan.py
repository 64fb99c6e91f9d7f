"""What comes of a line: an order looks at its scene and plans its events, or gives every reason why nothing is done.

Nothing else runs an order, so what is said of a line beforehand is what the turn would do now.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from pbm.rules.dice import Dice
from pbm.rules.event import Event, Outcome
from pbm.rules.order import Refusal

W_co = TypeVar("W_co", covariant=True)


def imagined() -> Dice:
    """Dice for a line that is only asked about; a turn has its own."""
    return Dice(b"imagined", 0)


@dataclass(frozen=True)
class Scene(Generic[W_co]):
    """What a line is judged by: the position with what its power's own lines did before, the power, and the dice."""

    world: W_co
    who: str
    dice: Dice = field(default_factory=imagined, kw_only=True)


class Done(NamedTuple):
    """What comes of a line. Its events are told one after the other, each in force before the next."""

    outcome: Outcome
    events: Iterable[Event] = ()
    refusals: tuple[Refusal, ...] = ()
    note: str = ""


def ok(*events: Event) -> Done:
    return Done("ok", events)


def failed(rule: str, text: str, kind: Any = "now") -> Done:
    return refused(Refusal(rule, text, kind=kind))


def refused(*reasons: Refusal | None) -> Done:
    """It fails, for every reason given."""
    return Done("failed", (), tuple(filter(None, reasons)))


def partly(done: int, asked: int, events: Iterable[Event], *reasons: Refusal) -> Done:
    """As much as there was: all of it, a part of it with the reasons, or nothing."""
    if done <= 0:
        return refused(*reasons)
    if done >= asked:
        return Done("ok", tuple(events))
    return Done("partial", tuple(events), reasons, f"{done} of {asked}")
