"""Marches, voyages, caravans and what else moves [5.10 to 5.24, 5.62, 5.81, 5.86]."""

from collections.abc import Iterator
from typing import ClassVar

from pbm.rules.event import Event
from pbm.rules.order import Number, Refusal
from pbm.rules.plan import Done, failed, refused
from pbm.rulesets.marnon.doctrine import castles_under
from pbm.rulesets.marnon.map import borders
from pbm.rulesets.marnon.order import MarnonOrder, Scene, Words, action, no_fleet, no_force
from pbm.rulesets.marnon.playing import FIRST_SHEET
from pbm.rulesets.marnon.sheet import now
from pbm.rulesets.marnon.world import World


class Marching(MarnonOrder, frozen=True):
    """A way on land."""

    waits: ClassVar = True
    force: str
    number: Number | None
    legs: Words

    def wrong(self, world: World, who: str) -> Refusal | None:
        return no_force(world, who, self.force, self.rule)


@action("5.10", form="MARCH {force}< {number}> {legs}", meaning="march with {force}< ({number} points)> to {legs}")
class March(Marching, frozen=True):
    """Move a force with a general, or a part of it, two areas; a third is a force march."""

    kept: ClassVar = True

    def for_castles(self, at: Scene) -> Done:
        """Where raiders go."""
        if not at.world.turn:
            return refused(FIRST_SHEET)
        raiders = [code for code in castles_under(at.world, at.who) if at.world.np_castles[code].type == "RAIDER"]
        near = [code for code in raiders if len(self.legs) == 1 and self.legs[0] in borders()[code]]
        if not near:
            return failed("5.78", "name one area next to a castle of raiders")
        return Done("ok", self.raid(at, near))

    def raid(self, at: Scene, castles: list[str]) -> Iterator[Event]:
        now(at.turn).raids |= dict.fromkeys(castles, str(self.legs[0]))
        yield from ()


@action(
    "5.17", form="REACT {force}< {number}> {legs}", meaning="let the reserve {force}< ({number} points)> go to {legs}"
)
class React(Marching, frozen=True):
    """Move the reserve after all others; the first REACT that can be done is done."""

    kept: ClassVar = True


@action("4.5", form="PASS", meaning="let a go pass")
class Pass(MarnonOrder, frozen=True):
    """Do nothing in this go; two running end your march."""

    kept: ClassVar = True


@action("5.21", form="SAIL {fleets} {route}< {tail}>", meaning="sail with {fleets} by {route}<, {tail}>")
class Sail(MarnonOrder, frozen=True):
    """Leave port, go from sea to sea, enter a port or land what is carried; three points of movement."""

    waits: ClassVar = True
    fleets: Words
    route: Words
    tail: Words

    def wrong(self, world: World, who: str) -> Refusal | None:
        return next(filter(None, (no_fleet(world, who, str(code), "5.21") for code in self.fleets)), None)


@action("5.81", form="DECLARE {unit}", meaning="show {unit} to all")
class Declare(MarnonOrder, frozen=True):
    """Show a hidden force."""

    unit: str

    def wrong(self, world: World, who: str) -> Refusal | None:
        return unhidden(world, who, self.unit)


@action("5.81", form="HIDE {unit}", meaning="hide {unit} from all others")
class Hide(MarnonOrder, frozen=True):
    """Hide a force."""

    unit: str

    def wrong(self, world: World, who: str) -> Refusal | None:
        return unhidden(world, who, self.unit)


def unhidden(world: World, who: str, unit: str) -> Refusal | None:
    if world.settings.movement != "hidden":
        return Refusal("5.81", "this game is played without hidden movement")
    power = world.powers[who]
    return None if unit in power.forces or unit in power.screens else Refusal("5.81", f"you have no {unit}")


@action("5.82", form="SCREEN {screen}< {number}> {areas}", meaning="send {screen}< ({number})> to {areas}")
class MoveScreen(MarnonOrder, frozen=True):
    """Move cavalry screens."""

    screen: str
    number: Number | None
    areas: Words

    def wrong(self, world: World, who: str) -> Refusal | None:
        if world.settings.movement != "hidden":
            return Refusal("5.82", "this game is played without screens")
        found = self.screen in world.powers[who].screens
        return None if found else Refusal("5.82", f"you have no {self.screen}")
