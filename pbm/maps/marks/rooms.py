"""The largest upright rectangles inside an area: where its name finds room at any size of lettering."""

from collections.abc import Iterator, Sequence

from pbm.maps.geometry import Box, Point, box_about
from pbm.maps.marks.mask import CELL, Mask

SHAPES = (0.8, 1.3, 2.0, 3.0, 4.2)  # width for a height of 1
STEP = 1.0  # rectangles grow by this
EVERY = 2  # cells between the middles that are tried
EDGE = 1.6  # kept free along the border

Room = tuple[float, float, float, float]
"""The middle of a rectangle, its width and its height, in units of the sheet."""


def rooms(mask: Mask, sheet: Box, taken: Sequence[Box]) -> list[Room]:
    """One rectangle for each shape, on the sheet and clear of what is taken."""
    near = [box for box in taken if box.overlaps(mask.box)]
    return [room for shape in SHAPES if (room := largest(mask, shape, sheet, near))]


def largest(mask: Mask, shape: float, sheet: Box, near: Sequence[Box]) -> Room | None:
    best, found = 0.0, None
    for at in middles(mask):
        while fits(mask, box_about(at, (best + STEP) * shape, best + STEP), sheet, near):
            best, found = best + STEP, at
    return (*found, round(best * shape, 1), round(best, 1)) if found else None


def middles(mask: Mask) -> Iterator[Point]:
    for row in range(0, mask.rows, EVERY):
        for column in range(0, mask.columns, EVERY):
            if mask.depth[row][column]:
                x, y = mask.centre(row, column)
                yield round(x, 1), round(y, 1)


def fits(mask: Mask, box: Box, sheet: Box, near: Sequence[Box]) -> bool:
    if not box.within(sheet) or mask.share_inside(box.grown(max(EDGE, CELL / 2))) < 1:
        return False
    return not any(box.overlaps(other) for other in near)
