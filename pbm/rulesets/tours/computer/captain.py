"""The captain hits where the odds are good, and keeps the wall until there is something to hit [16.9]."""

from pbm.rulesets.tours.computer.warden import Advice, has_archer, is_apart, kept_safe
from pbm.rulesets.tours.doctrine import Press, Shock, Stance
from pbm.rulesets.tours.field import Mark
from pbm.rulesets.tours.forces import ARCHERS, CONTINGENTS, GUARD, HI, UNITS
from pbm.rulesets.tours.ground import distance
from pbm.rulesets.tours.opening import Init
from pbm.rulesets.tours.selectors import ALL
from pbm.rulesets.tours.world import World

PATIENCE = 8
"""From this turn on it asks for less of a passive enemy."""
CLOSE, PREY, PULL_BACK = 2, 2, 6


def captain(world: World, side: str) -> Advice:
    yield Init("FIRST"), "play first"
    passive = world.turn >= PATIENCE and world.losses[side] == 0
    yield Shock(ALL, None, 0 if passive else 1), "attack where the odds are good"
    yield Press(ALL, None, 0), "continue at even odds"
    yield Stance(ALL, None, ("STRIKE",)), "look for the best place to attack from"
    if has_archer(world, side):
        yield Stance(f"{ALL}.{ARCHERS}", None, ("HARRY",)), "archers ride up, shoot and ride back"
    if any(UNITS[code].con == GUARD for code in world.of(side)):
        yield Stance(GUARD, None, ("HOLD",)), "the guard stays with the train"
    if weak := weak_units(world, side):
        yield Stance(",".join(weak), None, ("WITHDRAW", PULL_BACK)), "the tired fall back"
    yield from markers(world, side, weak)
    yield from kept_safe(world, side)


def weak_units(world: World, side: str) -> list[str]:
    """Disordered units with an enemy near."""
    return [
        code
        for code in world.of(side)
        if world.units[code].dis
        and not world.units[code].eng
        and UNITS[code].con != HI
        and world.has_enemy_within(world.units[code].hex, side, CLOSE)
    ]


def markers(world: World, side: str, weak: list[str]) -> Advice:
    for con in CONTINGENTS[side]:
        units = world.of(side, con)
        if con == HI and units:
            marker = wall_marker(world, side, units)
            yield Mark(con, marker), "two to hit are near" if "MOVE" in marker else "nothing to hit is near: the wall"
        elif units:
            tired = [code for code in units if world.units[code].dis and code not in weak and is_apart(world, code)]
            rest = tired and 2 * len(tired) >= len(units)
            why = f"{len(tired)} of {len(units)} are disordered, with no enemy beside them"
            yield Mark(con, ("REFORM",)) if rest else Mark(con, ("MOVE",)), why if tired else "none is to reform"


def wall_marker(world: World, side: str, units: list[str]) -> tuple[str, ...]:
    foes = [world.units[enemy].hex for enemy in world.enemies(side) if not UNITS[enemy].is_archer]
    prey = [foe for foe in foes if any(distance(foe, world.units[code].hex) <= CLOSE for code in units)]
    if len(prey) >= PREY:
        return ("UNWALL", "MOVE") if world.wall else ("MOVE",)
    return ("REFORM",) if world.wall else ("WALL", "REFORM")
