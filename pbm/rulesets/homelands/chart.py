"""The six maps [7]: fields, borders, rivers and seats, with the factions of a game."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import pairwise
from typing import Literal

import msgspec
from msgspec import Struct

from pbm.rulesets.homelands.factions import Faction, Hazard, eras, factions_of
from pbm.rulesets.homelands.tables import DATA, tables

OPEN, BLACK, BLACKRIVER, COAST, SEA = "open", "black", "blackriver", "coast", "sea"
JOINING = (OPEN, COAST, SEA)
"""The borders over which fields are connected [5.1.6]."""
ERAS = ("britannia", "italia", "vikings", "taifas", "orient", "huns")
TIERS = ("S", "M", "L")
ROUGH = ("brown", "turquoise")
MOUNTAIN, WETLAND, GREY = "brown", "turquoise", "grey"
BorderKind = Literal["open", "black", "blackriver", "coast", "sea"]


class Spot(Struct, frozen=True):
    """A field of the map."""

    name: str = ""
    type: Literal["land", "neutral", "sea"] = "land"
    region: str = ""
    colour: str | None = "green"
    part: list[str] = []
    climate: str = "temperate"
    tier: Literal["S", "M", "L"] = "S"
    lat: float = 0
    lon: float = 0
    borders: dict[str, BorderKind] = {}
    water: Literal["calm", "stormy"] = "calm"
    hazard: Hazard | None = None
    tags: list[str] = []

    @property
    def is_land(self) -> bool:
        return self.type == "land"

    @property
    def is_sea(self) -> bool:
        return self.type == "sea"

    @property
    def is_neutral(self) -> bool:
        return self.type == "neutral"

    @property
    def is_rough(self) -> bool:
        """Mountain or wetland [5.1.8]."""
        return self.is_land and self.colour in ROUGH and not self.part

    @property
    def grain(self) -> int:
        """What the field yields; grey and neutral ones nothing."""
        row = tables().colours.get(self.colour or "") if self.is_land else None
        return (row.grain if row else None) or 0

    @property
    def is_coastal(self) -> bool:
        return COAST in self.borders.values()


class River(Struct, frozen=True):
    name: str
    mouth: str
    fields: list[str]


class Section(Struct, frozen=True):
    """A part of a black river: water between two banks [5.18.27]."""

    river: str
    crossings: list[tuple[str, str]] = []


class Start(Struct, frozen=True):
    """A seat."""

    seat: int
    power: str
    faction: str
    name: str = ""
    fields: list[str] = []
    dock: str | None = None
    tier: Literal["S", "M", "L"] = "S"
    city: str | None = None
    port: str | None = None
    sea: str | None = None


@dataclass(frozen=True)
class Chart:
    """A map in play: fields outside its border are not there, and nothing leads to them [7]."""

    era: str
    title: str
    fields: Mapping[str, Spot]
    starts: Mapping[str, Start]
    factions: Mapping[str, Faction]
    climates: tuple[str, ...]
    """Every climate of the map with the sea, in code order."""
    rivers: tuple[River, ...] = ()
    sections: Mapping[str, Section] = field(default_factory=dict)
    regions: Mapping[str, str] = field(default_factory=dict)

    def __getitem__(self, code: str) -> Spot:
        return self.fields[code]

    @cached_property
    def codes(self) -> tuple[str, ...]:
        return tuple(sorted(self.fields))

    @cached_property
    def seas(self) -> tuple[str, ...]:
        return tuple(code for code in self.codes if self.fields[code].is_sea)

    @cached_property
    def near(self) -> Mapping[str, tuple[str, ...]]:
        return {code: tuple(sorted(spot.borders)) for code, spot in self.fields.items()}

    @cached_property
    def steps(self) -> Mapping[str, tuple[str, ...]]:
        """The fields over open borders."""
        return {code: self.over(code, OPEN) for code in self.fields}

    @cached_property
    def coasts(self) -> Mapping[str, tuple[str, ...]]:
        """Of a field its seas, of a sea its shores."""
        return {code: self.over(code, COAST) for code in self.fields}

    @cached_property
    def joined(self) -> Mapping[str, tuple[str, ...]]:
        return {code: self.over(code, *JOINING) for code in self.fields}

    def over(self, code: str, *kinds: str) -> tuple[str, ...]:
        borders = self.fields[code].borders
        return tuple(other for other in sorted(borders) if borders[other] in kinds)

    def border(self, one: str, other: str) -> str | None:
        return self.fields[one].borders.get(other)

    @cached_property
    def streams(self) -> Mapping[str, tuple[str, ...]]:
        """Of every field on a river its neighbours along it, mouth and fields [5.18.16]."""
        found: dict[str, set[str]] = {}
        for river in self.rivers:
            course = [river.mouth, *river.fields]
            for one, other in pairwise(course):
                if one in self.fields and other in self.fields:
                    found.setdefault(one, set()).add(other)
                    found.setdefault(other, set()).add(one)
        return {code: tuple(sorted(others)) for code, others in found.items()}

    @cached_property
    def crossings(self) -> Mapping[frozenset[str], str]:
        """The section that a black river border belongs to."""
        return {frozenset(pair): code for code, row in self.sections.items() for pair in row.crossings}

    def names(self) -> dict[str, str]:
        return {code: spot.name or code for code, spot in self.fields.items()}

    @cached_property
    def titles(self) -> dict[str, str]:
        """The names of fields without what stands in brackets behind some of them."""
        return {code: name.split(" (")[0] for code, name in self.names().items()}


class MapFile(Struct, frozen=True):
    fields: dict[str, Spot]
    title: str = ""
    climates: dict[str, str] = {}
    rivers: list[River] = []
    sections: dict[str, Section] = {}
    starts: list[Start] = []
    regions: dict[str, str] = {}
    era: str = "britannia"


@cache
def map_file(era: str) -> MapFile:
    return msgspec.json.decode((DATA / "plates" / era / "map.json").read_bytes(), type=MapFile)


OWN: dict[tuple[str, str, str], Chart] = {}
"""Maps that are not among the six, by era, a name of their own in place of the border, and changes of factions."""


def chart(era: str, border: str, changes: str = "") -> Chart:
    """The map of an era inside a border, with the factions as the house rules change them."""
    return OWN.get((era, border, changes)) or listed(era, border, changes)


@cache
def listed(era: str, border: str, changes: str) -> Chart:
    return charted(map_file(era), era, border, changes)


def charted(source: MapFile, era: str, border: str = "L", changes: str = "") -> Chart:
    allowed = TIERS[: TIERS.index(border) + 1]
    there = {code: spot for code, spot in source.fields.items() if spot.tier in allowed}
    fields = {code: inside(spot, there, eras()[era].neutral.get(code)) for code, spot in sorted(there.items())}
    land = {spot.climate for spot in source.fields.values() if not spot.is_sea}
    climates = {*source.climates.values()} or land
    return Chart(
        era=era,
        title=source.title,
        fields=fields,
        starts={start.power: start for start in sorted(source.starts, key=lambda start: start.seat)},
        factions=factions_of(era, changes),
        climates=tuple(sorted(climates | {SEA})),
        rivers=tuple(source.rivers),
        sections={code: row for code, row in source.sections.items() if code in fields},
        regions=source.regions,
    )


def inside(spot: Spot, there: Mapping[str, Spot], hazard: Hazard | None) -> Spot:
    borders = {code: kind for code, kind in spot.borders.items() if code in there}
    return msgspec.structs.replace(spot, borders=borders, hazard=hazard or spot.hazard)
