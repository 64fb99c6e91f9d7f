"""Marnon in cases: positions as the rulebook writes them, and what is compared [9]."""

from functools import partial
from typing import Any

from msgspec import to_builtins

from pbm.rules.comparing import CaseError, Given, convert, refuse_unknown, table
from pbm.rules.dice import Streams
from pbm.rules.event import Event
from pbm.rulesets.contract import Cases
from pbm.rulesets.marnon.codes import GARRISON, RAID, castle_power
from pbm.rulesets.marnon.house import Settings
from pbm.rulesets.marnon.map import area_codes, areas, castles, home_of, regions, seas
from pbm.rulesets.marnon.ongoing import CardInPlay, Deck, Mercs, NPCastle, NPRegion, Ongoing
from pbm.rulesets.marnon.pieces import AreaState, Force, PowerState
from pbm.rulesets.marnon.setup import garrison
from pbm.rulesets.marnon.sight import view
from pbm.rulesets.marnon.tables import tables
from pbm.rulesets.marnon.world import World

KEYS = (
    "turn", "order", "deck", "event", "ongoing", "powers", "areas", "np_castles", "np_regions", "mercs", "track",
    "winner", "pending", "reports",
)  # fmt: skip
ON_OFF = {"on": True, "off": False}
STATUS_CODES = ("INV", *(castle_power(code) for code in castles()))


def read_world(case: Given) -> World:
    """The position of a case: what it does not name is not there."""
    if case.get("map"):
        raise CaseError("map: a case plays on the whole map")
    given = case.get("position") or {}
    refuse_unknown("position", given, KEYS)
    world = World(
        turn=given.get("turn", 1),
        order=list(given.get("order") or []),
        deck=convert(given.get("deck") or {}, Deck, "deck"),
        event=convert(given["event"], CardInPlay, "event") if given.get("event") else None,
        ongoing=convert(going_on(given.get("ongoing") or {}), Ongoing, "ongoing"),
        mercs=convert(given.get("mercs") or {}, Mercs, "mercs"),
        track=convert(given.get("track") or {}, dict[str, dict[str, int]], "track"),
        winner=given.get("winner"),
        pending=list(given.get("pending") or []),
        reports=dict(given.get("reports") or {}),
        settings=house_rules(case.get("house") or {}),
        areas={code: AreaState() for code in area_codes()},
    )
    world.powers.update(table(given, "powers", (*home_of(), *STATUS_CODES), read_power))
    world.areas.update(table(given, "areas", areas(), read_area))
    table(given, "np_castles", castles(), partial(read_castle, world))
    world.np_regions.update(table(given, "np_regions", regions(), lambda code, row: convert(row, NPRegion, code)))
    check_places(world)
    return world


def going_on(given: Given) -> dict[str, Any]:
    """Events that are not going on may be written as false or nothing."""
    return {key: value for key, value in given.items() if value not in (None, False) or key == "truce"}


def house_rules(given: Given) -> Settings:
    """`on` and `off` are true and false."""
    flags = {name for name, kind in Settings.__annotations__.items() if "bool" in str(kind) or "Switch" in str(kind)}
    rows = {
        key: ON_OFF.get(value, value) if key in flags and isinstance(value, str) else value
        for key, value in given.items()
    }
    return convert(rows, Settings, "house")


def read_area(code: str, row: Given) -> AreaState:
    found = convert(row, AreaState, code)
    refuse_unknown(f"owner of {code}", [found.owner] if found.owner is not None else [], (*home_of(), "INV"))
    return found


def read_power(code: str, row: Given) -> PowerState:
    status = {"INV": "invader"}.get(code, "player")
    power = convert({"status": status, "home": home_of().get(code), **row}, PowerState, code)
    if power.seat is None and power.status not in ("np", "exile"):
        power.seat = power.castle
    return power


def read_castle(world: World, code: str, row: Given) -> None:
    """A castle without a player: its points, its fleets by count, and its raid."""
    refuse_unknown(code, row, ("type", "points", "fleets", "raid"))
    raid = row.get("raid") or {}
    world.np_castles[code] = convert({"type": row.get("type", "NEUTRAL")}, NPCastle, code)
    given = world.powers.get(castle_power(code), PowerState())
    power = garrison(code, row.get("points", tables().np_castle.points), row.get("fleets", 0))
    if GARRISON in power.forces:
        power.forces[GARRISON].inside = world.siege(code) is not None
    if raid:
        refuse_unknown(f"{code} raid", raid, ("at", "points"))
        power.forces[RAID] = Force(at=raid["at"], points=raid["points"])
    power.walls, power.relations, power.trade = given.walls, given.relations, given.trade
    world.powers[castle_power(code)] = power


def check_places(world: World) -> None:
    for who, code, force in world.forces():
        refuse_unknown(f"{who} {code}", [force.at] if force.at else [], (*areas(), *seas()))
    for who, power in world.powers.items():
        for code, fleet in power.fleets.items():
            refuse_unknown(f"{who} {code}", [fleet.at] if fleet.at else [], (*areas(), *seas()))
        for code, general in power.generals.items():
            known = (*power.forces, *areas())
            refuse_unknown(f"{who} {code}", [general.place] if general.place else [], known)


# comparing


def position(world: World) -> dict[str, Any]:
    """What a case may expect, in its words."""
    found: dict[str, Any] = {key: to_builtins(getattr(world, key)) for key in KEYS if key != "reports"}
    found["powers"] = {code: whole(power) for code, power in world.powers.items()}
    found["areas"] = {code: whole(row) for code, row in world.areas.items()}
    found["np_castles"] = {code: castle_row(world, code) for code in world.np_castles}
    found["np_regions"] = {code: whole(row) for code, row in world.np_regions.items()}
    found["ongoing"] = whole(world.ongoing)
    found["event"] = whole(world.event) if world.event else None
    found["deck"], found["mercs"] = whole(world.deck), whole(world.mercs)
    return found


def whole(struct: Any) -> Any:
    """A struct as it is written in cases, with every field."""
    if isinstance(struct, dict):
        return {key: whole(value) for key, value in struct.items()}
    if isinstance(struct, list):
        return [whole(value) for value in struct]
    if not hasattr(struct, "__struct_encode_fields__"):
        return struct
    names = zip(struct.__struct_fields__, struct.__struct_encode_fields__, strict=True)
    return {written: whole(getattr(struct, field)) for field, written in names}


def castle_row(world: World, code: str) -> dict[str, Any]:
    power = world.powers[castle_power(code)]
    garrison, raid = power.forces.get(GARRISON), power.forces.get(RAID)
    return {
        "type": world.np_castles[code].type,
        "points": garrison.points if garrison else 0,
        "fleets": len(power.fleets),
        "raid": {"at": raid.at, "points": raid.points} if raid else None,
    }


class Anything:
    """Units come and go: any key may be missing."""

    def __contains__(self, key: object) -> bool:
        return True


def streams(world: World) -> Streams:
    rows = tables().streams
    return Streams(*(f"{name}{''.join(f'.{{{part}}}' for part in parts(row.subject))}" for name, row in rows.items()))


def parts(subject: str | None) -> list[str]:
    """`power.zone|port` are two words of any kind."""
    return [part.replace("|", "_") for part in subject.split(".")] if subject else []


def sees(world: World, journal: list[Event], who: str) -> dict[str, Any]:
    """What a report shows: the position as it may be known, and the points that are known."""
    known = view(world, journal, who)
    shown = position(known.position)
    for unit, points in known.points.items():
        power, code = unit.split(".")
        if code in shown["powers"].get(power, {}).get("forces", {}):
            shown["powers"][power]["forces"][code]["points"] = points
    return Seen(shown)


class Seen(dict[str, Any]):
    """Holds codes of forces as WHI.A2 and of areas with something to see."""

    def __contains__(self, key: object) -> bool:
        if dict.__contains__(self, key):
            return True
        who, _, code = str(key).partition(".")
        if code:
            return code in self["powers"].get(who, {}).get("forces", {})
        return any(force["at"] == key for power in self["powers"].values() for force in power["forces"].values())


CASES: Cases[World] = Cases(
    streams=streams,
    read=read_world,
    position=position,
    codes=lambda world: Anything(),
    sees=sees,
    stand_ins=True,
)
