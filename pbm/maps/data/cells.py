"""Outlines for areas of which only points are known: the ground nearest to each point, up to a distance."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import atan2, ceil, cos, dist, pi, sin, sqrt

from pbm.maps.geometry import Box, Point, blend

ARC = pi / 24  # how finely circles are drawn
EXACT = 6  # decimals: two cells reckon their common corners alike

Corners = list[Point]


def cells(points: Sequence[Point], frame: Box, reaches: Sequence[float]) -> list[Corners]:
    """For each point the ground in the frame that no other is nearer to, as far as its own reach."""
    return [cell(point, points, frame, reach) for point, reach in zip(points, reaches, strict=True)]


def cell(point: Point, points: Sequence[Point], frame: Box, reach: float) -> Corners:
    """The frame cut along the line half way to each other point, nearest first, until none can cut it."""
    corners = list(frame.outline[:-1])
    for other in sorted(points, key=lambda other: (dist(point, other), other)):
        if dist(point, other) > 2 * min(reach, max(dist(point, corner) for corner in corners)):
            break
        if other != point:
            corners = halved(corners, point, other)
    return closed(rounded_off(corners, point, reach))


def halved(corners: Corners, point: Point, other: Point) -> Corners:
    """The part of a convex shape that is nearer to one point than to another."""
    normal = other[0] - point[0], other[1] - point[1]
    middle = (other[0] + point[0]) / 2, (other[1] + point[1]) / 2
    beyond = [(x - middle[0]) * normal[0] + (y - middle[1]) * normal[1] for x, y in corners]
    kept: Corners = []
    for (corner, here), (after, there) in pairwise([*zip(corners, beyond, strict=True), (corners[0], beyond[0])]):
        if here <= 0:
            kept.append(corner)
        if here * there < 0:
            kept.append(blend(corner, after, here, there, 0.0))
    return kept


def rounded_off(corners: Corners, centre: Point, radius: float) -> Iterator[Point]:
    """The part of a convex shape in a circle: its edges as far as they lie inside, joined by arcs."""
    inside = [part for edge in pairwise([*corners, corners[0]]) if (part := chord(*edge, centre, radius))]
    if not inside:
        yield from arc(centre, radius, 0.0, 2 * pi)
    for (start, end), (after, _) in pairwise([*inside, inside[0]] if inside else []):
        yield start
        yield end
        if dist(end, after) > 10**-EXACT:
            first, last = angle(centre, end), angle(centre, after)
            yield from list(arc(centre, radius, first, first + (last - first) % (2 * pi)))[1:-1]


def chord(start: Point, end: Point, centre: Point, radius: float) -> tuple[Point, Point] | None:
    """The stretch of an edge within a circle."""
    across, down = end[0] - start[0], end[1] - start[1]
    aside = start[0] - centre[0], start[1] - centre[1]
    a, b = across**2 + down**2, across * aside[0] + down * aside[1]
    root = b**2 - a * (aside[0] ** 2 + aside[1] ** 2 - radius**2)
    if a == 0 or root <= 0:
        return None
    first, last = max((-b - sqrt(root)) / a, 0.0), min((-b + sqrt(root)) / a, 1.0)
    if first >= last:
        return None
    return blend(start, end, 0.0, 1.0, first), blend(start, end, 0.0, 1.0, last)


def angle(centre: Point, point: Point) -> float:
    return atan2(point[1] - centre[1], point[0] - centre[0])


def arc(centre: Point, radius: float, first: float, last: float) -> Iterator[Point]:
    """Points from one angle to another, both included unless it is a whole turn."""
    steps = max(ceil((last - first) / ARC), 1)
    whole = last - first >= 2 * pi
    for step in range(steps if whole else steps + 1):
        turn = first + (last - first) * step / steps
        yield centre[0] + radius * cos(turn), centre[1] + radius * sin(turn)


def closed(points: Iterator[Point]) -> Corners:
    """A ring without points that fall together."""
    ring: Corners = []
    for x, y in points:
        point = round(x, EXACT), round(y, EXACT)
        if not ring or point != ring[-1]:
            ring.append(point)
    return ring if ring[0] == ring[-1] else [*ring, ring[0]]
