"""Sea movement: patrols, voyages, transport, interception [4.6, 5.20 to 5.24]."""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field

from pbm.rules.condition import bare
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.order import Line, Number, Refusal
from pbm.rulesets.marnon.arriving import arrived, in_contact
from pbm.rulesets.marnon.changes import Sailed, Went
from pbm.rulesets.marnon.harbours import capacity, carried, may_use, stays_at_sea
from pbm.rulesets.marnon.interception import ALWAYS, ODDS, intercepted
from pbm.rulesets.marnon.map import areas, is_area, is_sea, seas, seas_of
from pbm.rulesets.marnon.march import no_entry, split_off
from pbm.rulesets.marnon.orders.base import first_reason
from pbm.rulesets.marnon.orders.moving import Patrol, Sail
from pbm.rulesets.marnon.relations import allied, owner_of, same_side, trades_with
from pbm.rulesets.marnon.sheet import Group, Landing, done, due, fails, lines_of, now, sheet_of, unmet
from pbm.rulesets.marnon.world import INVADER, World, castle_of, is_war_fleet

MOST_POINTS = 3
Flow = Generator[Event, None, bool]


@dataclass
class Voyage:
    """A SAIL line, sorted out."""

    fleets: list[str]
    zones: list[str] = field(default_factory=list)
    port: str | None = None
    cargo: list[tuple[str, Number | None]] = field(default_factory=list)
    diplomats: list[str] = field(default_factory=list)
    land: str | None = None
    seek: bool = False
    flaw: str = ""


def voyage_of(order: Sail) -> Voyage:
    found = Voyage([str(code) for code in order.fleets])
    for place in map(str, order.route):
        if is_sea(place) and found.port is None:
            found.zones.append(place)
        elif is_area(place) and found.port is None:
            found.port = place
        else:
            found.flaw = "a voyage goes from sea to sea, and into one port at its end"
    words = list(order.tail)
    while words:
        word = words.pop(0)
        if word == "CARRY":
            unit = str(words.pop(0))
            number = words.pop(0) if words and isinstance(words[0], Number) else None
            if unit.startswith("D") and "." not in unit:
                found.diplomats.append(unit)
            else:
                found.cargo.append((unit, number))
        elif word == "LAND":
            found.land = str(words.pop(0))
        else:
            found.seek = word == "SEEK"
    return found


# patrols


def patrols(turn: Turn) -> Iterator[Event]:
    """All PATROL lines, power by power; then the fleets of those without a player."""
    world: World = turn.world
    remember_ports(turn)
    for who in world.ranked(world.powers):
        for line in lines_of(turn, who, Patrol):
            yield from patrolled(turn, who, line)
    yield from other_patrols(turn)


def remember_ports(turn: Turn) -> None:
    """The port each fleet begins the turn in."""
    for who, power in turn.world.powers.items():
        for code, fleet in power.fleets.items():
            if is_area(fleet.at):
                now(turn).began[who, code] = str(fleet.at)


def patrolled(turn: Turn, who: str, line: Line) -> Iterator[Event]:
    order = bare(line.order)
    assert isinstance(order, Patrol)
    if not due(turn, who, line):
        yield unmet(turn, who, line)
    elif reason := no_patrol(turn, who, order):
        yield fails(turn, who, line, reason.rule, reason.text)
    else:
        yield done(turn, who, line)
        for code in dict.fromkeys(map(str, order.fleets)):
            fleet = turn.world.powers[who].fleets[code]
            zone = order.zone or seas_at(fleet.at)[0]
            now(turn).patrol[who, code] = order.wish or ODDS
            now(turn).sailed.add((who, code))
            if fleet.at != zone:
                yield Sailed(who, code, fleet.at, zone)


@first_reason
def no_patrol(turn: Turn, who: str, order: Patrol) -> Iterator[Refusal | None]:
    world: World = turn.world
    if world.card_of(who, 37):
        yield Refusal("5.98", "a coup: no patrols")
    for code in map(str, order.fleets):
        fleet = world.powers[who].fleets.get(code)
        if fleet is None:
            yield Refusal("5.20", f"you have no fleet {code}")
            return
        if not is_war_fleet(code) or fleet.damaged:
            yield Refusal("5.20", f"{code} is no sound war fleet")
        if not can_start(turn, who, code):
            yield Refusal("5.20", f"{code} is not in port")
        zone = order.zone or seas_at(fleet.at)[0]
        if zone not in seas_at(fleet.at):
            yield Refusal("5.20", f"{zone} is not at the port of {code}")
        if port_closed(world, str(fleet.at)):
            yield Refusal("5.98", f"the port of {fleet.at} is damaged")
        if stormy(turn, zone):
            yield Refusal("5.98", f"there are storms in {zone}")


def can_start(turn: Turn, who: str, code: str) -> bool:
    """From port, once a turn; the fleets of an invader with a player start from the sea they stay in, too [5.97]."""
    at = turn.world.powers[who].fleets[code].at
    return (is_area(at) or (is_sea(at) and stays_at_sea(turn.world, who))) and (who, code) not in now(turn).sailed


def seas_at(place: str | None) -> Sequence[str]:
    """The seas of a port, or the sea itself."""
    return (str(place),) if is_sea(place) else seas_of(str(place))


def port_closed(world: World, port: str) -> bool:
    card = world.card(18)
    return card is not None and card.port == port


def stormy(turn: Turn, zone: str) -> bool:
    card = turn.world.card(9)
    return (card is not None and card.sea == zone) or zone in now(turn).storms


def other_patrols(turn: Turn) -> Iterator[Event]:
    """Sound fleets of regions that are awake, by ODDS; those of merchant castles, for whom they protect."""
    from pbm.rulesets.marnon.invader_fleets import spread_fleets

    world: World = turn.world
    yield from spread_fleets(turn)
    for who in world.ranked(world.powers):
        power = world.powers[who]
        if power.status == "np" and not patrols_by_sheet(turn, who):
            yield from out_on_patrol(turn, who, ODDS)
        if power.status == "castle":
            now(turn).protected[who] = bound_for(turn, castle_of(who))
            if now(turn).protected[who]:
                yield from out_on_patrol(turn, who, ALWAYS)


def patrols_by_sheet(turn: Turn, who: str) -> bool:
    return any(isinstance(bare(line.order), Patrol) for line in sheet_of(turn, who).lines.values())


def out_on_patrol(turn: Turn, who: str, wish: str) -> Iterator[Event]:
    world: World = turn.world
    for code in world.numbered(who, "fleets"):
        fleet = world.powers[who].fleets[code]
        if fleet.damaged or not is_area(fleet.at) or port_closed(world, str(fleet.at)):
            continue
        zone = seas_of(str(fleet.at))[0]
        if not stormy(turn, zone):
            now(turn).patrol[who, code] = wish
            yield Sailed(who, code, fleet.at, zone)


def bound_for(turn: Turn, castle: str) -> set[str]:
    """The powers whose SAIL lines, done or not, name a merchant fleet and that port [5.78]."""
    found = set()
    for who in turn.world.players():
        for line in sheet_of(turn, who).lines.values():
            order = bare(line.order)
            if isinstance(order, Sail) and castle in order.route and has_merchant(order):
                found.add(who)
    return found


def has_merchant(order: Sail) -> bool:
    return any(not is_war_fleet(str(code)) for code in order.fleets)


# voyages


def voyages(turn: Turn) -> Iterator[Event]:
    """Hired transport first, then all SAIL lines, power by power, and the invader's fleets in its place."""
    from pbm.rulesets.marnon.cards import sealift
    from pbm.rulesets.marnon.invader_fleets import hunting_fleets

    world: World = turn.world
    yield from sealift(turn)
    for who in world.ranked(world.powers):
        if who == INVADER:
            yield from hunting_fleets(turn)
        for line in lines_of(turn, who, Sail):
            yield from sailed(turn, who, line)


def sailed(turn: Turn, who: str, line: Line) -> Iterator[Event]:
    order = bare(line.order)
    assert isinstance(order, Sail)
    plan = voyage_of(order)
    if not due(turn, who, line):
        yield unmet(turn, who, line)
    elif reason := no_voyage(turn, who, plan) or bad_cargo(turn, who, plan):
        yield fails(turn, who, line, reason.rule, reason.text)
    else:
        yield done(turn, who, line)
        yield from under_way(turn, who, plan)


@first_reason
def no_voyage(turn: Turn, who: str, plan: Voyage) -> Iterator[Refusal | None]:
    """Why a voyage cannot be made as it is written [5.21, 5.22]."""
    world: World = turn.world
    if plan.flaw or not plan.zones or (plan.port and plan.land):
        yield Refusal("5.21", plan.flaw or "it names a sea first, and ends in a port or with LAND, not both")
    if reason := unfit(turn, who, plan):
        yield reason
    start = str(world.powers[who].fleets[plan.fleets[0]].at)
    if is_sea(start):
        yield not_from_there(start, plan.zones[0])
    elif plan.zones[0] not in seas_of(start):
        yield Refusal("5.21", f"{plan.zones[0]} is not at the port of {start}")
    for here, there in zip(plan.zones, plan.zones[1:], strict=False):
        if there not in seas()[here].neighbours:
            yield Refusal("5.21", f"{there} is not next to {here}")
    if len(plan.zones) - (plan.zones[0] == start) + bool(plan.port or plan.land) > MOST_POINTS:
        yield Refusal("5.21", f"that takes more than {MOST_POINTS} points of movement")
    if bad := next((zone for zone in plan.zones if stormy(turn, zone)), None):
        yield Refusal("5.98", f"there are storms in {bad}")
    if closed := next((port for port in (start, plan.port) if port and port_closed(world, port)), None):
        yield Refusal("5.98", f"the port of {closed} is damaged")
    yield no_port(turn, who, plan) or no_landing(turn, who, plan)


def not_from_there(here: str, first: str) -> Refusal | None:
    """A voyage from the sea begins in it, for no points, or in one next to it."""
    if first == here or first in seas()[here].neighbours:
        return None
    return Refusal("5.21", f"{first} is not next to {here}")


def unfit(turn: Turn, who: str, plan: Voyage) -> Refusal | None:
    world: World = turn.world
    fleets = world.powers[who].fleets
    if missing := next((code for code in plan.fleets if code not in fleets), None):
        return Refusal("5.21", f"you have no fleet {missing}")
    if not all(can_start(turn, who, code) for code in plan.fleets):
        return Refusal("5.21", "every fleet of a line starts from port, and sails once a turn")
    if len({fleets[code].at for code in plan.fleets}) > 1 or len({*plan.fleets}) < len(plan.fleets):
        return Refusal("5.21", "the fleets of a line start from one port")
    if plan.seek:
        if world.card_of(who, 12):
            return Refusal("5.98", "bad omens: no SEEK")
        if not any(is_war_fleet(code) and not fleets[code].damaged for code in plan.fleets):
            return Refusal("5.21", "SEEK needs a sound war fleet")
    return None


def no_port(turn: Turn, who: str, plan: Voyage) -> Refusal | None:
    world: World = turn.world
    if world.card_of(who, 37) and not (plan.port and world.is_original(who, plan.port)):
        return Refusal("5.98", "a coup: your fleets may only go home")
    if plan.port is None:
        return None
    if not areas()[plan.port].port or plan.zones[-1] not in seas_of(plan.port):
        return Refusal("5.21", f"{plan.port} is no port of {plan.zones[-1]}")
    if not all(may_use(world, who, plan.port, code) for code in plan.fleets):
        return Refusal("5.22", f"{plan.port} is not open to you")
    owner = owner_of(world, plan.port)
    if plan.cargo and not (owner == who or (owner and allied(world, who, owner))):
        return Refusal("5.22", "troops go ashore in a port of your own or of an ally only")
    return None


def no_landing(turn: Turn, who: str, plan: Voyage) -> Refusal | None:
    if plan.land is None:
        return None
    if plan.zones[-1] not in seas_of(plan.land):
        return Refusal("5.21", f"{plan.land} is no coast of {plan.zones[-1]}")
    if not plan.cargo:
        return Refusal("5.21", "there is nothing aboard to land")
    return no_entry(turn, who, plan.land)


@first_reason
def bad_cargo(turn: Turn, who: str, plan: Voyage) -> Iterator[Refusal | None]:
    """What may be carried, and whether there is room [5.23]."""
    world: World = turn.world
    start, total = world.powers[who].fleets[plan.fleets[0]].at, 0
    for key, number in plan.cargo:
        owner, code = carried(who, key)
        force = world.powers[owner].forces.get(code) if owner in world.powers else None
        if force is None or force.at != start:
            yield Refusal("5.23", f"{key} is not in that port")
            return
        if owner != who and (not same_side(world, who, owner) or is_ordered(turn, owner, code)):
            yield Refusal("5.23", f"{key} is not on your side, or has orders of its own")
        if reason := not_loadable(turn, owner, code):
            yield reason
        points = force.points if number is None else number.of(force.points)
        if not 0 < points <= force.points:
            yield Refusal("5.23", f"{key} has {force.points} points")
        total += points
    if len({key for key, _ in plan.cargo}) < len(plan.cargo):
        yield Refusal("5.23", "a force is carried once")
    if bad := next((code for code in plan.diplomats if not at_port(world, who, code, start)), None):
        yield Refusal("5.86", f"{bad} is not in that port")
    room = sum(capacity(code) for code in plan.fleets)
    if not (total <= room):
        yield Refusal("5.23", f"there is room for {room} points, and {total} would go aboard")


def at_port(world: World, who: str, diplomat: str, port: str | None) -> bool:
    found = world.powers[who].diplomats.get(diplomat)
    return found is not None and found.at == port


def not_loadable(turn: Turn, who: str, code: str) -> Refusal | None:
    """Not the reserve, nor a force that moved, is besieged or in contact."""
    world: World = turn.world
    force = world.force(who, code)
    if force.reserve or (who, code) in now(turn).moved or world.is_besieged(force) or force.joins:
        return Refusal("5.23", f"{code} is the reserve, besieged, or has moved")
    return Refusal("5.23", f"{code} is in contact with the enemy") if in_contact(world, who, force.at) else None


def is_ordered(turn: Turn, who: str, code: str) -> bool:
    """Whether its owner gives a force any order this turn."""
    return any(
        code in line.text.upper().replace(",", " ").split() for line in sheet_of(turn, who).lines.values() if line.order
    )


def under_way(turn: Turn, who: str, plan: Voyage) -> Iterator[Event]:
    group = Group(who, plan.fleets, plan.seek)
    yield from loaded(turn, who, plan)
    for code in plan.fleets:
        now(turn).sailed.add((who, code))
        if plan.seek and is_war_fleet(code):
            now(turn).seeking.add((who, code))
    for zone in plan.zones:
        yield from goes_to(turn, group, zone)
        yield from intercepted(turn, group, zone)
        if group.intercepted:
            return
    if plan.port:
        yield from entered_port(turn, group, plan)
    elif plan.land:
        forces = [key for key, _ in plan.cargo]
        now(turn).landings.append(Landing(group, forces, plan.land, plan.zones[-1]))


def loaded(turn: Turn, who: str, plan: Voyage) -> Iterator[Event]:
    """Fleets by number are filled in turn, forces as written; what stays behind takes a new number."""
    from pbm.rulesets.marnon.map import by_number

    world: World = turn.world
    room = {code: capacity(code) for code in sorted(plan.fleets, key=by_number)}
    for key, number in plan.cargo:
        owner, code = carried(who, key)
        force = world.force(owner, code)
        points = force.points if number is None else number.of(force.points)
        if points < force.points:
            yield from split_off(turn, owner, code, force.points - points)
        now(turn).moved.add((owner, code))
        left = points
        for fleet, free in list(room.items()):
            part = min(left, free)
            if part:
                now(turn).cargo.setdefault((who, fleet), {})[key] = part
                room[fleet] -= part
                left -= part
        yield Went(owner, code, force.at, plan.zones[0], "went aboard")
    yield from diplomats_aboard(turn, who, plan)


def diplomats_aboard(turn: Turn, who: str, plan: Voyage) -> Iterator[Event]:
    from pbm.rulesets.marnon.envoys import DiplomatMoved

    target = plan.port or plan.land
    for code in plan.diplomats if target else ():
        yield DiplomatMoved(who, code, str(target))


def goes_to(turn: Turn, group: Group, zone: str) -> Iterator[Event]:
    world: World = turn.world
    for code in group.fleets:
        if world.powers[group.who].fleets[code].at != zone:
            yield Sailed(group.who, code, world.powers[group.who].fleets[code].at, zone)
        for key in now(turn).cargo.get((group.who, code), {}):
            owner, unit = carried(group.who, key)
            if world.force(owner, unit).at != zone:
                yield Went(owner, unit, world.force(owner, unit).at, zone, "sailed")


def entered_port(turn: Turn, group: Group, plan: Voyage) -> Iterator[Event]:
    world: World = turn.world
    who, port = group.who, str(plan.port)
    owner = owner_of(world, port)
    keys = dict.fromkeys(key for code in group.fleets for key in now(turn).cargo.get((who, code), {}))
    for code in group.fleets:
        yield Sailed(who, code, plan.zones[-1], port)
        now(turn).cargo.pop((who, code), None)
        if not is_war_fleet(code) and owner and trades_with(world, who, owner):
            now(turn).traded[who, code] = (port, len({*plan.zones}))
    for key in keys:
        force_owner, unit = carried(who, key)
        yield Went(force_owner, unit, plan.zones[-1], port, "landed")
        yield from arrived(turn, force_owner, unit)
