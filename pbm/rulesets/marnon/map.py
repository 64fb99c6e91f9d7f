"""Marnon: 36 territories in six regions, eight castles, five seas, and what touches what [7]."""

from collections import deque
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

DATA = Path(__file__).parent / "data"
RIVER = "river"

Border = Literal["land", "river", "bridge"]


class Link(Struct, frozen=True):
    to: str
    border: Border


class Area(Struct, frozen=True):
    """A territory or a castle area."""

    code: str
    name: str
    value: int
    types: tuple[str, ...]
    port: bool
    coast: tuple[str, ...]
    """The seas it lies on; a port's first one comes first."""
    neighbours: tuple[Link, ...]
    pos: tuple[float, float]
    polygon: tuple[tuple[float, float], ...]
    region: str | None = None
    """None for a castle."""
    number: int = 0
    regions: tuple[str, ...] = ()
    """Of a castle: the regions it lies beside."""

    @property
    def castle(self) -> bool:
        return self.region is None


class Sea(Struct, frozen=True):
    code: str
    name: str
    neighbours: tuple[str, ...]
    ports: tuple[str, ...]
    coast: tuple[str, ...]
    pos: tuple[float, float]


class Region(Struct, frozen=True):
    code: str
    name: str
    power: str
    castles: tuple[str, ...]
    name_source: str


class River(Struct, frozen=True):
    name: str
    borders: tuple[dict[str, str], ...]


class MapFile(Struct, frozen=True):
    regions: tuple[Region, ...]
    territories: tuple[Area, ...]
    castles: tuple[Area, ...]
    seas: tuple[Sea, ...]
    rivers: tuple[River, ...]
    coastline: tuple[tuple[float, float], ...]
    random_ports: dict[str, tuple[str, str]]
    random_seas: dict[str, str]
    invasion: dict[str, tuple[str, ...]]


@cache
def island() -> MapFile:
    return msgspec.json.decode((DATA / "map.json").read_bytes(), type=MapFile)


@cache
def areas() -> dict[str, Area]:
    """Every area by its code, castles first."""
    return {area.code: area for area in (*island().castles, *island().territories)}


@cache
def area_codes() -> tuple[str, ...]:
    return tuple(sorted(areas()))


@cache
def seas() -> dict[str, Sea]:
    return {sea.code: sea for sea in island().seas}


@cache
def regions() -> dict[str, Region]:
    return {region.code: region for region in island().regions}


@cache
def home_of() -> dict[str, str]:
    """The region of each power."""
    return {region.power: region.code for region in island().regions}


@cache
def power_of() -> dict[str, str]:
    return {region.code: region.power for region in island().regions}


@cache
def castles() -> tuple[str, ...]:
    return tuple(sorted(area.code for area in island().castles))


@cache
def territories(region: str = "") -> tuple[str, ...]:
    return tuple(sorted(area.code for area in island().territories if region in ("", area.region)))


@cache
def ports() -> tuple[str, ...]:
    """Territories before castles, then by code."""
    return tuple(sorted((code for code, area in areas().items() if area.port), key=lambda code: (code[0] == "C", code)))


@cache
def borders() -> dict[str, dict[str, str]]:
    """What lies beside each area, by code, and across what."""
    return {code: {link.to: link.border for link in sorted_links(area)} for code, area in areas().items()}


def sorted_links(area: Area) -> list[Link]:
    return sorted(area.neighbours, key=lambda link: link.to)


def adjacent(a: str, b: str) -> bool:
    return b in borders()[a]


def is_area(code: str | None) -> bool:
    return code in areas()


def is_sea(code: str | None) -> bool:
    return code in seas()


def is_castle(code: str) -> bool:
    return code in areas() and areas()[code].castle


def region_of(code: str | None) -> str | None:
    """The region of a territory; castles and seas are in none."""
    return areas()[code].region if code in areas() else None


def value_of(code: str) -> int:
    return areas()[code].value


@cache
def seas_of(code: str) -> tuple[str, ...]:
    """The seas of a port, or of a coast."""
    return areas()[code].coast


@cache
def distances(start: str) -> dict[str, int]:
    """Areas to every other one, over any border."""
    return spread([start], lambda code: True)


def spread(starts: Iterable[str], open_to: Callable[[str], bool]) -> dict[str, int]:
    """How far each area is from the nearest start, going only through areas that are open."""
    found = dict.fromkeys(starts, 0)
    queue = deque(found)
    while queue:
        here = queue.popleft()
        for beside in borders()[here]:
            if beside not in found and open_to(beside):
                found[beside] = found[here] + 1
                queue.append(beside)
    return found


def shortest(start: str, goal: str, open_to: Callable[[str], bool] = lambda code: True) -> list[str]:
    """The areas of a shortest way, the start left out, ties by code; empty if there is none."""
    far = spread([goal], lambda code: code == start or open_to(code))
    if start not in far or start == goal:
        return []
    way, here = [], start
    while here != goal:
        here = min(code for code in borders()[here] if far.get(code, 99) == far[here] - 1)
        way.append(here)
    return way


@cache
def sea_distances(start: str) -> dict[str, int]:
    """Zone changes to every other sea."""
    found, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for beside in seas()[here].neighbours:
            if beside not in found:
                found[beside] = found[here] + 1
                queue.append(beside)
    return found


@cache
def regions_beside(region: str) -> tuple[str, ...]:
    """The regions that share a border of territories with one."""
    found = {region_of(beside) for code in territories(region) for beside in borders()[code]}
    return tuple(sorted(code for code in found if code and code != region))


@cache
def by_number(code: str) -> tuple[str, int, str]:
    """A2 before A10, F before M; any other code as it is."""
    letters = code.rstrip("0123456789")
    digits = code[len(letters) :]
    return letters, int(digits or 0), code
