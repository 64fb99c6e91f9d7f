"""What orders have in common: their units, and what can be said of a line without looking at the field."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from pbm.rules.action import Action, Actions, Reasons
from pbm.rules.event import Event
from pbm.rules.order import Refusal
from pbm.rules.plan import Done, Scene, ok, refused
from pbm.rulesets.tours.forces import FORCES, UNITS
from pbm.rulesets.tours.ground import GRID
from pbm.rulesets.tours.selectors import ALL, Found, selected, unknown
from pbm.rulesets.tours.world import World

STANDING = "standing"
action: Actions[Action] = Actions(needs=("meaning",))


class UnitOrder(Action, frozen=True):
    """An order for the units of a selector."""

    units: str
    but: str | None

    def flaw(self) -> str:
        return unknown(self.units, self.but)

    def chosen(self, world: World, who: str) -> Found:
        """Its units by the rolls, or what is wrong with the selector."""
        return selected(world, who, self.units, self.but)

    def check(self, world: World, who: str) -> Reasons:
        """What is wrong with it whatever the field is like."""
        found = self.chosen(world, who)
        return (found if isinstance(found, Refusal) else None,)

    def said(self, number: int) -> Mapping[str, object]:
        told = super().said(number)
        return {**told, "units": "all units"} if self.units == ALL else told


class EarlyOrder(UnitOrder, frozen=True):
    """An order for units that counts before the first move."""

    step: ClassVar[str] = STANDING

    def check(self, world: World, who: str) -> Reasons:
        return self.plan(Scene(world, who)).refusals

    def plan(self, at: Scene[World]) -> Done:
        found = self.chosen(at.world, at.who)
        return refused(found) if isinstance(found, Refusal) else ok(*self.taken(at, found))

    def taken(self, at: Scene[World], units: list[str]) -> Iterator[Event]:
        """What comes of it for its units."""
        yield from ()


def no_hex(*places: str | None) -> str:
    """The flaw of a line with a hex that is not on the map."""
    return next((f"there is no hex {place}" for place in places if place and place not in GRID), "")


def no_unit(*codes: str | None) -> str:
    """The flaw of a line with a unit that neither army has."""
    return next((f"no unit is called {code}" for code in codes if code and code not in UNITS), "")


def no_contingent(*codes: str) -> str:
    """The flaw of a line with a contingent that neither army has."""
    return next((f"no contingent is called {code}" for code in codes if code not in FORCES.contingents), "")


def is_hex(text: str | None) -> bool:
    return bool(text) and str(text)[0].isdigit()
