"""The fleets of the invader: spread, raids, hunts [5.97]."""

from collections.abc import Iterator

from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rulesets.marnon.changes.fleets import Sailed
from pbm.rulesets.marnon.codes import INVADER, is_war_fleet
from pbm.rulesets.marnon.map import is_area, sea_distances, seas, seas_of
from pbm.rulesets.marnon.memory import Forget, Remember
from pbm.rulesets.marnon.now import Group
from pbm.rulesets.marnon.others.invader import zone_of
from pbm.rulesets.marnon.others.invader_army import is_automatic
from pbm.rulesets.marnon.relations import at_war
from pbm.rulesets.marnon.sea.harbours import stormy
from pbm.rulesets.marnon.sea.interception import intercepted
from pbm.rulesets.marnon.sea.sailing import goes_to
from pbm.rulesets.marnon.tables import tables
from pbm.rulesets.marnon.world import World


def spread_fleets(world: World) -> Iterator[Event]:
    """Fleets in port put to sea; those not told to hunt patrol, spread over the seas of its land."""
    if INVADER not in world.powers or not is_automatic(world):
        return
    fleets = world.powers[INVADER].fleets
    for code in world.numbered(INVADER, "fleets"):
        if is_area(fleets[code].at):
            yield Sailed(INVADER, code, fleets[code].at, seas_of(str(fleets[code].at))[0])
    plan = tables().invader.fleet.get(world.now.invader_fleet, "")
    if plan == "spread" or (plan == "hunt" and prey(world) is None):
        yield from dealt_out(world)
    for code in fleets:
        yield Remember("patrol", (INVADER, code), "ALWAYS")


def dealt_out(world: World) -> Iterator[Event]:
    held = sorted({zone for area in world.owned(INVADER) for zone in seas_of(area)})
    stands = {force.at for force in world.powers[INVADER].forces.values() if is_area(force.at)}
    zones = held or sorted({zone for area in stands for zone in seas_of(str(area))})
    for place, code in enumerate(world.numbered(INVADER, "fleets") if zones else ()):
        target = zones[place % len(zones)]
        here = world.powers[INVADER].fleets[code].at
        if here != target and not (stormy(world, str(here)) or stormy(world, target)):
            yield Sailed(INVADER, code, here, target)


def prey(world: World) -> str | None:
    """The zone where the enemy player with most war fleets has most of them."""
    enemies = [who for who in world.players() if at_war(world, INVADER, who)]
    wars = {who: [f for code, f in world.powers[who].fleets.items() if is_war_fleet(code)] for who in enemies}
    most = min((who for who in sorted(wars) if wars[who]), key=lambda who: -len(wars[who]), default=None)
    if most is None:
        return None
    zones = [zone_of(str(fleet.at)) for fleet in wars[most] if fleet.at]
    return min(sorted({*zones}), key=lambda zone: -zones.count(zone), default=None)


def hunting_fleets(turn: Turn[World]) -> Iterator[Event]:
    """Raids and hunts, in the invader's place among the sailors."""
    world = turn.world
    if INVADER not in world.powers or not is_automatic(world):
        return
    plan = tables().invader.fleet.get(world.now.invader_fleet, "")
    if plan == "raid":
        yield from raiding(turn)
    elif plan == "hunt" and (goal := prey(world)):
        yield from hunting(turn, goal)


def raiding(turn: Turn[World]) -> Iterator[Event]:
    """From the sea with most of its fleets, so many as a die says go to the next."""
    counts = {zone: len(turn.world.fleets_in(INVADER, zone)) for zone in sorted(seas())}
    zone = min(counts, key=lambda code: (-counts[code], code))
    if not counts[zone]:
        return
    number = turn.dice.roll("invasion.raid")
    target = turn.dice.pick("invasion.zone", sorted(seas()[zone].neighbours))
    yield from sent_out(turn, turn.world.fleets_in(INVADER, zone)[:number], zone, [target])


def hunting(turn: Turn[World], goal: str) -> Iterator[Event]:
    """Two thirds of all, the lowest numbers, by the shortest way, one group from each sea, found before any moves."""
    codes = turn.world.numbered(INVADER, "fleets")
    chosen = codes[: 2 * len(codes) // 3]
    groups = {zone: [code for code in turn.world.fleets_in(INVADER, zone) if code in chosen] for zone in sorted(seas())}
    for zone, group in groups.items():
        yield from (Remember("seeking", (INVADER, code)) for code in group)
        if zone != goal:
            yield from sent_out(turn, group, zone, sea_way(zone, goal))


def sea_way(start: str, goal: str) -> list[str]:
    way, here = [], start
    while here != goal:
        here = min(seas()[here].neighbours, key=lambda zone: (sea_distances(goal)[zone], zone))
        way.append(here)
    return way


def sent_out(turn: Turn[World], fleets: list[str], start: str, zones: list[str]) -> Iterator[Event]:
    """Those that are in a fight already stay for it [5.24]."""
    codes = [code for code in fleets if (INVADER, code) not in turn.world.now.engaged]
    group = Group(INVADER, codes, seek=True)
    for code in codes:
        yield Forget("patrol", (INVADER, code))
        yield Remember("seeking", (INVADER, code))
    for here, zone in zip([start, *zones], zones, strict=False):
        if not codes or group.intercepted or stormy(turn.world, here) or stormy(turn.world, zone):
            return
        yield from goes_to(turn.world, group, zone)
        yield from intercepted(turn, group, zone)
