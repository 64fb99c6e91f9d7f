"""Homelands in cases: maps, house rules and positions as they are written there, and what is compared [9.2]."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import msgspec

from pbm.rules.comparing import CaseError, Given, convert, refuse_unknown, table
from pbm.rules.dice import Streams
from pbm.rules.event import Event
from pbm.rulesets.contract import Cases
from pbm.rulesets.homelands.board import Board
from pbm.rulesets.homelands.chart import ERAS, OWN, TIERS, Chart, MapFile, chart, charted
from pbm.rulesets.homelands.factions import eras, factions_of
from pbm.rulesets.homelands.settings import Settings
from pbm.rulesets.homelands.sight import in_sight, view
from pbm.rulesets.homelands.tables import tables
from pbm.rulesets.homelands.units import LEVELS, TYPES, kind, plain
from pbm.rulesets.homelands.world import DIET, Field, Offer, Pact, Realm, World, full

KEYS = ("turn", "winter", "powers", "fields", "pacts", "offers", "importance", "result")
STREAMS = (
    "weather.summer.{place}", "weather.winter.{climate}", "river.{place}", "neutral.{place}.{power}",
    "wreck.{place}.{power}", "corsair.{place}.{power}", "attrition.mountain.{place}.{power}",
    "attrition.cutoff.{place}.{power}", "attrition.siege.{place}.{power}", "battle.{place}.{power}",
    "escape.{place}.{power}", "reroll.{place}.{power}", "siege.{place}.{power}", "fish.{place}.{power}",
)  # fmt: skip
DEFAULT_BORDERS = "L"


def read_world(case: Given) -> World:
    """The position of a case; what it does not name is empty."""
    given = case.get("position") or {}
    refuse_unknown("position", given, KEYS)
    house = {"borders": DEFAULT_BORDERS} | dict(case.get("house") or {})
    plan = read_map(case.get("map") or "britannia", house)
    settings = convert({"era": plan.era} | house, Settings, "house")
    border = border_of(case.get("map"), plan, settings.factions)
    plan = chart(plan.era, border, settings.factions)
    world = World(
        settings=settings,
        chart=plan,
        turn=given.get("turn", 1),
        powers={},
        fields={code: Field() for code in plan.codes},
        border=border,
    )
    for code, row in sorted((given.get("powers") or {}).items()):
        world.powers[code] = read_realm(plan, code, dict(row or {}))
    world.fields.update(table(given, "fields", plan.fields, partial(read_field, world)))
    world.winter = dict(given.get("winter") or {})
    world.pacts = [convert(row, Pact, "pacts") for row in given.get("pacts") or []]
    world.offers = [convert(row, Offer, "offers") for row in given.get("offers") or []]
    world.importance = dict(given.get("importance") or {})
    return world


def read_map(named: Any, house: Given) -> Chart:
    """A map by its name, or one of the case's own."""
    border = str(house.get("borders", DEFAULT_BORDERS))
    border = DEFAULT_BORDERS if border == "auto" else border
    if isinstance(named, str):
        refuse_unknown("map", [named], ERAS)
        return chart(named, border)
    rows = dict(named)
    refuse_unknown("map", rows, (*MapFile.__struct_fields__, "map"))
    era = str(rows.get("era") or house.get("era") or "britannia")
    refuse_unknown("map era", [era], eras())
    source = convert({**rows, "era": era, "fields": mirrored(rows.get("fields") or {})}, MapFile, "map")
    return charted(source, era, border)


def border_of(named: Any, plan: Chart, changes: str) -> str:
    """The border in play; a map of the case's own is remembered under a name, so that views can find it again."""
    if not isinstance(named, Mapping):
        return next(border for border in reversed(TIERS) if chart(plan.era, border) is plan)
    name = hashlib.sha256(repr(sorted(plan.fields.items())).encode()).hexdigest()
    OWN[plan.era, name, changes] = replace(plan, factions=factions_of(plan.era, changes))
    return name


def mirrored(fields: Given) -> dict[str, Any]:
    """A border may be given from one side; a sea has no colour."""
    found = {code: {"borders": {}, **(row or {})} for code, row in fields.items()}
    for code, row in found.items():
        row["borders"] = dict(row["borders"] or {})
        if row.get("type") == "sea":
            row.setdefault("climate", "sea")
        row.setdefault("name", code)
    for code, row in found.items():
        for other, border in list(row["borders"].items()):
            refuse_unknown(f"borders of {code}", [other], found)
            found[other]["borders"].setdefault(code, border)
    return found


def read_realm(plan: Chart, code: str, row: dict[str, Any]) -> Realm:
    start = plan.starts.get(code)
    if "faction" not in row and start is None:
        raise CaseError(f"powers: {code} has no seat on this map and no faction")
    row.setdefault("faction", start.faction if start else "")
    row.setdefault("name", start.name if start else code)
    row.setdefault("vp_last", row.get("vp", 0))
    refuse_unknown(f"faction of {code}", [row["faction"]], plan.factions)
    doctrine = row.get("doctrine")
    if doctrine and isinstance(doctrine.get("engage"), str) and doctrine["engage"] in ("HOME", "ALL"):
        row["doctrine"] = {**doctrine, "engage": f"{doctrine['engage']} 100"}
    return convert(row, Realm, code)


def read_field(world: World, code: str, row: Given) -> Field:
    found = convert(row, Field, code)
    for rows in (found.units, found.builders, found.cargo):
        refuse_unknown(code, rows, world.powers)
        for who in list(rows):
            rows[who] = units_of(code, rows[who])
            if not rows[who]:
                del rows[who]
    if found.settlement:
        found.settlement.inside = units_of(code, found.settlement.inside)
    if found.yard:
        found.yard.ships = units_of(code, found.yard.ships)
    owned = (found.settlement, found.yard, found.site, found.herd, found.sown)
    refuse_unknown(code, [thing.owner for thing in owned if thing], world.powers)
    return found


def units_of(code: str, units: Mapping[str, int]) -> dict[str, int]:
    for key in units:
        if kind(key).type not in TYPES or kind(key).level not in LEVELS or kind(key).marks:
            raise CaseError(f"{code}: there is no unit {key}")
    return plain(units)


# comparing


class Counts(dict[str, int]):
    """Units: a type that is not there counts as none."""

    def __contains__(self, key: object) -> bool:
        return kind(str(key)).type in TYPES

    def get(self, key: Any, default: Any = None) -> Any:
        return super().get(key, 0)


class Rows(dict[str, Any]):
    """Things by the code of a power: whoever is not there has nothing."""

    def __contains__(self, key: object) -> bool:
        return True

    def get(self, key: Any, default: Any = None) -> Any:
        return super().get(key)


def position(world: World) -> dict[str, Any]:
    """What a case may expect, in its own words."""
    return {
        "turn": world.turn,
        "winter": Rows(world.winter),
        "powers": {code: shown_realm(realm) for code, realm in world.powers.items()},
        "fields": {code: shown_field(there) for code, there in world.fields.items()},
        "pacts": [shown_pact(pact) for pact in world.pacts],
        "offers": [msgspec.to_builtins(offer) for offer in world.offers],
        "importance": Rows(world.importance),
    }


def shown_pact(pact: Pact) -> dict[str, Any]:
    return {"kind": pact.kind, "a": pact.a, "b": pact.b, "until": pact.until}


def shown_realm(realm: Realm) -> dict[str, Any]:
    found = {name: getattr(realm, name) for name in realm.__struct_fields__}
    doctrine = {"break" if name == "breaks" else name: getattr(realm.doctrine, name)
                for name in realm.doctrine.__struct_fields__}  # fmt: skip
    doctrine["target"] = realm.doctrine.target or list(tables().targets)
    claim = realm.claim and {"kind": realm.claim.kind, "turn": realm.claim.turn, "goals": realm.claim.goals}
    return found | {"doctrine": doctrine, "claim": claim, "diet": full(realm.diet, DIET)}


def shown_field(there: Field) -> dict[str, Any]:
    return {
        "units": shown_rows(there.units),
        "builders": shown_rows(there.builders),
        "cargo": shown_rows(there.cargo),
        "settlement": there.settlement and shown(there.settlement, "inside"),
        "yard": there.yard and shown(there.yard, "ships"),
        "site": there.site and shown(there.site),
        "herd": there.herd and shown(there.herd),
        "sown": there.sown and shown(there.sown),
        "looted": there.looted,
        "lost": Rows(there.lost),
    }


def shown(thing: Any, units: str = "") -> dict[str, Any]:
    found = {name: getattr(thing, name) for name in thing.__struct_fields__}
    return found | ({units: Counts(plain(found[units]))} if units else {})


def shown_rows(rows: Mapping[str, Mapping[str, int]]) -> Rows:
    return Rows({who: Counts(plain(units)) for who, units in rows.items() if units})


def meant(expected: Given) -> dict[str, Any]:
    """The result of a case is its winner and the way; the engine's result says the same in its own words."""
    found = dict(expected)
    if result := found.get("result"):
        refuse_unknown("result", result, ("winner", "by"))
        words = {"winner": "winners", "by": "how"}
        found["result"] = {words[key]: [value] if key == "winner" else value for key, value in result.items()}
    return found


class Seen(dict[str, Any]):
    """What a report shows, by key; a field is in it if its units are seen."""

    def __init__(self, within: Iterable[str], **shown: Any) -> None:
        super().__init__(shown)
        self.within = frozenset(within)

    def __contains__(self, key: object) -> bool:
        return key in self.within or super().__contains__(key)


def sees(world: World, journal: list[Event], who: str) -> Seen:
    """What a player's report shows of the position."""
    seen = view(world, journal, who)
    powers = {code: shown_realm(realm) for code, realm in seen.powers.items()}
    fields = {code: shown_field(seen.fields.get(code) or Field()) for code in world.fields}
    within = in_sight(Board(world), who)
    return Seen(
        world.chart.codes if within is None else sorted(within),
        powers=powers,
        fields=fields,
        pacts=[shown_pact(pact) for pact in seen.pacts],
        offers=[msgspec.to_builtins(offer) for offer in seen.offers],
        control=Rows(seen.control),
        winter=Rows(seen.winter),
    )


def streams(world: World) -> Streams:
    """Every name of the sequence of play, and the same behind `luck.`"""
    named = {"place": world.chart.fields, "power": world.powers, "climate": world.chart.climates}
    return Streams(*STREAMS, *(f"luck.{pattern}" for pattern in STREAMS), **named)


CASES: Cases[World] = Cases(
    streams=streams,
    read=read_world,
    meant=meant,
    position=position,
    codes=lambda world: {*world.chart.fields, *world.powers, *TYPES},
    sees=sees,
)
