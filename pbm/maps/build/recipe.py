"""What to build: the recipe beside the map, and the areas and land links of the map itself."""

import tomllib
from pathlib import Path

import msgspec

from pbm.maps.projection import Point, Projection


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
    grow: dict[str, list[Point]]
    water: dict[str, list[Point]]
    islet: list[Islet]


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
    content = msgspec.json.decode((folder / "map.json").read_bytes())
    lands = [area for area in content["areas"] if area["kind"] == "land"]
    cities = [area for area in content["areas"] if area["kind"] == "city"]
    return Plan(
        seeds=[Seed(area["code"], seed_points(area) + grow.get(area["code"], [])) for area in lands],
        touching=[pair(link["a"], link["b"]) for link in content["links"] if link["via"] == "land"],
        cities={city["code"]: (city["in"], (city["lat"], city["lon"])) for city in cities},
    )


def seed_points(area: dict[str, object]) -> list[Point]:
    """Where an area grows from: its own point and those listed under `grow`."""
    points = [[area["lat"], area["lon"]], *msgspec.convert(area.get("grow", []), list[list[float]])]
    return msgspec.convert(points, list[tuple[float, float]])


def pair(one: str, other: str) -> tuple[str, str]:
    """Two codes in alphabetical order."""
    return (one, other) if one < other else (other, one)
