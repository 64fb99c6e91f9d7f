"""Patterns over an area, as plain lines that end at its edge: they need no clipping and print in any colour."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil, cos, radians, sin

from pbm.maps.geometry import Point
from pbm.maps.scene import Polyline

Dash = tuple[float, float] | None
Rings = Sequence[Sequence[Point]]

PATTERNS: dict[str, tuple[tuple[float, float, Dash], ...]] = {
    "plain": (),
    "rising": ((-45, 8.0, None),),
    "falling": ((45, 8.0, None),),
    "upright": ((90, 7.0, None),),
    "level": ((0, 7.0, None),),
    "lattice": ((-45, 12.0, None), (45, 12.0, None)),
    "grid": ((0, 11.0, None), (90, 11.0, None)),
    "dots": ((30, 6.5, (1.2, 6.0)),),
    "dashes": ((0, 7.0, (6.0, 5.0)),),
    "rising close": ((-45, 4.2, None),),
    "falling close": ((45, 4.2, None),),
    "upright close": ((90, 3.8, None),),
    "level close": ((0, 3.8, None),),
    "lattice close": ((-45, 6.0, None), (45, 6.0, None)),
    "grid close": ((0, 5.6, None), (90, 5.6, None)),
    "dots close": ((30, 3.6, (1.2, 3.2)),),
    "dashes upright": ((90, 6.0, (6.0, 4.0)),),
    "steep": ((68, 9.0, None),),
    "crosses": ((0, 11.0, (4.0, 7.0)), (90, 11.0, (4.0, 7.0))),
    "steep close": ((68, 4.2, None),),
    "shallow": ((-22, 7.0, None),),
    "rising broken": ((-45, 6.0, (7.0, 5.0)),),
    "falling broken": ((45, 6.0, (7.0, 5.0)),),
    "steep lattice": ((68, 11.0, None), (-68, 11.0, None)),
    "shallow lattice": ((22, 10.0, None), (-22, 10.0, None)),
    "dots wide": ((30, 10.0, (1.2, 10.0)),),
    "steep dotted": ((68, 9.0, (1.2, 3.2)),),
    "rising dotted": ((-45, 8.0, (1.2, 3.2)),),
    "falling dotted": ((45, 8.0, (1.2, 3.2)),),
    "upright dotted": ((90, 7.0, (1.2, 3.2)),),
    "level dotted": ((0, 7.0, (1.2, 3.2)),),
}
"""For each pattern its sets of lines: their angle, how far apart they are, and how they are broken."""
BOLD = ("dots", "dots wide", *(name for name in PATTERNS if name.endswith("dotted")))
"""Drawn with lines of twice the width."""


def hatched(rings: Rings, pattern: str, colour: str, width: float) -> Iterator[Polyline]:
    for angle, gap, dash in PATTERNS[pattern]:
        for line in strokes(rings, angle, gap):
            yield Polyline(line, colour, width * (2.0 if pattern in BOLD else 1.0), dash)


def strokes(rings: Rings, angle: float, gap: float) -> Iterator[tuple[Point, Point]]:
    """Parallel lines across a shape, at the same places whatever the shape, so that neighbours' lines meet."""
    turned = [[turn(point, -angle) for point in ring] for ring in rings]
    down = [y for ring in turned for _, y in ring]
    for number in range(ceil(min(down) / gap), int(max(down) // gap) + 1):
        across = crossings(turned, number * gap)
        for start, end in zip(across[::2], across[1::2], strict=True):
            yield turn((start, number * gap), angle), turn((end, number * gap), angle)


def crossings(rings: Rings, down: float) -> list[float]:
    """Where a level line meets the edges."""
    return sorted(
        x_a + (down - y_a) / (y_b - y_a) * (x_b - x_a)
        for ring in rings
        for (x_a, y_a), (x_b, y_b) in pairwise(ring)
        if (y_a > down) != (y_b > down)
    )


def turn(point: Point, angle: float) -> Point:
    c, s = cos(radians(angle)), sin(radians(angle))
    return point[0] * c - point[1] * s, point[0] * s + point[1] * c
