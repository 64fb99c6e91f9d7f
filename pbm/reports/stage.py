"""The map of a replay: land, borders, seas and cities as parts of their own, which a script can paint anew.

A place's shape has the name `s-CODE`; over it lie `a-CODE` in the tint of its owner and `h-CODE` in the owner's
pattern. Seas and cities have a mark, `m-CODE`. A border names the places on its two sides.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from html import escape
from itertools import groupby
from pathlib import Path

from msgspec import Struct

from pbm.maps.geometry import Box, thinned
from pbm.maps.land import ground, routes
from pbm.maps.land.furniture import drawn_inset
from pbm.maps.land.ground import mixed
from pbm.maps.land.plate import Plate, read_plate
from pbm.maps.land.political import (
    FRONTIER_EDGE,
    FRONTIER_SIZE,
    SHORE,
    WHITE,
    Holdings,
    lines_of,
    recoloured,
    tint,
)
from pbm.maps.letters.lettering import REALM, Window, Writer, middle_of, ordered
from pbm.maps.letters.realms import name_realms
from pbm.maps.mapdata import CITY, SEA
from pbm.maps.marks.hatching import PATTERNS
from pbm.maps.marks.strokes import stroked
from pbm.maps.scene import Disc, Item, Panel, Text
from pbm.maps.writers.svg import element, number, ring, track
from pbm.maps.writers.svgland import drawing, pattern, stroke, tracks, written
from pbm.reports.mappictures import seen

DETAIL = 1.6
"""Points of a line nearer than this to the one before are left out."""
TYPE = 6.4 / 760
"""The smallest lettering, for a map that is 1 wide."""
NOBODY = "none"


class Scenery(Struct, frozen=True):
    """The map of a replay, and what a script must know to paint it."""

    svg: str
    paint: dict[str, tuple[str, str]] = {}
    """The tint and the ink of every owner."""
    paper: str = WHITE
    """Land that nobody owns."""
    sea: str = WHITE
    """The mark of a sea that nobody owns."""
    middles: dict[str, tuple[int, int]] = {}
    """Where a fight is shown."""


def window_of(plate: Plate) -> Window:
    box = plate.page.box
    return seen(plate, box, box.right - box.left, TYPE * (box.right - box.left))


def area_scenery(folder: Path, casts: Sequence[Holdings], shown: Iterable[str]) -> Scenery:
    """The map with the owners of the last turn; `casts` has those of every turn, `shown` the places that may change
    hands or be fought over."""
    plate = read_plate(folder)
    owners = casts[-1].owners
    every = sorted({owner for cast in casts for _, owner in cast.owned} & {*plate.owner})
    palette = plate.atlas.style.palette
    paper = mixed(WHITE, palette.paper, 0.55)
    made = Scenery(
        svg="",
        paint={code: (tint(plate.owner[code], False), plate.owner[code].ink) for code in every},
        paper=paper,
        sea=palette.lozenge,
        middles={code: middle(plate, code) for code in sorted({*shown} & {*plate.atlas.map.by_code})},
    )
    box = plate.page.box
    svg = "\n".join(
        [
            f'<svg class="plate stage" viewBox="0 0 {number(box.right)} {number(box.bottom)}" role="img" '
            f'aria-labelledby="stage-title" style="background:{palette.sea}" '
            'stroke-linecap="round" stroke-linejoin="round">',
            '<title id="stage-title">The map; the text beside it says what changed</title>',
            "<defs>",
            *definitions(folder, every),
            "</defs>",
            *under(folder),
            *areas(folder, owners, made),
            *(
                f'<use href="#g-{name}" x="{number(x)}" y="{number(y)}"/>'
                for name, places in plate.layout.glyphs.items()
                for x, y in places
            ),
            *borders(folder, owners),
            *over(folder),
            *(realm_names(folder, cast, count, count == len(casts) - 1) for count, cast in enumerate(casts)),
            '<g class="names">',
            *labels(plate, owners, made),
            "</g>",
            '<g id="fights"></g>',
            "</svg>",
        ]
    )
    return Scenery(svg, made.paint, made.paper, made.sea, made.middles)


def middle(plate: Plate, code: str) -> tuple[int, int]:
    x, y = middle_of(plate, code)
    return round(x), round(y)


def definitions(folder: Path, owners: Iterable[str]) -> Iterator[str]:
    """Shapes and patterns, each once."""
    plate, lines = read_plate(folder), lines_of(folder)
    yield f'<path id="coast" fill="none" d="{"".join(track(thinned(line, DETAIL)) for line in lines.coasts)}"/>'
    for name in plate.layout.glyphs:
        yield f'<g id="g-{name}">{drawing(plate.atlas.style.glyph[name])}</g>'
    for code in owners:
        yield pattern(f"p-{code}", plate.owner[code])
    for code, rings in lines.shapes.items():
        yield f'<path id="s-{code}" d="{"".join(ring(thinned(line, DETAIL)) for line in rings)}"/>'


def under(folder: Path) -> Iterator[str]:
    """Sea, shores and the land beyond the map."""
    plate = read_plate(folder)
    palette, box = plate.atlas.style.palette, plate.page.box
    yield f'<rect width="{number(box.right)}" height="{number(box.bottom)}" fill="{palette.sea}"/>'
    yield from (stroke("coast", mixed(palette.sea, palette.shore, share), wide) for wide, share in SHORE)
    for line in plate.atlas.outlines.background:
        yield f'<path d="{ring(plate.page.line(line))}" fill="{palette.background}"/>'
    yield from map(element, [*ground.seas(plate.atlas, plate.page), *routes.under_discs(plate.atlas, plate.page)])


def areas(folder: Path, owners: Mapping[str, str], look: Scenery) -> Iterator[str]:
    plate = read_plate(folder)
    yield f'<g stroke="{plate.atlas.style.palette.border}" stroke-width="{number(ground.BORDER_WIDTH)}">'
    for code in lines_of(folder).shapes:
        owner = owners.get(code, "")
        fill = look.paint[owner][0] if owner in look.paint else look.paper
        name = escape(plate.atlas.map.by_code[code].name)
        yield (
            f'<use id="a-{code}" class="area" href="#s-{code}" fill="{fill}" data-owner="{owner}">'
            f"<title>{name}</title></use>"
        )
    yield '</g><g class="hatch">'
    for code in lines_of(folder).shapes:
        yield f'<use id="h-{code}" href="#s-{code}" fill="{hatch(plate, owners.get(code, ""))}"/>'
    yield "</g>"


def hatch(plate: Plate, owner: str) -> str:
    return f"url(#p-{owner})" if owner in plate.owner and PATTERNS[plate.owner[owner].pattern] else NOBODY


def borders(folder: Path, owners: Mapping[str, str]) -> Iterator[str]:
    """Those between two owners are heavy."""
    lines, ink = lines_of(folder), read_plate(folder).atlas.style.palette.ink
    yield f'<g fill="none" stroke="{ink}">'
    for (one, other), line in lines.borders:
        yield border(one, other, tracks([line]), owners)
    for (one, other), kind, line in lines.kinds:
        wide = number(kind.width * FRONTIER_SIZE + FRONTIER_EDGE)
        yield border(one, other, track(thinned(line, DETAIL)), owners, f' style="stroke-width:{wide}"')
    yield "</g>"
    for _, kind, line in lines.kinds:
        yield from map(element, stroked(line, kind))


def border(one: str, other: str, path: str, owners: Mapping[str, str], style: str = "") -> str:
    parted = " parted" if owners.get(one) != owners.get(other) else ""
    return f'<path class="border{parted}" data-between="{one} {other}" d="{path}"{style}/>'


def over(folder: Path) -> Iterator[str]:
    """Coasts, rivers, routes and insets."""
    plate, lines = read_plate(folder), lines_of(folder)
    palette = plate.atlas.style.palette
    yield stroke("coast", palette.coast, ground.COAST_WIDTH)
    rest = [
        *(item for kind, line in lines.waters for item in stroked(line, kind)),
        *routes.over_cells(plate.atlas, plate.page),
        *(recoloured(item, palette) for item in lines.routes),
        *(Disc(dot, routes.FERRY_DOT * 1.2, palette.accent) for dot in plate.layout.ferries),
        *(item for inset in plate.atlas.style.inset for item in drawn_inset(inset, palette)),
    ]
    yield from map(written, rest)


def realm_names(folder: Path, cast: Holdings, count: int, on: bool) -> str:
    """The names over the lands as they are in one turn."""
    plate = read_plate(folder)
    window = window_of(plate)
    letters = name_realms(folder, cast, window.box, window.zoom, window.letters * REALM).items
    texts = [item for item in letters if isinstance(item, Text)]
    runs = [list(run) for _, run in groupby(texts, lambda text: (text.size, text.colour, text.halo))]
    return f'<g class="cast{" on" if on else ""}" data-turn="{count}">{"".join(map(spaced, runs))}</g>'


def spaced(run: Sequence[Text]) -> str:
    """Letters that each have their place, as one text."""
    first = run[0]
    across, down = (" ".join(number(text.at[axis]) for text in run) for axis in (0, 1))
    return (
        f'<text x="{across}" y="{down}" class="s" font-weight="700" font-size="{number(first.size)}" '
        f'fill="{first.colour}" stroke="{first.halo}" stroke-width="{number(2 * first.halo_width)}" '
        f'paint-order="stroke">{escape("".join(text.content for text in run))}</text>'
    )


def labels(plate: Plate, owners: Mapping[str, str], look: Scenery) -> Iterator[str]:
    """The codes of places, and the marks of seas and cities."""
    writer = Writer(plate, Holdings(()), window_of(plate))
    yield from (label(item) for item in writer.captions())
    for area in ordered(plate):
        items = list(writer.label(area))
        if area.kind in (SEA, CITY) and items:
            yield mark(plate, area.code, area.kind, items, owners.get(area.code, ""), look)
        yield from (label(item) for item in items if isinstance(item, Text))


def label(item: Item) -> str:
    return written(replace(item, halo="") if isinstance(item, Text) else item)


def mark(plate: Plate, code: str, kind: str, items: Sequence[Item], owner: str, look: Scenery) -> str:
    """The plate of a sea in its owner's tint, the box of a city in its owner's ink."""
    area, size = plate.atlas.map.by_code[code], window_of(plate).letters
    panel = next((item for item in items if isinstance(item, Panel)), None)
    box = panel.box if panel else around(plate, code, size)
    free = look.sea if kind == SEA else WHITE
    fill = look.paint[owner][1 if kind == CITY else 0] if owner in look.paint else free
    corner = (4.0 if kind == SEA else 1.2) * size
    edge = plate.atlas.style.palette.route if kind == SEA else plate.atlas.style.palette.ink
    place = f'x="{number(box.left)}" y="{number(box.top)}" rx="{number(corner)}"'
    shape = f'width="{number(box.right - box.left)}" height="{number(box.bottom - box.top)}"'
    return (
        f'<rect id="m-{code}" class="area {kind}" {place} {shape} fill="{fill}" stroke="{edge}" '
        f'stroke-width="{number(size)}" data-owner="{owner}"><title>{escape(area.name)}</title></rect>'
    )


def around(plate: Plate, code: str, size: float) -> Box:
    """The room of a city's mark."""
    x, y = plate.page.at(plate.atlas.map.by_code[code].at)
    half = plate.atlas.style.city_size * size / 2
    return Box(x - half, y - half, x + half, y + half)
