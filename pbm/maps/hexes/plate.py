"""A plate of hexes drawn from its grid: terrain, heights, hexsides, roads, names and numbers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import groupby
from pathlib import Path as File

import msgspec
from msgspec import structs

from pbm.maps.data.atlas import find
from pbm.maps.data.fitting import fitted
from pbm.maps.data.style import Glyph, Palette, Terrain
from pbm.maps.geometry import Point
from pbm.maps.hexes.shapes import HexShapes
from pbm.maps.land.ground import drawn, mixed
from pbm.maps.land.plate import Owner
from pbm.maps.land.political import BLACK, GREY, WHITE, inked
from pbm.maps.letters.typeface import text_width
from pbm.maps.marks.hatching import hatched
from pbm.maps.marks.strokes import Stroke, stroked
from pbm.maps.scene import Item, Path, Polyline, Shape, Text, enlarged
from pbm.rules.hexes import SIDES, Hex
from pbm.rules.hexmap import HexMap, read_hexes

HEXES, STYLE = "hexes.json", "style.toml"
NET = 0.035  # of the hexside: the width of the lines between hexes
NUMBER, NUMBER_AT = 0.35, 0.50  # the size of a number, and how far above the middle its foot stands
NAME = 0.62
HATCH = 0.05
EARTH, RISE = "#8a6a3a", 0.16  # a hex is darker by this share for each step of height
HACHURES, HACHURE = 5, 0.2  # strokes along a slope, and how far they reach downhill
GLYPH_SIZE = 18.0  # the hexside for which little drawings are made
GLYPH_SPOTS = ((-0.45, 0.1), (0.45, 0.0), (0.0, 0.55))
SHORE = ((1.5, 0.25), (1.05, 0.5), (0.62, 0.75), (0.28, 1.0))  # bands along a bank: how broad, and how deep
BANK = 0.09
PEAK = 0.2  # the size of the small triangles beside a number, one for each step of height


class State(msgspec.Struct, frozen=True):
    """How a state of a counter is shown: a letter, and perhaps a colour for the whole counter."""

    letter: str = ""
    colour: str = ""
    name: str = ""
    faded: bool = False
    """It is gone: its counter is white and grey."""


class HexStyle(msgspec.Struct, frozen=True):
    """style.toml of a plate of hexes."""

    name: str
    title: str
    side: float = 15.0
    """The length of a hexside in points."""
    heading: str = ""
    """In large letters over the whole plate, with `subheading` under it."""
    subheading: str = ""
    north: int | None = None
    """Where north lies, in degrees clockwise from the top; without it there is no compass."""
    across: str = ""
    """How far it is from one hexside to the opposite one, in words."""
    sight: int = 3
    """How many hexes one sees."""
    water: tuple[str, ...] = ()
    """Terrains with a bank towards all others."""
    palette: Palette = Palette()
    terrain: dict[str, Terrain] = {}
    glyph: dict[str, Glyph] = {}
    sides: dict[str, Stroke] = {}
    """By kind, also those that a turn adds, such as a line of shields."""
    roads: dict[str, Stroke] = {}
    signs: dict[str, str] = {}
    """What the signs on counters mean, for the key."""
    state: dict[str, State] = {}
    owner: dict[str, Owner] = {}


@dataclass(frozen=True)
class HexPlate:
    """A map of hexes in its style; in black and white to save ink."""

    map: HexMap
    style: HexStyle
    saving: bool = False

    @cached_property
    def shapes(self) -> HexShapes:
        return HexShapes(self.map.grid, self.style.side)

    @cached_property
    def palette(self) -> Palette:
        return inked(self.style.palette, self.saving)

    @property
    def side(self) -> float:
        return self.style.side

    def ink(self, colour: str, plain: str = BLACK) -> str:
        return plain if self.saving else colour

    def inked(self, stroke: Stroke, plain: str = BLACK) -> Stroke:
        return structs.replace(stroke, colour=self.ink(stroke.colour, plain))

    def glyph(self, name: str) -> Glyph:
        glyph = self.style.glyph[name]
        return structs.replace(glyph, colour=GREY, fill=glyph.fill and WHITE) if self.saving else glyph

    def terrain(self, name: Hex) -> Terrain:
        return self.style.terrain.get(self.map.terrain_of[name]) or Terrain(self.style.palette.paper)

    def is_water(self, name: Hex) -> bool:
        return self.map.terrain_of[name] in self.style.water

    def net(self, name: Hex) -> str:
        """The colour of the lines between hexes: fainter on water."""
        fine = mixed(self.fill(name), self.palette.border, 0.35)
        return fine if self.is_water(name) and not self.saving else self.palette.border

    def fill(self, name: Hex) -> str:
        rise = min(RISE * self.map.height_of[name], 0.8)
        return self.ink(mixed(self.terrain(name).fill, EARTH, rise), WHITE)


@cache
def read_hex_plate(folder: File, saving: bool = False) -> HexPlate:
    """The plate of hexes in a folder."""
    return HexPlate(read_hexes(find(folder, HEXES)), fitted(HexStyle, find(folder, STYLE)), saving)


def ground(plate: HexPlate, names: Sequence[Hex]) -> Iterator[Item]:
    """Everything under the counters, of the hexes named."""
    wet = [name for name in names if plate.is_water(name)]
    dry = [name for name in names if not plate.is_water(name)]
    for name in wet:
        yield from terrain(plate, name)
    banks = [plate.shapes.hexside(name, side) for name, side in shoreline(plate, wet)]
    yield from shores(plate, banks)
    for name in dry:
        yield from terrain(plate, name)
    for name in names:
        yield Polyline(plate.shapes.outline(name), plate.net(name), NET * plate.side)
    for bank in banks:
        yield Polyline(bank, plate.ink(plate.style.palette.route), BANK * plate.side)
    for name in names:
        yield from slopes(plate, name)
    yield from roads(plate, set(names))
    yield from features(plate, set(names))
    for name in names:
        yield from peaks(plate, name)
    for name in names:
        yield number(plate, name)
    yield from titles(plate, set(names))


def terrain(plate: HexPlate, name: Hex) -> Iterator[Item]:
    """A tint, a pattern and little drawings."""
    look, ring = plate.terrain(name), plate.shapes.outline(name)
    yield Shape((ring,), plate.fill(name), plate.fill(name), 0.4)
    yield from hatched((ring,), look.pattern, plate.ink(look.ink, GREY), HATCH * plate.side)
    if look.glyph:
        yield from glyphs(plate, plate.glyph(look.glyph), plate.shapes.centre(name))


def shoreline(plate: HexPlate, wet: Sequence[Hex]) -> Iterator[tuple[Hex, int]]:
    """The hexsides between water and everything else."""
    for name in wet:
        for side, other in plate.map.grid.neighbours(name).items():
            if not plate.is_water(other):
                yield name, side


def shores(plate: HexPlate, banks: Sequence[Path]) -> Iterator[Item]:
    """Soft bands on the water: broad pale lines first, narrow deep ones on top. Land is painted over their half."""
    if not plate.saving:
        for width, depth in SHORE:
            colour = mixed(plate.style.palette.sea, plate.style.palette.shore, depth)
            yield from (Polyline(bank, colour, width * plate.side) for bank in banks)


def glyphs(plate: HexPlate, glyph: Glyph, centre: Point) -> Iterator[Item]:
    size = plate.side / GLYPH_SIZE
    for x, y in GLYPH_SPOTS:
        at = centre[0] / size + x * GLYPH_SIZE, centre[1] / size + y * GLYPH_SIZE
        yield from (enlarged(item, (0.0, 0.0), size) for item in drawn(glyph, at))


def slopes(plate: HexPlate, name: Hex) -> Iterator[Item]:
    """A line along each hexside from which the ground falls, with strokes downhill."""
    heights, ink = plate.map.height_of, plate.ink(EARTH)
    for side, other in plate.map.grid.neighbours(name).items():
        if heights[name] > heights[other]:
            start, end = plate.shapes.hexside(name, side)
            yield Polyline((start, end), ink, 0.1 * plate.side)
            yield from hachures(start, end, plate.shapes.centre(other), ink, plate.side)


def hachures(start: Point, end: Point, downhill: Point, ink: str, size: float) -> Iterator[Item]:
    for step in range(HACHURES):
        share = (step + 0.5) / HACHURES
        x, y = start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])
        foot = x + HACHURE * (downhill[0] - x), y + HACHURE * (downhill[1] - y)
        yield Polyline(((x, y), foot), ink, 0.04 * size)


def features(plate: HexPlate, names: set[Hex]) -> Iterator[Item]:
    """What the map has on hexsides."""
    for feature in plate.map.sides:
        if {feature.a, feature.b} & names:
            side = plate.map.grid.direction(feature.a, feature.b)
            if side and (stroke := plate.style.sides.get(feature.kind)):
                yield from along_side(plate, feature.a, side, stroke)


def along_side(plate: HexPlate, name: Hex, side: int, stroke: Stroke) -> Iterator[Item]:
    yield from stroked(plate.shapes.hexside(name, side), plate.inked(stroke), plate.side / GLYPH_SIZE)


def roads(plate: HexPlate, names: set[Hex]) -> Iterator[Item]:
    for kind, ways in plate.map.roads.items():
        stroke = plate.style.roads.get(kind, Stroke("dashed", plate.style.palette.faint, 1.0))
        stretches = (list(run) for way in ways for on, run in groupby(way, names.__contains__) if on)
        for path in (tuple(plate.shapes.centre(name) for name in run) for run in stretches if len(run) > 1):
            yield from stroked(path, plate.inked(stroke, GREY), plate.side / GLYPH_SIZE)


def number(plate: HexPlate, name: Hex) -> Text:
    (x, y), size = plate.shapes.centre(name), NUMBER * plate.side
    return Text(
        (x, y - NUMBER_AT * plate.side), name, "sans", size, plate.palette.faint, "middle", plate.fill(name), 0.2 * size
    )


def peaks(plate: HexPlate, name: Hex) -> Iterator[Item]:
    """One small triangle beside the number for each step of height."""
    (x, y), size = plate.shapes.centre(name), PEAK * plate.side
    ink, foot = plate.ink(EARTH), y - (NUMBER_AT + 0.01) * plate.side
    for step in range(plate.map.height_of[name]):
        left = x + 0.44 * plate.side + step * 0.75 * size
        yield Shape((((left, foot), (left + 0.45 * size, foot - 0.95 * size), (left + 0.9 * size, foot)),), ink)


def titles(plate: HexPlate, names: set[Hex]) -> Iterator[Item]:
    """Names of places, kept within the hexes shown; neighbours with the same name have it once."""
    told: set[Hex] = set()
    box = plate.shapes.box(names)
    for name, title in plate.map.names.items():
        near = {plate.map.grid.neighbour(name, side) for side in SIDES}
        if name in names and not any(plate.map.names[other] == title for other in near & told if other):
            told.add(name)
            (x, y), size = plate.shapes.centre(name), NAME * plate.side
            wet = plate.is_water(name)
            room = 0.25 * size if wet else 0.0
            half = text_width(title, "serif-italic", size, room) / 2 + 0.2 * plate.side
            x = min(max(x, box.left + half), box.right - half)
            at, ink = (x, y + 0.75 * plate.side), plate.palette.route if wet else plate.palette.ink
            yield Text(at, title, "serif-italic", size, ink, "middle", plate.fill(name), 0.1 * plate.side, room)
