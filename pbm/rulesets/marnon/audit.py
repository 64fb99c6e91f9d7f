"""The audit of a turn: what must hold of any position, and the books of points, crowns and fleets.

The books are kept from the rulebook, event by event, and not from what an event does to the world: whatever comes
into being or goes without an entry here is a fault.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from pbm.rules.books import Book, Ledgers, both, wrong_answers
from pbm.rules.event import Event
from pbm.rulesets.marnon.cards import king
from pbm.rulesets.marnon.changes.crowns import Paid, Received
from pbm.rulesets.marnon.changes.fleets import FleetCame, FleetLost
from pbm.rulesets.marnon.changes.forces import MOST_LEVIES, Lost, Raised, levied
from pbm.rulesets.marnon.codes import INVADER, castle_power
from pbm.rulesets.marnon.crowns import auction, bills, gifts, purchase, upkeep
from pbm.rulesets.marnon.land import arriving
from pbm.rulesets.marnon.map import areas, is_area, is_castle
from pbm.rulesets.marnon.others import exile, invader, npregions
from pbm.rulesets.marnon.pieces import Force, PowerState
from pbm.rulesets.marnon.relations import holder
from pbm.rulesets.marnon.tables import cards, mercenaries
from pbm.rulesets.marnon.war import control
from pbm.rulesets.marnon.world import World

POINTS, CROWNS, FLEETS, EXILED = "points", "crowns", "fleets", "points in exile"
ONE_RESERVE = 1


def books(world: World) -> Book:
    found: Book = Counter()
    for who, power in world.powers.items():
        found.update(of_power(who, power))
    return found


def of_power(who: str, power: PowerState) -> Book:
    return Counter(
        {
            (who, POINTS): power.points,
            (who, CROWNS): power.cash,
            (who, FLEETS): len(power.fleets),
            (who, EXILED): power.exile.points if power.exile else 0,
        }
    )


def entry(who: str, what: str, number: int) -> Book:
    return Counter({(who, what): number})


def gone(who: str, world: World, *kept: str) -> Book:
    """All that a power has, but for some of it."""
    rows = of_power(who, world.powers[who])
    return Counter({key: -number for key, number in rows.items() if key[1] not in kept})


def fleet_came(event: FleetCame, world: World) -> Book:
    """A fleet that is only placed was there before."""
    return entry(event.who, FLEETS, int(event.fleet not in world.powers[event.who].fleets))


def dismissed(event: upkeep.MercLeft, world: World) -> Book:
    fleets = world.powers[event.who].fleets.values()
    return entry(event.who, FLEETS, -sum(fleet.merc == event.card for fleet in fleets))


def into_exile(event: exile.WentIntoExile, world: World) -> Book:
    return both(gone(event.who, world, CROWNS, EXILED), entry(event.who, EXILED, event.points))


def exile_changed(event: exile.ExileChanged, world: World) -> Book:
    before = world.powers[event.who].exile
    return entry(event.who, EXILED, event.points - (before.points if before else 0))


def restored(event: exile.Restored, world: World) -> Book:
    before = world.powers[event.who].exile
    return entry(event.who, EXILED, -before.points if before else 0)


def woken(event: arriving.Woken, world: World) -> Book:
    return both(
        entry(event.who, POINTS, sum(points for _, _, points in event.forces)),
        entry(event.who, FLEETS, int(event.fleet is not None)),
    )


ENTRIES: dict[type[Event], Callable[[Any, World], Book]] = {
    Raised: lambda e, w: entry(e.who, POINTS, e.points),
    Lost: lambda e, w: entry(e.who, POINTS, -e.points),
    FleetCame: fleet_came,
    FleetLost: lambda e, w: entry(e.who, FLEETS, -1),
    Received: lambda e, w: entry(e.who, CROWNS, e.crowns),
    Paid: lambda e, w: entry(e.who, CROWNS, -e.crowns),
    gifts.Sent: lambda e, w: both(entry(e.who, CROWNS, -e.crowns), entry(e.to, CROWNS, e.crowns)),
    upkeep.MercLeft: dismissed,
    auction.HiredOut: lambda e, w: entry(e.who, CROWNS, -e.crowns),
    king.Crowned: lambda e, w: entry(e.who, CROWNS, e.crowns),
    arriving.Woken: woken,
    control.GarrisonGone: lambda e, w: gone(castle_power(e.castle), w),
    npregions.Conquered: lambda e, w: gone(e.who, w, CROWNS),
    invader.InvaderGone: lambda e, w: gone(INVADER, w),
    purchase.ExileRaised: lambda e, w: entry(e.who, EXILED, e.points),
    exile.WentIntoExile: into_exile,
    exile.WentOut: lambda e, w: gone(e.who, w),
    exile.ExileChanged: exile_changed,
    exile.Restored: restored,
}
LEDGERS = Ledgers(books, ENTRIES)


def audit(opening: World, journal: list[Event], world: World) -> Iterator[str]:
    """Everything wrong with a turn; the journal is replayed on the opening."""
    yield from LEDGERS.faults(opening, journal, world)
    yield from wrong_answers(journal)
    yield from wrong_cards(world)
    for who, power in world.powers.items():
        yield from (f"{who}: {fault}" for fault in wrong_power(world, who, power))
        for code, force in power.forces.items():
            yield from (f"{who}.{code}: {fault}" for fault in wrong_force(world, who, power, force))
    for code in areas():
        yield from (f"{code}: {fault}" for fault in wrong_area(world, code))


def wrong_cards(world: World) -> Iterator[str]:
    deck, mercs = world.deck, world.mercs
    held = [*deck.draw, *deck.discard, *deck.gone, *([world.event.card] if world.event else [])]
    if sorted(held) != [number for number in sorted(cards()) if number in held] or len(held) < len(cards()) - 1:
        yield f"event cards: {sorted(held)}"
    hired = [card for card in mercs.hired if card in mercenaries()]
    if sorted([*mercs.draw, *mercs.offer, *hired]) != sorted(mercenaries()):
        yield f"mercenary cards: {len(mercs.draw)} in the pile, {mercs.offer} on offer, {hired} hired"
    for card, row in mercs.hired.items():
        power = world.powers.get(row.power)
        joined = power.forces.get(row.force or "") if power else None
        aboard = power is not None and any(fleet.merc == card for fleet in power.fleets.values())
        if not aboard and (joined is None or joined.mercs.count(card) != 1):
            yield f"{card} is hired by {row.power}, and is not with {row.force}"


def wrong_power(world: World, who: str, power: PowerState) -> Iterator[str]:
    least = -bills.DEFICIT * 2 if world.settings.deficit else 0
    if power.cash < least:
        yield f"{power.cash} crowns"
    if power.status == "out" and (power.forces or power.fleets or power.caravans or world.owned(who)):
        yield "is out of the game and still has something"
    if power.status in ("player", "dropout") and power.seat and world.owner(power.seat) != who:
        yield f"the seat is {power.seat}, which is not its own"
    if sum(force.reserve for force in power.forces.values()) > ONE_RESERVE:
        yield "more than one reserve"
    yield from wrong_units(world, who, power)
    levies = [levied(levy) for force in power.forces.values() for levy in force.terr]
    if len({*levies}) < len(levies):
        yield f"levies given twice: {sorted(levies)}"


def wrong_units(world: World, who: str, power: PowerState) -> Iterator[str]:
    """Fleets and generals that are where none can be."""
    for code, fleet in power.fleets.items():
        if fleet.away or fleet.at is None or (is_area(fleet.at) and not areas()[fleet.at].port):
            yield f"{code} is at {fleet.at}"
        if power.status != "invader" and not is_area(fleet.at):
            yield f"{code} is at sea"
    for code, general in power.generals.items():
        if general.place not in power.forces and not is_castle_or_seat(world, who, general.place):
            yield f"{code} is with {general.place}"


def is_castle_or_seat(world: World, who: str, place: str | None) -> bool:
    """Where a general may wait; an exile's is nowhere."""
    power = world.powers[who]
    if place is None:
        return power.status == "exile"
    return place in areas() and (is_castle(place) or place == power.seat) and world.owner(place) == who


def wrong_force(world: World, who: str, power: PowerState, force: Force) -> Iterator[str]:
    if force.points <= 0:
        yield f"{force.points} points"
    if not is_area(force.at) or force.away:
        yield f"is at {force.at}"
    elif force.inside and (world.siege(force.at) is None or holder(world, force.at or "") != who):
        yield f"is inside {force.at}, and there is no siege"
    if len(force.terr) > MOST_LEVIES or any(world.owner(levied(levy)) != who for levy in force.terr):
        yield f"has the levies of {force.terr}"
    if power.status == "out":
        yield "belongs to nobody"


def wrong_area(world: World, code: str) -> Iterator[str]:
    row = world.area(code)
    if row.owner and not world.in_play(row.owner):
        yield f"belongs to {row.owner}, who is not in the game"
    if row.siege is None:
        return
    who = holder(world, code)
    if who is None or who == row.siege.by or not any(force.inside for force in world.own_in(who, code).values()):
        yield "a siege without a garrison"
    if row.siege.by not in world.powers or not world.own_in(row.siege.by, code):
        yield "a siege without besiegers"
    if not 1 <= row.siege.level <= 4:
        yield f"a siege of level {row.siege.level}"
