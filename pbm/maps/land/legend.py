"""The key to the map, and the table beside it."""

from collections.abc import Iterator, Mapping
from math import ceil

from pbm.maps.data.style import Gazetteer, Legend, LegendRow, Listing, Palette, Style, Terrain
from pbm.maps.geometry import Point, box_about
from pbm.maps.land.ground import PATTERN_WIDTH, drawn
from pbm.maps.land.routes import DASH, FERRY_DOT, ROUTE_WIDTH, dotted
from pbm.maps.mapdata import Area
from pbm.maps.marks.cartouche import cartouche, flourish
from pbm.maps.marks.hatching import hatched
from pbm.maps.marks.signs import SIGN_SIZE, SIGNS, city_sign, diamond, sign_shape
from pbm.maps.marks.strokes import Stroke, stroked
from pbm.maps.scene import Disc, Item, Panel, Polyline, Text

ROW = 25.0
SIGN_ROW = 22.0
SWATCH = (30.0, 18.0)
COLUMN_GAP = 20.0


def drawn_legend(style: Style, legend: Legend) -> Iterator[Item]:
    """Terrains with their figures, then the other signs, then a note."""
    palette = style.palette
    yield from cartouche(legend.box, palette)
    left, right, y = legend.box.left + 15, legend.box.right - 15, legend.box.top + 26
    yield Text((left, y), legend.heading, "serif-bold", 14, palette.ink, "start")
    yield Text((right, y), legend.figures, "serif-italic", 11, palette.ink, "end")
    for row in legend.terrains or named(style.terrain):
        y += ROW
        yield from terrain_row(row, left, right, y, style)
    yield from flourish(((left + right) / 2, y + 20), (right - left) * 0.5, palette)
    y += 20
    for row in legend.signs or named(style.border):
        y += SIGN_ROW
        yield from sign(row.mark, (left + SWATCH[0] / 2, y - 3.5), style)
        yield Text((left + 40, y), row.name, "serif", 11.5, palette.ink, "start")
    for number, line in enumerate(legend.note):
        yield Text(((left + right) / 2, y + 24 + number * 13), line, "serif-italic", 10, palette.ink)


def named(kinds: Mapping[str, Terrain | Stroke]) -> list[LegendRow]:
    return [LegendRow(mark, kind.name) for mark, kind in kinds.items() if kind.name]


def terrain_row(row: LegendRow, left: float, right: float, y: float, style: Style) -> Iterator[Item]:
    """One terrain: swatch, name, remark, figure."""
    palette, middle = style.palette, (left + SWATCH[0] / 2, y - 4)
    if row.mark in style.terrain:
        yield from swatch(row.mark, middle, style)
    else:
        yield from sign(row.mark, middle, style)
    yield Text((left + 40, y), row.name, "serif", 12, palette.ink, "start")
    yield Text((right - 16, y), row.remark, "serif-italic", 10, palette.faint, "end")
    yield Text((right, y), row.figure, "sans-bold", 11.5, palette.ink, "end")


def swatch(mark: str, middle: Point, style: Style) -> Iterator[Item]:
    """A patch of a terrain."""
    terrain = style.terrain[mark]
    yield Panel(box_about(middle, *SWATCH), 1.5, terrain.fill, style.palette.border, 0.8)
    yield from hatched((box_about(middle, *SWATCH).outline,), terrain.pattern, terrain.ink, PATTERN_WIDTH)
    if terrain.glyph:
        kinds = terrain.glyph.split()
        for step, kind in ((-6.5, kinds[0]), (6.5, kinds[-1])):
            yield from drawn(style.glyph[kind], (middle[0] + step, middle[1] + 1))


def sign(mark: str, middle: Point, style: Style) -> Iterator[Item]:
    """The sign that a legend row explains."""
    palette, (x, y) = style.palette, middle
    if mark in style.border:
        yield from stroked(((x - 15, y), (x + 15, y)), style.border[mark])
    elif mark == "city":
        yield from city_sign(middle, style.city_size, palette, marked=False)
    elif mark in SIGNS:
        yield sign_shape(mark, middle, style.city_size / SIGN_SIZE, palette.ink, palette.paper)
    elif mark == "region" and style.region:
        yield from stroked(((x - 15, y), (x + 15, y)), style.region)
    elif mark == "sea_border":
        yield from stroked(((x - 15, y), (x + 15, y)), style.relief.sea)
    elif mark == "marked":
        yield from city_sign((x - 7, y), style.city_size, palette, marked=True)
        yield diamond((x + 7, y), style.mark_size, palette)
    elif mark == "searoute":
        yield Polyline(((x - 15, y), (x + 13, y)), palette.route, ROUTE_WIDTH, DASH)
        yield Disc((x + 15, y), 1.7, palette.route)
    elif mark == "ferry":
        for place in dotted((x - 14, y), (x + 14, y)):
            yield Disc(place, FERRY_DOT, palette.accent)


def drawn_table(table: Listing, rows: list[tuple[str, ...]], palette: Palette) -> Iterator[Item]:
    """The table in blocks side by side."""
    yield from cartouche(table.box, palette)
    left, top, right, _ = table.box
    yield Text(((left + right) / 2, top + 21), table.heading, "serif-bold", 13.5, palette.ink)
    yield from flourish(((left + right) / 2, top + 30), (right - left) * 0.38, palette)
    length = ceil(len(rows) / table.blocks)
    width = (right - left - 28 + COLUMN_GAP) / table.blocks
    for number, row in enumerate(rows):
        x, y = left + 14 + number // length * width, top + 47 + number % length * 14.5
        yield from table_row(row, x, y, width, palette)


def drawn_gazetteer(gazetteer: Gazetteer, areas: list[Area], palette: Palette) -> Iterator[Item]:
    """Codes and names of all areas of a kind, by code, in blocks side by side."""
    yield from cartouche(gazetteer.box, palette)
    left, top, right, _ = gazetteer.box
    yield Text(((left + right) / 2, top + 21), gazetteer.heading, "serif-bold", 13.5, palette.ink)
    yield from flourish(((left + right) / 2, top + 30), (right - left) * 0.38, palette)
    length = ceil(len(areas) / gazetteer.blocks)
    width = (right - left - 24) / gazetteer.blocks
    for number, area in enumerate(sorted(areas, key=lambda area: area.code)):
        x, y = left + 14 + number // length * width, top + 45 + number % length * 11.8
        yield Text((x, y), area.code, "sans-bold", 8.8, palette.accent, "start")
        yield Text((x + 24, y), area.name, "serif", 9.8, palette.ink, "start")


def table_row(row: tuple[str, ...], x: float, y: float, width: float, palette: Palette) -> Iterator[Item]:
    """Code, name, and the code of the place."""
    code, name, place = row
    yield Text((x, y), code, "sans-bold", 9.5, palette.ink, "start")
    yield Text((x + 27, y), name, "serif", 10.5, palette.ink, "start")
    yield Text((x + width - COLUMN_GAP, y), place, "sans-bold", 9.5, palette.accent, "end")
