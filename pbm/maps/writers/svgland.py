"""The land with its owners as small SVG: shapes written once, patterns as patterns, strokes of one kind together."""

from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path as File

from pbm.maps.data.style import Glyph
from pbm.maps.geometry import thinned
from pbm.maps.land import ground, routes
from pbm.maps.land.furniture import drawn_inset
from pbm.maps.land.ground import mixed
from pbm.maps.land.plate import Owner, read_plate
from pbm.maps.land.political import (
    CONQUERED,
    FRONTIER_EDGE,
    FRONTIER_SIZE,
    FRONTIER_WIDTH,
    HATCH_WIDTH,
    SHORE,
    Holdings,
    lines_of,
    pattern_ink,
    quiet,
    recoloured,
    tint,
)
from pbm.maps.marks.hatching import PATTERNS
from pbm.maps.marks.strokes import stroked
from pbm.maps.scene import Disc, Item, Path, Text
from pbm.maps.writers.svg import element, number, ring, track

DETAIL = 1.2
"""Points of a line nearer than this to the one before are left out."""
FAR = 4000


def parts_svg(folder: File, own: str, used: Iterable[str]) -> str:
    """The shapes that every picture of the land is made of, and the patterns of some owners; `own` begins the names of
    all parts, so that several maps may stand on one page."""
    plate, lines = read_plate(folder), lines_of(folder)
    coast = "".join(track(thinned(line, DETAIL)) for line in lines.coasts)
    return "\n".join(
        [
            f'<path id="{own}coast" fill="none" d="{coast}"/>',
            *(f'<path id="{own}a{code}" d="{outline(rings)}"/>' for code, rings in lines.shapes.items()),
            *(f'<g id="{own}{name}">{drawing(plate.atlas.style.glyph[name])}</g>' for name in plate.layout.glyphs),
            *(pattern(f"{own}p{code}", plate.owner[code]) for code in used if code in plate.owner),
            *(former(f"{own}w{code}", plate.owner.get(code)) for code in ("", *used)),
            f'<g id="{own}glyphs">{"".join(glyphs(folder, own))}</g>',
            f'<g id="{own}over">{"".join(map(written, above(folder)))}</g>',
        ]
    )


def above(folder: File) -> list[Item]:
    """What lies over the land and never changes: rivers, routes, ferries, the frames of insets."""
    plate, lines = read_plate(folder), lines_of(folder)
    palette = plate.atlas.style.palette
    return [
        *(item for stroke, line in lines.waters for item in stroked(line, stroke)),
        *routes.over_cells(plate.atlas, plate.page),
        *(recoloured(item, palette) for item in lines.routes),
        *(Disc(dot, routes.FERRY_DOT * 1.2, palette.accent) for dot in plate.layout.ferries),
        *(item for inset in plate.atlas.style.inset for item in drawn_inset(inset, palette)),
    ]


def glyphs(folder: File, own: str) -> Iterator[str]:
    for name, places in read_plate(folder).layout.glyphs.items():
        yield from (f'<use href="#{own}{name}" x="{number(x)}" y="{number(y)}"/>' for x, y in places)


def land_svg(folder: File, holdings: Holdings, own: str, name: str) -> str:
    """Everything under the names for one state of owners, made of the parts."""
    plate, lines = read_plate(folder), lines_of(folder)
    palette, owners = plate.atlas.style.palette, holdings.owners
    width, height = number(plate.page.box.right), number(plate.page.box.bottom)
    frontiers = [line for (one, other), line in lines.borders if owners.get(one) != owners.get(other)]
    under = [*ground.seas(plate.atlas, plate.page), *routes.under_discs(plate.atlas, plate.page)]
    return "\n".join(
        [
            f'<g id="{own}{name}">',
            f'<rect width="{width}" height="{height}" fill="{palette.sea}"/>',
            *(stroke(f"{own}coast", mixed(palette.sea, palette.shore, share), wide) for wide, share in SHORE),
            *(
                f'<path d="{ring(plate.page.line(line))}" fill="{palette.background}"/>'
                for line in plate.atlas.outlines.background
            ),
            *map(element, under),
            *areas(folder, holdings, own),
            f'<use href="#{own}glyphs"/>',
            f'<path fill="none" stroke="{palette.ink}" stroke-width="{FRONTIER_WIDTH}" d="{tracks(frontiers)}"/>',
            stroke(f"{own}coast", palette.coast, ground.COAST_WIDTH),
            *kinds(folder, holdings, palette.ink),
            f'<use href="#{own}over"/>',
            "</g>",
        ]
    )


def outline(rings: Iterable[Path]) -> str:
    return "".join(ring(thinned(line, DETAIL)) for line in rings)


def written(item: Item) -> str:
    """Text as text, in the faces of the page; everything else as shapes."""
    if not isinstance(item, Text):
        return element(item)
    bold = ' font-weight="700"' if item.face.endswith("bold") else ""
    italic = ' font-style="italic"' if item.face.endswith("italic") else ""
    edge = f' stroke="{item.halo}" stroke-width="{number(2 * item.halo_width)}" paint-order="stroke"'
    halo = edge if item.halo else ""
    anchor = "" if item.anchor == "middle" else f' style="text-anchor:{item.anchor}"'
    return (
        f'<text x="{number(item.at[0])}" y="{number(item.at[1])}" font-size="{number(item.size)}" '
        f'class="{"s" if item.face.startswith("serif") else "f"}" fill="{item.colour}"{bold}{italic}{anchor}{halo}>'
        f"{escape(item.content)}</text>"
    )


def stroke(name: str, ink: str, wide: float) -> str:
    return f'<use href="#{name}" stroke="{ink}" stroke-width="{number(wide)}"/>'


def tracks(lines: Iterable[Path]) -> str:
    return "".join(track(thinned(line, DETAIL)) for line in lines)


def areas(folder: File, holdings: Holdings, own: str) -> Iterator[str]:
    plate, was = read_plate(folder), dict(holdings.was)
    paper = mixed("#ffffff", plate.atlas.style.palette.paper, 0.55)
    yield f'<g stroke="{plate.atlas.style.palette.border}" stroke-width="{ground.BORDER_WIDTH}">'
    for code in lines_of(folder).shapes:
        owner = plate.owner.get(holdings.owners.get(code) or "")
        yield f'<use href="#{own}a{code}" fill="{tint(owner, False) if owner else paper}"/>'
        if owner and PATTERNS[owner.pattern]:
            yield f'<use href="#{own}a{code}" fill="url(#{own}p{holdings.owners[code]})"/>'
        if code in was:
            yield f'<use href="#{own}a{code}" fill="url(#{own}w{was[code]})"/>'
    yield "</g>"


def kinds(folder: File, holdings: Holdings, ink: str) -> Iterator[str]:
    """Borders that have a form of their own."""
    owners = holdings.owners
    for (one, other), stroke, line in lines_of(folder).kinds:
        frontier = owners.get(one) != owners.get(other)
        if frontier:
            wide = stroke.width * FRONTIER_SIZE + FRONTIER_EDGE
            yield f'<path fill="none" stroke="{ink}" stroke-width="{number(wide)}" d="{track(line)}"/>'
        yield from map(element, stroked(line, stroke, FRONTIER_SIZE if frontier else 1.0))


def drawing(glyph: Glyph) -> str:
    return "".join(map(element, ground.drawn(quiet(glyph, False), (0.0, 0.0))))


def pattern(name: str, owner: Owner) -> str:
    """An owner's lines, one set over the other."""
    ink, wide = pattern_ink(owner, False), HATCH_WIDTH * (2.0 if owner.pattern == "dots" else 1.0)
    sets = PATTERNS[owner.pattern]
    if not sets:
        return ""
    (angle, gap, dash), crossed = sets[0], len(sets) > 1
    step = sum(dash) if dash else gap
    lines = f'<path d="M0 0H{number(dash[0] if dash else step)}"/>' + ("<path d='M0 0V" + number(gap) + "'/>") * crossed
    drawn = f'<g stroke="{ink}" stroke-width="{number(2 * wide)}">{lines}</g>'
    return tile(name, step, gap, angle, drawn)


def tile(name: str, width: float, height: float, angle: float, drawn: str) -> str:
    size = f'width="{number(width)}" height="{number(height)}"'
    turned = f'patternTransform="rotate({number(angle)})"'
    return f'<pattern id="{name}" patternUnits="userSpaceOnUse" {size} {turned}>{drawn}</pattern>'


def former(name: str, owner: Owner | None) -> str:
    """Stripes of an old owner."""
    angle, gap, wide = CONQUERED
    colour = mixed("#ffffff", owner.ink, min(owner.depth + 12, 100) / 100) if owner else "#fbf6ea"
    return tile(name, gap, gap, angle, f'<rect width="{number(gap)}" height="{number(wide)}" fill="{colour}"/>')
