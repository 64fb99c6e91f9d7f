"""Marches on a map: bent arrows from place to place, each with its strength."""

from collections.abc import Iterator, Sequence
from math import dist
from typing import NamedTuple

from pbm.maps.geometry import Box, Point, box_about
from pbm.maps.letters.typeface import text_width
from pbm.maps.scene import Disc, Item, Polyline, Shape, Text

BEND = 0.16  # how far an arrow leaves the straight line, as a share of its length
STEPS = 14
START, END = 5.0, 7.0  # how far from the middles of places it begins and ends, in points
LEAST, MOST, STRONG = 1.1, 3.2, 12  # how wide it is, and the strength at which it gets no wider
CASING = 1.8
HEAD = (6.0, 3.4)  # its point: length and half the width, more for wide arrows
RAIDING = (4.0, 2.6)
SHARES = (0.5, 0.4, 0.6, 0.32, 0.68, 0.25)  # where on an arrow its figure may stand
FIGURE = 6.6
WHITE = "#ffffff"


class Arrow(NamedTuple):
    """In points on paper."""

    start: Point
    end: Point
    number: int
    ink: str
    dashed: bool = False

    @property
    def width(self) -> float:
        return LEAST + (MOST - LEAST) * min(self.number, STRONG) / STRONG


def drawn(arrows: Sequence[Arrow]) -> Iterator[Item]:
    """White casings first, so that arrows that cross are told apart."""
    for arrow in arrows:
        line, *_ = course(arrow)
        yield Polyline(line, WHITE, arrow.width + CASING)
    for arrow in arrows:
        line, left, right, tip = course(arrow)
        yield Polyline(line, arrow.ink, arrow.width, RAIDING if arrow.dashed else None)
        yield Shape(((left, tip, right, left),), arrow.ink, WHITE, 0.6)


def course(arrow: Arrow) -> tuple[tuple[Point, ...], Point, Point, Point]:
    """The bent line up to its head, and the three corners of the head."""
    length = max(dist(arrow.start, arrow.end), 1.0)
    points = [bent(arrow, share / STEPS) for share in range(STEPS + 1)]
    first, last = min(START / length, 0.3), max(1 - END / length, 0.6)
    tip, long = bent(arrow, last), HEAD[0] + arrow.width
    neck = bent(arrow, max(last - long / length, first + 0.05))
    across = unit(neck, tip)
    half = HEAD[1] + arrow.width / 2
    left = neck[0] - across[1] * half, neck[1] + across[0] * half
    right = neck[0] + across[1] * half, neck[1] - across[0] * half
    inner = [point for number, point in enumerate(points) if first < number / STEPS < last - long / length]
    return (bent(arrow, first), *inner, neck), left, right, tip


def bent(arrow: Arrow, share: float) -> Point:
    """A point on the way: a quadratic curve that leaves the straight line to its right."""
    (x, y), (to_x, to_y) = arrow.start, arrow.end
    control = (x + to_x) / 2 - (to_y - y) * BEND * 2, (y + to_y) / 2 + (to_x - x) * BEND * 2
    a, b, c = (1 - share) ** 2, 2 * share * (1 - share), share**2
    return a * x + b * control[0] + c * to_x, a * y + b * control[1] + c * to_y


def unit(start: Point, end: Point) -> Point:
    length = max(dist(start, end), 0.01)
    return (end[0] - start[0]) / length, (end[1] - start[1]) / length


def figures(arrows: Sequence[Arrow], taken: Sequence[Box], scale: float = 1.0) -> Iterator[Item]:
    """The strength of each in a small disc, clear of names if it can be."""
    boxes = list(taken)
    for arrow in arrows:
        if not arrow.number:
            continue
        size = FIGURE * scale
        radius = max(text_width(str(arrow.number), "sans-bold", size) / 2, size * 0.4) + 1.6
        spots = [bent(arrow, share) for share in SHARES]
        clear = (spot for spot in spots if not any(box_about(spot, 2 * radius, 2 * radius).overlaps(b) for b in boxes))
        at = next(clear, spots[0])
        boxes.append(box_about(at, 2 * radius, 2 * radius))
        yield Disc(at, radius, WHITE, arrow.ink, 0.9)
        yield Text((at[0], at[1] + size * 0.35), str(arrow.number), "sans-bold", size, arrow.ink)
