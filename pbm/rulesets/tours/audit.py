"""What must be true after every turn, whatever was ordered."""

from collections.abc import Iterator

from pbm.rules.event import Event
from pbm.rulesets.tours.forces import LEADERS, SIDES, UNITS
from pbm.rulesets.tours.ground import is_passable
from pbm.rulesets.tours.tables import TABLES
from pbm.rulesets.tours.world import World


def audit(before: World, journal: list[Event], after: World) -> Iterator[str]:
    yield from roll_call(before, after)
    yield from places(after)
    for side in SIDES:
        due = len(after.dead[side]) + (TABLES.victory.leader_dead if after.is_leaderless(side) else 0)
        if after.losses[side] != due:
            yield f"the losses of {side} are {after.losses[side]}, and should be {due}"
    if after.beset.keys() != set(after.beset_wagons()) and before.turn:
        yield "the count of beset wagons is wrong"


def roll_call(before: World, after: World) -> Iterator[str]:
    """Every unit is in play or dead, and nobody comes back."""
    listed = sorted([*after.units, *(code for side in SIDES for code in after.dead[side])])
    if listed != list(UNITS):
        yield "units are missing, or counted twice"
    if before.turn and not set(after.units) <= set(before.units):
        yield "somebody came back"
    if any(before.is_leaderless(side) and not after.is_leaderless(side) for side in SIDES):
        yield f"a leader came back: {', '.join(LEADERS.values())}"


def places(world: World) -> Iterator[str]:
    """One unit to a hex, none in a river, no Frank among the wagons [3.1, 6.1.3, 11.0]."""
    held = [unit.hex for unit in world.units.values()]
    if len(held) != len(set(held)):
        yield "two units share a hex"
    if world.standing != {unit.hex: code for code, unit in world.units.items()}:
        yield "the field and its index differ"
    for code, unit in sorted(world.units.items()):
        if not is_passable(unit.hex) or world.is_barred(unit.hex, UNITS[code].side):
            yield f"{code} is in {unit.hex}, where it cannot be"
        if unit.eng and not world.enemies_beside(unit.hex, UNITS[code].side):
            yield f"{code} is engaged with nobody"
