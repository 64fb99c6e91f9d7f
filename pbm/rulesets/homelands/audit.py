"""The audit of a round: what must hold of any position, and the books of units, gold, food and herds.

The books are kept from the rules, event by event: whatever comes into being or goes without an entry is a fault.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pbm.rules.books import Book, Ledgers, both, less, wrong_answers
from pbm.rules.event import Event
from pbm.rulesets.homelands import (
    attrition,
    battle,
    building,
    conquest,
    feeding,
    fields,
    fishing,
    income,
    looting,
    market,
    newyear,
    outfit,
    pacts,
    ranks,
    setup,
    sieges,
    stock,
    trade,
)
from pbm.rulesets.homelands.crossing import capacity, load
from pbm.rulesets.homelands.newyear import herds_of
from pbm.rulesets.homelands.tables import FRT, GRAIN, tables
from pbm.rulesets.homelands.units import AFLOAT, kind, number
from pbm.rulesets.homelands.world import Field, World

GOLD, FISH, SOWN = "gold", "FISH", "sown"


def books(world: World) -> Book:
    found: Book = Counter()
    for who, realm in world.powers.items():
        found[who, GOLD] += realm.gold + world.round.aside.get(who, 0)
        for herd, count in herds_of(world, who).items():
            found[who, herd] += count
        for _, _, group in world.stands(who):
            found.update(units(who, group))
    for there in world.fields.values():
        if there.settlement:
            found[there.settlement.owner, GRAIN] += there.settlement.grain
        if there.yard:
            found[there.yard.owner, FISH] += there.yard.fish
        if there.sown:
            found[there.sown.owner, SOWN] += there.sown.grain
    return found


def units(who: str, group: Mapping[str, int], sign: int = 1) -> Book:
    found: Book = Counter()
    for key, count in group.items():
        found[who, kind(key).type] += sign * count
    return found


def lost(who: str, groups: Mapping[str, Mapping[str, int]]) -> Book:
    return both(*(units(who, group, -1) for group in groups.values()))


def of(who: str, what: str, amount: int) -> Book:
    return Counter({(who, what): amount})


def used(who: str, what: str, stores: Mapping[str, int]) -> Book:
    return of(who, what, -sum(stores.values()))


def all_in(there: Field, who: str) -> Book:
    """What a settlement and its yard hold."""
    own, yard = there.settlement, there.yard
    found: Book = Counter()
    if own:
        found.update(both(units(who, own.inside), of(who, GRAIN, own.grain), *(of(who, herd, 1) for herd in own.herds)))
    if yard:
        found.update(both(units(who, yard.ships), of(who, FISH, yard.fish)))
    return found


def taken(event: conquest.Taken, world: World) -> Book:
    """Everything inside goes; what is kept belongs to the taker, as far as it has room. Herds have their own events."""
    there = world.fields[event.where]
    entry = less(all_in(there, event.owner))
    if event.fate == conquest.DESTROY or not there.settlement:
        return entry
    rows, degraded = tables().buildings, event.fate == conquest.DEGRADE
    grain = min(there.settlement.grain, rows["VIL"].grain) if degraded else there.settlement.grain
    kept = of(event.who, GRAIN, grain)
    if there.yard:
        fish = min(there.yard.fish, rows["DCK"].fish) if degraded else there.yard.fish
        kept.update(both(units(event.who, there.yard.ships), of(event.who, FISH, fish)))
    return both(entry, kept)


def shrank(event: feeding.CityShrank, world: World) -> Book:
    own = world.fields[event.where].settlement
    if not own:
        return Counter()
    rows = tables().buildings
    room = rows["VIL"].grain + (rows[FRT].grain if own.fort else 0)
    surplus = own.herds[rows["VIL"].herds :]
    return both(of(event.who, GRAIN, min(0, room - own.grain)), *(of(event.who, herd, -1) for herd in surplus))


def stolen(event: looting.Stolen, world: World) -> Book:
    there = world.fields[event.where]
    herd, sown = there.herd, there.sown
    what, amount = (herd.kind, 1) if event.what == "the herd" and herd else (SOWN, sown.grain if sown else 0)
    gain = Counter() if event.burnt else of(event.who, what, amount)
    return both(gain, of(event.owner, what, -amount))


def grew(event: fields.Grew, world: World) -> Book:
    sown = world.fields[event.where].sown
    return of(event.who, SOWN, event.grain - (sown.grain if sown else 0))


def founded(event: outfit.Founded, world: World) -> Book:
    return both(of(event.who, GRAIN, event.grain), *(of(event.who, herd, 1) for herd in event.herds))


def winter_over(event: feeding.WinterOver, world: World) -> Book:
    return both(*(of(there.sown.owner, SOWN, -there.sown.grain) for there in world.fields.values() if there.sown))


def traded(event: market.HerdTraded, world: World) -> Book:
    return both(of(event.who, event.kind, 1 if event.change == "bought" else -1), of(event.who, GOLD, event.gold))


def upgraded(event: ranks.Upgraded, world: World) -> Book:
    men = sum(event.left.values())
    return both(units(event.who, event.left, -1), of(event.who, event.unit, men), of(event.who, GOLD, -event.gold))


def degraded(event: ranks.Degraded, world: World) -> Book:
    men = sum(event.left.values())
    return both(units(event.who, event.left, -1), of(event.who, "LI", men), of(event.who, GOLD, event.gold))


def dismantled(event: ranks.Dismantled, world: World) -> Book:
    """Men and ships come out; what the stores hold is gone."""
    there = world.fields[event.where]
    own, yard = there.settlement, there.yard
    entry = of(event.who, GOLD, event.gold)
    if own:
        entry.update(both(of(event.who, GRAIN, -own.grain), *(of(event.who, herd, -1) for herd in own.herds)))
    if yard:
        entry.update(of(event.who, FISH, -yard.fish))
    return entry


ENTRIES: dict[type[Event], Callable[[Any, World], Book]] = {
    outfit.Endowed: lambda e, w: of(e.who, GOLD, e.gold),
    outfit.Founded: founded,
    outfit.HerdPlaced: lambda e, w: of(e.who, e.kind, 1),
    setup.Entered: lambda e, w: of(e.who, GOLD, e.gold),
    stock.Earned: lambda e, w: of(e.who, GOLD, e.gold),
    stock.Raised: lambda e, w: units(e.who, e.units),
    stock.Perished: lambda e, w: units(e.who, e.units, -1),
    pacts.Gave: lambda e, w: both(of(e.who, GOLD, -e.gold), of(e.to, GOLD, e.gold)),
    newyear.Calved: lambda e, w: of(e.who, e.kind, 1 if e.where else 0),
    fields.FieldSown: lambda e, w: both(used(e.who, GRAIN, e.grain), of(e.who, SOWN, 1)),
    fields.Grew: grew,
    fields.Harvested: lambda e, w: both(of(e.who, SOWN, -e.grain), of(e.who, GRAIN, e.grain)),
    income.Recruited: lambda e, w: both(units(e.who, {e.unit: 1}), of(e.who, GOLD, -e.gold)),
    income.Feasted: lambda e, w: used(e.who, GRAIN, e.grain),
    attrition.CorsairsStruck: lambda e, w: units(e.loser, e.ships, -1),
    attrition.FoodEaten: lambda e, w: both(of(e.who, GRAIN, -e.grain), of(e.who, FISH, -e.fish)),
    battle.BattleRound: lambda e, w: both(lost(e.attacker, e.losses), lost(e.defender, e.their_losses)),
    battle.Pursued: lambda e, w: lost(e.loser, e.losses),
    sieges.SiegeRound: lambda e, w: both(lost(e.who, e.losses), lost(e.owner, e.their_losses)),
    conquest.Taken: taken,
    conquest.HerdSeized: lambda e, w: of(e.who, e.kind, 0 if e.goes == "lost" else 1),
    conquest.Ruined: lambda e, w: less(all_in(w.fields[e.where], e.who)),
    looting.Looted: lambda e, w: of(e.who, GOLD, e.gold),
    looting.Stolen: stolen,
    building.SiteBegun: lambda e, w: of(e.who, GOLD, -e.gold),
    building.Worked: lambda e, w: of(e.who, GOLD, -e.gold),
    trade.Hired: lambda e, w: both(units(e.who, e.units), of(e.who, GOLD, -e.gold)),
    trade.ThirdFree: lambda e, w: of(e.who, "LI", 1),
    trade.Commanded: lambda e, w: of(e.who, GOLD, -e.gold),
    market.GoodsTraded: lambda e, w: both(of(e.who, e.good, e.amount), of(e.who, GOLD, e.gold)),
    market.HerdTraded: traded,
    market.Culled: lambda e, w: of(e.who, e.kind, -1),
    market.MeatSold: lambda e, w: of(e.who, GOLD, e.gold),
    ranks.Upgraded: upgraded,
    ranks.HorseUsed: lambda e, w: of(e.who, "HORSE", -1),
    ranks.Degraded: degraded,
    ranks.Dismantled: dismantled,
    fishing.Fished: lambda e, w: of(e.who, FISH, sum(e.yards.values())),
    feeding.Fed: lambda e, w: both(used(e.who, GRAIN, e.grain), used(e.who, FISH, e.fish)),
    feeding.HerdLost: lambda e, w: of(e.who, e.kind, -1),
    feeding.CityShrank: shrank,
    feeding.FodderUsed: lambda e, w: used(e.who, GRAIN, e.grain),
    feeding.WinterOver: winter_over,
}
LEDGERS = Ledgers(books, ENTRIES)


def audit(opening: World, journal: list[Event], world: World) -> Iterator[str]:
    """Everything wrong with a round; the journal is replayed on the opening."""
    yield from LEDGERS.faults(opening, journal, world)
    yield from wrong_answers(journal)
    for who, realm in world.powers.items():
        if min(realm.gold, realm.pp, realm.killed, realm.lost, realm.vp_bonds) < 0:
            yield f"{who}: {realm.gold} gold, {realm.pp} PP"
    for code, there in world.fields.items():
        yield from (f"{code}: {fault}" for fault in wrong_field(world, code, there))
    pairs = [frozenset((pact.a, pact.b)) for pact in world.pacts]
    if len(set(pairs)) < len(pairs):
        yield "two pacts between the same powers"


def wrong_groups(there: Field) -> Iterator[str]:
    outside = [group for rows in (there.units, there.builders, there.cargo) for group in rows.values()]
    inside = [there.settlement.inside] if there.settlement else []
    docked = [there.yard.ships] if there.yard else []
    if any(count <= 0 or "*" in key for group in (*outside, *inside, *docked) for key, count in group.items()):
        yield "units that are none, or still marked"
    if not all(outside):
        yield "an empty group"


def wrong_field(world: World, code: str, there: Field) -> Iterator[str]:
    spot = world.chart[code]
    yield from wrong_groups(there)
    if spot.is_sea and any(kind(key).type not in AFLOAT for group in there.units.values() for key in group):
        yield "land units without a ship"
    if not spot.is_land and (there.settlement or there.yard or there.site or there.herd or there.sown):
        yield "something that needs land"
    yield from wrong_buildings(there)
    for who, cargo in there.cargo.items():
        if load(cargo) > capacity(there.units.get(who, {})):
            yield f"the cargo of {who} does not fit its ships"


def wrong_buildings(there: Field) -> Iterator[str]:
    own, yard = there.settlement, there.yard
    if own and not (0 <= own.grain <= own.room("grain") and len(own.herds) <= own.room("herds")):
        yield f"{own.grain} grain and {len(own.herds)} herds in {own.kind}"
    if yard and not (own and own.owner == yard.owner):
        yield "a yard without its settlement"
    if yard and not (0 <= yard.fish <= yard.room("fish") and number(yard.ships, *AFLOAT) <= yard.room("ships")):
        yield f"{yard.fish} fish and {yard.ships} in {yard.kind}"
    if there.builders and not there.site:
        yield "builders without a site"
    if there.sown and there.sown.grain <= 0:
        yield "an empty stack"
