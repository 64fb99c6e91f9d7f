"""All data of one map together, and where it is kept."""

from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from pbm.maps.data import sketch
from pbm.maps.data.outlines import Outlines, read_outlines
from pbm.maps.data.projection import Plane, Projection
from pbm.maps.data.relief import Relief, read_relief
from pbm.maps.data.style import Extent, Listing, Style, read_style
from pbm.maps.mapdata import Link, MapData, read_map

PLATES, STYLE = "plates", "style.toml"


@dataclass(frozen=True)
class Atlas:
    """A map, its outlines, its style, the rows of its table and the areas marked in it."""

    map: MapData
    outlines: Outlines
    style: Style
    projection: Projection | Plane
    extent: Extent
    rows: list[tuple[str, ...]]
    marked: tuple[str, ...]
    relief: Relief = field(default_factory=Relief)
    apart: tuple[Link, ...] = ()
    """Links between areas that do not touch as they are drawn."""


def plates(folder: Path) -> dict[str, Path]:
    """The folders of a game's plates by name; a game with one plate keeps it in its data folder itself."""
    inner = sorted(path for path in (folder / PLATES).glob("*") if path.is_dir())
    return {path.name: path for path in inner} or {folder.name: folder}


def find(folder: Path, name: str) -> Path:
    """A file of a plate; what plates have in common lies once in the data folder above them."""
    shared = folder.parent.parent / name
    return shared if folder.parent.name == PLATES and not (folder / name).exists() else folder / name


def layers(folder: Path, name: str) -> list[Path]:
    """A file of a plate that adds to the one of the same name in the data folder, if there are two: that one first."""
    shared, own = folder.parent.parent / name, folder / name
    return [path for path in ([shared, own] if folder.parent.name == PLATES else [own]) if path.exists()]


def plate_style(folder: Path) -> Style:
    """The style of a plate: its own style.toml over the one in the data folder, if there are two."""
    return read_style(*layers(folder, STYLE))


def read_atlas(folder: Path) -> Atlas:
    """The map in a folder: map.json and style.toml, and outlines.json if its areas have outlines."""
    style = plate_style(folder)
    areas = sketch.in_kinds(read_map(find(folder, "map.json")), style)
    projection = style.projection or sketch.projection_for(areas)
    extent = style.extent or sketch.extent_for(areas, projection, style.reach or 0.0)
    areas = sketch.settled(areas, projection, extent)
    file = find(folder, "outlines.json")
    outlines = read_outlines(file) if file.exists() else sketch.outlined(areas, style, projection, extent)
    entries = read_entries(folder, style.table) if style.table else []
    return Atlas(
        map=areas,
        outlines=outlines,
        style=style,
        projection=projection,
        extent=extent,
        rows=[tuple(entry[column] for column in style.table.columns) for entry in entries] if style.table else [],
        marked=tuple(entry[style.table.marked] for entry in entries) if style.table else (),
        relief=read_relief(find(folder, "relief.toml")),
        apart=() if file.exists() and not outlines.seas else sketch.apart(areas, outlines),
    )


def read_entries(folder: Path, table: Listing) -> list[dict[str, str]]:
    """The entries of the table's list, with those values that are plain text; of a list, the first."""
    content = msgspec.json.decode(find(folder, table.file).read_bytes())
    return [{key: text for key, value in entry.items() if (text := plain(value))} for entry in content[table.list]]


def plain(value: object) -> str:
    first = value[0] if isinstance(value, list) and value else value
    return first if isinstance(first, str) else ""
