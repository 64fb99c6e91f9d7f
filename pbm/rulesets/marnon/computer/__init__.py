"""Computer players, from a power's own report: the steward keeps, the marshal makes war [11.1, 11.2]."""

from collections.abc import Iterator

from pbm.rules.condition import Condition, If
from pbm.rules.dice import Dice
from pbm.rules.order import Order
from pbm.rulesets.marnon.codes import is_war_fleet
from pbm.rulesets.marnon.computer.campaigns import conquer, crusade, gather, marching, mass, reacts, recover, settle
from pbm.rulesets.marnon.computer.mind import Mind
from pbm.rulesets.marnon.conditions import AtLevel, HasOdds
from pbm.rulesets.marnon.crowns.income import expected
from pbm.rulesets.marnon.crowns.purchase import Buy
from pbm.rulesets.marnon.land.goes import Reserve
from pbm.rulesets.marnon.land.leading import is_led
from pbm.rulesets.marnon.map import area_codes, by_number, is_area, ports, seas, seas_of
from pbm.rulesets.marnon.playing import MOST_LINES
from pbm.rulesets.marnon.relations import owner_of, trades_with
from pbm.rulesets.marnon.sea.harbours import port_closed, stormy
from pbm.rulesets.marnon.sea.patrol import Patrol
from pbm.rulesets.marnon.sea.sailing import Sail
from pbm.rulesets.marnon.sight import View
from pbm.rulesets.marnon.war.sieges import Storm
from pbm.rulesets.marnon.world import World

STEWARD, MARSHAL, SILENT, RANDOM = "steward", "marshal", "silent", "random"
LEADERLESS = 1000
PER_CROWN = 75
"""So many points the income of a power's areas can feed."""
BUYERS = 3


def write(view: View, temperament: str, dice: Dice) -> list[tuple[Order, str]]:
    """The orders of a temperament, no more than a sheet may have."""
    power = view.position.powers.get(view.who)
    if power is None or power.status not in ("player", "dropout") or view.position.turn == 0 or temperament == SILENT:
        return []
    if temperament == RANDOM:
        from pbm.rulesets.marnon.computer.randomly import random_lines

        return [(order, "drawn at random") for order in random_lines(Mind(view, False), dice)][:MOST_LINES]
    mind = Mind(view, temperament == MARSHAL)
    return list(orders(mind))[:MOST_LINES]


def orders(mind: Mind) -> Iterator[tuple[Order, str]]:
    if mind.marshal:
        yield from storms(mind)
    crusade(mind)
    recover(mind)
    (conquer if mind.marshal else settle)(mind)
    (mass if mind.marshal else gather)(mind)
    for goal in mind.goals.values():
        yield marching(mind, goal), goal.why
    if not mind.marshal:
        yield from reacts(mind)
    yield from at_sea(mind)
    yield from purchases(mind)
    yield from reserve(mind)


def storms(mind: Mind) -> Iterator[tuple[Order, str]]:
    for castle in area_codes():
        siege = mind.world.siege(castle)
        if siege and siege.by == mind.who:
            conditions: tuple[Condition, ...] = (AtLevel(castle, 4), HasOdds(castle, 2))
            yield If(conditions, Storm(castle), True), "the walls are ripe"


# fleets


def at_sea(mind: Mind) -> Iterator[tuple[Order, str]]:
    world, fleets = mind.world, mind.world.powers[mind.who].fleets
    for port in ports():
        zone = seas_of(port)[0]
        here = [code for code in world.fleets_in(mind.who, port) if is_war_fleet(code) and not fleets[code].damaged]
        if here and not stormy(mind.world, zone) and not port_closed(world, port):
            yield Patrol(tuple(here), zone, "ODDS"), "our waters"
    for code in world.numbered(mind.who, "fleets"):
        if not is_war_fleet(code) and is_area(fleets[code].at):
            route = trade_route(mind, str(fleets[code].at))
            if route:
                yield Sail((code,), tuple(route), ()), "trade"


def trade_route(mind: Mind, start: str) -> list[str]:
    """To a port that trades with him: two seas before one, then code."""
    found: list[tuple[int, str, list[str]]] = []
    for port in ports():
        owner = owner_of(mind.world, port)
        if owner is None or port == start or not trades_with(mind.world, mind.who, owner):
            continue
        for first in seas_of(start):
            if first in seas_of(port):
                found.append((1, port, [first, port]))
            for second in seas()[first].neighbours:
                if second in seas_of(port):
                    found.append((0, port, [first, second, port]))
    open_ways = [
        row
        for row in found
        if not any(stormy(mind.world, zone) for zone in row[2][:-1]) and not closed(mind, start, row[1])
    ]
    return min(open_ways)[2] if open_ways else []


def closed(mind: Mind, *harbours: str) -> bool:
    return any(port_closed(mind.world, port) for port in harbours)


# crowns


def purchases(mind: Mind) -> Iterator[tuple[Order, str]]:
    world, who = mind.world, mind.who
    power = world.powers[who]
    bare = [code for code, force in mind.forces.items() if force.points >= LEADERLESS and not is_led(world, who, code)]
    if bare:
        code = min(bare, key=lambda each: (-mind.forces[each].points, by_number(each)))
        yield Buy("GENERAL", None, code, None), "somebody must lead it"
    points = sum(force.points for force in mind.forces.values())
    wanted = (PER_CROWN * expected(world, who) - points) // 10 * 10
    if wanted < 10:
        return
    home = [
        code
        for code, force in mind.forces.items()
        if is_area(force.at) and world.owner(force.at) == who and world.is_original(who, str(force.at))
    ]
    home.sort(key=lambda code: (code in mind.goals, -mind.forces[code].points, by_number(code)))
    for code in home[:BUYERS]:
        yield Buy("ARMY", wanted, code, None), "as many as the land can feed"
    seat = power.castle if power.castle and world.owner(power.castle) == who else power.seat
    if seat:
        yield Buy("ARMY", wanted, seat, None), "as many as the land can feed"


def reserve(mind: Mind) -> Iterator[tuple[Order, str]]:
    if mind.marshal:
        yield Reserve("NONE"), "every force marches"
        return
    world, who = mind.world, mind.who
    led = [
        code
        for code, force in mind.forces.items()
        if is_area(force.at) and world.owner(force.at) == who and is_led(world, who, code)
    ]
    best = min(led, key=lambda code: (-mind.forces[code].points, by_number(code)), default=None)
    if best:
        yield Reserve(best), "in reserve"


def stand_in(world: World, who: str, joining: bool) -> str:
    """The steward for a missed sheet, the marshal for a drop-out; nobody for an exile."""
    status = world.powers[who].status
    if status == "player" or (status == "dropout" and joining):
        return STEWARD
    return MARSHAL if status == "dropout" else ""
