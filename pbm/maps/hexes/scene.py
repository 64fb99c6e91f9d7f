"""A plate of hexes as a scene: the whole of it, or a part at a larger scale, with a key."""

from collections.abc import Sequence
from itertools import takewhile
from math import ceil

from pbm.maps.geometry import Box
from pbm.maps.hexes.frame import KEY_WIDTH, MARGIN, entries, frame, heading, heading_height, key, key_height, paper
from pbm.maps.hexes.key import samples
from pbm.maps.hexes.marks import HexMarks, marked
from pbm.maps.hexes.plate import HexPlate, ground
from pbm.maps.scene import Scene, shown
from pbm.rules.hexes import Hex


def hex_scene(
    plate: HexPlate,
    marks: HexMarks | None = None,
    part: Sequence[Hex] = (),
    width: float | None = None,
    headed: bool = False,
    most: float | None = None,
    around: int = 1,
) -> Scene:
    """The plate with a turn's marks.

    `part` names hexes that a close-up must show, with so many more `around` them; `width` is that of the page, `most`
    the longest hexside.
    """
    names = framed(plate, part, around) if part else list(plate.map.grid)
    box = plate.shapes.box(names)
    zoom = (width - 2 * MARGIN) / (box.right - box.left) if width else 1.0
    zoom = min(zoom, most / plate.side) if most else zoom
    wide, high = ((end - start) * zoom + 2 * MARGIN for start, end in ((box.left, box.right), (box.top, box.bottom)))
    top = heading_height(plate) if headed else 0.0
    signs = [] if part else [*entries(plate), *samples(plate, marks or HexMarks())]
    small = min(wide / KEY_WIDTH, 1.0)
    foot = small * key_height(plate, wide / small, signs) if signs else 0.0
    sheet = Box(0.0, 0.0, ceil(wide), ceil(top + high + foot))
    items = [*ground(plate, names), *marked(plate, within(marks or HexMarks(), set(names)))]
    enlarged = shown(items, (box.left - MARGIN / zoom, box.top - (MARGIN + top) / zoom), zoom)
    over = heading(plate, wide) if headed else ()
    below = key(plate, wide / small, 0.0, signs) if signs else ()
    under = shown(below, (0.0, (MARGIN - top - high) / small), small)
    items = [*paper(plate, sheet), *enlarged, *frame(plate, sheet), *over, *under]
    return Scene(plate.style.title, sheet.right, sheet.bottom, items)


def hexside(plate: HexPlate, width: float) -> float:
    """How long a hexside is if the whole plate is so wide."""
    box = plate.shapes.box(plate.map.grid)
    return plate.side * (width - 2 * MARGIN) / (box.right - box.left)


def framed(plate: HexPlate, part: Sequence[Hex], around: int = 1) -> list[Hex]:
    """All hexes in the columns and rows of some, and so many more all round."""
    places = [plate.map.grid.place(name) for name in part]
    (left, right), (top, bottom) = ((min(ends) - around, max(ends) + around) for ends in zip(*places, strict=True))
    inner = ((name, plate.map.grid.place(name)) for name in plate.map.grid)
    return [name for name, (column, row) in inner if left <= column <= right and top <= row <= bottom]


def within(marks: HexMarks, names: set[Hex]) -> HexMarks:
    """The marks that a part of the map shows."""
    return HexMarks(
        counters=[counter for counter in marks.counters if counter.hex in names],
        trails=[cut_short(trail, names) for trail in marks.trails],
        fights=[pair for pair in marks.fights if names.issuperset(pair)],
        shots=[pair for pair in marks.shots if names.issuperset(pair)],
        sights=[sight for sight in marks.sights if {sight.start, sight.end} <= names],
        sides=[side for side in marks.sides if side[0] in names],
    )


def cut_short(trail: Sequence[Hex], names: set[Hex]) -> list[Hex]:
    """The last stretch of a trail that a part of the map shows, if it ends there."""
    back = list(takewhile(names.__contains__, reversed(trail)))
    return back[::-1]
