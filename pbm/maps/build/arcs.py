"""The borders between areas as lines: traced along the pixels once for both sides, then smoothed."""

from collections import defaultdict

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import LineString, MultiLineString

from pbm.maps.build.raster import Grid, Labels

SMOOTHING_ROUNDS = 14

Corner = tuple[int, int]
Segment = tuple[Corner, Corner]
Positions = NDArray[np.float64]


def border_arcs(grid: Grid, labels: Labels) -> list[LineString]:
    """One smooth line for every stretch of border between two areas."""
    arcs = []
    for _, segments in sorted(border_segments(labels).items()):
        merged = shapely.line_merge(MultiLineString(segments))
        arcs += [smooth_arc(shapely.get_coordinates(part)) for part in shapely.get_parts(merged)]
    return [LineString(arc * grid.pixel + (grid.west, grid.south)) for arc in arcs]


def border_segments(labels: Labels) -> dict[tuple[int, int], list[Segment]]:
    """The pixel edges between each pair of areas, as corners (column, row)."""
    found: dict[tuple[int, int], list[Segment]] = defaultdict(list)
    beside = (labels[:, :-1], labels[:, 1:])
    for row, column in zip(*np.nonzero(differ(*beside)), strict=True):
        segment = ((column + 1, row), (column + 1, row + 1))
        found[couple(beside[0][row, column], beside[1][row, column])].append(segment)
    above = (labels[:-1], labels[1:])
    for row, column in zip(*np.nonzero(differ(*above)), strict=True):
        segment = ((column, row + 1), (column + 1, row + 1))
        found[couple(above[0][row, column], above[1][row, column])].append(segment)
    return found


def differ(one: Labels, other: Labels) -> NDArray[np.bool_]:
    """Where two different areas meet; the open sea is no area."""
    return np.not_equal(one, other) & np.greater(one, 0) & np.greater(other, 0)


def couple(one: int, other: int) -> tuple[int, int]:
    """Two labels in order."""
    return (int(min(one, other)), int(max(one, other)))


def smooth_arc(arc: Positions) -> Positions:
    """Rounds the pixel steps off and leaves both ends where they are."""
    for _ in range(SMOOTHING_ROUNDS):
        inner = (arc[:-2] + 2 * arc[1:-1] + arc[2:]) / 4
        arc = np.concatenate([arc[:1], inner, arc[-1:]])
    return arc
