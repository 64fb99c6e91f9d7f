"""Everything under the names: sea, shore, land, borders and the little drawings of the terrain."""

from collections.abc import Iterable, Iterator
from math import ceil, dist
from zlib import crc32

from pbm.maps.data.atlas import Atlas
from pbm.maps.data.outlines import chains
from pbm.maps.data.page import MapPage
from pbm.maps.data.style import Glyph, Style
from pbm.maps.geometry import Box, Point, bounds, box_about, thinned
from pbm.maps.marks.hatching import hatched
from pbm.maps.marks.mask import Mask
from pbm.maps.marks.strokes import Stroke, stroked
from pbm.maps.scene import Item, Panel, Path, Polyline, Shape

SHORE_STEPS = 9
SHORE_WIDTH = 34.0
SHORE_DETAIL = 2.5
COAST_WIDTH, BORDER_WIDTH = 1.1, 0.8
PATTERN_WIDTH = 0.6
SEA_BORDER_WIDTH, SEA_BORDER = 0.6, (2.0, 3.0)
TOUCH = 1.0  # a straight border up to this length is a corner where areas meet
CLOSED = "closed"
"""The kind of border that no link crosses."""
EDGE = 1.5  # between a little drawing and the border
JITTER = 0.3  # of the spacing


def sea(page: MapPage, style: Style) -> Iterator[Item]:
    """The sea."""
    yield Panel(page.box, 0.0, style.palette.sea)


def graticule(page: MapPage, style: Style) -> Iterator[Item]:
    """A faint net of meridians and parallels."""
    if not (net := style.graticule):
        return
    for longitude in range(net.meridians[0], net.meridians[1] + 1, net.step):
        line = page.line([(latitude, longitude) for latitude in steps(*net.latitudes, 4)])
        yield Polyline(line, style.palette.grid, 0.5)
    for latitude in range(net.parallels[0], net.parallels[1] + 1, net.step):
        line = page.line([(latitude, longitude) for longitude in steps(*net.longitudes, 2)])
        yield Polyline(line, style.palette.grid, 0.5)


def steps(first: float, last: float, to_the_degree: int) -> list[float]:
    return [step / to_the_degree for step in range(round(first * to_the_degree), round(last * to_the_degree) + 1)]


def coasts(atlas: Atlas, page: MapPage) -> list[Path]:
    """Every stretch of coast on the page."""
    return [line for _, line in coasts_of(atlas, page)]


def coasts_of(atlas: Atlas, page: MapPage) -> list[tuple[str, Path]]:
    """The same with the area that it belongs to."""
    runs = ((codes, run) for codes, run in chains(atlas.outlines.areas) if len(codes) == 1)
    return [(codes[0], page.line(run, codes[0])) for codes, run in runs]


def borders(atlas: Atlas, page: MapPage) -> list[tuple[tuple[str, ...], Path]]:
    """Every stretch of border between two areas, with their codes."""
    runs = ((codes, page.line(run, codes[0])) for codes, run in chains(atlas.outlines.areas))
    return [(codes, line) for codes, line in runs if len(set(codes)) == 2 and (len(line) > 2 or dist(*line) > TOUCH)]


def border_stroke(atlas: Atlas, codes: tuple[str, ...]) -> Stroke | None:
    """How the style draws the border between two areas, if it says so."""
    kinds, pair = atlas.style.border, frozenset(codes)
    return kinds.get(atlas.map.borders.get(pair, CLOSED))


def shore(lines: Iterable[Path], style: Style) -> Iterator[Item]:
    """A soft band along the coast: broad pale lines first, narrow deep ones on top."""
    lines = [thinned(line, SHORE_DETAIL) for line in lines]
    for step in range(SHORE_STEPS):
        share = (step + 1) / SHORE_STEPS
        colour = mixed(style.palette.sea, style.palette.shore, share**1.4)
        for line in lines:
            yield Polyline(line, colour, SHORE_WIDTH * (1 - step / SHORE_STEPS))


def mixed(first: str, second: str, share: float) -> str:
    """A colour between two, written #rrggbb."""
    pairs = [(int(first[i : i + 2], 16), int(second[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def background(atlas: Atlas, page: MapPage) -> Iterator[Item]:
    """The coasts that only frame the map."""
    palette = atlas.style.palette
    for ring in atlas.outlines.background:
        yield Shape((page.line(ring),), palette.background, palette.background_edge, 0.8)


def lands(shapes: dict[str, tuple[Path, ...]], colours: dict[str, str]) -> Iterator[Item]:
    """Every area filled; a hair of the same colour closes the seams between neighbours."""
    for code, rings in shapes.items():
        yield Shape(rings, colours[code], colours[code], 0.4)


def seas(atlas: Atlas, page: MapPage, saving: bool = False) -> Iterator[Item]:
    """Seas that have a shape, in the tint of their terrain, with a thin line between each two."""
    for code, rings in atlas.outlines.seas.items():
        terrain = atlas.style.terrain.get(atlas.map.by_code[code].terrain)
        shapes = tuple(page.line(ring) for ring in rings)
        if not saving:
            yield Shape(shapes, terrain.fill if terrain else atlas.style.palette.sea)
            yield from hatched(shapes, terrain.pattern, terrain.ink, PATTERN_WIDTH) if terrain else ()
        yield from (Polyline(shape, atlas.style.palette.route, SEA_BORDER_WIDTH, SEA_BORDER) for shape in shapes)


def patterns(atlas: Atlas, shapes: dict[str, tuple[Path, ...]]) -> Iterator[Item]:
    """The lines over terrains that have a pattern."""
    for code, rings in shapes.items():
        terrain = atlas.style.terrain_of(atlas.map.by_code[code].terrain)
        yield from hatched(rings, terrain.pattern, terrain.ink, PATTERN_WIDTH)


def outlines(atlas: Atlas, page: MapPage) -> Iterator[Item]:
    """Borders and, over their ends, coasts."""
    palette = atlas.style.palette
    kinds = [(border_stroke(atlas, codes), line) for codes, line in borders(atlas, page)]
    yield from (item for line in region_lines(atlas, page) for item in stroked(line, atlas.style.region or Stroke()))
    for kind, line in kinds:
        if not kind:
            yield Polyline(line, palette.border, BORDER_WIDTH)
    for line in coasts(atlas, page):
        yield Polyline(line, palette.coast, COAST_WIDTH)
    for kind, line in kinds:
        if kind:
            yield from stroked(line, kind)


def region_lines(atlas: Atlas, page: MapPage) -> list[Path]:
    """Borders between two regions, if the style outlines regions."""
    if atlas.style.region is None:
        return []
    region = {area.code: area.region for area in atlas.map.areas}
    return [line for (one, other), line in borders(atlas, page) if region[one] != region[other]]


def strewn(code: str, mask: Mask, style: Style, terrain: str, taken: list[Box]) -> Iterator[tuple[str, Point]]:
    """A terrain's little drawings over an area, clear of its edge and of all that is written; several kinds in turn."""
    if not (kinds := style.terrain_of(terrain).glyph.split()):
        return
    widest = max((style.glyph[kind] for kind in kinds), key=lambda glyph: glyph.spacing)
    for place in places(code, mask, widest, taken):
        yield kinds[crc32(f"{code} {place[0]:.1f} {place[1]:.1f}".encode()) % len(kinds)], place


def places(code: str, mask: Mask, glyph: Glyph, taken: list[Box]) -> Iterator[Point]:
    """Where a terrain's little drawings stand in an area."""
    near = [box for box in taken if box.overlaps(mask.box)]
    for place in lattice(code, mask.box, glyph.spacing):
        box = box_about(place, 2 * glyph.reach, 1.6 * glyph.reach)
        if mask.depth_at(place) > glyph.reach + EDGE and not any(box.overlaps(other, 1.0) for other in near):
            yield place


def lattice(code: str, box: Box, spacing: Point) -> Iterator[Point]:
    """Staggered rows, each place moved a little, always in the same way for the same area."""
    across, down = spacing
    for row in range(ceil((box.bottom - box.top) / down) + 1):
        for column in range(ceil((box.right - box.left) / across) + 1):
            scrambled = crc32(f"{code} {row} {column}".encode())
            x = column + row % 2 / 2 + JITTER * ((scrambled & 0xFFFF) / 0xFFFF - 0.5)
            y = row + JITTER * ((scrambled >> 16) / 0xFFFF - 0.5)
            yield box.left + x * across, box.top + y * down


def drawn(glyph: Glyph, at: Point) -> Iterator[Item]:
    """One little drawing in its place."""
    for shape in glyph.shapes:
        yield Shape((shifted(shape, at),), glyph.fill, glyph.colour, glyph.width)
    for line in glyph.lines:
        yield Polyline(shifted(line, at), glyph.colour, glyph.width)


def shifted(points: Iterable[Point], at: Point) -> Path:
    """Points about (0, 0) moved to a place."""
    return tuple((x + at[0], y + at[1]) for x, y in points)


def on_page(rings: tuple[Path, ...], page: MapPage) -> bool:
    """Whether any of a shape can be seen."""
    return any(bounds(ring).overlaps(page.box) for ring in rings)
