"""Players of one tactic each, as measures for self-play: what play notes praise, and what they warn of [5.2.6, 7.1]."""

from pbm.rulesets.tours.computer.warden import Advice, is_apart, kept_safe
from pbm.rulesets.tours.doctrine import Shock, Stance
from pbm.rulesets.tours.field import Mark
from pbm.rulesets.tours.forces import ARCHERS, CONTINGENTS, GUARD, HI, UNITS
from pbm.rulesets.tours.selectors import ALL
from pbm.rulesets.tours.world import World


def wall(world: World, side: str) -> Advice:
    """Stands in the wall, and gathers whoever is tired."""
    for con in CONTINGENTS[side]:
        if world.of(side, con):
            walls = con == HI and not world.wall
            yield Mark(con, ("WALL", "REFORM") if walls else ("REFORM",)), "stand and gather"


def harrier(world: World, side: str) -> Advice:
    """Archers ride up, shoot and ride back; nobody closes."""
    yield Shock(ALL, None, "NEVER"), "nobody closes"
    yield Stance(ALL, None, ("HOLD",)), "all others wait"
    yield from riders(world, side)


def closer(world: World, side: str) -> Advice:
    """All ride at the enemy and strike, at whatever odds."""
    yield Shock(ALL, None, "ALWAYS"), "strike at any odds"
    yield Stance(ALL, None, ("ADVANCE",)), "close with the enemy"
    yield from riders(world, side)


def riders(world: World, side: str) -> Advice:
    """Archers harry, the guard stays, and whoever is half tired gathers."""
    if any(UNITS[code].is_archer for code in world.of(side)):
        yield Stance(f"{ALL}.{ARCHERS}", None, ("HARRY",)), "ride up, shoot and ride back"
    if any(UNITS[code].con == GUARD for code in world.of(side)):
        yield Stance(GUARD, None, ("HOLD",)), "the guard stays with the train"
    for con in CONTINGENTS[side]:
        if units := world.of(side, con):
            tired = [code for code in units if world.units[code].dis and is_apart(world, code)]
            yield Mark(con, ("REFORM",) if tired and 2 * len(tired) >= len(units) else moving(world, con)), "move"
    yield from kept_safe(world, side)


def moving(world: World, con: str) -> tuple[str, ...]:
    return ("UNWALL", "MOVE") if con == HI and world.wall else ("MOVE",)
