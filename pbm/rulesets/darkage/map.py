"""The map and the nations: what stays the same all game [1.2, 2.1-2.4]."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from pbm.rules.names import Names, with_article

DATA = Path(__file__).parent / "data"


@dataclass(frozen=True, slots=True)
class Place:
    """An area as the map shows it."""

    code: str
    name: str
    terrain: str
    limit: int
    bonuses: Mapping[str, int]
    near: frozenset[str]
    shelter: bool = False
    sticky: bool = False
    hinterland: str | None = None
    """For a city: the area it lies in."""
    city: str | None = None
    """For a land area: the city in it."""
    label: str | None = None
    """Its short name."""
    is_sea: bool = False
    is_city: bool = False


Map = Mapping[str, Place]


class Nation(msgspec.Struct, frozen=True):
    """A kingdom as the table of start positions gives it [1.2]."""

    code: str
    name: str
    nationality: str
    areas: tuple[str, ...] = ()
    armies: dict[str, int] = {}
    ships: dict[str, int] = {}


class Starts(msgspec.Struct, frozen=True):
    kingdoms: list[Nation]
    later: list[Nation]
    population: dict[str, int]


@cache
def terrains() -> dict[str, dict[str, Any]]:
    return tomllib.loads((DATA / "terrain.toml").read_text(encoding="utf-8"))


@cache
def starts() -> Starts:
    return msgspec.json.decode((DATA / "starts.json").read_bytes(), type=Starts)


@cache
def nations() -> dict[str, Nation]:
    return {nation.code: nation for nation in [*starts().kingdoms, *starts().later]}


PLURAL = ("MDA", "IRI", "SCO", "PIC", "VIK", "DAN", "NRS", "CHT", "FEN", "COT", "PNN", "HEB", "FRT")
"""Kingdoms and areas whose names are plural."""
SINGLE = (
    "IRS", "CLT", "WOC", "DOV", "HBS", "SOL", "THA", "HUM", "SEV", "CLD", "FTH", "MFI", "MSY", "SWY", "DGB", "WLD",
    "NFO", "DEA",
)  # fmt: skip
"""Areas that a sentence gives an article though they are not plural."""


def full_names(chart: Map) -> Names:
    """The full name of every code of the game."""
    kingdoms = {code: nation.name for code, nation in nations().items()}
    found = kingdoms | {code: place.name for code, place in chart.items()}
    return Names(found, PLURAL, with_article(found, PLURAL, SINGLE))


@cache
def britain() -> Map:
    """The map of Dark Age."""
    drawn = msgspec.json.decode((DATA / "map.json").read_bytes())
    areas = {area["code"]: area for area in drawn["areas"]}
    return chart(areas, ((link["a"], link["b"]) for link in drawn["links"]))


def chart(areas: Mapping[str, Mapping[str, Any]], links: Iterable[tuple[str, str]]) -> Map:
    """A map from its areas (name, terrain, for a city `in`) and its links; a city is linked to its hinterland."""
    near: dict[str, set[str]] = {code: set() for code in areas}
    gates = {code: area["in"] for code, area in areas.items() if "in" in area}
    for a, b in [*links, *gates.items()]:
        near[a].add(b)
        near[b].add(a)
    cities = {hinterland: city for city, hinterland in gates.items()}
    return {
        code: place(code, area, frozenset(near[code]), gates.get(code), cities.get(code))
        for code, area in areas.items()
    }


def place(code: str, area: Mapping[str, Any], near: frozenset[str], hinterland: str | None, city: str | None) -> Place:
    row = terrains()[area["terrain"]]
    return Place(
        code=code,
        name=area.get("name", code),
        terrain=area["terrain"],
        limit=row["limit"],
        bonuses=row["bonus"],
        near=near,
        shelter=row.get("shelter", False),
        sticky=row.get("sticky", False),
        hinterland=hinterland,
        city=city,
        label=area.get("label"),
        is_sea=area["terrain"] == "sea",
        is_city=area["terrain"] == "city",
    )
