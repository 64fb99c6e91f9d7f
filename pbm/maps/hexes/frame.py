"""What stands round a plate of hexes: heading and frame, and under it the key, the compass and the scale."""

from collections.abc import Iterator, Sequence
from math import ceil, radians

from pbm.maps.geometry import Box, Point
from pbm.maps.hexes.plate import EARTH, RISE, HexPlate, hachures
from pbm.maps.land.ground import drawn, mixed
from pbm.maps.land.political import BLACK, GREY, WHITE
from pbm.maps.marks.cartouche import flourish
from pbm.maps.marks.hatching import hatched
from pbm.maps.marks.ornament import compass
from pbm.maps.marks.signs import sign_shape
from pbm.maps.marks.strokes import stroked
from pbm.maps.scene import Item, Panel, Polyline, Shape, Text, shown

MARGIN = 14.0
FRAME = ((5.0, 1.6), (8.0, 0.5))  # lines round the sheet: how far inward, and how wide
HEADING, HEADING_SIZE = 62.0, 30.0
KEY_ROW, KEY_STEP, KEY_SIZE, KEY_GAP = 13.5, 88.0, 8.0, 8.0
KEY_WIDTH = 520.0  # a narrower sheet has a smaller key
SWATCH = (20.0, 10.0)
ROSE = 20.0  # the radius of the compass, which takes the last column of the key
HEXAGON = ((-1.0, 0.0), (-0.5, -0.87), (0.5, -0.87), (1.0, 0.0), (0.5, 0.87), (-0.5, 0.87), (-1.0, 0.0))
Entry = tuple[str, list[Item]]


def paper(plate: HexPlate, sheet: Box) -> Iterator[Item]:
    yield Panel(sheet, 0.0, plate.ink(plate.style.palette.paper, WHITE))


def frame(plate: HexPlate, sheet: Box) -> Iterator[Item]:
    """A rim of paper over all that runs beyond the hexes, and a double line on it."""
    half = MARGIN / 2
    yield Polyline(sheet.grown(-half).outline, plate.ink(plate.style.palette.paper, WHITE), MARGIN)
    for inward, width in FRAME:
        yield Polyline(sheet.grown(-inward).outline, plate.palette.ink, width)


def heading_height(plate: HexPlate) -> float:
    return HEADING if plate.style.heading else 0.0


def heading(plate: HexPlate, width: float) -> Iterator[Item]:
    style, palette, middle = plate.style, plate.palette, width / 2
    if style.heading:
        yield Text((middle, 40.0), style.heading, "serif-bold", HEADING_SIZE, palette.accent, spacing=3.0)
        yield from flourish((middle, 49.0), width * 0.22, palette)
        yield Text((middle, 64.0), style.subheading, "serif-italic", 13.0, palette.ink)


# the key


def key_columns(plate: HexPlate, width: float) -> int:
    rose = 2 * ROSE + 8 if plate.style.north is not None else 0.0
    return max(int((width - 2 * MARGIN - rose) / KEY_STEP), 1)


def key_height(plate: HexPlate, width: float, entries: Sequence[Entry]) -> float:
    rows = KEY_ROW * ceil(len(entries) / key_columns(plate, width))
    return KEY_GAP + (max(rows, 2 * ROSE + 12) if plate.style.north is not None else rows)


def key(plate: HexPlate, width: float, top: float, entries: Sequence[Entry]) -> Iterator[Item]:
    """What tints, hexsides and signs mean, in rows under the map; the compass at the right."""
    columns = key_columns(plate, width)
    for number, (name, sample) in enumerate(entries):
        row, column = divmod(number, columns)
        x, y = MARGIN + column * KEY_STEP, top + KEY_GAP + row * KEY_ROW
        yield from shown(sample, (-x, -y), 1.0)
        yield Text((x + SWATCH[0] + 5, y + 8.0), name, "serif", KEY_SIZE, plate.palette.ink, "start")
    if plate.style.north is not None:
        middle = width - MARGIN - ROSE - 8, top + KEY_GAP + ROSE + 2
        yield from compass(middle, ROSE, plate.palette, radians(plate.style.north))


def entries(plate: HexPlate) -> Iterator[Entry]:
    """Names and samples of all that the style names."""
    yield from grounds(plate)
    yield from heights(plate)
    style, middle = plate.style, SWATCH[1] / 2
    for stroke in (*style.sides.values(), *style.roads.values()):
        if stroke.name:
            yield stroke.name, list(stroked(((0.0, middle), (SWATCH[0], middle)), plate.inked(stroke), 0.8))
    for sign, name in style.signs.items():
        yield name, [sign_shape(sign, (SWATCH[0] / 2, middle), 1.1, plate.palette.ink)]
    for state in style.state.values():
        if state.name:
            ink = plate.ink(state.colour or BLACK)
            yield state.name, [Text((SWATCH[0] / 2, 8.5), state.letter, "sans-bold", 9.0, ink)]
    for owner in style.owner.values():
        if owner.name:
            ring = Box(0.0, 0.0, *SWATCH).outline
            band = Box(0.0, 0.0, 5.0, SWATCH[1]).outline
            fill = plate.ink(mixed(WHITE, owner.ink, owner.depth / 100), BLACK if owner.depth >= 50 else WHITE)
            stripe = [Shape((band,), plate.ink(owner.stripe, WHITE))] if owner.stripe else []
            yield owner.name, [Shape((ring,), fill), *stripe, Polyline(ring, plate.ink(owner.ink), 0.8)]

    if style.across:
        hexagon = tuple((SWATCH[0] / 2 + 5.5 * x, middle + 5.5 * y) for x, y in HEXAGON)
        yield style.across, [Polyline(hexagon, plate.palette.ink, 0.8)]


def grounds(plate: HexPlate) -> Iterator[Entry]:
    ring, middle = Box(0.0, 0.0, *SWATCH).outline, (SWATCH[0] / 2, SWATCH[1] / 2)
    for terrain in plate.style.terrain.values():
        if terrain.name:
            lines = hatched((ring,), terrain.pattern, plate.ink(terrain.ink, GREY), 0.7)
            drawings = drawn(plate.glyph(terrain.glyph), middle) if terrain.glyph else ()
            fill = plate.ink(terrain.fill, WHITE)
            yield terrain.name, [Shape((ring,), fill), *lines, *drawings, Polyline(ring, BLACK, 0.4)]


def heights(plate: HexPlate) -> Iterator[Entry]:
    ring, ink = Box(0.0, 0.0, *SWATCH).outline, plate.ink(EARTH)
    usual = plate.style.terrain.get(plate.map.usual)
    for height in sorted({*plate.map.heights} - {0}):
        fill = plate.ink(mixed(usual.fill if usual else WHITE, EARTH, min(RISE * height, 0.8)), WHITE)
        peaks = [
            Shape((((x, 7.5), (x + 2.2, 2.9), (x + 4.4, 7.5)),), ink)
            for x in (SWATCH[0] / 2 - 2.2 * height + 4.4 * step for step in range(height))
        ]
        yield f"height {height}", [Shape((ring,), fill), *peaks, Polyline(ring, BLACK, 0.4)]
    if any(plate.map.heights):
        ends: tuple[Point, Point] = ((0.0, 3.0), (SWATCH[0], 3.0))
        yield "slope, downhill", [Polyline(ends, ink, 1.5), *hachures(*ends, (SWATCH[0] / 2, 25.0), ink, 15.0)]
