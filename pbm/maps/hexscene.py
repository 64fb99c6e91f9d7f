"""A plate of hexes as a scene: the whole of it, or a part at a larger scale, with a key."""

from collections.abc import Iterator, Sequence
from math import ceil

from pbm.maps.counters import HexMarks, marked
from pbm.maps.geometry import Box, Point
from pbm.maps.ground import drawn
from pbm.maps.hatching import hatched
from pbm.maps.hexplate import EARTH, HexPlate, ground, hachures
from pbm.maps.political import BLACK, GREY, WHITE
from pbm.maps.scene import Item, Line, Panel, Scene, Shape, Text, shown
from pbm.maps.strokes import stroked
from pbm.rules.hexes import Hex

MARGIN = 8.0
KEY_ROW, KEY_STEP, KEY_SIZE = 15.0, 104.0, 8.5
SWATCH = (20.0, 10.0)


def hex_scene(
    plate: HexPlate, marks: HexMarks | None = None, part: Sequence[Hex] = (), width: float | None = None
) -> Scene:
    """The plate with a turn's marks; `part` names hexes that a close-up must show, `width` is that of the page."""
    names = framed(plate, part) if part else list(plate.map.grid)
    box = plate.shapes.box(names)
    zoom = (width - 2 * MARGIN) / (box.right - box.left) if width else 1.0
    wide, high = ((end - start) * zoom + 2 * MARGIN for start, end in ((box.left, box.right), (box.top, box.bottom)))
    items = [*ground(plate, names), *marked(plate, within(marks or HexMarks(), set(names)))]
    legend = list(key(plate, wide, high))
    sheet = Box(0.0, 0.0, ceil(wide), ceil(high + key_height(plate, wide)))
    enlarged = shown(items, (box.left - MARGIN / zoom, box.top - MARGIN / zoom), zoom)
    return Scene(plate.style.title, sheet.right, sheet.bottom, [Panel(sheet, 0.0, WHITE), *enlarged, *legend])


def framed(plate: HexPlate, part: Sequence[Hex]) -> list[Hex]:
    """All hexes in the columns and rows of some, and one more all round."""
    places = [plate.map.grid.place(name) for name in part]
    (left, right), (top, bottom) = ((min(ends) - 1, max(ends) + 1) for ends in zip(*places, strict=True))
    inner = ((name, plate.map.grid.place(name)) for name in plate.map.grid)
    return [name for name, (column, row) in inner if left <= column <= right and top <= row <= bottom]


def within(marks: HexMarks, names: set[Hex]) -> HexMarks:
    """The marks that a part of the map shows."""
    return HexMarks(
        counters=[counter for counter in marks.counters if counter.hex in names],
        trails=[[name for name in trail if name in names] for trail in marks.trails],
        fights=[pair for pair in marks.fights if names.issuperset(pair)],
        sights=[sight for sight in marks.sights if {sight.start, sight.end} <= names],
        sides=[side for side in marks.sides if side[0] in names],
    )


def key_columns(width: float) -> int:
    return max(int((width - 2 * MARGIN) / KEY_STEP), 1)


def key_height(plate: HexPlate, width: float) -> float:
    return KEY_ROW * ceil(len(list(entries(plate))) / key_columns(width))


def key(plate: HexPlate, width: float, top: float) -> Iterator[Item]:
    """What tints, hexsides and letters mean, in rows under the map."""
    for number, (name, sample) in enumerate(entries(plate)):
        row, column = divmod(number, key_columns(width))
        x, y = MARGIN + column * KEY_STEP, top + row * KEY_ROW
        yield from shown(sample, (-x, -y), 1.0)
        yield Text((x + SWATCH[0] + 5, y + 8.0), name, "serif", KEY_SIZE, BLACK, "start")


def entries(plate: HexPlate) -> Iterator[tuple[str, list[Item]]]:
    """Names and samples of all that the style names."""
    style, middle = plate.style, SWATCH[1] / 2
    for terrain in style.terrain.values():
        if terrain.name:
            ring = Box(0.0, 0.0, *SWATCH).outline
            lines = hatched((ring,), terrain.pattern, plate.ink(terrain.ink, GREY), 0.7)
            drawings = drawn(plate.glyph(terrain.glyph), (SWATCH[0] / 2, middle)) if terrain.glyph else ()
            fill = plate.ink(terrain.fill, WHITE)
            yield terrain.name, [Shape((ring,), fill), *lines, *drawings, Line(ring, BLACK, 0.4)]
    if any(plate.map.heights):
        ends: tuple[Point, Point] = ((0.0, 3.0), (SWATCH[0], 3.0))
        foot = (SWATCH[0] / 2, 25.0)
        yield "slope, downhill", [Line(ends, plate.ink(EARTH), 1.5), *hachures(*ends, foot, plate.ink(EARTH), 15.0)]
    for stroke in (*style.sides.values(), *style.roads.values()):
        if stroke.name:
            yield stroke.name, list(stroked(((0.0, middle), (SWATCH[0], middle)), plate.inked(stroke), 0.8))
    for state in style.state.values():
        if state.name:
            yield (
                state.name,
                [Text((SWATCH[0] / 2, 8.5), state.letter, "sans-bold", 9.0, plate.ink(state.colour or BLACK))],
            )
