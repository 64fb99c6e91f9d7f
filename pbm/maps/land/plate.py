"""A map prepared for being printed again and again: where all names and little drawings stand, found once and kept.

`python -m pbm.maps.land.plate FOLDER` makes plate.json from the map in a folder and its plate.toml.
"""

import sys
from dataclasses import replace
from functools import cache
from pathlib import Path

import msgspec
from msgspec import structs

from pbm.maps import RECIPE
from pbm.maps.data.atlas import Atlas, layers, read_atlas
from pbm.maps.data.fitting import fitted
from pbm.maps.data.outlines import Position
from pbm.maps.data.page import MapPage, page_for
from pbm.maps.data.relief import REGION
from pbm.maps.data.style import Extent, Inset, Letters, Style
from pbm.maps.geometry import Box, Point, box_about
from pbm.maps.land import ground, landscape, routes
from pbm.maps.land.compose import area_colours, area_shapes
from pbm.maps.letters import names
from pbm.maps.mapdata import CITY, LAND, MapData
from pbm.maps.marks.mask import Mask
from pbm.maps.marks.rooms import Room, rooms
from pbm.maps.scene import Disc

FILE, ANY_DIGIT = "plate.json", "#"
MOST = 100
NOTE_ROOM = 7.0  # half the height of the note in an inset


class Owner(msgspec.Struct, frozen=True):
    """How an owner's areas are shown: a letter, a tint, and a pattern for those who see no colour."""

    letter: str
    ink: str
    depth: int
    pattern: str
    stripe: str = ""
    """On counters: the colour of a band at the edge, for those who share a tint."""
    name: str = ""
    """For the key of a plate of hexes."""
    saving: str = ""
    """The pattern where ink is saved and there are no tints; by default the same."""


class Cover(msgspec.Struct, frozen=True):
    """How something that lies over an area is shown, whoever owns it: lines across it, or a ring round it."""

    name: str
    ink: str
    width: float
    pattern: str = "plain"
    ring: bool = False


class PlateStyle(msgspec.Struct, frozen=True):
    """plate.toml: what differs from the map's own style, if anything does."""

    extent: Extent | None = None
    letters: Letters | None = None
    city_size: float = 11.5
    mark_size: float = 5.8
    inset: list[Inset] | None = None
    owner: dict[str, Owner] = {}
    """By code; in `RB#` the # is any number below 100, and its last digit the letter of an owner whose letter is #."""
    cover: dict[str, Cover] = {}
    label_at: dict[str, Position] = {}
    """Names that must stand elsewhere than on the map's own sheet."""


class Label(msgspec.Struct, frozen=True, omit_defaults=True):
    """The lines of a name, the code first, about their middle."""

    at: Point
    rows: list[str]
    afloat: bool = False
    """It stands at sea, beside its area."""


class Layout(msgspec.Struct, frozen=True, omit_defaults=True):
    """plate.json, in page units."""

    labels: dict[str, Label]
    glyphs: dict[str, list[Point]]
    ferries: list[Point]
    rooms: dict[str, list[Room]] = {}
    """For each land area the rectangles inside it that hold its name."""


class Plate(msgspec.Struct, frozen=True):
    """All that is needed to print the map."""

    atlas: Atlas
    page: MapPage
    layout: Layout
    owner: dict[str, Owner]
    around: dict[str, str]
    cover: dict[str, Cover]
    """The land on which each city stands."""


@cache
def read_plate(folder: Path) -> Plate:
    """The prepared map in a folder."""
    own = read_plate_style(folder)
    atlas = restyled(read_atlas(folder), own)
    kept = folder / FILE
    layout = msgspec.json.decode(kept.read_bytes(), type=Layout) if kept.exists() else make_layout(folder)
    return Plate(atlas, page_for(atlas), layout, every_owner(own.owner), surroundings(atlas), own.cover)


def every_owner(rows: dict[str, Owner]) -> dict[str, Owner]:
    """An owner for every number where a code has #, with its last digit; a code written out counts before those."""
    numbered = {
        code.replace(ANY_DIGIT, str(number)): structs.replace(owner, letter=owner.letter.replace(ANY_DIGIT, last))
        for code, owner in rows.items()
        for number in (range(MOST) if ANY_DIGIT in code else ())
        for last in (str(number % 10),)
    }
    return numbered | {code: owner for code, owner in rows.items() if ANY_DIGIT not in code}


def read_plate_style(folder: Path) -> PlateStyle:
    """Its own plate.toml over the one in the data folder, if there are two."""
    return fitted(PlateStyle, *layers(folder, RECIPE))


def owners_of(folder: Path) -> dict[str, Owner]:
    """How the owners on a plate are shown."""
    return every_owner(read_plate_style(folder).owner)


def restyled(atlas: Atlas, own: PlateStyle) -> Atlas:
    """The map in the style of its plate; every land area has room for a mark before its code.

    Names of regions are left out: the names of owners stand in their place.
    """
    keys = ("letters", "city_size", "mark_size", "inset")
    changed = {key: value for key in keys if (value := getattr(own, key)) is not None}
    style: Style = structs.replace(atlas.style, **changed)
    areas = [structs.replace(a, label_at=own.label_at.get(a.code, a.label_at)) for a in atlas.map.areas]
    marked = tuple(area.code for area in atlas.map.of_kind(LAND))
    extent = own.extent or atlas.extent
    relief = structs.replace(atlas.relief, caption=[one for one in atlas.relief.caption if one.letters != REGION])
    whole = MapData(areas, atlas.map.links)
    return replace(atlas, map=whole, style=style, extent=extent, marked=marked, relief=relief)


def surroundings(atlas: Atlas) -> dict[str, str]:
    return {area.code: area.inside for area in atlas.map.of_kind(CITY)}


def make_layout(folder: Path) -> Layout:
    """Find a place for everything: this takes seconds."""
    own = read_plate_style(folder)
    atlas = restyled(read_atlas(folder), own)
    page = page_for(atlas)
    masks = {code: Mask(rings) for code, rings in area_shapes(atlas, page).items()}
    courses = [line for _, line in routes.courses(atlas, page)]
    notes = {f"{inset.code} note": note_box(inset) for inset in atlas.style.inset}
    written = names.write_names(atlas, page, area_colours(atlas), masks, courses, notes)
    dots = [item.centre for item in routes.ferries(atlas, page) if isinstance(item, Disc)]
    drawings = glyphs(atlas, page, masks, written.taken())
    lands = {area.code for area in atlas.map.of_kind(LAND)}
    taken = [box for name, box in written.boxes.items() if name not in lands]
    found = {code: rooms(mask, page.inner, taken) for code, mask in masks.items()}
    return Layout(labels(written, masks), drawings, [rounded(dot) for dot in dots], found)


def note_box(inset: Inset) -> Box:
    frame = inset.frame
    middle = (frame.left + frame.right) / 2, frame.bottom - NOTE_ROOM
    return box_about(middle, frame.right - frame.left - 2 * NOTE_ROOM, 2 * NOTE_ROOM)


def labels(written: names.Names, masks: dict[str, Mask]) -> dict[str, Label]:
    """Names of land areas as broken; of cities and seas the middle of their room."""
    found = {}
    for area in written.atlas.map.areas:
        if placed := written.placed.get(area.code):
            rows = [row.content for row in placed.block.rows]
            afloat = masks[area.code].share_inside(placed.box) < 0.5
            found[area.code] = Label(rounded(placed.centre), rows, afloat)
        elif box := written.boxes.get(area.code):
            middle = (box.left + box.right) / 2, (box.top + box.bottom) / 2
            found[area.code] = Label(rounded(middle), [area.code, area.name])
    return found


def glyphs(atlas: Atlas, page: MapPage, masks: dict[str, Mask], taken: list[Box]) -> dict[str, list[Point]]:
    """Where each kind of little drawing stands."""
    found: dict[str, list[Point]] = {}
    for code, mask in masks.items():
        for name, place in ground.strewn(code, mask, atlas.style, atlas.map.by_code[code].terrain, taken):
            found.setdefault(name, []).append(rounded(place))
    if high := [rounded(place) for place in landscape.peaks(atlas, page, masks, taken)]:
        found.setdefault(atlas.style.relief.peak, []).extend(high)
    return found


def rounded(point: Point) -> Point:
    return round(point[0], 1), round(point[1], 1)


def main() -> None:
    """Write plate.json beside plate.toml, one entry a line."""
    folder = Path(sys.argv[1])
    text = msgspec.json.format(msgspec.json.encode(make_layout(folder)), indent=0).decode()
    text = text.replace("[\n", "[").replace(",\n", ", ").replace("\n]", "]") + "\n"
    (folder / FILE).write_bytes(text.encode())


if __name__ == "__main__":
    main()
