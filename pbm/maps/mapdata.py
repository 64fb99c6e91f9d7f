"""map.json: the areas of a map and the links between them, as far as a picture needs them."""

from functools import cached_property
from pathlib import Path

import msgspec

from pbm.maps.outlines import Position

LAND, CITY, SEA = "land", "city", "sea"
SEA_ROUTE, FERRY = "searoute", "ferry"


class Area(msgspec.Struct, frozen=True, rename={"inside": "in"}):
    """One area; `label`, `label_at` and `side` only say how it is to be drawn."""

    code: str
    name: str
    kind: str
    terrain: str
    lat: float
    lon: float
    label: str = ""
    label_at: Position | None = None
    side: str = "right"
    inside: str = ""
    """For a city: the land around it."""

    @property
    def at(self) -> Position:
        """Latitude and longitude."""
        return self.lat, self.lon


class Link(msgspec.Struct, frozen=True):
    """Two areas that touch, by one way; `path` and `port` only say how a sea route is to be drawn."""

    a: str
    b: str
    via: str
    path: list[Position] = []
    port: Position | None = None


class MapData(msgspec.Struct, frozen=True, dict=True):
    """All of map.json."""

    areas: list[Area]
    links: list[Link]

    @cached_property
    def by_code(self) -> dict[str, Area]:
        """Areas by their codes."""
        return {area.code: area for area in self.areas}

    def of_kind(self, kind: str) -> list[Area]:
        """All areas of a kind, in the order of the file."""
        return [area for area in self.areas if area.kind == kind]

    def via(self, via: str) -> list[Link]:
        """All links of one way."""
        return [link for link in self.links if link.via == via]


def read_map(path: Path) -> MapData:
    """The map kept in a file."""
    return msgspec.json.decode(path.read_bytes(), type=MapData)
