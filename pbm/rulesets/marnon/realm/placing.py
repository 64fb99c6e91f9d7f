"""The set-up turn: PLACE, ASSIGN and RESERVE lines, and the defaults for what they leave out [8.3]."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from pbm.rules.code import Place
from pbm.rules.engine import Turn
from pbm.rules.event import Event, OfPower
from pbm.rules.order import Order, Refusal
from pbm.rules.plan import Done, ok, refused
from pbm.rules.playing import of_kind
from pbm.rulesets.marnon.changes.fleets import FleetCame
from pbm.rulesets.marnon.changes.forces import LeviesGiven, Marked, Went, levied
from pbm.rulesets.marnon.land.goes import RESERVES, Reserve
from pbm.rulesets.marnon.map import areas, is_castle, territories
from pbm.rulesets.marnon.order import MarnonOrder, Scene, action
from pbm.rulesets.marnon.pieces import PowerState
from pbm.rulesets.marnon.playing import carried_out, lines_of, played, scene
from pbm.rulesets.marnon.realm.doctrine import LEVIES, MOST_LEVIES, Ordered
from pbm.rulesets.marnon.setup import by_value
from pbm.rulesets.marnon.world import World

PLACING = "placing"
CULTURES, GOVERNMENTS = ("FOOT", "MIXED", "HORSE"), ("MONARCHY", "REPUBLIC", "TRIBAL")


class FortPlaced(OfPower, frozen=True):
    """The fort of a power stands in one territory of its region."""

    area: Place
    text: ClassVar = "the fort stands in {area}"

    def apply(self, world: World) -> None:
        for code in world.owned(self.who):
            world.area(code).fort = code == self.area


@action("8.3", form="PLACE {what}< {where}>", meaning="begin with {what}< {where}>")
class PlaceStart(MarnonOrder, frozen=True):
    """Where a force, the fleet or the fort stands at the start, and the culture of your armies."""

    step: ClassVar = PLACING
    what: str
    where: str | None

    def said(self, number: int) -> Mapping[str, object]:
        what = "the fort" if self.what == "FORT" else self.what
        return {"what": what if self.is_custom or not self.where else f"{what} in", "where": self.where}

    def wrong(self, world: World, who: str) -> Refusal | None:
        if world.turn:
            return Refusal("8.3", "things are placed on the first sheet only")
        if self.where is None:
            return None
        reason = self.no_custom(world) if self.is_custom else self.misplaced(world, world.powers[who])
        return Refusal("8.3", reason) if reason else None

    @property
    def is_custom(self) -> bool:
        return self.what in ("CULTURE", "GOVERNMENT")

    def no_custom(self, world: World) -> str:
        allowed = CULTURES if self.what == "CULTURE" else GOVERNMENTS if world.settings.governments else ()
        return "" if self.where in allowed else f"your {self.what.lower()} cannot be {str(self.where).lower()}"

    def misplaced(self, world: World, power: PowerState) -> str:
        """Why a thing cannot stand there: everything begins at home."""
        where = str(self.where)
        if where != power.castle and where not in territories(power.home or ""):
            return f"{where} is not in your own region, nor your castle"
        if self.what == "FORT":
            return "the fort is placed in a territory" if is_castle(where) else ""
        if self.what in power.fleets:
            return "" if areas()[where].port else f"{where} has no port"
        is_mine = self.what in ("A1", "A2") and not world.settings.start_spread
        return "" if is_mine else f"{self.what} is not yours to place"

    def in_vain(self, world: World, who: str) -> Refusal | None:
        if self.where or world.turn:
            return None
        at = world.powers[who].forces[self.what].at if self.what in world.powers[who].forces else None
        return Refusal("8.3", f"nothing is filled in: {f'{self.what} stays in {at}' if at else 'it stays as it is'}")

    def plan(self, at: Scene) -> Done:
        """A row of the sheet that was not filled in is fine: the default places it."""
        if reason := self.wrong(at.world, at.who):
            return refused(reason)
        return ok() if self.where is None else ok(self.placed(at, self.where))

    def placed(self, at: Scene, where: str) -> Event:
        if self.is_custom:
            return Ordered(at.who, self.what.lower(), "", (where,))
        if self.what == "FORT":
            return FortPlaced(at.who, where)
        if self.what in at.power.fleets:
            return FleetCame(at.who, self.what, where, "placed")
        return Went(at.who, self.what, None, where, "was sent")


def samples(world: World, who: str) -> Iterator[Order]:
    """A set-up sheet as it would be filled in by default."""
    power = world.powers[who]
    if world.turn == 0 and power.status in ("player", "dropout"):
        spread = world.settings.start_spread
        for code in () if spread else ("A1", "A2"):
            yield PlaceStart(code, power.forces[code].at)
        yield PlaceStart("FORT", power.forces["A2"].at)
        yield PlaceStart("CULTURE", "MIXED")
        if not spread:
            yield Reserve("A2")


def place_all(turn: Turn[World]) -> Iterator[Event]:
    """PLACE, ASSIGN and RESERVE lines, and the defaults for what they leave out [8.3]."""
    world = turn.world
    for who in world.players():
        yield from played(turn, who, PLACING, LEVIES)
        yield from fort_placed(world, who)
        yield from levies_given(world, who)
        yield from reserve_marked(turn, who)


def fort_placed(world: World, who: str) -> Iterator[Event]:
    """With A2, unless a line placed it."""
    own = territories(world.powers[who].home or "")
    if any(world.area(code).fort for code in own):
        return
    second = world.powers[who].forces.get("A2")
    there = second.at if second and second.at in own else by_value(own)[1]
    yield FortPlaced(who, str(there))


def levies_given(world: World, who: str) -> Iterator[Event]:
    """Each army the three most valuable territories that are left, A1 first."""
    forces = world.powers[who].forces
    for code in ("A1", "A2"):
        if code in forces and not forces[code].terr:
            used = {levied(levy) for force in forces.values() for levy in force.terr}
            free = [area for area in by_value(territories(world.powers[who].home or "")) if area not in used]
            yield LeviesGiven(who, code, tuple(free[:MOST_LEVIES]))


def reserve_marked(turn: Turn[World], who: str) -> Iterator[Event]:
    marked: str | None = None if turn.world.settings.start_spread else "A2"
    for line, order in of_kind(lines_of(turn, who, RESERVES), Reserve):
        done = yield from carried_out(line, scene(turn, who))
        if done.outcome == "ok":
            marked = order.given
    if marked and marked in turn.world.powers[who].forces:
        yield Marked(who, marked, True)
