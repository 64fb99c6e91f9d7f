"""What to build: the recipe beside the map, and the areas and land links of the map itself."""

import tomllib
from math import inf
from pathlib import Path

import msgspec

from pbm.maps.data.atlas import find, plate_style
from pbm.maps.data.projection import Point, Projection
from pbm.maps.data.relief import read_relief
from pbm.maps.data.sketch import in_kinds
from pbm.maps.geometry import curve
from pbm.maps.mapdata import CITY, LAND, SEA, Area, read_map


class Clip(msgspec.Struct, frozen=True):
    """A window in degrees."""

    west: float
    south: float
    east: float
    north: float


class Noise(msgspec.Struct, frozen=True):
    """Unevenness of the ground, so that borders wind."""

    seed: int
    strength: float
    wavelength: float


class Tolerance(msgspec.Struct, frozen=True):
    """How much detail may go when lines are simplified, in kilometres."""

    coast: float
    background: float


class Islet(msgspec.Struct, frozen=True):
    """An island drawn by hand because the real one would be too small to see."""

    name: str
    ring: list[Point]


class Wall(msgspec.Struct, frozen=True):
    """Ground so hard to cross that borders come to lie on it: how broad it is, and what a kilometre costs."""

    breadth: float
    cost: float


class Recipe(msgspec.Struct, frozen=True):
    """outlines.toml."""

    land: list[str]
    """Numbers of countries; none is all of them."""
    background: list[str]
    projection: Projection
    clip: Clip
    background_clip: Clip
    smallest_islet: float
    water_width: float
    pixel: float
    noise: Noise
    tolerance: Tolerance
    shortest_border: float
    grow: dict[str, list[Point]] = {}
    water: dict[str, list[Point]] = {}
    islet: list[Islet] = []
    wall: Wall | None = None
    follow: list[str] = []
    """Rivers and ranges of relief.toml that are walls."""
    border: dict[str, list[Point]] = {}
    """More lines that are walls."""
    closed: list[tuple[str, str]] = []
    """Pairs of areas that may touch although no link joins them."""
    apart: list[tuple[str, str]] = []
    """Pairs that do not touch although a link joins them: it is drawn as a line between them."""
    reach: float | None = None
    """How far areas reach at most, where land goes on beyond the map, in kilometres of open ground."""
    beyond: list[Point] = []
    """Points that land of nobody grows from."""
    smallest_lake: float = inf
    """Lakes from this size on, in square kilometres, are water."""
    across: list[str] = []
    """Kinds of borders that lie across water, so that the two areas need not touch."""
    sea_reach: float = inf
    """How far seas reach at most."""
    seas: bool = False
    """Whether the seas of the map get shapes too."""


class Seed(msgspec.Struct, frozen=True):
    """One land area and the points (latitude, longitude) that it grows from."""

    code: str
    points: list[Point]


class Plan(msgspec.Struct, frozen=True):
    """What the map says about its land: seeds, the pairs that must touch, and cities with their areas."""

    seeds: list[Seed]
    touching: list[tuple[str, str]]
    cities: dict[str, tuple[str, Point]]
    beyond: list[Seed] = []
    """At most one: the land of nobody."""
    seas: list[Seed] = []
    coasts: list[tuple[str, str]] = []
    """Land areas, each with a sea that it borders on."""


def read_recipe(folder: Path) -> Recipe:
    """The recipe of the map in this folder."""
    text = (folder / "outlines.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Recipe)


def read_plan(folder: Path, recipe: Recipe) -> Plan:
    """The map in this folder, as far as the outlines must agree with it; the recipe's `grow` adds to its points."""
    areas = in_kinds(read_map(find(folder, "map.json")), plate_style(folder))
    lands, cities, seas = areas.of_kind(LAND), areas.of_kind(CITY), areas.of_kind(SEA) if recipe.seas else []
    dry, wet = {area.code for area in lands}, {area.code for area in seas}
    ends = [(one, other) for link in areas.via(LAND) for one, other in ((link.a, link.b), (link.b, link.a))]
    return Plan(
        seeds=[seed(area, recipe) for area in lands],
        touching=[
            pair(link.a, link.b)
            for link in areas.via(LAND)
            if {link.a, link.b} <= dry and link.border not in recipe.across and pair(link.a, link.b) not in recipe.apart
        ],
        cities={city.code: (city.inside, city.at) for city in cities},
        beyond=[Seed("", recipe.beyond)] if recipe.beyond else [],
        seas=[seed(area, recipe) for area in seas],
        coasts=[(one, other) for one, other in ends if one in dry and other in wet],
    )


def seed(area: Area, recipe: Recipe) -> Seed:
    return Seed(area.code, [area.at, *area.grow, *recipe.grow.get(area.code, [])])


def wall_lines(folder: Path, recipe: Recipe) -> list[list[Point]]:
    """The lines that borders are to follow, as smooth curves of (latitude, longitude)."""
    relief = read_relief(find(folder, "relief.toml"))
    courses = relief.river | {name: high.line for name, high in relief.range.items()}
    return [curve(line) for line in [*(courses[name] for name in recipe.follow), *recipe.border.values()]]


def pair(one: str, other: str) -> tuple[str, str]:
    """Two codes in alphabetical order."""
    return (one, other) if one < other else (other, one)
