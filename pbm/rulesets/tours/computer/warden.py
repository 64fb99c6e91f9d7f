"""The warden stands, reforms and shoots, and leaves the player's doctrine alone [16.8]."""

from collections.abc import Iterator

from pbm.rules.order import Order
from pbm.rulesets.tours.field import ANY, Fire, Lead, Mark
from pbm.rulesets.tours.forces import ARCHERS, CONTINGENTS, HI, LEADERS, UNITS
from pbm.rulesets.tours.ground import distance
from pbm.rulesets.tours.opening import Stay
from pbm.rulesets.tours.selectors import ALL
from pbm.rulesets.tours.world import World

NEAR = 5
"""So near an enemy makes the heavy infantry form the wall."""
Advice = Iterator[tuple[Order, str]]
EVERYBODY, SHOTS, RIDE, STILL = "STAY ALL", "FIRE", "LEAD", "STAY"
REASONS = {
    EVERYBODY: "nobody moves of themselves",
    "WALL": "the heavy infantry form the wall near an enemy",
    "REFORM": "some are disordered and have no enemy beside them",
    "MOVE": "its archers may shoot",
    SHOTS: "archers shoot at the best target",
    RIDE: "the leader goes to a unit without an enemy beside it",
    STILL: "the leader's unit keeps still",
}
"""Why a line is on the warden's sheet, by a word of it; the first that it has counts."""


def reason(line: str) -> str:
    return next((why for word, why in REASONS.items() if word in line), "")


def warden(world: World, side: str) -> Advice:
    yield Stay(ALL, None), REASONS[EVERYBODY]
    for con in CONTINGENTS[side]:
        if marker := marker_of(world, side, con):
            yield Mark(con, marker), reason(marker[0])
    if has_archer(world, side):
        yield Fire(f"{ALL}.{ARCHERS}", None, ANY), REASONS[SHOTS]
    yield from kept_safe(world, side)


def marker_of(world: World, side: str, con: str) -> tuple[str, ...]:
    units = world.of(side, con)
    tired = any(world.units[code].dis and is_apart(world, code) for code in units)
    near = any(world.has_enemy_within(world.units[code].hex, side, NEAR) for code in units)
    if con == HI and not world.wall and near:
        return ("WALL", "REFORM") if tired else ("WALL",)
    if tired:
        return ("REFORM",)
    return ("MOVE",) if any(UNITS[code].is_archer for code in units) else ()


def is_apart(world: World, code: str) -> bool:
    """Whether no enemy is beside a unit."""
    return not world.enemies_beside(world.units[code].hex, UNITS[code].side)


def has_archer(world: World, side: str) -> bool:
    return any(UNITS[code].is_archer for code in world.of(side))


def kept_safe(world: World, side: str) -> Advice:
    """The leader stays with a unit that has no enemy beside it, or goes to the nearest such unit."""
    leader = world.leader_of(side)
    if leader is None:
        return
    own = world.standing.get(leader.hex)
    if own and UNITS[own].side == side and not world.enemies_beside(leader.hex, side):
        yield Stay(own, None), REASONS[STILL]
        return
    safe = [code for code in world.of(side) if is_apart(world, code)]
    if safe:
        goal = min(safe, key=lambda code: (distance(leader.hex, world.units[code].hex), code))
        yield Lead(LEADERS[side], goal), REASONS[RIDE]
        yield Stay(goal, None), REASONS[STILL]
