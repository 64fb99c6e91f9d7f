"""The set-up turn: PLACE, ASSIGN and RESERVE lines, and the defaults for what they leave out [8.3]."""

from collections.abc import Iterator
from typing import ClassVar

from pbm.rules.code import Place, Power
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.order import Line, Order
from pbm.rulesets.marnon.changes.fleets import FleetCame
from pbm.rulesets.marnon.changes.forces import LeviesGiven, Marked, Went, levied
from pbm.rulesets.marnon.doctrine import Ordered
from pbm.rulesets.marnon.map import territories
from pbm.rulesets.marnon.orders.ruling import PlaceStart, Reserve
from pbm.rulesets.marnon.orders.standing import MOST_LEVIES, Assign
from pbm.rulesets.marnon.setup import by_value
from pbm.rulesets.marnon.sheet import answer, done, fails, orders_of
from pbm.rulesets.marnon.world import World


class FortPlaced(Event, frozen=True):
    """The fort of a power stands in one territory of its region."""

    who: Power
    area: Place
    text: ClassVar = "the fort stands in {area}"

    def apply(self, world: World) -> None:
        for code in world.owned(self.who):
            world.area(code).fort = code == self.area


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


def place_all(turn: Turn) -> Iterator[Event]:
    """PLACE, ASSIGN and RESERVE lines, and the defaults for what they leave out [8.3]."""
    world: World = turn.world
    for who in world.players():
        for line, order in orders_of(turn, who, PlaceStart):
            yield from placed(turn, who, line, order)
        for line, assign in orders_of(turn, who, Assign):
            from pbm.rulesets.marnon.doctrine import assigned

            yield from assigned(turn, who, line, assign)
        yield from fort_placed(turn, who)
        yield from levies_given(turn, who)
        yield from reserve_marked(turn, who)


def placed(turn: Turn, who: str, line: Line, order: PlaceStart) -> Iterator[Event]:
    """A row of the sheet that was not filled in is fine: the default places it."""
    world: World = turn.world
    if reason := order.wrong(world, who):
        yield answer(turn, who, line, "failed", reason)
        return
    yield done(turn, who, line)
    if order.where is None:
        return
    if order.is_custom:
        yield Ordered(who, order.what.lower(), "", (order.where,))
    elif order.what == "FORT":
        yield FortPlaced(who, order.where)
    elif order.what in world.powers[who].fleets:
        yield FleetCame(who, order.what, order.where, "placed")
    else:
        yield Went(who, order.what, None, order.where, "was sent")


def fort_placed(turn: Turn, who: str) -> Iterator[Event]:
    """With A2, unless a line placed it."""
    world: World = turn.world
    own = territories(world.powers[who].home or "")
    if any(world.area(code).fort for code in own):
        return
    second = world.powers[who].forces.get("A2")
    there = second.at if second and second.at in own else by_value(own)[1]
    yield FortPlaced(who, str(there))


def levies_given(turn: Turn, who: str) -> Iterator[Event]:
    """Each army the three most valuable territories that are left, A1 first."""
    world: World = turn.world
    forces = world.powers[who].forces
    for code in ("A1", "A2"):
        if code in forces and not forces[code].terr:
            used = {levied(levy) for force in forces.values() for levy in force.terr}
            free = [area for area in by_value(territories(world.powers[who].home or "")) if area not in used]
            yield LeviesGiven(who, code, tuple(free[:MOST_LEVIES]))


def reserve_marked(turn: Turn, who: str) -> Iterator[Event]:
    world: World = turn.world
    marked: str | None = None if world.settings.start_spread else "A2"
    for line, order in orders_of(turn, who, Reserve):
        if order.given and not world.generals_with(who, order.given):
            yield fails(turn, who, line, "5.17", "the reserve needs a general")
            continue
        marked = order.given
        yield done(turn, who, line)
    if marked and marked in world.powers[who].forces:
        yield Marked(who, marked, True)
