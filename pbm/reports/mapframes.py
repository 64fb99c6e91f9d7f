"""Which part of a map a report shows: a frame shaped to its places, and insets for those that lie far off."""

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from pbm.maps.geometry import Box, Point, bounds
from pbm.maps.land.plate import Plate, read_plate
from pbm.maps.land.political import lines_of
from pbm.maps.letters.lettering import middle_of
from pbm.reports.sections import Map

AROUND = 26.0
"""How much of the map is shown round its places, in units of the sheet."""
LEAST = 190.0
"""The smallest width and height of a frame."""
NEAR = 70.0
"""Places no farther apart than this belong together."""
STRETCHED = 1.7
"""How much larger a frame may get for places that lie farther off, before they get an inset."""
INSETS = 3


def frames(section: Map, folder: Path) -> list[Box]:
    """The main frame, and the frames of insets."""
    plate = read_plate(folder)
    groups = grouped([extent(folder, place) for place in section.whole])
    if not groups:
        middles = [middle_of(plate, place) for place in section.part if is_placed(plate, place)]
        groups = [[bounds(middles)]] if middles else [[plate.page.inner]]
    boxes = [union(group) for group in groups]
    main, rest = boxes[0], list[Box]()
    for box in boxes[1:]:
        together = union([main, box])
        if size(together) <= STRETCHED * max(size(main), LEAST**2) or len(rest) == INSETS:
            main = together
        else:
            rest.append(box)
    chosen = [main, *rest]
    for point in (middle_of(plate, place) for place in section.part if is_placed(plate, place)):
        nearest = min(range(len(chosen)), key=lambda number: (away(point, chosen[number]), number))
        if away(point, chosen[nearest]) <= LEAST:
            chosen[nearest] = union([chosen[nearest], Box(*point, *point)])
    return [kept_on(widened(box.grown(AROUND)), plate.page.inner) for box in chosen]


def is_placed(plate: Plate, place: str) -> bool:
    return place in plate.layout.labels or place in plate.layout.rooms


@cache
def extent(folder: Path, place: str) -> Box:
    """The shape of a place, or the point where its sign stands."""
    plate = read_plate(folder)
    rings = lines_of(folder).shapes.get(place, ())
    points: Iterable[Point] = (point for ring in rings for point in ring) if rings else [middle_of(plate, place)]
    return bounds(points)


def grouped(boxes: Sequence[Box]) -> list[list[Box]]:
    """Boxes that lie near each other together, the largest group first."""
    groups: list[list[Box]] = []
    for box in boxes:
        touching = [group for group in groups if any(box.overlaps(other, NEAR) for other in group)]
        groups = [group for group in groups if group not in touching]
        groups.append([box, *(other for group in touching for other in group)])
    return sorted(groups, key=lambda group: (-len(group), union(group)))


def union(boxes: Sequence[Box]) -> Box:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))


def size(box: Box) -> float:
    return max(box.right - box.left, LEAST) * max(box.bottom - box.top, LEAST)


def away(point: Point, box: Box) -> float:
    across = max(box.left - point[0], 0.0, point[0] - box.right)
    down = max(box.top - point[1], 0.0, point[1] - box.bottom)
    return max(across, down)


def widened(box: Box) -> Box:
    """Not smaller than the least frame."""
    across, down = (max(0.0, LEAST - length) / 2 for length in (box.right - box.left, box.bottom - box.top))
    return Box(box.left - across, box.top - down, box.right + across, box.bottom + down)


def kept_on(box: Box, sheet: Box) -> Box:
    """Moved onto the sheet; what does not fit is cut off."""
    left, right = slid(box.left, box.right, sheet.left, sheet.right)
    top, bottom = slid(box.top, box.bottom, sheet.top, sheet.bottom)
    return Box(left, top, right, bottom)


def slid(low: float, high: float, least: float, most: float) -> tuple[float, float]:
    length = min(high - low, most - least)
    start = min(max(low, least), most - length)
    return start, start + length


def shaped(box: Box, ratio: float, sheet: Box) -> Box:
    """A frame widened or heightened to a shape, its height for a width of 1, as far as the sheet goes."""
    wide, high = box.right - box.left, box.bottom - box.top
    if high / wide < ratio:
        more = min(wide * ratio, sheet.bottom - sheet.top) - high
        return kept_on(Box(box.left, box.top - more / 2, box.right, box.bottom + more / 2), sheet)
    more = min(high / ratio, sheet.right - sheet.left) - wide
    return kept_on(Box(box.left - more / 2, box.top, box.right + more / 2, box.bottom), sheet)
