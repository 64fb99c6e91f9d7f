"""A grid of hexes as rules see it: numbers, neighbours, distance, facing, lines and reach, all in whole numbers.

A hex is named by its number (`1721` is column 17, row 21). Directions 1 to 6 run clockwise from the top. A facing k
points at the corner between hexsides k and k + 1.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache, cached_property
from heapq import heappop, heappush
from itertools import product
from typing import Literal, NamedTuple

import msgspec

SIDES = (1, 2, 3, 4, 5, 6)
STEPS = ((0, 1, -1), (1, 0, -1), (1, -1, 0), (0, -1, 1), (-1, 0, 1), (-1, 1, 0))
"""One hex in each direction, of a grid with flat tops; with pointed tops they begin at the second."""
FRONT, RIGHT, REAR, LEFT = (0, 1), (2,), (3, 4), (5,)
"""Hexsides counted from the facing."""

Hex = str
Line = tuple[tuple[Hex, ...], ...]
Exit = tuple[int, Hex, int]
"""A step that can be made: its direction, the neighbour it leads to, and its cost."""
Exits = Callable[[Hex], Iterable[Exit]]
"""All steps that can be made from a hex, by direction."""


class Cube(NamedTuple):
    """Three coordinates whose sum is zero: every step changes two of them by one."""

    x: int
    y: int
    z: int

    def plus(self, other: tuple[int, int, int], times: int = 1) -> "Cube":
        return Cube(self.x + times * other[0], self.y + times * other[1], self.z + times * other[2])

    @property
    def length(self) -> int:
        return max(abs(self.x), abs(self.y), abs(self.z))

    @property
    def across(self) -> tuple[int, int, int]:
        """How far it lies along the three axes that cross the hexsides; a hex reaches 1 to both sides on each."""
        return self.x - self.y, self.y - self.z, self.z - self.x


BASE = 8
FAR = 1 << 30
"""Further than anybody goes."""
Step = tuple[int, int, int]
"""A way in the making: its cost, its hexes, and its directions as the digits of one number."""


class Way(NamedTuple):
    """How a hex is reached: ways are compared by cost, then by the number of hexes, then by their directions."""

    cost: int
    hexes: int
    directions: tuple[int, ...]


class Grid(msgspec.Struct, frozen=True, dict=True):
    """Columns and rows by their first and last numbers; `shifted` columns lie half a hex lower.

    With pointed tops it is rows that are shifted, half a hex to the right.
    """

    columns: tuple[int, int]
    rows: tuple[int, int]
    shifted: Literal["odd", "even"] = "odd"
    top: Literal["flat", "pointed"] = "flat"
    digits: int = 2
    absent: frozenset[Hex] = frozenset()
    """Numbers that the map leaves out."""

    @cached_property
    def cubes(self) -> dict[Hex, Cube]:
        """Every hex, by number."""
        numbers = product(range(self.columns[0], self.columns[1] + 1), range(self.rows[0], self.rows[1] + 1))
        named = ((self.number(column, row), self.cube(column, row)) for column, row in numbers)
        return {name: cube for name, cube in named if name not in self.absent}

    @cached_property
    def numbers(self) -> dict[Cube, Hex]:
        return {cube: name for name, cube in self.cubes.items()}

    @cached_property
    def steps(self) -> dict[int, tuple[int, int, int]]:
        first = 0 if self.top == "flat" else 1
        return {side: STEPS[(side - 1 + first) % 6] for side in SIDES}

    def number(self, column: int, row: int) -> Hex:
        return f"{column:0{self.digits}}{row:0{self.digits}}"

    def place(self, name: Hex) -> tuple[int, int]:
        """Column and row."""
        return int(name[: self.digits]), int(name[self.digits :])

    def cube(self, column: int, row: int) -> Cube:
        odd = 1 if self.shifted == "odd" else -1
        if self.top == "flat":
            x, z = column, row - (column - odd * (column % 2)) // 2
        else:
            x, z = column - (row - odd * (row % 2)) // 2, row
        return Cube(x, -x - z, z)

    def __contains__(self, name: object) -> bool:
        return name in self.cubes

    def __iter__(self) -> Iterator[Hex]:
        return iter(self.cubes)

    def neighbour(self, name: Hex, direction: int) -> Hex | None:
        """The next hex in a direction; None beyond the edge."""
        return self.numbers.get(self.cubes[name].plus(self.steps[direction]))

    def neighbours(self, name: Hex) -> dict[int, Hex]:
        """The hexes next to one, by direction."""
        return self.around[name]

    @cached_property
    def around(self) -> dict[Hex, dict[int, Hex]]:
        """The neighbours of every hex."""
        found = {name: [(side, self.neighbour(name, side)) for side in SIDES] for name in self.cubes}
        return {name: {side: other for side, other in row if other is not None} for name, row in found.items()}

    def between(self, start: Hex, end: Hex) -> Cube:
        return self.cubes[end].plus(self.cubes[start], -1)

    def distance(self, start: Hex, end: Hex) -> int:
        return self.between(start, end).length

    def direction(self, start: Hex, end: Hex) -> int | None:
        """The hexside that two neighbours share, as the first sees it."""
        way = self.between(start, end)
        return next((side for side, step in self.steps.items() if way == step), None)

    def ring(self, centre: Hex, distance: int) -> list[Hex]:
        """All hexes at a distance, clockwise from the first direction."""
        if not distance:
            return [centre]
        at = self.cubes[centre].plus(self.steps[1], distance)
        found = []
        for side in (3, 4, 5, 6, 1, 2):
            for _ in range(distance):
                found.append(self.numbers.get(at))
                at = at.plus(self.steps[side])
        return [name for name in found if name is not None]

    def within(self, centre: Hex, distance: int) -> list[Hex]:
        """All hexes up to a distance, the nearest first."""
        return [name for radius in range(distance + 1) for name in self.ring(centre, radius)]

    def faced(self, name: Hex, facing: int, part: tuple[int, ...] = FRONT) -> tuple[Hex, ...]:
        """The neighbours before, beside or behind a unit: FRONT, RIGHT, LEFT or REAR of its facing."""
        found = (self.neighbour(name, side) for side in sides_of(facing, part))
        return tuple(other for other in found if other is not None)

    def line(self, start: Hex, end: Hex) -> Line:
        """The hexes that a line from middle to middle passes, in order; two together where it runs along a hexside."""
        origin, way = self.cubes[start], self.between(start, end)
        steps: dict[Span, list[Hex]] = {}
        for cube, span in sorted(crossed(way).items(), key=lambda item: (item[1], item[0])):
            name = self.numbers.get(origin.plus(cube))
            if name is not None:
                steps.setdefault(span, []).append(name)
        return tuple(tuple(sorted(names)) for names in steps.values())

    def reach(
        self,
        start: Hex,
        exits: Exits,
        most: int | None = None,
        most_hexes: int | None = None,
        beyond: Mapping[Hex, int] | None = None,
        until: Hex | None = None,
    ) -> dict[Hex, Way]:
        """The best way to every hex that can be reached at a cost, and by so many hexes, in order of the ways.

        `beyond` is what it costs at least to go on from a hex to a goal, and counts against `most` there; a hex that it
        does not name is too far. Where nobody counts hexes, no way longer than the one to `until` is looked for.
        """
        best: dict[Hex, Step] = {}
        fewest: dict[Hex, int] = {}
        found: dict[object, Step] = {}
        waiting: list[tuple[int, int, int, Hex]] = [(0, 0, 0, start)]
        once, limit = most_hexes is None, 2 * FAR if most is None else most
        while waiting:
            spent, hexes, directions, name = heappop(waiting)
            if name in best and (once or hexes >= fewest[name]):
                continue
            best.setdefault(name, (spent, hexes, directions))
            fewest[name] = hexes
            if once and name == until:
                break
            for side, other, price in exits(name) if hexes != most_hexes else ():
                if once and other in best:
                    continue
                cost = spent + price
                if cost > limit or (beyond and cost + beyond.get(other, FAR) > limit):
                    continue
                step = cost, hexes + 1, directions * BASE + side
                key = other if once else (other, hexes)
                known = found.get(key)
                if known is None or step < known:
                    found[key] = step
                    heappush(waiting, (*step, other))
        return {name: Way(spent, hexes, digits(directions)) for name, (spent, hexes, directions) in best.items()}

    def route(self, start: Hex, way: Way) -> tuple[Hex, ...]:
        """The hexes of a way, the first included."""
        cubes = [self.cubes[start]]
        for side in way.directions:
            cubes.append(cubes[-1].plus(self.steps[side]))
        return tuple(self.numbers[cube] for cube in cubes)


@cache
def digits(directions: int) -> tuple[int, ...]:
    """The directions of a way in the making."""
    return (*digits(directions // BASE), directions % BASE) if directions else ()


Span = tuple[Fraction, Fraction]
"""From where to where, as shares of its length, a line is in a hex."""


def turned(side: int, by: int) -> int:
    """A direction so many hexsides farther clockwise."""
    return (side - 1 + by) % 6 + 1


def sides_of(facing: int, part: tuple[int, ...]) -> tuple[int, ...]:
    """The hexsides of one part of a facing."""
    return tuple(turned(facing, by) for by in part)


def crossed(way: Cube) -> dict[Cube, Span]:
    """The hexes that the line from the origin crosses, each with its stretch, found from neighbour to neighbour."""
    if not way.length:
        return {way: (Fraction(0), Fraction(1))}
    found: dict[Cube, Span] = {}
    waiting = [Cube(0, 0, 0)]
    while waiting:
        cube = waiting.pop()
        span = stretch(cube, way)
        if cube not in found and span[0] < span[1]:
            found[cube] = span
            waiting += [cube.plus(step) for step in STEPS]
    return found


def stretch(cube: Cube, way: Cube) -> Span:
    """Where the line to `way` enters and leaves a hex; it misses the hex if it leaves no later than it enters."""
    enter, leave = Fraction(0), Fraction(1)
    for here, rate in zip(cube.across, way.across, strict=True):
        if rate:
            first, second = sorted((Fraction(here - 1, rate), Fraction(here + 1, rate)))
            enter, leave = max(enter, first), min(leave, second)
        elif abs(here) > 1:
            return Fraction(0), Fraction(0)
    return enter, leave


def sees(line: Line, blocks: Callable[[Hex], bool]) -> bool:
    """Whether nothing between the ends of a line blocks it; along a hexside only both hexes together do."""
    return not any(True for _ in blocked(line, blocks))


def blocked(line: Line, blocks: Callable[[Hex], bool]) -> Iterator[tuple[Hex, ...]]:
    """The steps between the ends of a line at which it is blocked."""
    return (step for step in line[1:-1] if all(map(blocks, step)))


def higher_than_both(heights: Mapping[Hex, int], start: Hex, end: Hex) -> Callable[[Hex], bool]:
    """The commonest thing that blocks: ground above both ends of a line. A hex not named lies at 0."""
    sill = max(heights.get(start, 0), heights.get(end, 0))
    return lambda name: heights.get(name, 0) > sill
