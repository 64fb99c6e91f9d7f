"""What to build: the recipe beside the map, and the areas and land links of the map itself."""

import tomllib
from pathlib import Path

import msgspec

from pbm.maps.geometry import curve
from pbm.maps.mapdata import CITY, LAND, read_map
from pbm.maps.projection import Point, Projection
from pbm.maps.relief import read_relief
from pbm.maps.sketch import in_kinds
from pbm.maps.style import read_style


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


class Seed(msgspec.Struct, frozen=True):
    """One land area and the points (latitude, longitude) that it grows from."""

    code: str
    points: list[Point]


class Plan(msgspec.Struct, frozen=True):
    """What the map says about its land: seeds, the pairs that must touch, and cities with their areas."""

    seeds: list[Seed]
    touching: list[tuple[str, str]]
    cities: dict[str, tuple[str, Point]]


def read_recipe(folder: Path) -> Recipe:
    """The recipe of the map in this folder."""
    text = (folder / "outlines.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Recipe)


def read_plan(folder: Path, grow: dict[str, list[Point]]) -> Plan:
    """The map in this folder, as far as the outlines must agree with it; `grow` adds to its points."""
    areas = in_kinds(read_map(folder / "map.json"), read_style(folder / "style.toml"))
    lands, cities = areas.of_kind(LAND), areas.of_kind(CITY)
    codes = {area.code for area in lands}
    return Plan(
        seeds=[Seed(area.code, [area.at, *area.grow, *grow.get(area.code, [])]) for area in lands],
        touching=[pair(link.a, link.b) for link in areas.via(LAND) if {link.a, link.b} <= codes],
        cities={city.code: (city.inside, city.at) for city in cities},
    )


def wall_lines(folder: Path, recipe: Recipe) -> list[list[Point]]:
    """The lines that borders are to follow, as smooth curves of (latitude, longitude)."""
    relief = read_relief(folder / "relief.toml")
    courses = relief.river | {name: high.line for name, high in relief.range.items()}
    return [curve(line) for line in [*(courses[name] for name in recipe.follow), *recipe.border.values()]]


def pair(one: str, other: str) -> tuple[str, str]:
    """Two codes in alphabetical order."""
    return (one, other) if one < other else (other, one)
