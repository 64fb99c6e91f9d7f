"""style.toml: how a map looks. All sizes are in page units (points)."""

from pathlib import Path
from typing import Literal

import msgspec

from pbm.errors import GameError
from pbm.maps.data.fitting import fitted
from pbm.maps.data.projection import Projection
from pbm.maps.geometry import Box, Point
from pbm.maps.marks.hatching import PATTERNS
from pbm.maps.marks.strokes import Stroke


class Extent(msgspec.Struct, frozen=True):
    """A window on the map in kilometres from its origin, and how large a kilometre is drawn."""

    west: float
    south: float
    east: float
    north: float
    scale: float


class Palette(msgspec.Struct, frozen=True):
    """Colours by what they are for."""

    ink: str = "#2e251b"
    faint: str = "#7d6b52"
    accent: str = "#8a1712"
    paper: str = "#f6ecd3"
    paper_edge: str = "#b99c66"
    sea: str = "#d5e4e8"
    shore: str = "#a9c9d6"
    route: str = "#2c6286"
    lozenge: str = "#f2f7f6"
    border: str = "#8d6f4c"
    coast: str = "#3b3a36"
    background: str = "#d9d3c3"
    background_edge: str = "#aaa391"
    grid: str = "#bed2d9"


class Lettering(msgspec.Struct, frozen=True):
    """Face and size of one sort of text."""

    face: str
    size: float


class Letters(msgspec.Struct, frozen=True):
    """Every sort of text on the map itself."""

    code: Lettering = Lettering("sans-bold", 13.0)
    name: Lettering = Lettering("serif", 10.5)
    city: Lettering = Lettering("sans-bold", 11.0)
    sea_code: Lettering = Lettering("sans-bold", 12.5)
    sea_name: Lettering = Lettering("serif-italic", 10.5)
    region: Lettering = Lettering("serif-bold", 17.0)
    water: Lettering = Lettering("serif-italic", 9.0)


class Terrain(msgspec.Struct, frozen=True):
    """How one terrain is filled: a tint, a pattern of lines over it, little drawings; `name` is for the key."""

    fill: str
    glyph: str = ""
    """One kind of little drawing, or several that are strewn in turn, with a space between their names."""
    pattern: str = "plain"
    ink: str = "#8d6f4c"
    name: str = ""


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
    subheading: str = ""
    lines: list[str] = []


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
    figures: str = ""
    terrains: list[LegendRow] = []
    """If there are none: every terrain that has a name."""
    signs: list[LegendRow] = []
    """If there are none: every kind of border that has a name."""
    note: list[str] = []


class Listing(msgspec.Struct, frozen=True):
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

    compass: Point | None = None
    compass_radius: float = 46.0
    scale_bar: Point | None = None
    scale_miles: tuple[int, ...] = (0, 25, 50, 75, 100)


class Graticule(msgspec.Struct, frozen=True):
    """A net of meridians and parallels in degrees: which there are, and from where to where each is drawn."""

    step: int
    meridians: tuple[int, int]
    latitudes: tuple[float, float]
    parallels: tuple[int, int]
    longitudes: tuple[float, float]


class Placing(msgspec.Struct, frozen=True):
    """What the picture has to know of one place, if map.json does not say it; see there."""

    terrain: str = ""
    label: str = ""
    label_at: Point | None = None
    side: str = ""
    sign: str = ""


class ReliefStyle(msgspec.Struct, frozen=True):
    """How rivers, borders at sea and mountain ranges are drawn."""

    river: Stroke = Stroke(colour="#5f95b5", width=1.1)
    river_border: str = "river"
    """The kind of border that is a river: no other is drawn beside it."""
    sea: Stroke = Stroke("dashed", "#2c6286", 0.9)
    peak: str = ""
    """The glyph of a range."""


class Style(msgspec.Struct, frozen=True):
    """All of style.toml; only the two names must be there."""

    name: str
    title: str
    projection: Projection | None = None
    """If not given: about the middle of all areas."""
    extent: Extent | None = None
    """If not given: all areas with a margin."""
    palette: Palette = Palette()
    letters: Letters = Letters()
    terrain: dict[str, Terrain] = {}
    glyph: dict[str, Glyph] = {}
    border: dict[str, Stroke] = {}
    """By kind; `closed` is drawn where two areas touch that no link joins."""
    region: Stroke | None = None
    """Under the border between two regions."""
    kinds: dict[str, str] = {}
    """The game's words for kinds of areas, each with land, city or sea."""
    signs: dict[str, str] = {}
    """The sign of a small place, by the game's word for its kind."""
    place: dict[str, Placing] = {}
    values: bool = False
    """Whether the value of an area stands behind its name."""
    relief: ReliefStyle = ReliefStyle()
    shape: Literal["cells", "discs"] = "cells"
    """What areas without outlines are drawn as."""
    reach: float | None = None
    """How far a cell reaches from its point, or the radius of a disc, in kilometres or the map's own unit."""
    inset: list[Inset] = []
    heading: TitlePanel | None = None
    legend: Legend | None = None
    table: Listing | None = None
    gazetteer: Gazetteer | None = None
    ornament: Ornament = Ornament()
    graticule: Graticule | None = None
    city_size: float = 8.0
    """Of the box that stands for a city."""
    mark_size: float = 4.6
    """Half the room for a sign before the code of a marked area."""

    def terrain_of(self, name: str) -> Terrain:
        return self.terrain.get(name) or Terrain(self.palette.paper)


def read_style(*paths: Path) -> Style:
    """The style kept in a file, or in several of which each adds to those before."""
    style = fitted(Style, *paths)
    for name, terrain in style.terrain.items():
        wrong = f"{paths[-1]}: the terrain {name} has the"
        if terrain.pattern not in PATTERNS:
            raise GameError(f"{wrong} pattern {terrain.pattern}, and the patterns are {', '.join(PATTERNS)}")
        for glyph in terrain.glyph.split():
            if glyph not in style.glyph:
                raise GameError(f"{wrong} glyph {glyph}, and no [glyph.{glyph}] draws it")
    return style
