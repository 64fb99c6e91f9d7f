"""The net modifier of a shock attack, item by item [8.4]."""

from collections.abc import Mapping, Sequence
from functools import cache

from pbm.rules.hexes import Hex
from pbm.rulesets.tours.forces import UNITS
from pbm.rulesets.tours.ground import FACINGS, MAP, crossed, directions
from pbm.rulesets.tours.tables import TABLES
from pbm.rulesets.tours.world import World

FRONT, RIGHT, REAR, LEFT = "front", "right", "rear", "left"
PARTS = (FRONT, FRONT, RIGHT, REAR, REAR, LEFT)
"""The parts of a unit by hexsides, counted from its facing."""
Items = tuple[tuple[str, int], ...]


def standing(world: World, codes: Sequence[str]) -> dict[str, Hex]:
    """Units where they are."""
    return {code: world.units[code].hex for code in codes}


def odds(
    world: World, attackers: Mapping[str, Hex], defenders: Sequence[str], earlier: int = 0, led: bool = False
) -> Items:
    """All that counts, for attackers in these hexes; `led` if a leader would be with them."""
    drm, side = TABLES.shock_drm, UNITS[defenders[0]].side
    places, units = set(attackers.values()), world.units
    mine, theirs = world.leader_of(UNITS[next(iter(attackers))].side), world.leader_of(side)
    items = (
        ("strength", len(attackers) - len(defenders)),
        ("position", max(position(world, places, code) for code in defenders)),
        ("terrain", min(terrain(world, places, code) for code in defenders)),
        ("weapons", max(weapons(code, defenders) for code in attackers)),
        ("disordered", drm.attacker_disordered if any(units[code].dis for code in attackers) else 0),
        ("leader", drm.attacker_leader if led or (mine and mine.hex in places) else 0),
        ("their leader", drm.defender_leader if theirs and any(units[c].hex == theirs.hex for c in defenders) else 0),
        ("wall", drm.defender_wall if any(world.in_wall(code) for code in defenders) else 0),
        ("earlier attacks", drm.each_previous_attack * earlier),
    )
    return tuple(item for item in items if item[1])


def net(items: Items) -> int:
    return sum(value for _, value in items)


def part_of(world: World, defender: str, place: Hex) -> str:
    """The part of a defender that an attacker in that hex is beside."""
    unit = world.units[defender]
    return PARTS[(directions(unit.hex)[place] - FACINGS[unit.face]) % 6]


def position(world: World, places: set[Hex], defender: str) -> int:
    parts = {part_of(world, defender, place) for place in places}
    drm = TABLES.shock_drm
    if len(parts) > 1:
        return drm.two_sides
    return drm.rear if REAR in parts else 0 if FRONT in parts else drm.flank


def terrain(world: World, places: set[Hex], defender: str) -> int:
    """The better for the defender of its hex and of the hexsides, if all attackers cross one that helps."""
    there = world.units[defender].hex
    return min(TABLES.terrain[MAP.terrain_of[there]].shock, max(hexside(place, there) for place in places))


@cache
def hexside(origin: Hex, target: Hex) -> int:
    """How a hexside helps against those who cross it."""
    return min((TABLES.sides[side].shock for side in crossed(origin, target)), default=0)


def weapons(attacker: str, defenders: Sequence[str]) -> int:
    row = TABLES.matrix[UNITS[attacker].type]
    return min(row[UNITS[code].type] for code in defenders)
