"""The levy segment: income, upkeep, and what points buy [12.0, 18.1, 20.0, 24.0, 29.1]."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import ClassVar, NamedTuple

from pbm.rules.code import Place, Power
from pbm.rules.engine import Turn
from pbm.rules.event import Event, counted
from pbm.rules.order import Refusal
from pbm.rulesets.twilight.forces import loses
from pbm.rulesets.twilight.leaders import vanished
from pbm.rulesets.twilight.map import area_of, burgs, chart, places_of
from pbm.rulesets.twilight.tables import price_of, tables
from pbm.rulesets.twilight.units import Stack, singles
from pbm.rulesets.twilight.world import World, called, subject


@dataclass
class Purse:
    """What a power has to spend in its levy: LP first, then DP down to what is held back."""

    who: str
    levy: int
    held: int = 0
    """DP that stay untouched."""
    spent: int = 0
    """LP spent on upkeep and raising, which limits an NPP's markers."""
    bought: int = 0
    raised: list[str] = field(default_factory=list)
    """Areas and seas that have had their unit."""

    def has(self, world: World) -> int:
        return self.levy + self.reserve(world)

    def reserve(self, world: World) -> int:
        power = world.powers[self.who]
        return max(0, power.dp - self.held) if power.kind == "pp" else 0

    def pay(self, world: World, points: int, raising: bool = False) -> Iterator[Event]:
        """LP go first; DP are an event."""
        levy = min(points, self.levy)
        self.levy -= levy
        if raising:
            self.spent += levy
        if points > levy:
            yield Spent(self.who, points - levy)


class Spent(Event, frozen=True):
    who: Power
    points: int
    text: ClassVar = "{who} spent {points} DP"

    def apply(self, world: World) -> None:
        world.powers[self.who].dp -= self.points


class Mustered(Event, frozen=True):
    """The levy of a power is counted."""

    who: Power
    land: int
    burgs: int
    loot: int
    more: int
    """Good Harvest and gifts."""
    shares: tuple[tuple[str, str], ...] = ()
    """What each area gave: `("FRC", "3")`, `("LOT", "3/2")`."""
    text: ClassVar = (
        "levy of {who}: {land} LP from land<, {burgs} from burgs><, {loot} from loot><, {more} from gifts and harvest>"
    )

    @property
    def of_no_line(self) -> bool:
        return True

    def apply(self, world: World) -> None:
        world.powers[self.who].loot = 0


def land_levy(world: World, who: str) -> int:
    """The levy values of its areas, shares added up exactly and the fraction dropped once [12.0]."""
    return int(land_value(world, who))


def land_value(world: World, who: str) -> Fraction:
    return sum(land_shares(world, who).values(), Fraction(0))


def land_shares(world: World, who: str) -> dict[str, Fraction]:
    """What each area gives a power."""
    areas = (area for area in world.reach(who) if chart()[area].is_area)
    return {
        area: world.share(who, area) * value
        for area in areas
        if (value := world.levy_value(area)) and world.controls(who, area)
    }


def burg_levy(world: World, who: str) -> int:
    """NPPs levy on burgs, where players' powers gain DP."""
    if world.powers[who].kind == "pp":
        return 0
    return income_of(world, who)


def income_of(world: World, who: str) -> int:
    """DP that a player's power gains: the DV of its burgs [7.0]."""
    near = (burg for area in world.reach(who) if (burg := burgs().get(area)))
    return sum(world.diplomatic_value(burg) for burg in near if world.holder(burg) == who)


# upkeep


class Bill(NamedTuple):
    """One unit and what it costs to keep."""

    unit: str
    place: str
    stack: Stack
    points: int


def bills(world: World, who: str) -> list[Bill]:
    """Every unit in the order in which it is paid: by type as ordered, the cheapest first, then by place and stack."""
    order = world.doctrine(who).keep
    ranks = {
        unit: rank for rank, unit in enumerate([*order, *(u for u in ("F", "W", "N", "S", "M") if u not in order)])
    }
    free = free_militia(world, who)
    found: list[Bill] = []
    for place, stack in world.stands(who):
        for unit in singles(stack.units):
            if unit == "L":
                continue
            gratis = unit == "M" and free.pop(area_of(place), None) is not None
            found.append(Bill(unit, place, stack, 0 if gratis else upkeep(world, unit, place)))
    return sorted(found, key=lambda bill: (ranks[bill.unit], bill.points))


def upkeep(world: World, unit: str, place: str) -> int:
    return tables().units[unit].maintain + (tables().pillaged_extra if place in world.pillaged else 0)


def free_militia(world: World, who: str) -> dict[str, bool]:
    """The areas in which one militia costs nothing [12.0, 29.1]."""
    areas = dict.fromkeys(area_of(place) for place, stack in world.stands(who) if stack.units.get("M"))
    return {area: True for area in areas if keeps_free(world, who, area)}


def keeps_free(world: World, who: str, area: str) -> bool:
    spot, burg = chart()[area], burgs().get(area)
    places = places_of(area)
    if not spot.is_area or any(place in world.pillaged for place in places):
        return False
    if not world.is_frankish(who):
        return who in world.owners(area) or (world.full(area) == who and (burg is None or world.holder(burg) == who))
    if world.settings.feudalism:
        return area in world.feudal
    return not any(not world.is_frankish(other) for place in places for other in world.present(place))


def maintained(turn: Turn, purse: Purse) -> Iterator[Event]:
    """Units are paid one by one; one that cannot be paid goes, and the next, cheaper one is still tried [12.0]."""
    world: World = turn.world
    due = 0
    unpaid: list[Bill] = []
    points = purse.has(world)
    for bill in bills(world, purse.who):
        if due + bill.points <= points:
            due += bill.points
        else:
            unpaid.append(bill)
    yield Maintained(purse.who, due)
    yield from purse.pay(world, due, raising=True)
    for bill in unpaid:
        yield from loses(world, purse.who, bill.stack, {bill.unit: 1}, "upkeep")
    yield from vanished(turn, purse.who)


class Maintained(Event, frozen=True):
    who: Power
    points: int
    text: ClassVar = "{who} paid {points:point/points} for the upkeep of units"


# raising


def price(world: World, who: str, where: str, unit: str) -> int | None:
    cost = price_of(who, world.is_frankish(who), unit)
    extra = tables().pillaged_extra if where in world.pillaged and unit != "S" else 0
    return None if cost is None else cost + extra


def cannot_raise(world: World, purse: Purse, where: str, unit: str) -> Refusal | None:
    """Why a unit of that type cannot be raised there [12.0]."""
    who = purse.who
    if price(world, who, where, unit) is None:
        return Refusal("12.0.4", f"{called(who)} cannot raise a unit of that type: {tables().units[unit].name}")
    if unit == "S":
        return no_fleet(world, purse, where)
    if chart()[where].kind == "sea":
        return Refusal("12.0.4", f"only a fleet is raised in {called(where)}")
    return no_ground(world, who, where) or no_levy(world, purse, area_of(where))


def no_ground(world: World, who: str, where: str) -> Refusal | None:
    """The place must be controlled, an empty burg with the whole area around it."""
    if not world.controls(who, where):
        return Refusal("12.0.4", f"{subject(who, 'does', 'do')} not control {called(where)}")
    if chart()[where].kind == "burg" and not world.present(where) and world.full(area_of(where)) != who:
        return Refusal("12.0.4", f"{called(where)} is empty and its area is shared")
    return None


def no_levy(world: World, purse: Purse, area: str) -> Refusal | None:
    if area in world.unrest and world.is_frankish(purse.who):
        return Refusal("28.STL", f"no Frankish levy in {called(area)} until feudalism is restored there")
    if area in purse.raised and not world.owners(area):
        return Refusal("12.0.4", f"a unit was raised in {called(area)} already this year")
    return None


def no_fleet(world: World, purse: Purse, sea: str) -> Refusal | None:
    who = purse.who
    if chart()[sea].kind != "sea":
        return Refusal("12.0.5", f"a fleet is raised at sea, and {called(sea)} is land")
    ports = [place for place in chart()[sea].links if chart()[place].port]
    if not any(world.controls(who, port) for port in ports):
        return Refusal("12.0.5", f"{subject(who, 'controls', 'control')} no port on {called(sea)}")
    if sea in purse.raised and tables().fleets_massed.get(who) != sea:
        return Refusal("12.0.5", f"a fleet was raised in {called(sea)} already this year")
    return None


def most_at_once(world: World, who: str, where: str, unit: str) -> int | None:
    """How many may be raised there in one line: none for no limit, at home and for massed fleets."""
    if unit == "S":
        return None if tables().fleets_massed.get(who) == where else 1
    return None if who in world.owners(where) else 1


class Restored(Event, frozen=True):
    who: Power
    where: Place
    points: int
    verb: ClassVar = "restore"
    text: ClassVar = "{who} restored {where} for {points:point/points}"
    news: ClassVar = "{who} restored {where}"

    def apply(self, world: World) -> None:
        world.pillaged.remove(self.where)


def markers_left(world: World, purse: Purse) -> int:
    """How many markers a power may still buy: room in hand and pool, and for an NPP half of what it spent [24.0]."""
    power = world.powers[purse.who]
    room = min(tables().most_markers - len(power.markers), len(world.pool))
    limit = room if power.kind == "pp" else max(1, purse.spent // 2) - purse.bought
    return max(0, min(room, limit, purse.has(world) // tables().marker_cost))


def still(left: int) -> str:
    """What a purse has, in a refusal: no points are left, 1 point is left."""
    return f"{counted(left, 'point is', 'points are')} left"


def no_marker(world: World, purse: Purse, bought: int = 0) -> Refusal:
    """Why a power buys no more markers than so many."""
    power, cost, left = world.powers[purse.who], tables().marker_cost, purse.has(world)
    if len(power.markers) + bought >= tables().most_markers:
        return Refusal("20.0", f"{subject(purse.who, 'holds', 'hold')} {tables().most_markers} markers by then")
    if bought >= len(world.pool):
        return Refusal("20.0", "no marker is left in the pool")
    if (bought + 1) * cost > left:
        return Refusal("20.0", f"each costs {cost}, and {still(left)}", kind="purse")
    most = max(1, purse.spent // 2)
    return Refusal("24.0.2", f"for the points it spent on units {subject(purse.who, 'buys', 'buy')} {most} at most")
