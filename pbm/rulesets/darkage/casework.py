"""Dark Age in cases: their maps and positions, and what is compared."""

from functools import cache

import msgspec

from pbm.rules.comparing import CaseError, Given, convert, refuse_strangers, refuse_unknown
from pbm.rules.dice import Streams
from pbm.rulesets.contract import Cases
from pbm.rulesets.darkage.map import Map, britain, chart, nations, terrains
from pbm.rulesets.darkage.sight import seen
from pbm.rulesets.darkage.world import Area, Census, Kingdom, Settings, World

NO_CENSUS = 1000
"""A case that names no census has none."""


def read_map(given: Given | None) -> Map:
    return britain() if given is None else drawn(msgspec.json.encode(given))


@cache
def drawn(content: bytes) -> Map:
    """Many cases have the same map."""
    given = msgspec.json.decode(content)
    refuse_unknown("map", given, ("areas", "links"))
    areas = given["areas"]
    for code, area in areas.items():
        refuse_unknown(f"map area {code}", area, ("terrain", "in", "name"))
        if area.get("terrain") not in terrains():
            raise CaseError(f"map area {code}: no terrain {area.get('terrain')}")
    links = [tuple(link.split("-")) for link in given.get("links", ())]
    ends = [*(end for link in links for end in link), *(a["in"] for a in areas.values() if "in" in a)]
    refuse_unknown("links", ends, areas)
    return chart(areas, ((a, b) for a, b in links))


def read_world(case: Given) -> World:
    """The position of a case; what it does not give is empty, zero or unowned."""
    given = case.get("position") or {}
    refuse_unknown("position", given, ("turn", "kingdoms", "areas", "order_of_play", "census"))
    kingdoms = given.get("kingdoms") or {}
    refuse_unknown("kingdoms", kingdoms, nations())
    order = given.get("order_of_play") or list(kingdoms)
    refuse_unknown("order_of_play", order, kingdoms)
    world = World(
        map=read_map(case.get("map")),
        settings=convert(case.get("house") or {}, Settings, "house"),
        turn=given.get("turn", 1),
        order=list(order),
        census=convert({"next": NO_CENSUS} | (given.get("census") or {}), Census, "census"),
        kingdoms={code: read_kingdom(row or {}, code) for code, row in kingdoms.items()},
        areas={},
    )
    areas = given.get("areas") or {}
    refuse_unknown("areas", areas, world.map)
    world.areas = {code: convert(row, Area, code) if (row := areas.get(code)) else Area() for code in world.map}
    known = {"place": world.map, "power": world.kingdoms}
    for code in (*areas, *kingdoms):
        refuse_strangers(code, world.areas[code] if code in areas else world.kingdoms[code], known)
    return world


def read_kingdom(row: Given, code: str) -> Kingdom:
    """A loan to nobody is none."""
    lent = (row.get("loan") or {}).get("to")
    return convert(row if lent else {key: row[key] for key in row if key != "loan"}, Kingdom, code)


CASES = Cases(
    streams=lambda world: Streams("census", "order", "unowned.{place}", place=world.map),
    read=read_world,
    position=lambda world: {
        "areas": world.areas,
        "kingdoms": world.kingdoms,
        "order_of_play": world.order,
        "census": world.census,
        "turn": world.turn,
    },
    codes=lambda world: {*world.map, *world.kingdoms},
    unordered=("watchers", "plundered_by"),
    sees=seen,
)
