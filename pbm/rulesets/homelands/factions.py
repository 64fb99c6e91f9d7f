"""The factions [5.18]: what each may do and how it starts, with the changes of a game's house rules."""

import re
from collections.abc import Mapping
from functools import cache, cached_property, reduce
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from pbm.rulesets.homelands.tables import DATA

Count = Annotated[int, Meta(ge=0, le=999)]
Some = Annotated[int, Meta(ge=1, le=999)]
CHANGE = re.compile(r"(\w+)\.([\w.]+)\s+(\S+)")
EXAMPLE = "MITANNI.start.forts 1, HITTITES.start.forts 1"


class Hazard(Struct, frozen=True):
    """What a neutral field does to those who stand on it [5.18.20]."""

    kind: str = ""
    lost_on: list[int] = []
    safe_passage_gold: int = 0
    oasis: str = ""
    elephants: bool = False


class Outfit(Struct, frozen=True):
    """How a start differs from the common one [5.2.1]."""

    LI: Count | None = None
    TS: Count | None = None
    dock: Count | None = None
    herds: dict[str, Count] = {}
    forts: Count = 0
    forts_on_river: str = ""
    instead: dict[str, Count] | None = None


class Option(Struct, frozen=True):
    city_for_villages: Count = 0
    port_for_villages: Count = 0
    herds: dict[str, Count] = {}
    LI: int = 0
    one_player_only: bool = False


class Faction(Struct, frozen=True, rename={"inside": "in"}, forbid_unknown_fields=True, dict=True):
    """Who lives there, and what they can do better [5.18]."""

    name: str = ""
    home: str = ""
    inside: str = ""
    choice: str = ""
    home_villages: Count | None = None
    start: Outfit = Outfit()
    start_option: dict[str, Option] = {}
    tax_bonus: Count = 0
    port_yield: Count | None = None
    no_recruit: bool = False
    recruit_only: bool = False
    cheap_mercs: dict[str, Count] | None = None
    merc_income: dict[str, Any] | None = None
    fleet: Count | None = None
    cross_black: bool = False
    lf_full: dict[str, Count] = {}
    lf_part: dict[str, Count] = {}
    extra_die: dict[str, Some] = {}
    li_reroll: Count = 0
    loot_abroad: int | None = None
    loot_colours: dict[str, Any] | None = None
    loot_side: dict[str, Any] | None = None
    build_base: dict[str, Some] = {}
    builders: tuple[str, ...] = ("LI",)
    sure_fishing: bool = False
    pp_abroad: Count = 0
    rivals_all: str = ""
    no_wreck: list[str] = []
    muster: dict[str, Any] | None = None
    ships_on_land: bool = False
    river_ships: bool = False
    sell_li: Count = 0
    dismantle: Count = 0
    horse_trade: bool = False
    ship_discount: Count = 0
    late: Count = 0
    no_attrition_years: Count = 0
    safe: list[str] = []
    li_third_free: bool = False
    elephants: bool = False
    cav_life: dict[str, int] | None = None
    transhumance: bool = False
    redeem_forever: str = ""
    lord_of: str = ""
    vassal_of: str = ""
    cross_river: str = ""

    @cached_property
    def homes(self) -> tuple[str, ...]:
        return regions(self.home)

    @cached_property
    def limits(self) -> tuple[str, ...]:
        """The regions to which some of its abilities are limited; none: they are not."""
        return regions(self.inside)


def regions(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


class EraFile(Struct, frozen=True):
    map: str
    factions: dict[str, Faction]
    neutral: dict[str, Hazard] = {}


class FactionsFile(Struct, frozen=True):
    eras: dict[str, EraFile]


@cache
def eras() -> dict[str, EraFile]:
    """Factions and neutral fields of each map."""
    found = msgspec.json.decode((DATA / "factions.json").read_bytes(), type=FactionsFile)
    return {era.map: era for era in found.eras.values()}


@cache
def factions_of(era: str, changes: str = "") -> Mapping[str, Faction]:
    """The factions of a map, with single figures changed as in `ETRUSCANS.tax_bonus 0`."""
    found = dict(eras()[era].factions)
    for text in filter(None, map(str.strip, changes.split(","))):
        who, figure, value = parted(text)
        if who not in found:
            raise ValueError(f"{era} has no faction {who}; it has {', '.join(found)}")
        found[who] = changed(who, found[who], figure, value)
    return found


def parted(text: str) -> tuple[str, str, str]:
    if not (found := CHANGE.fullmatch(text)):
        raise ValueError(f'"{text}" is not understood; write for example "{EXAMPLE}"')
    return found[1].upper(), found[2], found[3]


def changed(who: str, faction: Faction, figure: str, value: str) -> Faction:
    row = msgspec.to_builtins(faction)
    there = figures(row)
    if figure not in there:
        raise ValueError(f"{who} has no figure {figure}; its figures are {', '.join(there)}")
    was, (*parts, last) = there[figure], figure.split(".")
    try:
        now = msgspec.json.decode(value)
        reduce(lambda part, key: part[key], parts, row)[last] = now
        if was is None or type(now) is type(was):
            return msgspec.convert(row, Faction)
    except msgspec.DecodeError:
        pass
    raise ValueError(f"{who}.{figure} cannot be {value}; it is {msgspec.json.encode(was).decode()}")


TABLES = {row.name for kind in (Faction, Outfit) for row in msgspec.structs.fields(kind) if "dict[" in str(row.type)}
"""What is a table where a faction has it, and so no single figure where it has not."""


def figures(row: Mapping[str, Any], head: str = "") -> dict[str, int | None]:
    """The numbers and switches of a faction by their names, those inside a table as in `start.forts`."""
    found: dict[str, int | None] = {}
    for key, value in row.items():
        if isinstance(value, dict):
            found |= figures(value, f"{head}{key}.")
        elif isinstance(value, int) or (value is None and key not in TABLES):
            found[head + key] = value
    return found
