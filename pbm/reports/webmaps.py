"""Maps of areas on a web page: the land once for all maps of a page, and over it what each of them shows."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import groupby
from pathlib import Path
from zlib import crc32

from pbm.maps.geometry import Box
from pbm.maps.land.plate import read_plate
from pbm.maps.land.political import Holdings, over_land
from pbm.maps.letters.lettering import swatch
from pbm.maps.scene import Item, Polyline, Scene
from pbm.maps.writers.svg import element, number, pen, track
from pbm.maps.writers.svgland import land_svg, parts_svg, written
from pbm.reports.mapframes import frames
from pbm.reports.mappictures import explained, holdings, is_part, key_rows, over, patch, seen, shown_in
from pbm.reports.sections import Map

PART, WHOLE = 430.0, 760.0
"""The width of a picture in its own units: letters are as large as the page shows it."""
TYPE, WHOLE_TYPE = 8.4, 6.4
INSET = 0.6
"""The width of an inset, as a share of the picture's."""


def prefix(section: Map) -> str:
    """What the names of a plate's parts begin with."""
    return f"{section.plate or 'map'}-"


def layer(section: Map) -> str:
    """The name of the land with the owners of a map: maps with the same owners share it."""
    held = holdings(section, False)
    return f"land{crc32(repr((held.owned, held.was)).encode()):08x}"


def lands(sections: Sequence[Map], folder: Path) -> str:
    """What lies under the names of the maps of one plate: its shapes once, and each state of owners."""
    own, states = prefix(sections[0]), {layer(section): holdings(section, False) for section in sections}
    used = dict.fromkeys(code for held in states.values() for _, code in (*held.owned, *held.was) if code)
    layers = [land_svg(folder, held, own, name) for name, held in states.items()]
    return "\n".join([parts_svg(folder, own, used), *layers])


def windows(section: Map, folder: Path) -> list[Box]:
    return frames(section, folder) if is_part(section) else [read_plate(folder).page.box]


def map_html(section: Map, folder: Path) -> str:
    """The pictures of a map, its insets after it, and its key."""
    held, land = holdings(section, False), prefix(section) + layer(section)
    boxes = windows(section, folder)
    wide, size = (PART, TYPE) if is_part(section) else (WHOLE, WHOLE_TYPE)
    pictures = [
        picture(section, folder, held, box, wide if not n else wide * 0.6, size, land) for n, box in enumerate(boxes)
    ]
    return "\n".join([*pictures, key(section, folder, boxes)])


def picture(section: Map, folder: Path, held: Holdings, box: Box, wide: float, size: float, land: str) -> str:
    window = seen(read_plate(folder), box, wide, size)
    paper, zoom = window.paper, window.zoom
    layers = over(section, folder, held, window).layers
    under = f"translate({number(-box.left * zoom)} {number(-box.top * zoom)}) scale({zoom:.4f})"
    return "\n".join(
        [
            f'<svg class="plate" viewBox="0 0 {number(paper.right)} {number(paper.bottom)}" role="img" '
            f'stroke-linecap="round" stroke-linejoin="round"><title>{escape(title(section))}</title>',
            f'<g transform="{under}"><use href="#{land}"/>',
            *map(element, over_land(folder, held, zoom)),
            "</g>",
            *(written(item) for layer in layers for item in layer),
            "</svg>",
        ]
    )


def scene_html(scene: Scene, section: Map) -> str:
    """A whole picture, with its text as text."""
    view = f'viewBox="0 0 {number(scene.width)} {number(scene.height)}"'
    ends = 'stroke-linecap="round" stroke-linejoin="round"'
    opening = f'<svg class="plate" {view} role="img" {ends}><title>{escape(title(section))}</title>'
    return "\n".join([opening, *together(scene.items), "</svg>"])


def look_of(item: Item) -> tuple[object, ...] | None:
    return (item.colour, item.width, item.dash) if isinstance(item, Polyline) else None


def together(items: Iterable[Item]) -> Iterator[str]:
    """Every part; lines of one look that follow each other as one."""
    for look, group in groupby(items, look_of):
        if look is None:
            yield from map(written, group)
        else:
            lines = [item for item in group if isinstance(item, Polyline)]
            course = "".join(track(line.points) for line in lines)
            yield f'<path d="{course}" fill="none"{pen(lines[0])}/>'


def title(section: Map) -> str:
    shown = f"{section.title}: a map. " if section.title else "A map. "
    return shown + "The sections around it say in words what it shows."


def key(section: Map, folder: Path, boxes: Sequence[Box]) -> str:
    """The owners that the pictures show, and what signs mean."""
    plate = read_plate(folder)
    there = shown_in(section, plate, boxes)
    rows = [*owner_rows(section, folder, there), *cover_rows(section, folder, there), *sign_rows(section, folder)]
    if not rows:
        return ""
    return f'<ul class="key">{"".join(f"<li>{row}</li>" for row in rows)}</ul>'


def owner_rows(section: Map, folder: Path, there: set[str]) -> Iterator[str]:
    plate = read_plate(folder)
    for code, name in section.names.items():
        if code in there and code in plate.owner:
            patch = "".join(map(element, swatch(plate.owner[code], Box(0.5, 0.5, 21.5, 11.5), False)))
            yield f'{mark(patch)} <span class="code">{escape(code)}</span> {escape(name)}'


def cover_rows(section: Map, folder: Path, there: set[str]) -> Iterator[str]:
    covers = read_plate(folder).cover
    for code, name in key_rows(section, folder):
        if code in covers and code in there:
            drawn = "".join(map(element, patch(covers[code], Box(0.5, 0.5, 21.5, 11.5), False)))
            yield f"{mark(drawn)} {escape(name)}"


def sign_rows(section: Map, folder: Path) -> Iterator[str]:
    plate = read_plate(folder)
    for sign, words in section.key_to:
        yield f"{mark(''.join(map(element, explained(plate, sign, (3.0, 2.0), False, 1.0))))} {escape(words)}"


def mark(parts: str) -> str:
    return f'<svg viewBox="0 0 22 12" aria-hidden="true">{parts}</svg>'
