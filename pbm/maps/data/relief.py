"""Rivers, mountain ranges, borders at sea and words on the map that are no places: relief.toml."""

import tomllib
from pathlib import Path

import msgspec

from pbm.maps.data.outlines import Position

REGION = "region"
"""The lettering of the names of regions."""


class Range(msgspec.Struct, frozen=True):
    """Mountains along a line, so many kilometres broad."""

    line: list[Position]
    breadth: float


class Caption(msgspec.Struct, frozen=True):
    """Words about a position that are no area's name."""

    text: str
    at: Position
    on_land: bool = False
    letters: str = ""
    """Another lettering than usual, by its name in the style; such words stand without a plate or mark."""


class Landmark(msgspec.Struct, frozen=True):
    """A sign at a position: the tower of a castle, the anchor of a port, in page units."""

    sign: str
    at: Position
    size: float = 18.0


class Relief(msgspec.Struct, frozen=True):
    """relief.toml; all lines are lists of (latitude, longitude)."""

    river: dict[str, list[Position]] = {}
    range: dict[str, Range] = {}
    sea_border: dict[str, list[Position]] = {}
    caption: list[Caption] = []
    landmark: list[Landmark] = []


def read_relief(path: Path) -> Relief:
    """The relief kept in a file; a map without one is flat."""
    return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}, Relief)
