"""Signs for places: the box of a city, the diamond of a marked area, the lozenge of a sea."""

from collections.abc import Iterator

from pbm.maps.geometry import Box, Point, box_about
from pbm.maps.scene import Item, Panel, Shape
from pbm.maps.style import Palette

SIGNS: dict[str, tuple[Point, ...]] = {
    "shield": ((-3.4, -4.2), (3.4, -4.2), (3.4, -0.4), (2.2, 2.4), (0.0, 4.4), (-2.2, 2.4), (-3.4, -0.4)),
    "boat": (
        (-5.0, 0.8), (-0.6, 0.8), (-0.6, -4.6), (3.4, -0.4), (0.6, -0.4), (0.6, 0.8), (5.0, 0.8), (3.2, 4.0),
        (-3.2, 4.0),
    ),
    "tower": (
        (-3.6, -4.4), (-1.9, -4.4), (-1.9, -2.9), (-0.9, -2.9), (-0.9, -4.4), (0.9, -4.4), (0.9, -2.9), (1.9, -2.9),
        (1.9, -4.4), (3.6, -4.4), (3.6, -0.9), (2.6, -0.9), (2.6, 4.2), (-2.6, 4.2), (-2.6, -0.9), (-3.6, -0.9),
    ),
    "anchor": (
        (-0.7, -4.6), (0.7, -4.6), (0.7, -2.6), (2.2, -2.6), (2.2, -1.4), (0.7, -1.4), (0.7, 2.6), (2.6, 1.8),
        (2.2, 0.8), (4.6, 0.2), (4.2, 3.0), (3.4, 2.4), (1.6, 4.2), (-1.6, 4.2), (-3.4, 2.4), (-4.2, 3.0), (-4.6, 0.2),
        (-2.2, 0.8), (-2.6, 1.8), (-0.7, 2.6), (-0.7, -1.4), (-2.2, -1.4), (-2.2, -2.6), (-0.7, -2.6),
    ),
    "house": ((-4.0, 4.0), (-4.0, -0.4), (0.0, -4.2), (4.0, -0.4), (4.0, 4.0)),
    "square": ((-3.6, -3.6), (3.6, -3.6), (3.6, 3.6), (-3.6, 3.6)),
    "cross": (
        (-1.3, -4.2), (1.3, -4.2), (1.3, -1.3), (4.2, -1.3), (4.2, 1.3), (1.3, 1.3), (1.3, 4.2), (-1.3, 4.2),
        (-1.3, 1.3), (-4.2, 1.3), (-4.2, -1.3), (-1.3, -1.3),
    ),
    "horse": (
        (-3.6, 4.4), (-3.0, 1.2), (-1.4, -1.0), (-3.2, -0.2), (-4.4, -1.2), (-2.4, -3.2), (-0.4, -4.2), (0.2, -5.0),
        (0.8, -3.8), (2.8, -2.2), (3.6, 0.6), (3.4, 4.4),
    ),
    "bow": (
        (-2.6, -4.8), (0.4, -3.4), (2.0, -0.7), (4.8, -0.7), (4.8, 0.7), (2.0, 0.7), (0.4, 3.4), (-2.6, 4.8),
        (-2.6, 3.6), (-0.6, 2.4), (0.6, 0.7), (-3.8, 0.7), (-3.8, -0.7), (0.6, -0.7), (-0.6, -2.4), (-2.6, -3.6),
    ),
    "crown": ((-4.4, 3.6), (-4.8, -2.8), (-2.4, 0.2), (0.0, -4.2), (2.4, 0.2), (4.8, -2.8), (4.4, 3.6)),
    "wagon": (
        (-5.0, 1.6), (-5.0, -1.4), (-4.0, -3.6), (4.0, -3.6), (5.0, -1.4), (5.0, 1.6), (3.6, 1.6), (3.6, 3.6),
        (1.2, 3.6), (1.2, 1.6), (-1.2, 1.6), (-1.2, 3.6), (-3.6, 3.6), (-3.6, 1.6),
    ),
    "flame": (
        (0.4, -5.0), (2.2, -2.6), (2.0, -1.4), (3.2, -2.2), (3.9, 0.8), (2.8, 3.2), (1.0, 4.6), (1.4, 2.6), (0.0, 0.6),
        (-1.2, 2.6), (-0.9, 4.6), (-2.8, 3.3), (-3.9, 1.0), (-3.0, -1.4), (-1.9, -0.4), (-1.0, -3.0),
    ),
    "spear": (
        (-4.6, 3.6), (0.5, -1.5), (-0.3, -2.3), (4.8, -4.8), (2.3, 0.3), (1.5, -0.5), (-3.6, 4.6),
    ),
    "horseshoe": (
        (-1.6, 4.4), (-3.2, 4.4), (-3.2, 3.2), (-4.0, 1.2), (-4.2, -0.9), (-3.4, -3.0), (-1.8, -4.3), (0.0, -4.7),
        (1.8, -4.3), (3.4, -3.0), (4.2, -0.9), (4.0, 1.2), (3.2, 3.2), (3.2, 4.4), (1.6, 4.4), (1.6, 3.0), (2.2, 1.0),
        (2.3, -0.7), (1.7, -2.0), (0.0, -2.7), (-1.7, -2.0), (-2.3, -0.7), (-2.2, 1.0), (-1.6, 3.0),
    ),
    "herd": (
        (-4.8, -3.6), (-3.4, -1.9), (-1.6, -2.4), (1.6, -2.4), (3.4, -1.9), (4.8, -3.6), (4.4, -0.6), (2.4, 0.2),
        (1.5, 3.6), (0.0, 4.4), (-1.5, 3.6), (-2.4, 0.2), (-4.4, -0.6),
    ),
    "sheaf": (
        (0.0, -4.8), (1.2, -2.6), (3.2, -3.6), (2.6, -0.6), (0.9, 0.7), (3.0, 4.4), (-3.0, 4.4), (-0.9, 0.7),
        (-2.6, -0.6), (-3.2, -3.6), (-1.2, -2.6),
    ),
    "diamond": ((0.0, -4.6), (4.6, 0.0), (0.0, 4.6), (-4.6, 0.0)),
}  # fmt: skip
"""Little drawings for small places and beside figures."""
SIGN_SIZE = 9.0


def city_box(at: Point, size: float) -> Box:
    """The room a city's sign takes."""
    return box_about(at, size, size)


def city_sign(at: Point, size: float, palette: Palette, marked: bool, fill: str = "") -> Iterator[Item]:
    """A box with a keep in it; a marked city is red."""
    edge = palette.accent if marked else palette.ink
    yield Panel(city_box(at, size), 0.8, fill or (palette.accent if marked else palette.paper), edge, 1.1)
    yield Panel(box_about(at, 0.35 * size, 0.35 * size), 0.0, palette.paper if marked and not fill else edge)


def sign_shape(sign: str, at: Point, size: float, fill: str, edge: str = "") -> Shape:
    """A little drawing about a point, `size` times as large."""
    ring = tuple((at[0] + x * size, at[1] + y * size) for x, y in SIGNS[sign])
    return Shape((ring,), fill, edge, 0.8 if edge else 0.0)


def diamond(at: Point, half: float, palette: Palette) -> Shape:
    """The sign of a marked area without a city."""
    x, y = at
    ring = ((x, y - half), (x + half, y), (x, y + half), (x - half, y), (x, y - half))
    return Shape((ring,), palette.accent, palette.paper, 0.7)


def lozenge(box: Box, palette: Palette, fill: str = "") -> Panel:
    """The plate on which the name of a sea stands."""
    return Panel(box, 5.0, fill or palette.lozenge, palette.route, 0.9)
