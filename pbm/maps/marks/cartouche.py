"""Sheets of paper on the map that carry text, and their decoration."""

from collections.abc import Iterator

from pbm.maps.data.style import Palette
from pbm.maps.geometry import Box, Point
from pbm.maps.scene import Item, Panel, Polyline, Shape


def cartouche(box: Box, palette: Palette) -> Iterator[Item]:
    """A sheet of paper with a double edge."""
    shade = Box(box.left + 2, box.top + 2.5, box.right + 2, box.bottom + 2.5)
    yield Panel(shade, 4.0, palette.shore)
    yield Panel(box, 4.0, palette.paper, palette.ink, 1.1)
    yield Panel(box.grown(-3.5), 2.5, palette.paper, palette.paper_edge, 0.8)


def flourish(centre: Point, half: float, palette: Palette) -> Iterator[Item]:
    """A thin rule with a diamond in its middle."""
    x, y = centre
    for side in (-1, 1):
        yield Polyline(((x + side * 7, y), (x + side * half, y)), palette.paper_edge, 1.0)
    ring = ((x - 4, y), (x, y - 2.6), (x + 4, y), (x, y + 2.6), (x - 4, y))
    yield Shape((ring,), palette.accent)
