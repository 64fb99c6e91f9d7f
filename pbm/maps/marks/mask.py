"""A shape as a small raster: what lies inside, and how far from the edge."""

from collections.abc import Sequence
from itertools import accumulate, pairwise

from pbm.maps.geometry import Box, Point, bounds

CELL = 2.5
STRAIGHT, DIAGONAL = 1.0, 1.4

Rows = list[list[float]]


class Mask:
    """Cells of a shape's box, with a rim of one cell; rows run down the page."""

    def __init__(self, rings: Sequence[Sequence[Point]]) -> None:
        self.box = bounds(point for ring in rings for point in ring).grown(CELL)
        self.columns = int((self.box.right - self.box.left) / CELL) + 1
        self.rows = int((self.box.bottom - self.box.top) / CELL) + 1
        cells = [self.scan(rings, row) for row in range(self.rows)]
        self.depth = depths(cells)
        self.sums = summed(cells)

    def scan(self, rings: Sequence[Sequence[Point]], row: int) -> list[bool]:
        """Which cells of a row have their centre inside: between each two crossings of its middle line."""
        down = self.box.top + (row + 0.5) * CELL
        crossings = sorted(
            x_a + (down - y_a) / (y_b - y_a) * (x_b - x_a)
            for ring in rings
            for (x_a, y_a), (x_b, y_b) in pairwise(ring)
            if (y_a > down) != (y_b > down)
        )
        cells = [False] * self.columns
        for start, end in zip(crossings[::2], crossings[1::2], strict=True):
            first = int((start - self.box.left) / CELL + 0.5)
            last = int((end - self.box.left) / CELL + 0.5)
            cells[first:last] = [True] * (last - first)
        return cells

    def centre(self, row: int, column: int) -> Point:
        """The middle of a cell on the page."""
        return self.box.left + (column + 0.5) * CELL, self.box.top + (row + 0.5) * CELL

    def depth_at(self, point: Point) -> float:
        """How far inside a point is; 0 outside."""
        column, row = int((point[0] - self.box.left) // CELL), int((point[1] - self.box.top) // CELL)
        if 0 <= row < self.rows and 0 <= column < self.columns:
            return self.depth[row][column] * CELL
        return 0.0

    def share_inside(self, box: Box) -> float:
        """How much of a box is inside the shape, 0 to 1."""
        left, right = (round((x - self.box.left) / CELL) for x in (box.left, box.right))
        top, bottom = (round((y - self.box.top) / CELL) for y in (box.top, box.bottom))
        total = max(right - left, 1) * max(bottom - top, 1)
        left, right = (min(max(column, 0), self.columns) for column in (left, right))
        top, bottom = (min(max(row, 0), self.rows) for row in (top, bottom))
        inside = self.sums[bottom][right] - self.sums[top][right] - self.sums[bottom][left] + self.sums[top][left]
        return inside / total


def summed(cells: list[list[bool]]) -> list[list[int]]:
    """How many cells are inside above and to the left of each corner."""
    sums = [[0] * (len(cells[0]) + 1)]
    for row in cells:
        across = accumulate(row, initial=0)
        sums.append([above + so_far for above, so_far in zip(sums[-1], across, strict=True)])
    return sums


def depths(cells: list[list[bool]]) -> Rows:
    """Distance of each cell from the nearest cell outside, swept once down and once up."""
    depth = [[float(len(cells)) if cell else 0.0 for cell in row] for row in cells]
    sweep(depth)
    turned = [row[::-1] for row in reversed(depth)]
    sweep(turned)
    return [row[::-1] for row in reversed(turned)]


def sweep(depth: Rows) -> None:
    """Each cell is at most one step deeper than those above it and to its left; the rim is outside."""
    for above, row in pairwise(depth):
        for column in range(1, len(row) - 1):
            if row[column]:
                row[column] = min(
                    row[column],
                    row[column - 1] + STRAIGHT,
                    above[column] + STRAIGHT,
                    above[column - 1] + DIAGONAL,
                    above[column + 1] + DIAGONAL,
                )
