"""All data of one map together."""

from dataclasses import dataclass
from pathlib import Path

import msgspec

from pbm.maps.mapdata import MapData, read_map
from pbm.maps.outlines import Outlines, read_outlines
from pbm.maps.style import Style, Table, read_style

Entry = tuple[str, ...]


@dataclass(frozen=True)
class Atlas:
    """A map, its outlines, its style, the rows of its table and the areas marked in it."""

    map: MapData
    outlines: Outlines
    style: Style
    rows: list[Entry]
    marked: tuple[str, ...]


def read_atlas(folder: Path) -> Atlas:
    """The map in a folder: map.json, outlines.json, style.toml and the file its table is taken from."""
    style = read_style(folder / "style.toml")
    entries = read_entries(folder, style.table)
    return Atlas(
        map=read_map(folder / "map.json"),
        outlines=read_outlines(folder / "outlines.json"),
        style=style,
        rows=[tuple(entry[column] for column in style.table.columns) for entry in entries],
        marked=tuple(entry[style.table.marked] for entry in entries),
    )


def read_entries(folder: Path, table: Table) -> list[dict[str, str]]:
    """The entries of the table's list, with those values that are plain text."""
    content = msgspec.json.decode((folder / table.file).read_bytes())
    return [{key: value for key, value in entry.items() if isinstance(value, str)} for entry in content[table.list]]
