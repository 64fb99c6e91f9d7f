"""What comes of a line: an order looks at its scene and plans its events, or gives every reason why nothing is done.

Nothing else runs an order, so what is said of a line beforehand is what the turn would do now.
"""

from collections.abc import Iterable
from typing import Generic, TypeVar

from msgspec import Struct

from pbm.rules.dice import Dice
from pbm.rules.event import Event, Outcome
from pbm.rules.order import Cause, Refusal

W_co = TypeVar("W_co", covariant=True)


class Scene(Struct, Generic[W_co], frozen=True):
    """What a line is judged by: the position with what its power's own lines did before, the power, and the dice."""

    world: W_co
    who: str
    turns: Dice | None = None
    """The dice of the turn; none if somebody only asks what would come of the line."""

    @property
    def dice(self) -> Dice:
        return self.turns or Dice(b"imagined", 0)


class Done(Struct, frozen=True):
    """What comes of a line. Its events are told one after the other, each in force before the next."""

    outcome: Outcome
    events: Iterable[Event] = ()
    refusals: tuple[Refusal, ...] = ()
    note: str = ""
    price: int = 0
    """What it takes from the purse, in a game whose answers say so."""
    before: Iterable[Event] = ()
    """Told before the answer, for example the dice on which it hung."""


def ok(*events: Event) -> Done:
    return Done("ok", events)


def failed(rule: str, text: str, kind: Cause = "now") -> Done:
    return refused(Refusal(rule, text, kind=kind))


def refused(*reasons: Refusal | None) -> Done:
    """It fails, for every reason given."""
    return Done("failed", (), tuple(filter(None, reasons)))


def unless(reason: Refusal | None, *events: Event) -> Done:
    """It is done, unless there is a reason against it."""
    return refused(reason) if reason else ok(*events)


def partly(done: int, asked: int, events: Iterable[Event], *reasons: Refusal) -> Done:
    """As much as there was: all of it, a part of it with the reasons, or nothing."""
    if done <= 0:
        return refused(*reasons)
    if done >= asked:
        return Done("ok", tuple(events))
    return Done("partial", tuple(events), reasons, f"{done} of {asked}")
