"""What all orders have in common: whose they are, when they are done, and which place and units they mean."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pbm.rules.action import Action, Actions
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.order import Refusal
from pbm.rulesets.twilight.exact import HOME, Exact
from pbm.rulesets.twilight.units import Pick, Units, common, first, read, without
from pbm.rulesets.twilight.world import World, subject

if TYPE_CHECKING:
    from pbm.rulesets.twilight.segments import Segment

action: Actions[Action] = Actions()

Words = tuple[Any, ...]
ALL, YES = "ALL", "YES"
MOST_FORCES = 99


class Wish(Exact, frozen=True):
    """An order that belongs to the player: a bid, a gift, a call. The part of the turn that needs it reads it."""


class Bound(Exact, frozen=True):
    """An order that binds the power of its block; under FOR ANY each power of the player."""


class Standing(Exact, frozen=True):
    """An order that stands until it is changed."""

    @property
    def value(self) -> list[Any] | bool:
        """What is kept of its one box: a list, or whether the answer is yes."""
        given = getattr(self, self.boxes[0])
        return list(given) if isinstance(given, tuple) else bool(given == YES)


class Timed(Exact, frozen=True):
    """An order of the levy or of operations: refused with a reason, or run."""

    def refused(self, turn: Turn, seg: "Segment") -> Refusal | None:
        return None

    def left_out(self, turn: Turn, seg: "Segment") -> Iterator[Refusal]:
        """What is passed over in a line that is not refused."""
        yield from ()

    def run(self, turn: Turn, seg: "Segment") -> Iterator[Event]:
        yield from ()


class LevyOrder(Timed, frozen=True):
    """Done in the levy segment, in the order of the sheet."""


class FieldOrder(Timed, frozen=True):
    """Done in the operations segment, in the order of the sheet."""

    def flaw(self) -> str:
        number = getattr(self, "number", 1)
        return super().flaw() or (f"forces have numbers from 1 to {MOST_FORCES}" if number > MOST_FORCES else "")


def at(world: World, who: str, place: str) -> str | None:
    """The place a line means: HOME is the power's own land, else where most of its units are."""
    if place != HOME:
        return place
    places = dict.fromkeys(spot for spot, _ in world.stands(who))
    most = min(places, key=lambda spot: (-world.number(spot, who), spot), default=None)
    return world.home(who) or most


def nowhere(who: str) -> Refusal:
    return Refusal("H2", f"{subject(who, 'has', 'have')} neither a home nor a unit")


def chooser(words: Words | None, losses: list[str]) -> Pick:
    """Which of the units that are there the words mean [H2]."""

    def pick(there: Units) -> Units:
        if not words or words == (ALL,):
            return dict(there)
        word = str(words[0])
        if word.startswith("AB"):
            kept = word.removeprefix("AB").removeprefix("-")
            less = first(there, int(kept), losses) if kept.isdigit() else read(kept)
            return without(there, less)
        return common(there, read(" ".join(map(str, words))))

    return pick
