"""The audit of a turn: what must hold of any position, and the books of people, armies, ships and BPs.

The books are kept from the rulebook, event by event, and not from what an event does to the world: whatever comes
into being or goes without an entry here is a fault.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Any

from pbm.rules.books import Book, Ledgers, both, less
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

THE_LAND = "the land"
"""Whose everything is: the books do not ask which kingdom has it."""


def goods(people: int = 0, armies: int = 0, ships: int = 0, bps: int = 0) -> Book:
    found = {"people": people, "armies": armies, "ships": ships, "BPs": bps}
    return Counter({(THE_LAND, what): number for what, number in found.items()})


def books(world: World) -> Book:
    """All there is, on the map and off it."""
    areas = world.areas.values()
    on_map = goods(*(sum(map(attrgetter(what), areas)) for what in ("population", "armies", "ships")))
    return both(on_map, *map(belongings, world.kingdoms.values()))


def belongings(kingdom: Kingdom) -> Book:
    """What a kingdom has off the map."""
    armies = kingdom.reserve + kingdom.household.troops + kingdom.scattered
    return goods(0, armies, kingdom.fleet, kingdom.bp + kingdom.treasury)


def plundered(event: battle_events.Plundered) -> Book:
    return goods(0, 0 if event.ships else event.amount, event.amount if event.ships else 0, event.amount)


def dispersed(event: closing.Dispersed | spying.Sabotaged, owner: str | None) -> Book:
    """Armies of an owner go to their reserve; armies without an owner are lost."""
    return goods() if owner else goods(0, -event.armies, -event.ships)


def left_over(event: closing.LeftoversSpent) -> Book:
    armies = event.household + event.reserve
    return goods(0, armies, 0, -3 * armies - 2 * event.stashed - event.order)


def fought(event: battle_events.Fought) -> Book:
    scattered = event.scattered + event.their_scattered
    return goods(0, scattered - event.armies - event.their_armies, -event.ships - event.their_ships)


ENTRIES: dict[type[Event], Callable[[Any, World], Book]] = {
    missed.TakenOver: lambda e, w: goods(0, 0, 0, e.treasury),
    turn.Lapsed: lambda e, w: goods(0, e.armies),
    turn.Stirred: lambda e, w: goods(e.population, e.armies),
    turn.Acted: lambda e, w: goods(0, 0, 0, -e.price),
    battle_events.Retreated: lambda e, w: goods(-e.people, e.people),
    battle_events.Fought: lambda e, w: fought(e),
    battle_events.Captured: lambda e, w: goods(-e.population, e.landed, -e.landed),
    battle_events.Plundered: lambda e, w: plundered(e),
    battle_events.Drowned: lambda e, w: goods(0, -e.armies),
    attack.Raided: lambda e, w: goods(0, -e.armies - e.their_armies, -e.ships),
    attack.Pillaged: lambda e, w: goods(-e.population, 0, 0, e.treasury),
    attack.Besieged: lambda e, w: goods(-e.population, -2 * e.armies),
    attack.Invaded: lambda e, w: goods(-1 - e.population, -e.armies),
    stance.Migrated: lambda e, w: goods(-1),
    build.Levied: lambda e, w: goods(0, e.armies),
    people.Grown: lambda e, w: goods(1),
    people.Popped: lambda e, w: goods(1, -1),
    people.Armed: lambda e, w: goods(-1, 1),
    spying.Sabotaged: lambda e, w: dispersed(e, e.owner),
    sea.Launched: lambda e, w: goods(0, 0, e.ships),
    sea.Settled: lambda e, w: goods(1, 0, -1),
    sea.Landed: lambda e, w: goods(0, e.ships, -e.ships),
    general.Given: lambda e, w: goods(0, 0, 0, e.bps),
    general.Stashed: lambda e, w: goods(0, 0, 0, e.bps),
    general.Taxed: lambda e, w: goods(0, 0, 0, e.bps),
    kings.Exchanged: lambda e, w: goods(0, 0, 0, -2 * e.stashed),
    kings.Consoled: lambda e, w: goods(0, e.armies, 0, e.treasury),
    kings.VikingsAppear: lambda e, w: goods(0, e.reserve, e.fleet, e.bp + e.treasury),
    kings.Dissolved: lambda e, w: less(belongings(w.kingdoms[e.who])),
    closing.LeftoversSpent: lambda e, w: left_over(e),
    closing.Overcrowded: lambda e, w: goods(-e.people, e.armies),
    closing.Dispersed: lambda e, w: dispersed(e, e.who),
    income.TradePaid: lambda e, w: goods(0, 0, 0, e.bps),
    income.BondPaid: lambda e, w: goods(0, 0, 0, e.treasury),
    income.IncomePaid: lambda e, w: goods(0, -e.reserve_lost - e.household_lost, 0, e.bp),
}
"""What comes and goes with an event, given the world before it; all others only move things."""
LEDGERS = Ledgers(books, ENTRIES)


def audit(opening: World, journal: list[Event], world: World) -> Iterator[str]:
    """Everything wrong with a turn."""
    yield from LEDGERS.faults(opening, journal, world)
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
