"""What all orders have in common: whose they are, when they are done, and which place and units they mean."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, ClassVar

from pbm.rules import plan
from pbm.rules.action import Action, Actions
from pbm.rules.condition import If
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.order import Line, Refusal
from pbm.rules.plan import Done
from pbm.rulesets.twilight.exact import HOME, Exact
from pbm.rulesets.twilight.position import Doctrine, PowerState
from pbm.rulesets.twilight.units import Pick, Units, common, first, read, spelt, without
from pbm.rulesets.twilight.world import World, subject

if TYPE_CHECKING:
    from pbm.rulesets.twilight.segments import Segment
    from pbm.rulesets.twilight.sheet import Papers

action: Actions[Action] = Actions()

Words = tuple[str | int, ...]
ALL, YES = "ALL", "YES"
MOST_FORCES = 99
READ, BIDS = "read", "bids"
"""The steps of orders that need only be read, and of those that are sealed until they are opened."""
DISBANDING, LEVY, OPERATIONS = TIMED = "disbanding", "levy", "operations"
"""The steps of a segment."""


class Scene(plan.Scene[World], frozen=True, kw_only=True):
    """The position, the power, the turn, and the sheet from which the line is."""

    turn: Turn[World]
    paper: "Papers"
    auction: bool = False
    """Whether the Majors are being put up."""

    @property
    def seg(self) -> "Segment":
        """The segment under way."""
        assert self.world.segment
        return self.world.segment

    @property
    def power(self) -> PowerState:
        return self.world.powers[self.who]

    def place(self, place: str) -> str | None:
        return at(self.world, self.who, place)

    def pick(self, words: Words | None) -> Pick:
        """Which of the units that are there the words mean."""
        return chooser(words, self.world.doctrine(self.who).losses)


LATER = Done("void")
"""What comes of a line that has another moment than this: nothing is said of it now."""


def either(reason: Refusal | None, events: Iterable[Event], left_out: Iterable[Refusal] = ()) -> Done:
    """Refused with a reason; else done, with what is passed over in the line."""
    return plan.refused(reason) if reason else Done("ok", events, tuple(left_out))


class Planned(Exact, frozen=True):
    """An order that is planned when its moment comes, and not before."""

    of_player: ClassVar[bool] = False
    """Whether it belongs to the player, in whatever block it stands: a bid, a gift, a call."""
    in_set_up: ClassVar[bool] = False
    """Whether it counts in the set-up turn."""
    gathers: ClassVar[bool] = False
    """Whether it begins the operations of a force."""

    def ahead(self, at: Scene) -> Iterable[Event]:
        """What is done before the line is judged."""
        return ()

    def dues(self, world: World, own: str | None) -> int:
        """What it costs the player's own power, in levy or diplomacy points, if nothing keeps it back."""
        return 0


class Wish(Planned, frozen=True):
    """An order that belongs to the player. The part of the turn that needs it reads it."""

    of_player: ClassVar = True


class Bound(Planned, frozen=True):
    """An order that binds the power of its block; under FOR ANY each power of the player."""


class StandingOrder(Planned, frozen=True):
    """An order that stands until it is changed."""

    step: ClassVar = READ
    in_set_up: ClassVar = True

    afresh: ClassVar[bool] = False
    """Whether the lines of a sheet replace all those of the kind that stood before."""

    @property
    def value(self) -> list[str | int] | bool:
        """What is kept of its one box: a list, or whether the answer is yes."""
        given = getattr(self, self.boxes[0])
        return list(given) if isinstance(given, tuple) else bool(given == YES)

    def change(self, doctrine: Doctrine) -> None:
        """What it changes in the standing orders of a power; they are a copy, told by an event as a whole."""
        setattr(doctrine, self.word.lower(), self.value)


class LevyOrder(Planned, frozen=True):
    """Done in the levy segment, in the order of the sheet."""

    step: ClassVar = LEVY


class FieldOrder(Planned, frozen=True):
    """Done in the operations segment, in the order of the sheet."""

    step: ClassVar = OPERATIONS

    def said(self, number: int) -> Mapping[str, object]:
        found, units = super().said(number), getattr(self, "units", None)
        return {**found, "units": spelt(units)} if units else found

    def flaw(self) -> str:
        number = getattr(self, "number", 1)
        return super().flaw() or (f"forces have numbers from 1 to {MOST_FORCES}" if number > MOST_FORCES else "")


def order_of(line: Line) -> Planned | None:
    """What a line orders, under a condition or not."""
    order = line.order.order if isinstance(line.order, If) else line.order
    return order if isinstance(order, Planned) else None


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
