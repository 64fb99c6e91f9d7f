"""The field: 884 hexes between two rivers, what it costs to enter them, and how far apart they are [2.1, 6.0]."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from pbm.rules.hexes import Exit, Hex
from pbm.rules.hexmap import read_hexes
from pbm.rulesets.tours.tables import TABLES

DATA = Path(__file__).parent / "data"
MAP = read_hexes(DATA / "hexes.json")
GRID = MAP.grid
CUBES = GRID.cubes
FACINGS = {"NE": 1, "E": 2, "SE": 3, "SW": 4, "W": 5, "NW": 6}
"""A facing points at the corner between its hexside and the next."""
FACES = {number: face for face, number in FACINGS.items()}
SLOPE = "slope"


@cache
def beside(place: Hex) -> tuple[Hex, ...]:
    """The hexes next to one."""
    return tuple(GRID.neighbours(place).values())


@cache
def directions(place: Hex) -> dict[Hex, int]:
    """By which hexside each neighbour lies."""
    return {other: side for side, other in GRID.neighbours(place).items()}


def toward(place: Hex, direction: int) -> Hex | None:
    return GRID.neighbour(place, direction)


@cache
def front(place: Hex, face: str) -> tuple[Hex, ...]:
    """The two hexes before a unit that faces so; fewer at the edge of the map [3.3]."""
    return GRID.faced(place, FACINGS[face])


def distance(one: Hex, other: Hex) -> int:
    """Plain hexes, whatever lies between."""
    (ax, ay, _), (bx, by, _) = CUBES[one], CUBES[other]
    x, y = ax - bx, ay - by
    return (abs(x) + abs(y) + abs(x + y)) // 2


def nearest(place: Hex, others: Sequence[Hex]) -> Hex | None:
    """The nearest of some hexes, then the lowest."""
    x, y, _ = CUBES[place]
    rows = [(abs(a - x) + abs(b - y) + abs(a - x + b - y), other) for other in others for a, b, _ in (CUBES[other],)]
    return min(rows)[1] if rows else None


def spread(places: Sequence[Hex], most: int) -> dict[Hex, int]:
    """How many hexes it is to the nearest of some, from every hex from which it is no more than `most`."""
    found, last = dict.fromkeys(places, 0), [*places]
    for far in range(1, most + 1):
        around = dict.fromkeys([other for place in last for other in beside(place) if other not in found], far)
        found.update(around)
        last = [*around]
    return found


@cache
def ring(place: Hex, far: int) -> tuple[Hex, ...]:
    """The hexes at a distance."""
    return tuple(GRID.ring(place, far))


def column(place: Hex) -> int:
    return GRID.place(place)[0]


def is_passable(place: Hex) -> bool:
    return not TABLES.terrain[MAP.terrain_of[place]].impassable


@cache
def crossed(origin: Hex, target: Hex) -> tuple[str, ...]:
    """What lies on the hexside as one enters the target: a slope going up, a brook, or both."""
    up = MAP.height_of[target] > MAP.height_of[origin]
    side = MAP.side(origin, target)
    return ((SLOPE,) if up else ()) + ((side,) if side else ())


@cache
def costs(foot: bool) -> dict[tuple[Hex, Hex], int]:
    """What every step costs those on foot or on horseback; a step that is missing cannot be made."""
    return {
        (origin, target): entry(origin, target, foot)
        for origin in GRID
        if is_passable(origin)
        for target in beside(origin)
        if is_passable(target)
    }


@cache
def exits(foot: bool) -> dict[Hex, tuple[Exit, ...]]:
    """The steps from every hex that those on foot or on horseback can make."""
    price = costs(foot)
    return {
        place: tuple((side, other, price[place, other]) for side, other in row.items() if (place, other) in price)
        for place, row in GRID.around.items()
    }


def entry(origin: Hex, target: Hex, foot: bool) -> int:
    rows = (TABLES.terrain[MAP.terrain_of[target]], *(TABLES.sides[side] for side in crossed(origin, target)))
    return sum(row.foot if foot else row.mounted for row in rows)


def steps(start: Hex, route: str) -> list[Hex | None]:
    """The hexes of a step string, whatever bars the way; None once it leads off the map."""
    found: list[Hex | None] = []
    here: Hex | None = start
    for digit in route.removeprefix("/"):
        here = toward(here, int(digit)) if here else None
        found.append(here)
    return found
