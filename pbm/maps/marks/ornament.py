"""Compass rose and scale bar."""

from collections.abc import Iterator
from itertools import pairwise
from math import cos, pi, sin

from pbm.maps.data.style import Palette
from pbm.maps.geometry import Box, Point
from pbm.maps.scene import Disc, Item, Panel, Shape, Text

MILE = 1.609344


def compass(centre: Point, radius: float, palette: Palette, north: float = 0.0) -> Iterator[Item]:
    """A rose of eight points, half dark and half light, with a red north, so far clockwise from the top."""
    yield Disc(centre, radius * 0.62, palette.sea, palette.route, 0.6)
    yield Disc(centre, radius * 0.55, palette.sea, palette.route, 0.4)
    for number in (1, 3, 5, 7, 0, 2, 4, 6):
        length = radius * (0.56 if number % 2 else 0.86)
        dark = palette.accent if number == 0 else palette.route
        yield from ray(centre, north + number * pi / 4, length, radius * 0.13, dark, palette)
    x, y = turned(centre, north, radius * 1.05)
    yield Text((x, y + radius * 0.12), "N", "serif-bold", radius * 0.34, palette.accent)


def ray(centre: Point, angle: float, length: float, half: float, dark: str, palette: Palette) -> Iterator[Item]:
    """One point of the rose."""
    tip = turned(centre, angle, length)
    for side, fill in ((-1, dark), (1, palette.lozenge)):
        ring = (centre, turned(centre, angle + side * pi / 4, half * 1.4), tip, centre)
        yield Shape((ring,), fill, palette.route, 0.5)


def turned(centre: Point, angle: float, length: float) -> Point:
    """So far from the centre, clockwise from north."""
    return centre[0] + length * sin(angle), centre[1] - length * cos(angle)


def scale_bar(at: Point, miles: tuple[int, ...], scale: float, palette: Palette) -> Iterator[Item]:
    """Alternating bars, in miles."""
    x, y = at
    ends = [x + mile * MILE * scale for mile in miles]
    for number, (left, right) in enumerate(pairwise(ends)):
        fill = palette.lozenge if number % 2 else palette.route
        yield Panel(Box(left, y, right, y + 3.6), 0.0, fill, palette.route, 0.6)
    for mile, end in zip(miles, ends, strict=True):
        yield Text((end, y - 3.5), str(mile), "sans", 8, palette.route)
    yield Text(((ends[0] + ends[-1]) / 2, y + 13.5), "miles", "serif-italic", 9, palette.route)
