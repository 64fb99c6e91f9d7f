"""style.toml: how a map looks. All sizes are in page units (points)."""

import tomllib
from pathlib import Path

import msgspec

from pbm.maps.geometry import Box, Point
from pbm.maps.projection import Projection


class Extent(msgspec.Struct, frozen=True):
    """A window on the map in kilometres from its origin, and how large a kilometre is drawn."""

    west: float
    south: float
    east: float
    north: float
    scale: float


class Palette(msgspec.Struct, frozen=True):
    """Colours by what they are for."""

    ink: str
    faint: str
    accent: str
    paper: str
    paper_edge: str
    sea: str
    shore: str
    route: str
    lozenge: str
    border: str
    coast: str
    background: str
    background_edge: str
    grid: str


class Lettering(msgspec.Struct, frozen=True):
    """Face and size of one sort of text."""

    face: str
    size: float


class Letters(msgspec.Struct, frozen=True):
    """Every sort of text on the map itself."""

    code: Lettering
    name: Lettering
    city: Lettering
    sea_code: Lettering
    sea_name: Lettering


class Terrain(msgspec.Struct, frozen=True):
    """How one terrain is filled."""

    fill: str
    glyph: str = ""


class Glyph(msgspec.Struct, frozen=True):
    """A little drawing, strewn over a terrain: lines and filled shapes about (0, 0), sized in page units."""

    spacing: Point
    reach: float
    colour: str
    width: float
    lines: list[list[Point]] = []
    shapes: list[list[Point]] = []
    fill: str = ""


class Inset(msgspec.Struct, frozen=True):
    """An area drawn elsewhere than where it lies: moved by so many kilometres, in a frame of its own."""

    code: str
    east: float
    north: float
    frame: Box
    note: str


class TitlePanel(msgspec.Struct, frozen=True):
    """The cartouche."""

    box: Box
    heading: str
    subheading: str
    lines: list[str]


class LegendRow(msgspec.Struct, frozen=True):
    """One line of the legend: a terrain's swatch or a mark, its name, a remark and a figure."""

    mark: str
    name: str
    remark: str = ""
    figure: str = ""


class Legend(msgspec.Struct, frozen=True):
    """The key to fills and signs."""

    box: Box
    heading: str
    figures: str
    terrains: list[LegendRow]
    signs: list[LegendRow]
    note: list[str]


class Table(msgspec.Struct, frozen=True):
    """A list out of another data file; the areas in column `marked` are drawn with a red sign."""

    box: Box
    heading: str
    file: str
    list: str
    columns: tuple[str, str, str]
    marked: str
    blocks: int


class Gazetteer(msgspec.Struct, frozen=True):
    """A list of all areas of one kind with their names."""

    box: Box
    heading: str
    kind: str
    blocks: int


class Ornament(msgspec.Struct, frozen=True):
    """Compass rose and scale bar."""

    compass: Point
    compass_radius: float
    scale_bar: Point
    scale_miles: tuple[int, ...]


class Style(msgspec.Struct, frozen=True):
    """All of style.toml."""

    name: str
    title: str
    projection: Projection
    extent: Extent
    palette: Palette
    letters: Letters
    terrain: dict[str, Terrain]
    glyph: dict[str, Glyph]
    inset: list[Inset]
    heading: TitlePanel
    legend: Legend
    table: Table
    gazetteer: Gazetteer
    ornament: Ornament
    city_size: float = 8.0
    """Of the box that stands for a city."""
    mark_size: float = 4.6
    """Half the room for a sign before the code of a marked area."""


def read_style(path: Path) -> Style:
    """The style kept in a file."""
    return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Style)
