"""The audit of a year: what must hold of any position, and the books of units, DP and markers.

The books are kept from the rulebook, event by event, and not from what an event does to the world: whatever comes
into being or goes without an entry here is a fault.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pbm.rules.books import Book, Ledgers, both, less, wrong_answers
from pbm.rules.event import Event
from pbm.rulesets.twilight import auction, bidding, buyoff, calamities, dealings, forces, leaders, levy, plays, viking
from pbm.rulesets.twilight.map import area_of, chart
from pbm.rulesets.twilight.position import PowerState
from pbm.rulesets.twilight.setup import Placed
from pbm.rulesets.twilight.tables import all_markers, tables
from pbm.rulesets.twilight.units import read
from pbm.rulesets.twilight.world import BULGARS, MAGYARS, RAIDERS, World, meanwhile

DP = "DP"


def books(world: World) -> Book:
    """All there is of everyone's; what nobody has is left out."""
    found: Book = Counter()
    for there in world.forces.values():
        for power, stacks in there.items():
            for stack in stacks:
                found += of(power, stack.units)
    return found + Counter({(code, DP): power.dp for code, power in world.powers.items()})


def of(power: str, units: Mapping[str, int] | str) -> Book:
    """An entry of units; `L1 W2` may also be given as it is written."""
    counted = read(units) if isinstance(units, str) else units
    return Counter({(power, letter): number for letter, number in counted.items()})


def points(power: str, number: int) -> Book:
    return Counter({(power, DP): number})


def standing(world: World, place: str, power: str) -> Book:
    return both(*(of(power, stack.units) for stack in world.stacks(place, power)))


def magyars(event: dealings.MagyarsCame, world: World) -> Book:
    """New nomads; or every Bulgar becomes one, and what the Bulgars had is the Magyars'."""
    if not event.replaces:
        return both(*(of(MAGYARS, units) for units in event.place.values()))
    own = {key: number for key, number in books(world).items() if key[0] == BULGARS}
    nomads = Counter({(MAGYARS, "N"): sum(number for (_, what), number in own.items() if what != DP)})
    return both(less(Counter(own)), nomads, points(MAGYARS, own.get((BULGARS, DP), 0)))


def seceded(event: leaders.Seceded, world: World) -> Book:
    """The forces that go are counted in the order in which they leave, the last of a place first."""
    units = [world.stacks(place, event.who)[index].units for place, index in event.forces]
    return both(*(both(of(event.heir, each), less(of(event.who, each))) for each in units))


def pillaged(event: viking.Pillaged, world: World) -> Book:
    """A player's own power gains DP, an NPP loot; raiders nothing."""
    power = world.powers.get(event.who)
    return points(event.who, event.points) if power and power.kind == "pp" else Counter()


def purse_lost(event: leaders.LeaderFell | leaders.PowerGone | dealings.Claimed, world: World) -> Book:
    return points(event.who, -world.powers[event.who].dp)


ENTRIES: dict[type[Event], Callable[[Any, World], Book]] = {
    Placed: lambda e, w: of(e.who, e.units),
    forces.Raised: lambda e, w: of(e.who, e.units),
    forces.Lost: lambda e, w: less(of(e.who, e.units)),
    plays.WentOver: lambda e, w: both(less(of(e.who, e.units)), of(e.joins, e.units)),
    calamities.TurnedMilitia: lambda e, w: both(less(of(e.who, {e.unit: 1})), of(e.who, {"M": 1})),
    dealings.MagyarsCame: magyars,
    viking.RaidersLanded: lambda e, w: of(RAIDERS, {"W": e.raiders}),
    viking.RaidersLeft: lambda e, w: less(standing(w, e.where, RAIDERS)),
    leaders.Inherited: lambda e, w: of(e.who, {"L": 1}),
    leaders.Seceded: seceded,
    auction.IncomeCame: lambda e, w: points(e.who, e.points),
    auction.InitiativeBid: lambda e, w: points(e.who, -e.points),
    bidding.Allotted: lambda e, w: points(e.who, -e.points),
    buyoff.Danegeld: lambda e, w: points(e.who, -e.points),
    dealings.Gave: lambda e, w: both(points(e.who, -e.points), points(e.to, e.points)),
    dealings.Funded: lambda e, w: points(e.who, -e.points),
    levy.Spent: lambda e, w: points(e.who, -e.points),
    calamities.Appeased: lambda e, w: points(e.who, e.levy - e.points),
    viking.Pillaged: pillaged,
    dealings.Claimed: purse_lost,
    leaders.LeaderFell: purse_lost,
    leaders.PowerGone: purse_lost,
}
LEDGERS = Ledgers(books, ENTRIES)


def audit(opening: World, journal: list[Event], world: World) -> Iterator[str]:
    """Everything wrong with a year; the journal is replayed on the opening."""
    yield from LEDGERS.faults(opening, journal, world)
    yield from wrong_answers(journal)
    yield from wrong_markers(world)
    yield from wrong_year(world)
    for place, there in world.forces.items():
        yield from (f"{place}: {fault}" for fault in wrong_place(world, place, there))
    for code, power in world.powers.items():
        yield from (f"{code}: {fault}" for fault in wrong_power(world, code, power))
    for seat, player in world.players.items():
        if player.pp and (world.powers[player.pp].kind, world.powers[player.pp].player) != ("pp", seat):
            yield f"{player.pp} is not {seat}'s own"


def wrong_markers(world: World) -> Iterator[str]:
    held = [marker for power in world.powers.values() for marker in power.markers]
    if sorted([*held, *world.pool, *world.out, *world.removed]) != all_markers():
        yield f"markers: {len(held)} held, {len(world.pool)} in the pool, {world.out} out, {world.removed} gone"


def wrong_year(world: World) -> Iterator[str]:
    """What holds for a year only is forgotten, unless the game ended in the middle of it."""
    if not world.over and any((world.bans, world.paralysed, world.slots, *meanwhile(world))):
        yield "something that holds for a year only is not forgotten"
    if world.scandinavia < 0:
        yield f"{world.scandinavia} raiders in Scandinavia"
    for name, codes in (("order", world.order), ("pillaged", world.pillaged), ("plague", world.plague)):
        if len(set(codes)) < len(codes):
            yield f"{name}: {codes}"


def wrong_place(world: World, place: str, there: Mapping[str, list[Any]]) -> Iterator[str]:
    spot, stacks = chart()[place], [stack for each in there.values() for stack in each]
    if not all(there.values()) or any(min(stack.units.values(), default=0) <= 0 for stack in stacks):
        yield "a stack without units"
    if any(stack.is_fleet != (spot.kind == "sea") or (len(stack.units) > 1 and stack.is_fleet) for stack in stacks):
        yield "land units at sea, or fleets on land"
    if spot.kind == "burg" and len(stacks) > 1:
        yield f"{len(stacks)} forces in a burg"
    if not world.over and any(stack.in_hand or stack.done for stack in stacks):
        yield "a force is still in hand"
    if chart()[area_of(place)].owner and not set(there) <= set(world.owners(place)):
        yield f"{sorted(there)} stand in land that is not theirs"
    if not all(world.in_play(power) for power in there):
        yield f"{sorted(there)} stand there, and not all of them are in the game"


def wrong_power(world: World, code: str, power: PowerState) -> Iterator[str]:
    if power.dp < 0 or power.loot < 0:
        yield f"{power.dp} DP and {power.loot} loot"
    if power.dp and power.kind != "pp":
        yield f"{power.dp} DP, though no player's own"
    if len(power.markers) > tables().most_markers:
        yield f"{len(power.markers)} markers"
    if power.player and power.player not in world.seats:
        yield f"is played by {power.player}, who is unknown"
    if sum(stack.units.get("L", 0) for _, stack in world.stands(code)) > power.frankish:
        yield "more leaders than it may have"
    if power.out and (power.player or power.markers or power.loot or code in world.doctrines):
        yield "is out of the game and still has something"
