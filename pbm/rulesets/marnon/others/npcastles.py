"""Castles without a player: raids, fleets, garrisons [5.78, 5.79]."""

from collections.abc import Iterator

from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rulesets.marnon.changes.fleets import FleetCame
from pbm.rulesets.marnon.changes.forces import Formed, Lost, Raised, Went
from pbm.rulesets.marnon.codes import GARRISON, RAID, castle_power
from pbm.rulesets.marnon.map import areas, borders
from pbm.rulesets.marnon.tables import tables
from pbm.rulesets.marnon.telling import Thrown
from pbm.rulesets.marnon.world import World


def filled_up(turn: Turn[World]) -> Iterator[Event]:
    """6d: losses come back up to 1500, raiders out counted in, unless it is besieged."""
    world = turn.world
    full = tables().np_castle.points
    for castle in sorted(world.np_castles):
        power = world.powers[castle_power(castle)]
        if power.points < full and not world.siege(castle):
            yield Raised(castle_power(castle), GARRISON, castle, full - power.points, "the garrison is filled up")


def castles_act(turn: Turn[World]) -> Iterator[Event]:
    """8b: merchants build a fleet, raiders go out."""
    world, row = turn.world, tables().np_castle
    for castle in sorted(world.np_castles):
        kind, who = world.np_castles[castle].type, castle_power(castle)
        if kind == "MERCHANT" and areas()[castle].port and len(world.powers[who].fleets) < row.most_fleets:
            yield FleetCame(who, world.free_code(who, "F"), castle, "built")
        if kind == "RAIDER" and not world.siege(castle):
            yield from raid(turn, castle, who)


def raid(turn: Turn[World], castle: str, who: str) -> Iterator[Event]:
    world, row = turn.world, tables().np_castle
    die = turn.dice.roll(f"np.raid.{castle}")
    yield Thrown(who, "a raid on 5+", (die,), castle)
    garrison = world.powers[who].forces.get(GARRISON)
    if die < row.raid_on or garrison is None:
        return
    target = world.now.raids.get(castle) or turn.dice.pick(f"np.target.{castle}", sorted(borders()[castle]))
    points = min(row.raid_size[turn.dice.roll(f"np.size.{castle}")], garrison.points)
    if points == garrison.points:
        yield Formed(who, RAID, GARRISON, points)
        yield from emptied(world, who)
    else:
        yield Formed(who, RAID, GARRISON, points)
    yield Went(who, RAID, castle, target, "raided")


def emptied(world: World, who: str) -> Iterator[Event]:
    """A garrison that is all out raiding leaves nobody behind."""
    if world.force(who, GARRISON).points == 0:
        yield Lost(who, GARRISON, 0, "all went raiding")
