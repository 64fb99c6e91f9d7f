"""The audit of a turn: what must hold of any position, and the books of people, armies, ships and BPs.

The books are kept from the rulebook, event by event, and not from what an event does to the world: whatever comes
into being or goes without an entry here is a fault.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from pbm.rules.books import Books
from pbm.rules.event import Event
from pbm.rulesets.darkage import (
    attack,
    battle_events,
    build,
    closing,
    general,
    income,
    kings,
    missed,
    people,
    sea,
    spying,
    stance,
    turn,
)
from pbm.rulesets.darkage.world import UNCHANGED, Area, Kingdom, World


@dataclass(frozen=True, slots=True)
class Goods:
    people: int = 0
    armies: int = 0
    ships: int = 0
    bps: int = 0

    def __add__(self, other: "Goods") -> "Goods":
        return Goods(
            self.people + other.people,
            self.armies + other.armies,
            self.ships + other.ships,
            self.bps + other.bps,
        )

    def __neg__(self) -> "Goods":
        return Goods(-self.people, -self.armies, -self.ships, -self.bps)


def goods(world: World) -> Goods:
    """All there is, on the map and off it."""
    areas = [Goods(area.population, area.armies, area.ships) for area in world.areas.values()]
    return sum([*areas, *map(belongings, world.kingdoms.values())], Goods())


def belongings(kingdom: Kingdom) -> Goods:
    """What a kingdom has off the map."""
    armies = kingdom.reserve + kingdom.household.troops + kingdom.scattered
    return Goods(0, armies, kingdom.fleet, kingdom.bp + kingdom.treasury)


def plundered(event: battle_events.Plundered) -> Goods:
    return Goods(0, 0 if event.ships else event.amount, event.amount if event.ships else 0, event.amount)


def dispersed(event: closing.Dispersed | spying.Sabotaged, owner: str | None) -> Goods:
    """Armies of an owner go to their reserve; armies without an owner are lost."""
    return Goods() if owner else -Goods(0, event.armies, event.ships)


def left_over(event: closing.LeftoversSpent) -> Goods:
    armies = event.household + event.reserve
    return Goods(0, armies, 0, -3 * armies - 2 * event.stashed - event.order)


def fought(event: battle_events.Fought) -> Goods:
    scattered = event.scattered + event.their_scattered
    return Goods(0, scattered - event.armies - event.their_armies, -event.ships - event.their_ships)


ENTRIES: dict[type[Event], Callable[[Any, World], Goods]] = {
    missed.TakenOver: lambda e, w: Goods(0, 0, 0, e.treasury),
    turn.Lapsed: lambda e, w: Goods(0, e.armies),
    turn.Stirred: lambda e, w: Goods(e.population, e.armies),
    turn.Acted: lambda e, w: Goods(0, 0, 0, -e.price),
    battle_events.Retreated: lambda e, w: Goods(-e.people, e.people),
    battle_events.Fought: lambda e, w: fought(e),
    battle_events.Captured: lambda e, w: Goods(-e.population, e.landed, -e.landed),
    battle_events.Plundered: lambda e, w: plundered(e),
    battle_events.Drowned: lambda e, w: Goods(0, -e.armies),
    attack.Raided: lambda e, w: Goods(0, -e.armies - e.their_armies, -e.ships),
    attack.Pillaged: lambda e, w: Goods(-e.population, 0, 0, e.treasury),
    attack.Besieged: lambda e, w: Goods(-e.population, -2 * e.armies),
    attack.Invaded: lambda e, w: Goods(-1 - e.population, -e.armies),
    stance.Migrated: lambda e, w: Goods(-1),
    build.Levied: lambda e, w: Goods(0, e.armies),
    people.Grown: lambda e, w: Goods(1),
    people.Popped: lambda e, w: Goods(1, -1),
    people.Armed: lambda e, w: Goods(-1, 1),
    spying.Sabotaged: lambda e, w: dispersed(e, e.owner),
    sea.Launched: lambda e, w: Goods(0, 0, e.ships),
    sea.Settled: lambda e, w: Goods(1, 0, -1),
    sea.Landed: lambda e, w: Goods(0, e.ships, -e.ships),
    general.Given: lambda e, w: Goods(0, 0, 0, e.bps),
    general.Stashed: lambda e, w: Goods(0, 0, 0, e.bps),
    general.Taxed: lambda e, w: Goods(0, 0, 0, e.bps),
    kings.Exchanged: lambda e, w: Goods(0, 0, 0, -2 * e.stashed),
    kings.Consoled: lambda e, w: Goods(0, e.armies, 0, e.treasury),
    kings.VikingsAppear: lambda e, w: Goods(0, e.reserve, e.fleet, e.bp + e.treasury),
    kings.Dissolved: lambda e, w: -belongings(w.kingdoms[e.who]),
    closing.LeftoversSpent: lambda e, w: left_over(e),
    closing.Overcrowded: lambda e, w: Goods(-e.people, e.armies),
    closing.Dispersed: lambda e, w: dispersed(e, e.who),
    income.TradePaid: lambda e, w: Goods(0, 0, 0, e.bps),
    income.BondPaid: lambda e, w: Goods(0, 0, 0, e.treasury),
    income.IncomePaid: lambda e, w: Goods(0, -e.reserve_lost - e.household_lost, 0, e.bp),
}
"""What comes and goes with an event, given the world before it; all others only move things."""
BOOKS = Books(goods, ENTRIES)


def audit(opening: World, journal: list[Event], world: World) -> Iterator[str]:
    """Everything wrong with a turn."""
    yield from BOOKS.faults(opening, journal, world)
    for code, area in world.areas.items():
        yield from (f"{code}: {fault}" for fault in wrong_area(world, code, area))
    for code, kingdom in world.kingdoms.items():
        yield from (f"{code}: {fault}" for fault in wrong_kingdom(world, code, kingdom))
    if len(set(world.order)) < len(world.order) or not set(world.order) <= set(world.kingdoms):
        yield f"the order of play is {world.order}"


def wrong_area(world: World, code: str, area: Area) -> Iterator[str]:
    place = world.map[code]
    counts = (area.population, area.armies, area.ships, area.forts, area.trade)
    if min(counts) < 0:
        yield f"people, armies, ships, forts and trade are {counts}"
    if place.is_sea and area.armies > area.ships:
        yield f"{area.armies} armies are at sea on {area.ships} ships"
    if place.is_sea and (area.population or area.forts or area.trade):
        yield "people, forts or trade at sea"
    if not place.is_sea and area.ships:
        yield f"{area.ships} ships on land"
    if area.population > place.limit or area.trade > (place.limit if place.is_city else 0):
        yield f"{area.population} people and {area.trade} trade where the limit is {place.limit}"
    if area.owner is not None and area.owner not in world.kingdoms:
        yield f"is owned by {area.owner}, who is unknown"
    if area.sticky or area.grown or area.passage or area.lent_by or area.owner_at_start != UNCHANGED:
        yield "something that holds for a turn only is not forgotten"


def wrong_kingdom(world: World, code: str, kingdom: Kingdom) -> Iterator[str]:
    household = kingdom.household
    counts = (kingdom.bp, kingdom.treasury, kingdom.reserve, kingdom.fleet, household.troops)
    if min(counts) < 0:
        yield f"BPs, treasury, reserve, fleet and household are {counts}"
    if kingdom.pending or kingdom.scattered or kingdom.cashed or kingdom.order_spend:
        yield "something that holds for a turn only is not forgotten"
    if kingdom.vp < 0 and not world.settings.negative_vp:
        yield f"{kingdom.vp} victory points"
    if world.in_play(code) and household.at and world.areas[household.at].owner != code:
        yield f"its household stands in {household.at}, which is not its own"
    if kingdom.loan and kingdom.loan.armies <= 0:
        yield f"a loan of {kingdom.loan.armies} armies"
