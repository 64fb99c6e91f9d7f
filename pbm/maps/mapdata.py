"""map.json: the areas of a map and the links between them, as far as a picture needs them."""

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from pbm.errors import GameError
from pbm.maps.data.outlines import Position

LAND, CITY, SEA = "land", "city", "sea"
SEA_ROUTE, FERRY = "searoute", "ferry"


class Area(msgspec.Struct, frozen=True, rename={"inside": "in"}):
    """One area, where it lies on the globe (`lat`, `lon`) or on a plane (`x`, `y`); the rest says how it is drawn."""

    code: str
    name: str
    kind: str = LAND
    terrain: str = ""
    lat: float | None = None
    lon: float | None = None
    x: float | None = None
    y: float | None = None
    grow: list[Position] = []
    """More points that belong to the area."""
    label: str = ""
    label_at: Position | None = None
    side: str = "right"
    inside: str = ""
    """For a city: the land around it."""
    sign: str = ""
    value: int | None = None
    """A figure behind the name, if the style shows values."""
    region: str = ""
    """The larger whole it belongs to, if the style outlines regions."""

    @property
    def at(self) -> Position:
        """Latitude and longitude, or x and y."""
        pairs = ((self.lat, self.lon), (self.x, self.y))
        found = next(((a, b) for a, b in pairs if a is not None and b is not None), None)
        if found is None:
            raise GameError(f"{self.code} has no place on the map: lat and lon, or x and y.")
        return found

    @property
    def placed(self) -> bool:
        return self.lat is not None or self.x is not None


class Link(msgspec.Struct, frozen=True):
    """Two areas that touch, by one way, over a kind of border; `path` and `port` say how a sea route is drawn."""

    a: str
    b: str
    via: str = LAND
    border: str = ""
    path: list[Position] = []
    port: Position | None = None


class MapData(msgspec.Struct, frozen=True, dict=True):
    """All of map.json."""

    areas: list[Area]
    links: list[Link] = []

    @cached_property
    def by_code(self) -> dict[str, Area]:
        """Areas by their codes."""
        return {area.code: area for area in self.areas}

    @cached_property
    def borders(self) -> dict[frozenset[str], str]:
        """The kind of border between each two areas that touch."""
        return {frozenset((link.a, link.b)): link.border for link in self.links}

    def of_kind(self, kind: str) -> list[Area]:
        """All areas of a kind, in the order of the file."""
        return [area for area in self.areas if area.kind == kind]

    def via(self, via: str) -> list[Link]:
        """All links of one way."""
        return [link for link in self.links if link.via == via]


def read_map(path: Path) -> MapData:
    """The map kept in a file: lists of areas and links, areas by code, or lists of areas of each kind."""
    content = msgspec.json.decode(path.read_bytes())
    if "areas" in content:
        return msgspec.convert(content, MapData)
    groups = list(grouped(content))
    return msgspec.convert(from_groups(groups) if groups else listed(content.get("fields", content)), MapData)


def read_groups(path: Path) -> list[tuple[str, dict[str, Any]]]:
    """Every area of a file with lists of areas, with the name of its list."""
    return list(grouped(msgspec.json.decode(path.read_bytes())))


def grouped(content: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for kind, rows in content.items():
        if isinstance(rows, list):
            yield from ((kind, row) for row in rows if isinstance(row, dict) and {"code", "neighbours"} <= set(row))


def from_groups(groups: list[tuple[str, dict[str, Any]]]) -> dict[str, Any]:
    """Areas in lists, each with its position, its types and its neighbours."""
    areas, links = [], []
    for kind, row in groups:
        areas.append(
            {"code": row["code"], "name": row["name"], "kind": kind, "terrain": "/".join(row.get("types", [])).lower()}
            | {"x": row["pos"][0], "y": row["pos"][1], "value": row.get("value"), "region": row.get("region", "")}
        )
        beside = [other if isinstance(other, dict) else {"to": other, "border": ""} for other in row["neighbours"]]
        links += [{"a": row["code"], "b": o["to"], "border": o["border"]} for o in beside if row["code"] < o["to"]]
    return {"areas": areas, "links": links}


def listed(places: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Areas that stand under their codes, as lists of areas and of links, each link once."""
    areas = [area(code, place) for code, place in places.items()]
    pairs = [(code, other, border) for code, place in places.items() for other, border in links(place).items()]
    return {"areas": areas, "links": [{"a": a, "b": b, "border": border} for a, b, border in pairs if a < b]}


def area(code: str, place: dict[str, Any]) -> dict[str, Any]:
    """One area; a field may have its type for its kind, and its colour or its water for its terrain."""
    kind = place.get("kind") or place["type"]
    terrain = next((place[key] for key in ("terrain", "colour", "water") if place.get(key)), kind)
    return {**place, "code": code, "kind": kind, "terrain": terrain}


def links(place: dict[str, Any]) -> dict[str, str]:
    found: dict[str, str] = place["links"] if "links" in place else place["borders"]
    return found
