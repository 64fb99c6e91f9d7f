"""Plain geometry on lists of points."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import dist
from typing import NamedTuple

Point = tuple[float, float]


class Box(NamedTuple):
    """An upright rectangle; `top` is the smaller y."""

    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: "Box", gap: float = 0.0) -> bool:
        """Whether two boxes come nearer than the gap."""
        apart_across = self.left - gap >= other.right or other.left - gap >= self.right
        apart_down = self.top - gap >= other.bottom or other.top - gap >= self.bottom
        return not (apart_across or apart_down)

    def within(self, other: "Box") -> bool:
        """Whether this box lies wholly in the other."""
        return (
            self.left >= other.left
            and self.right <= other.right
            and self.top >= other.top
            and self.bottom <= other.bottom
        )

    @property
    def outline(self) -> tuple[Point, ...]:
        """A closed line round it."""
        left, top, right, bottom = self
        return (left, top), (right, top), (right, bottom), (left, bottom), (left, top)

    def grown(self, by: float) -> "Box":
        """The box with a margin."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)


def box_about(centre: Point, width: float, height: float) -> Box:
    """The box of this size about a point."""
    x, y = centre
    return Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)


def bounds(points: Iterable[Point]) -> Box:
    """The smallest box that holds all points."""
    across, down = zip(*points, strict=True)
    return Box(min(across), min(down), max(across), max(down))


def inside(point: Point, rings: Iterable[Sequence[Point]]) -> bool:
    """Whether a point lies within closed rings (a point in a ring within a ring is outside)."""
    return sum(crossings(point, ring) for ring in rings) % 2 == 1


def crossings(point: Point, ring: Sequence[Point]) -> int:
    """How often a ray from the point, along the first axis, crosses a closed ring."""
    first, second = point
    count = 0
    for (first_a, second_a), (first_b, second_b) in pairwise(ring):
        if (second_a > second) != (second_b > second):
            share = (second - second_a) / (second_b - second_a)
            count += first_a + share * (first_b - first_a) > first
    return count


def nearest(point: Point, candidates: Iterable[Point]) -> Point:
    """The candidate nearest to a point."""
    return min(candidates, key=lambda candidate: (dist(point, candidate), candidate))


def thinned(points: Sequence[Point], apart: float) -> tuple[Point, ...]:
    """A line without the points that lie nearer than this to the one before; both ends stay."""
    kept = [points[0]]
    for point in points[1:-1]:
        if dist(point, kept[-1]) >= apart:
            kept.append(point)
    return (*kept, points[-1])


def curve(points: Sequence[Point], steps: int = 10) -> list[Point]:
    """A smooth line through all points (Catmull-Rom, centripetal); two points stay a straight line."""
    if len(points) < 3:
        return list(points)
    ends = [mirror(points[0], points[1]), *points, mirror(points[-1], points[-2])]
    line = [points[0]]
    for number in range(len(points) - 1):
        stretch = ends[number : number + 4]
        line += [spline(stretch, step / steps) for step in range(1, steps + 1)]
    return line


def mirror(end: Point, inner: Point) -> Point:
    """The point as far beyond the end as the inner point lies before it."""
    return 2 * end[0] - inner[0], 2 * end[1] - inner[1]


def spline(stretch: Sequence[Point], share: float) -> Point:
    """A point between the two middle ones of four, by Barry and Goldman's pyramid."""
    knots = [0.0]
    for start, end in pairwise(stretch):
        knots.append(knots[-1] + max(dist(start, end), 1e-6) ** 0.5)
    at = knots[1] + share * (knots[2] - knots[1])
    layer = list(stretch)
    for span in (1, 2, 3):
        layer = [blend(layer[i], layer[i + 1], *pyramid_knots(knots, i, span), at) for i in range(len(layer) - 1)]
    return layer[0]


def pyramid_knots(knots: Sequence[float], number: int, span: int) -> tuple[float, float]:
    """Between which knots a step of the pyramid blends; only the last is narrower than its points."""
    return (knots[1], knots[2]) if span == 3 else (knots[number], knots[number + span])


def blend(start: Point, end: Point, low: float, high: float, at: float) -> Point:
    """The point at `at` on the way from start (at `low`) to end (at `high`)."""
    share = (at - low) / (high - low)
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])
