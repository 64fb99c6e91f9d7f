"""The levy segment: income, upkeep, and what points buy [12.0, 18.1, 20.0, 24.0, 29.1]."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import ClassVar, NamedTuple

from pbm.rules.engine import Turn
from pbm.rules.event import Count, Event, OfPower
from pbm.rulesets.twilight.forces import loses
from pbm.rulesets.twilight.leaders import vanished
from pbm.rulesets.twilight.map import area_of, burgs, chart, places_of
from pbm.rulesets.twilight.order import ALL, READ, Bound, action
from pbm.rulesets.twilight.segments import Segment
from pbm.rulesets.twilight.sheet import Papers
from pbm.rulesets.twilight.tables import tables
from pbm.rulesets.twilight.units import Stack, singles
from pbm.rulesets.twilight.world import World


@action("12.0.2", form="HOLD {points}", meaning="keep {points} back from this levy")
class Hold(Bound, frozen=True):
    """DP that this year's levy does not touch."""

    points: int | str
    """Or ALL."""
    step: ClassVar = READ
    may_be_nothing: ClassVar = True

    def said(self, number: int) -> Mapping[str, object]:
        return {"points": "all DP" if self.points == ALL else f"{Count(int(self.points)):DP/DP}"}


def held_back(world: World, paper: Papers, power: str) -> int:
    """DP that HOLD keeps from the levy of a power."""
    wishes = [order.points for _, order in paper.binding(world, power, Hold)]
    if not wishes:
        return 0
    return world.powers[power].dp if wishes[-1] == ALL else int(wishes[-1])


class Spent(OfPower, frozen=True):
    points: int
    text: ClassVar = "{who} spent {points} DP"

    def apply(self, world: World) -> None:
        world.powers[self.who].dp -= self.points


def spent(seg: Segment, points: int) -> list[Event]:
    """The DP that it takes to pay so much, once all LP are used up."""
    return [Spent(seg.power, points - seg.levy)] if points > seg.levy else []


class Mustered(OfPower, frozen=True):
    """The levy of a power is counted."""

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
    unordered: ClassVar = True

    def apply(self, world: World) -> None:
        world.powers[self.who].loot = 0
        if seg := world.segment_of(self.who):
            seg.levy = self.land + self.burgs + self.loot + self.more


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


def maintained(turn: Turn[World], seg: Segment) -> Iterator[Event]:
    """Units are paid one by one; one that cannot be paid goes, and the next, cheaper one is still tried [12.0]."""
    world = turn.world
    due = 0
    unpaid: list[Bill] = []
    points = seg.has(world)
    for bill in bills(world, seg.power):
        if due + bill.points <= points:
            due += bill.points
        else:
            unpaid.append(bill)
    yield from (Maintained(seg.power, due), *spent(seg, due))
    for bill in unpaid:
        yield from loses(world, seg.power, bill.stack, {bill.unit: 1}, "upkeep")
    yield from vanished(turn, seg.power)


class Maintained(OfPower, frozen=True):
    points: int
    text: ClassVar = "{who} paid {points:point/points} for the upkeep of units"

    def apply(self, world: World) -> None:
        if seg := world.segment_of(self.who):
            seg.pay(self.points, units=True)
