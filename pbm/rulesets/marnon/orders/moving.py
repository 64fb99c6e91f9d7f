"""Marches, voyages, caravans and what else moves [5.10 to 5.24, 5.62, 5.81, 5.86]."""

from collections.abc import Mapping
from typing import Any, ClassVar

from pbm.rules.code import Place
from pbm.rules.order import Number, Refusal
from pbm.rulesets.marnon.map import is_castle, seas_of
from pbm.rulesets.marnon.order import MarnonOrder, Words, action, no_fleet, no_force
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
    noted: ClassVar = True


@action("5.20", form="PATROL {fleets}< {zone}>< {wish}>", meaning="patrol with {fleets}< in {zone}><, {wish}>")
class Patrol(MarnonOrder, frozen=True):
    """Keep war fleets in the sea of their port for the turn, to intercept ALWAYS, NEVER or by ODDS."""

    kept: ClassVar = True
    waits: ClassVar = True
    fleets: Words
    zone: Place | None
    wish: str | None

    def wrong(self, world: World, who: str) -> Refusal | None:
        return next(filter(None, (no_fleet(world, who, str(code), "5.20") for code in self.fleets)), None)


@action("5.21", form="SAIL {fleets} {route}< {tail}>", meaning="sail with {fleets} by {route}<, {tail}>")
class Sail(MarnonOrder, frozen=True):
    """Leave port, go from sea to sea, enter a port or land what is carried; three points of movement."""

    waits: ClassVar = True
    fleets: Words
    route: Words
    tail: Words

    def wrong(self, world: World, who: str) -> Refusal | None:
        return next(filter(None, (no_fleet(world, who, str(code), "5.21") for code in self.fleets)), None)


@action("5.62", form="TREK {caravan} {castle}< VIA {via}>", meaning="send caravan {caravan} to {castle}< by {via}>")
class Trek(MarnonOrder, frozen=True):
    """Send a caravan to a castle; it goes on until it is there."""

    waits: ClassVar = True
    caravan: str
    castle: Place
    via: Words | None

    def wrong(self, world: World, who: str) -> Refusal | None:
        if self.caravan not in world.powers[who].caravans:
            return Refusal("5.62", f"you have no caravan {self.caravan}")
        return None if is_castle(self.castle) else Refusal("5.62", f"{self.castle} is not a castle", kind="lasting")


@action("5.94", form="HUNT {unit}< {number}>", meaning="send {unit}< ({number} points)> against the pirates")
class HuntThem(MarnonOrder, frozen=True):
    """Send a war fleet or 500 points and more against the pirate nation for this turn."""

    unit: str
    number: Number | None

    def wrong(self, world: World, who: str) -> Refusal | None:
        if world.ongoing.hunt is None:
            return Refusal("5.94", "there is no hunt")
        missing = no_force if self.unit.startswith("A") else no_fleet
        return missing(world, who, self.unit, "5.94")


@action("5.77", form="RETURN< {force}>< {area}>", meaning="return from exile< with {force}>< to {area}>")
class Return(MarnonOrder, frozen=True):
    """Come back from exile: land in a coastal area, or take the field in land of your host, by default at the seat."""

    force: str | None
    area: Place | None

    def wrong(self, world: World, who: str) -> Refusal | None:
        exile = world.powers[who].exile
        if world.powers[who].status != "exile" or exile is None:
            return Refusal("5.77", "you are not in exile")
        if self.force in world.powers[who].forces:
            return Refusal("5.77", f"{self.force} is on the map already")
        if self.area and exile.kind != "HOST" and not seas_of(self.area):
            return Refusal("5.77", f"{self.area} has no coast", kind="lasting")
        return None


@action("5.86", form="ENVOY {diplomat} {areas}", meaning="send {diplomat} to {areas}")
class Envoy(MarnonOrder, frozen=True):
    """Move a diplomat two areas over any border."""

    diplomat: str
    areas: Words

    def wrong(self, world: World, who: str) -> Refusal | None:
        return None if world.settings.diplomacy == "envoys" else Refusal("5.86", "this game is played without envoys")


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


@action("5.82", form="BLUFF {unit} {sign}", meaning="tell scouts of {unit} a figure that is {sign}")
class Bluff(MarnonOrder, frozen=True):
    """Whether scouts are told too much (+) or too little (-) of a force."""

    noted: ClassVar = True
    unit: str
    sign: str

    def said(self, number: int) -> Mapping[str, Any]:
        return {"unit": self.unit, "sign": {"+": "too high", "-": "too low"}.get(self.sign, "true")}

    def wrong(self, world: World, who: str) -> Refusal | None:
        if world.settings.movement != "hidden":
            return Refusal("5.82", "this game is played without screens")
        return no_force(world, who, self.unit, "5.82")
