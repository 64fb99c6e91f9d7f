"""Ports: which are friendly, which may be entered, which is nearest, and the end of the turn at sea [5.22, 5.27]."""

from collections.abc import Iterator, Sequence

from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rulesets.marnon.changes.fleets import FleetLost, Sailed
from pbm.rulesets.marnon.changes.forces import FellBack, Lost, Went
from pbm.rulesets.marnon.codes import is_castle_power, is_war_fleet
from pbm.rulesets.marnon.crowns.supply import LinesAfterCount
from pbm.rulesets.marnon.map import by_number, is_area, is_sea, ports, sea_distances, seas_of, value_of
from pbm.rulesets.marnon.memory import Forget
from pbm.rulesets.marnon.relations import allied, has_enemy, owner_of, relation, trades_with
from pbm.rulesets.marnon.tables import by_dice, tables
from pbm.rulesets.marnon.telling import Thrown
from pbm.rulesets.marnon.world import PEACE, World


def is_own(world: World, who: str, port: str) -> bool:
    """A port of the power itself; a castle without a player has its own."""
    return owner_of(world, port) == who


def may_use(world: World, who: str, port: str, fleet: str) -> bool:
    """Whether a fleet may lie in a port: TRADE for merchants, ALLY, or PEACE [5.22]."""
    owner = owner_of(world, port)
    if owner is None:
        return False
    if owner == who or relation(world, who, owner) in ("ALLY", PEACE):
        return True
    return not is_war_fleet(fleet) and trades_with(world, who, owner)


def is_friendly(world: World, who: str, port: str, fleet: str) -> bool:
    """Own, an ally's, or one traded at this turn; with cargo aboard the first two only [5.27]."""
    owner = owner_of(world, port)
    if owner is None:
        return False
    if owner == who or allied(world, who, owner):
        return True
    memory = world.now
    return not memory.cargo.get((who, fleet)) and any(
        power == who and at == port for (power, _), (at, _) in memory.traded.items()
    )


def nearest_port(world: World, who: str, fleet: str, own_zone: bool = False) -> str | None:
    """Fewest zone changes, then the port it began the turn in, then code; a damaged port only if all are [5.98]."""
    here = world.powers[who].fleets[fleet].at or ""
    far = sea_distances(here) if is_sea(here) else dict.fromkeys(seas_of(here), 0)
    began = world.now.began.get((who, fleet))
    found = [
        (port_closed(world, port), min(far.get(zone, 9) for zone in seas_of(port)), port != began, port)
        for port in ports()
        if is_friendly(world, who, port, fleet)
        and not (own_zone and (here not in seas_of(port) or port_closed(world, port)))
    ]
    return min(found)[-1] if found else None


def puts_in(world: World, who: str, fleet: str, port: str) -> Iterator[Event]:
    """A fleet enters a port, and what it carries goes ashore."""
    yield Sailed(who, fleet, world.powers[who].fleets[fleet].at, port)
    cargo = world.now.cargo.get((who, fleet), {})
    yield Forget("cargo", (who, fleet))
    for key in cargo:
        owner, code = carried(who, key)
        force = world.powers[owner].forces.get(code)
        if force is not None and is_sea(force.at):
            yield Went(owner, code, force.at, port, "went ashore")


def carried(who: str, key: str) -> tuple[str, str]:
    """A force aboard: one's own, or WHI.A2."""
    owner, _, code = key.rpartition(".")
    return owner or who, code


def aboard(world: World, who: str, fleet: str) -> int:
    return sum(world.now.cargo.get((who, fleet), {}).values())


def capacity(fleet: str, coast: bool = False) -> int:
    row = tables().naval.carry_from_coast if coast else tables().naval.carry
    return row["fleet" if is_war_fleet(fleet) else "merchant"]


def sunk(world: World, who: str, fleet: str, why: str) -> Iterator[Event]:
    """A fleet is lost with all aboard."""
    cargo = world.now.cargo.get((who, fleet), {})
    yield Forget("cargo", (who, fleet))
    for key, points in cargo.items():
        owner, code = carried(who, key)
        force = world.powers[owner].forces.get(code)
        if force is not None:
            yield Lost(owner, code, min(points, force.points), "lost with its ship")
    row = world.powers[who].fleets[fleet]
    yield FleetLost(who, fleet, row.at, why)


def losing_order(world: World, who: str, fleets: list[str]) -> list[str]:
    """Damaged ones first, then merchants, of the damaged too; then the highest numbers [5.27]."""
    rows = world.powers[who].fleets

    def key(code: str) -> tuple[bool, bool, int]:
        return not rows[code].damaged, is_war_fleet(code), -by_number(code)[1]

    return sorted(fleets, key=key)


def to_port(turn: Turn[World]) -> Iterator[Event]:
    """Fleets at sea go to a friendly port of their sea [4.9, 5.27]."""
    world = turn.world
    for who in world.ranked(world.powers):
        if stays_at_sea(world, who):
            yield from put_ashore(world, who)
            continue
        for fleet in world.numbered(who, "fleets"):
            if is_sea(world.powers[who].fleets[fleet].at):
                port = nearest_port(world, who, fleet, own_zone=True)
                if port:
                    yield from puts_in(world, who, fleet, port)


def put_ashore(world: World, who: str) -> Iterator[Event]:
    """Fleets that stay at sea set down whoever they took off, in land of their own on that sea; else all are lost."""
    for code in world.numbered(who, "forces"):
        force = world.force(who, code)
        if not is_sea(force.at):
            continue
        free = [area for area in world.owned(who) if force.at in seas_of(area) and not has_enemy(world, who, area)]
        target = min(free, key=lambda area: (-value_of(area), area), default=None)
        if target:
            yield FellBack(who, code, target, "went ashore at")
        else:
            yield Lost(who, code, force.points, "no shore to land on")
    yield from (Forget("cargo", unit) for unit in list(world.now.cargo) if unit[0] == who)


def stays_at_sea(world: World, who: str) -> bool:
    return world.powers[who].status == "invader"


def fleet_attrition(turn: Turn[World]) -> Iterator[Event]:
    """Those without a port of their sea, and those in a port out of supply [5.27]."""
    world = turn.world
    for who in world.ranked(world.powers):
        if stays_at_sea(world, who) or is_castle_power(who):
            continue
        lines = LinesAfterCount(world, who)
        for place in sorted({fleet.at for fleet in world.powers[who].fleets.values() if fleet.at}):
            if is_sea(place):
                yield from storm_losses(turn, who, place)
                yield from run_home(world, who, place)
            elif is_own(world, who, place) and not port_supplied(world, who, place, lines):
                yield from storm_losses(turn, who, place)


def port_supplied(world: World, who: str, port: str, lines: LinesAfterCount) -> bool:
    """A besieged castle's port and the seat count as supplied; so does everything of a region without a player."""
    power = world.powers[who]
    if power.status in ("np", "invader") or world.card_of(who, 34):
        return True
    return port == power.seat or world.siege(port) is not None or lines.port_serves(port)


def storm_losses(turn: Turn[World], who: str, place: str) -> Iterator[Event]:
    """2D6 on the fleets column."""
    stream = f"attrition.fleet.{who}.{place}"
    dice = (turn.dice.roll(stream), turn.dice.roll(stream))
    yield Thrown(who, "attrition of fleets", dice, place)
    number = by_dice(tables().attrition.fleets_lost, sum(dice))
    for fleet in losing_order(turn.world, who, turn.world.fleets_in(who, place))[:number]:
        yield from sunk(turn.world, who, fleet, "no port, or a port without supply")


def run_home(world: World, who: str, zone: str) -> Iterator[Event]:
    for fleet in world.fleets_in(who, zone):
        yield from comes_home(world, who, fleet)


def comes_home(world: World, who: str, fleet: str) -> Iterator[Event]:
    port = nearest_port(world, who, fleet)
    if port:
        yield from puts_in(world, who, fleet, port)
    else:
        yield from sunk(world, who, fleet, "no friendly port anywhere")


def put_to_sea(world: World, who: str, port: str) -> Iterator[Event]:
    """The fleets of a power in a port go out to its first sea."""
    for fleet in world.fleets_in(who, port):
        yield Sailed(who, fleet, port, seas_of(port)[0])


def can_start(world: World, who: str, code: str) -> bool:
    """From port, once a turn; the fleets of an invader with a player start from the sea they stay in, too [5.97]."""
    at, unit = world.powers[who].fleets[code].at, (who, code)
    if unit in world.now.sailed or unit in world.now.engaged:
        return False
    return is_area(at) or (is_sea(at) and stays_at_sea(world, who))


def seas_at(place: str | None) -> Sequence[str]:
    """The seas of a port, or the sea itself."""
    return (str(place),) if is_sea(place) else seas_of(str(place))


def port_closed(world: World, port: str) -> bool:
    card = world.card(18)
    return card is not None and card.port == port


def stormy(world: World, zone: str) -> bool:
    card = world.card(9)
    return (card is not None and card.sea == zone) or zone in world.now.storms
