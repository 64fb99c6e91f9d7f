"""Signs for places: the box of a city, the diamond of a marked area, the lozenge of a sea."""

from collections.abc import Iterator

from pbm.maps.geometry import Box, Point, box_about
from pbm.maps.scene import Item, Panel, Shape
from pbm.maps.style import Palette


def city_box(at: Point, size: float) -> Box:
    """The room a city's sign takes."""
    return box_about(at, size, size)


def city_sign(at: Point, size: float, palette: Palette, marked: bool, fill: str = "") -> Iterator[Item]:
    """A box with a keep in it; a marked city is red."""
    edge = palette.accent if marked else palette.ink
    yield Panel(city_box(at, size), 0.8, fill or (palette.accent if marked else palette.paper), edge, 1.1)
    yield Panel(box_about(at, 0.35 * size, 0.35 * size), 0.0, palette.paper if marked and not fill else edge)


def diamond(at: Point, half: float, palette: Palette) -> Shape:
    """The sign of a marked area without a city."""
    x, y = at
    ring = ((x, y - half), (x + half, y), (x, y + half), (x - half, y), (x, y - half))
    return Shape((ring,), palette.accent, palette.paper, 0.7)


def lozenge(box: Box, palette: Palette, fill: str = "") -> Panel:
    """The plate on which the name of a sea stands."""
    return Panel(box, 5.0, fill or palette.lozenge, palette.route, 0.9)
