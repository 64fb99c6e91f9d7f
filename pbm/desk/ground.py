"""The map of the desk: every place can be clicked on. It shows what the maps of the player's report show."""

from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path

import msgspec
from msgspec import Struct

from pbm.maps import RECIPE
from pbm.maps.hexes.plate import read_hex_plate
from pbm.maps.land.ground import mixed
from pbm.maps.land.plate import Plate, read_plate
from pbm.maps.land.political import WHITE, Holdings, lines_of, over_land, tint
from pbm.maps.mapdata import CITY, SEA
from pbm.maps.writers.svg import number, ring
from pbm.maps.writers.svgland import written
from pbm.reports.figures import is_of_hexes, plate_of
from pbm.reports.hexstage import hex_scenery
from pbm.reports.mappictures import holdings, over, seen
from pbm.reports.sections import Map
from pbm.reports.stage import Scenery, areas, borders, definitions, middle, under
from pbm.reports.stage import over as water
from pbm.reports.webmaps import key

WIDTH, TYPE = 1100.0, 6.6
"""The width of the picture in its own units, and its smallest lettering."""
NEWS = "swords"
"""The sign of what happened this turn: the desk is for the next."""
SPOT = 9.0
"""Half the size of a place without an outline, for those who click on it."""


class Ground(Struct, frozen=True):
    svg: str = ""
    middles: dict[str, tuple[int, int]] = {}
    """Where each place is, for marks over it."""
    kept: dict[str, tuple[str, ...]] = {}
    """What stands in each place by its own name, such as the units in a hex."""
    own: tuple[str, ...] = ()
    """Those of them that are the player's."""
    legend: str = ""
    """What the tints, the lines over the land and the signs mean."""


def ground(maps: Iterable[Map], data: Path, who: str) -> Ground:
    """The map with most on it, whole."""
    found = list(maps)
    if not found:
        return Ground()
    section = whole(max(found, key=lambda one: len(standing(one).tokens)), found[-1], who)
    place = plate_of(section, data)
    if is_of_hexes(place):
        return hex_ground(section, place)
    return area_ground(section, place) if (place / RECIPE).exists() else Ground()


def standing(section: Map) -> Map:
    """What stands on the map, without what moved over it."""
    tokens = tuple(token for token in section.tokens if token.sign != NEWS)
    return msgspec.structs.replace(section, tokens=tokens, moves=(), trails=(), fights=(), shots=(), sides=())


def whole(section: Map, last: Map, who: str) -> Map:
    """All of the plate, with the names and owners of the map that everyone gets."""
    return msgspec.structs.replace(
        standing(section),
        whole=(),
        part=(),
        scale=0,
        quiet=False,
        own=who,
        owners=last.owners,
        names=last.names,
        changed=(),
        covers=section.covers or last.covers,
    )


# areas


def area_ground(section: Map, folder: Path) -> Ground:
    plate = read_plate(folder)
    held = holdings(section, saving=False)
    window = seen(plate, plate.page.box, WIDTH, TYPE)
    places = {area.code: window.at(middle(plate, area.code)) for area in plate.atlas.map.areas}
    paper = window.paper
    svg = [
        f'<svg class="plate ground" viewBox="0 0 {number(paper.right)} {number(paper.bottom)}" role="group" '
        f'aria-label="The map" style="background:{plate.atlas.style.palette.sea}" '
        'stroke-linecap="round" stroke-linejoin="round">',
        f'<g transform="scale({window.zoom:.4f})">',
        *land(plate, folder, held),
        '<g class="over">',
        *(written(item) for item in over_land(folder, held, 1 / window.zoom)),
        "</g>",
        "</g>",
        '<g class="over">',
        *(written(item) for layer in over(section, folder, held, window).layers for item in layer),
        "</g>",
        *(spot(plate, code, at) for code, at in places.items() if code not in lines_of(folder).shapes),
        '<g id="marks"></g></svg>',
    ]
    spots = {code: (round(x), round(y)) for code, (x, y) in places.items()}
    return Ground("\n".join(svg), spots, legend=key(section, folder, [plate.page.box]))


def land(plate: Plate, folder: Path, held: Holdings) -> Iterator[str]:
    """The land in the tints of its owners, each place under its own name."""
    owners = sorted({*held.owners.values()} & {*plate.owner})
    palette = plate.atlas.style.palette
    look = Scenery(
        svg="",
        paint={code: (tint(plate.owner[code], False), plate.owner[code].ink) for code in owners},
        paper=mixed(WHITE, palette.paper, 0.55),
    )
    yield "<defs>"
    yield from definitions(folder, owners)
    yield "</defs>"
    yield from under(folder)
    yield from areas(folder, held.owners, look)
    for name, places in plate.layout.glyphs.items():
        yield from (f'<use href="#g-{name}" x="{number(x)}" y="{number(y)}"/>' for x, y in places)
    yield from borders(folder, held.owners)
    yield from water(folder)


def spot(plate: Plate, code: str, at: tuple[float, float]) -> str:
    """Where a sea or a city is clicked on."""
    place = plate.atlas.map.by_code[code]
    half = SPOT if place.kind == CITY else 2 * SPOT if place.kind == SEA else SPOT
    return (
        f'<rect id="a-{code}" class="area spot" x="{number(at[0] - half)}" y="{number(at[1] - half)}" '
        f'width="{number(2 * half)}" height="{number(2 * half)}"><title>{escape(place.name)}</title></rect>'
    )


# hexes


def hex_ground(section: Map, folder: Path) -> Ground:
    plate = read_hex_plate(folder)
    shapes = plate.shapes
    middles = {name: shapes.centre(name) for name in plate.map.grid}
    first, (left, top) = next(iter(middles.items()))
    hexes = "\n".join(
        f'<use id="a-{name}" class="area spot" href="#hex" x="{number(x - left)}" y="{number(y - top)}"/>'
        for name, (x, y) in middles.items()
    )
    shape = f'<defs><path id="hex" d="{ring(shapes.outline(first))}"/></defs>'
    scene = hex_scenery(folder, [section]).svg.replace("plate stage", "plate ground")
    kept: dict[str, list[str]] = {}
    for token in section.tokens:
        kept.setdefault(token.place, []).append(token.label)
    return Ground(
        scene.replace("</svg>", f'{shape}{hexes}<g id="marks"></g></svg>'),
        {name: (round(x), round(y)) for name, (x, y) in middles.items()},
        {place: tuple(labels) for place, labels in kept.items()},
        tuple(token.label for token in section.tokens if token.owner == section.own),
    )
