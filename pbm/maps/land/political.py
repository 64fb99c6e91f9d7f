"""The map with its owners: told apart by letter, pattern and tint, so that it needs no colour."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path as File

from msgspec import structs

from pbm.maps.data.style import Glyph, Palette
from pbm.maps.geometry import thinned
from pbm.maps.land import ground, landscape, routes
from pbm.maps.land.compose import area_shapes
from pbm.maps.land.furniture import drawn_inset, frame
from pbm.maps.land.ground import BORDER_WIDTH, COAST_WIDTH, mixed
from pbm.maps.land.plate import Cover, Owner, Plate, read_plate
from pbm.maps.marks.hatching import hatched, strokes
from pbm.maps.marks.strokes import Stroke, stroked
from pbm.maps.scene import Disc, Item, Panel, Path, Polyline, Shape

FRONTIER_WIDTH = 2.6  # between two owners
FRONTIER_SIZE, FRONTIER_EDGE = 1.4, 1.6  # the same where the border has a form of its own
HATCH_WIDTH, HATCH_SHARE = 0.7, 34  # how much darker than its tint an owner's pattern is, in percent
SHORE = ((20.0, 0.35), (11.0, 0.75))
GLYPH_SHARE = 0.5  # how much of its own colour a little drawing keeps
OWN_EDGE = 2.0  # round the reader's own realm, in points
CONQUERED = (-45.0, 15.0, 6.5)  # stripes in the old owner's tint: their angle, how far apart and how wide they are
RING = (9.0, 6.0)  # the ring round an area, broken
SQUARE = (1000.0, 0.1)  # a stripe whose ends are cut off
CONQUERED_SAVING = (60.0, 16.0, 1.3, (8.0, 6.0))  # the same in black, broken
WHITE, BLACK, GREY = "#ffffff", "#000000", "#8a8a8a"


@dataclass(frozen=True)
class Holdings:
    """Who owns what, and whether ink is to be saved."""

    owned: tuple[tuple[str, str], ...]
    was: tuple[tuple[str, str], ...] = ()
    """The former owner, or nobody, of what has just changed hands."""
    saving: bool = False
    names: tuple[tuple[str, str], ...] = ()
    """What realms are called on the map; one without a name is called by its code."""
    own: str = ""
    """Whose realm is outlined."""
    covers: tuple[tuple[str, str], ...] = ()
    """What lies over areas, by its name in plate.toml."""

    @cached_property
    def owners(self) -> dict[str, str]:
        return dict(self.owned)


@dataclass(frozen=True)
class Lines:
    """What never changes on a sheet: computed once."""

    shapes: dict[str, tuple[Path, ...]]
    coasts: list[Path]
    borders: list[tuple[tuple[str, ...], Path]]
    """Those that the style draws in no way of their own."""
    routes: list[Item]
    kinds: list[tuple[tuple[str, ...], Stroke, Path]]
    waters: list[tuple[Stroke, Path]]
    """Rivers, and the lines between seas."""
    every: list[tuple[tuple[str, str], Path]]
    """Every border and every coast, with the areas on its two sides; the sea is empty."""
    regions: list[Path]


@cache
def lines_of(folder: File) -> Lines:
    plate = read_plate(folder)
    atlas, page = plate.atlas, plate.page
    borders = ground.borders(atlas, page)
    strokes = {codes: ground.border_stroke(atlas, codes) for codes, _ in borders}
    coasts = ground.coasts_of(atlas, page)
    return Lines(
        shapes=area_shapes(atlas, page),
        coasts=[line for _, line in coasts],
        borders=[(codes, line) for codes, line in borders if not strokes[codes]],
        routes=list(routes.sea_routes(atlas, page)),
        kinds=[(codes, stroke, line) for codes, line in borders if (stroke := strokes[codes])],
        waters=[
            *((atlas.style.relief.river, line) for line in landscape.rivers(atlas, page)),
            *((atlas.style.relief.sea, line) for line in landscape.sea_borders(atlas, page)),
        ],
        every=[
            *(((codes[0], codes[1]), line) for codes, line in borders),
            *(((code, ""), line) for code, line in coasts),
        ],
        regions=ground.region_lines(atlas, page),
    )


def over_land(folder: File, holdings: Holdings, zoom: float = 1.0) -> list[Item]:
    """What differs from reader to reader and from turn to turn: covers, and the edge of the reader's realm."""
    plate, shapes = read_plate(folder), lines_of(folder).shapes
    covers = [
        item for code, name in holdings.covers for item in covered(shapes[code], plate.cover[name], holdings.saving)
    ]
    return [*covers, *realm_edge(folder, holdings, zoom)]


def covered(rings: tuple[Path, ...], cover: Cover, saving: bool) -> Iterator[Item]:
    ink = BLACK if saving else cover.ink
    yield from hatched(rings, cover.pattern, ink, cover.width)
    if cover.ring:
        yield from (Polyline(ring, WHITE, cover.width * 1.8) for ring in rings)
        yield from (Polyline(ring, ink, cover.width, RING) for ring in rings)


def realm_edge(folder: File, holdings: Holdings, zoom: float = 1.0) -> list[Item]:
    """A heavy line round all that the reader owns, as wide at any zoom."""
    owners, own = holdings.owners, holdings.own
    lines = [
        line
        for (one, other), line in (lines_of(folder).every if own else ())
        if (owners.get(one) == own) != (owners.get(other) == own)
    ]
    ink = BLACK if holdings.saving else read_plate(folder).atlas.style.palette.accent
    wide = OWN_EDGE / zoom
    return [*(Polyline(line, WHITE, wide * 1.7) for line in lines), *(Polyline(line, ink, wide) for line in lines)]


def tint(owner: Owner, saving: bool) -> str:
    return WHITE if saving else mixed(WHITE, owner.ink, owner.depth / 100)


def pattern_ink(owner: Owner, saving: bool) -> str:
    return GREY if saving else mixed(WHITE, owner.ink, min(owner.depth + HATCH_SHARE, 100) / 100)


def inked(palette: Palette, saving: bool) -> Palette:
    """The colours of the map, or black and white."""
    if not saving:
        return palette
    names = palette.__struct_fields__
    dark = ("ink", "accent", "coast", "route")
    return type(palette)(**{name: BLACK if name in dark else WHITE for name in names} | {"border": GREY, "faint": GREY})


def land(folder: File, holdings: Holdings) -> list[Item]:
    """Everything under the names."""
    plate, lines = read_plate(folder), lines_of(folder)
    palette = inked(plate.atlas.style.palette, holdings.saving)
    return [
        Panel(plate.page.box, 0.0, palette.sea),
        *(shores(lines, palette, holdings) if not plate.atlas.outlines.seas else ()),
        *ground.seas(plate.atlas, plate.page, holdings.saving),
        *(
            Shape((plate.page.line(r),), palette.background, palette.background_edge, 0.8)
            for r in plate.atlas.outlines.background
        ),
        *routes.under_discs(plate.atlas, plate.page),
        *areas(plate, lines, holdings),
        *(item for stroke, line in lines.waters for item in stroked(line, saved(stroke, GREY, holdings))),
        *glyphs(plate, holdings),
        *regions(plate, lines, holdings),
        *edges(lines, palette, holdings),
        *routes.over_cells(plate.atlas, plate.page),
        *(recoloured(item, palette) for item in lines.routes),
        *(Disc(dot, routes.FERRY_DOT * 1.2, palette.accent) for dot in plate.layout.ferries),
        *(item for inset in plate.atlas.style.inset for item in drawn_inset(inset, palette)),
        *frame(palette, plate.page),
    ]


def shores(lines: Lines, palette: Palette, holdings: Holdings) -> Iterator[Item]:
    """A soft band along the coasts."""
    if holdings.saving:
        return
    thin = [thinned(line, ground.SHORE_DETAIL) for line in lines.coasts]
    for width, share in SHORE:
        colour = mixed(palette.sea, palette.shore, share)
        yield from (Polyline(line, colour, width) for line in thin)


def areas(plate: Plate, lines: Lines, holdings: Holdings) -> Iterator[Item]:
    paper = WHITE if holdings.saving else mixed(WHITE, plate.atlas.style.palette.paper, 0.55)
    for code, rings in lines.shapes.items():
        owner = plate.owner.get(holdings.owners.get(code) or "")
        fill = tint(owner, holdings.saving) if owner else paper
        yield Shape(rings, fill, fill, 0.4)
        if owner:
            yield from hatched(
                rings, pattern_of(owner, holdings.saving), pattern_ink(owner, holdings.saving), HATCH_WIDTH
            )
    for code, before in holdings.was:
        if rings := lines.shapes.get(code, ()):
            yield from conquered(rings, plate.owner.get(before), paper, holdings.saving)


def pattern_of(owner: Owner, saving: bool) -> str:
    """Without tints each owner has a pattern that no other has."""
    return owner.saving or owner.pattern if saving else owner.pattern


def conquered(rings: tuple[Path, ...], before: Owner | None, paper: str, saving: bool) -> Iterator[Item]:
    """What changed hands: stripes of its old owner."""
    if saving:
        angle, gap, width, dash = CONQUERED_SAVING
        yield from (Polyline(line, BLACK, width, dash) for line in strokes(rings, angle, gap))
        return
    angle, gap, width = CONQUERED
    colour = mixed(WHITE, before.ink, min(before.depth + 12, 100) / 100) if before else paper
    yield from (Polyline(line, colour, width, SQUARE) for line in strokes(rings, angle, gap))


def glyphs(plate: Plate, holdings: Holdings) -> Iterator[Item]:
    """The little drawings, quieter than on the map of terrains."""
    for name, places in plate.layout.glyphs.items():
        glyph = quiet(plate.atlas.style.glyph[name], holdings.saving)
        for place in places:
            yield from ground.drawn(glyph, place)


def quiet(glyph: Glyph, saving: bool) -> Glyph:
    ink = GREY if saving else mixed("#6b6152", glyph.colour, GLYPH_SHARE)
    fill = glyph.fill and (WHITE if saving else mixed(WHITE, glyph.fill, GLYPH_SHARE))
    return Glyph(glyph.spacing, glyph.reach, ink, glyph.width, glyph.lines, glyph.shapes, fill)


def regions(plate: Plate, lines: Lines, holdings: Holdings) -> Iterator[Item]:
    stroke = saved(plate.atlas.style.region or Stroke(), GREY, holdings)
    return (item for line in lines.regions for item in stroked(line, stroke))


def edges(lines: Lines, palette: Palette, holdings: Holdings) -> Iterator[Item]:
    """Borders, those between two owners heavier, and coasts."""
    owners = holdings.owners
    for (one, other), line in lines.borders:
        if owners.get(one) == owners.get(other):
            yield Polyline(line, palette.border, BORDER_WIDTH)
    for (one, other), line in lines.borders:
        if owners.get(one) != owners.get(other):
            yield Polyline(line, palette.ink, FRONTIER_WIDTH)
    yield from (Polyline(line, palette.coast, COAST_WIDTH) for line in lines.coasts)
    for (one, other), stroke, line in lines.kinds:
        frontier = owners.get(one) != owners.get(other)
        if frontier:
            yield Polyline(line, palette.ink, stroke.width * FRONTIER_SIZE + FRONTIER_EDGE)
        yield from stroked(line, saved(stroke, BLACK, holdings), FRONTIER_SIZE if frontier else 1.0)


def saved(stroke: Stroke, ink: str, holdings: Holdings) -> Stroke:
    """A stroke as it is, or in another ink where colour is to be saved."""
    return structs.replace(stroke, colour=ink) if holdings.saving else stroke


def recoloured(item: Item, palette: Palette) -> Item:
    if isinstance(item, Polyline):
        return Polyline(item.points, palette.route, item.width, item.dash)
    if isinstance(item, Disc):
        return Disc(item.centre, item.radius, palette.route, palette.lozenge, item.width)
    return item
