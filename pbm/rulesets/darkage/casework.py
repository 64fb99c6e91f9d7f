"""Dark Age in cases: reads their positions and tells what came of them."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from pbm.rules.event import Answered, Event, Failed
from pbm.rulesets.darkage.map import Map, britain, chart, nations, terrains
from pbm.rulesets.darkage.sight import seen
from pbm.rulesets.darkage.turn import Acted
from pbm.rulesets.darkage.world import Area, Census, Kingdom, Settings, World

NO_CENSUS = 1000
"""A case that names no census has none."""
OUTCOMES = {Acted: "ok", Failed: "failed"}


class CaseError(Exception):
    """The case itself is wrong."""


def read_map(given: Mapping[str, Any] | None) -> Map:
    if given is None:
        return britain()
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


def refuse_unknown(what: str, given: Iterable[str], known: Iterable[str]) -> None:
    if strange := [key for key in given if key not in known]:
        raise CaseError(f"{what}: unknown {', '.join(map(str, strange))}")


def read_world(case: Mapping[str, Any]) -> World:
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
    world.areas = {code: convert(areas.get(code) or {}, Area, code) for code in world.map}
    refuse_strangers(world)
    return world


def read_kingdom(row: Mapping[str, Any], code: str) -> Kingdom:
    """A loan to nobody is none."""
    lent = (row.get("loan") or {}).get("to")
    kingdom = convert(row if lent else {key: row[key] for key in row if key != "loan"}, Kingdom, code)
    assert isinstance(kingdom, Kingdom)
    return kingdom


def convert(row: Mapping[str, Any], kind: type[Any], what: str) -> Any:
    try:
        return msgspec.convert(row, kind)
    except msgspec.ValidationError as error:
        raise CaseError(f"{what}: {error}") from None


def refuse_strangers(world: World) -> None:
    """Every code in the position must be known."""
    for code, area in world.areas.items():
        places = [area.toward, area.against]
        people = [area.owner, area.passage, area.owner_at_start or None]
        refuse_unknown(code, [x for x in places if x], world.map)
        refuse_unknown(code, [x for x in people if x], world.kingdoms)
    for code, kingdom in world.kingdoms.items():
        places = [kingdom.household.at, *kingdom.watchers, kingdom.spy.at if kingdom.spy else None]
        people = [kingdom.overlord, kingdom.borrows_from, kingdom.loan.to if kingdom.loan else None]
        refuse_unknown(code, [x for x in places if x], world.map)
        refuse_unknown(code, [x for x in people if x], world.kingdoms)


def streams(world: World) -> list[str]:
    """The dice a case may fix."""
    return ["census", "order", *(f"unowned.{code}" for code in world.map)]


def outcomes(journal: Iterable[Event], lines: Mapping[str, int]) -> dict[str, list[str]]:
    """What became of each line of each sheet."""
    found = {player: ["empty"] * count for player, count in lines.items()}
    for event in journal:
        if isinstance(event, Answered):
            found[event.sheet][event.number - 1] = OUTCOMES[type(event)]
    return found


def differences(world: World, journal: list[Event], expected: Mapping[str, Any]) -> Iterable[str]:
    """Every expected key that came out otherwise, beyond what all games share."""
    refuse_unknown("expect", expected, ("areas", "kingdoms", "order_of_play", "sees"))
    refuse_unknown("expect areas", expected.get("areas") or (), world.map)
    for part in ("areas", "kingdoms"):
        for code, row in (expected.get(part) or {}).items():
            found = getattr(world, part).get(code)
            if found is None:
                raise CaseError(f"expect {part}: unknown {code}")
            yield from compare(code, row, found)
    order = expected.get("order_of_play")
    if order and order != world.order:
        yield f"order_of_play: expected {order}, got {world.order}"
    yield from compare_sight(world, journal, expected.get("sees") or {})


def compare(what: str, expected: Any, found: Any) -> Iterable[str]:
    """Only what is named is compared."""
    if isinstance(expected, Mapping) and isinstance(found, msgspec.Struct):
        for key, value in expected.items():
            if key not in found.__struct_fields__:
                raise CaseError(f"{what}: unknown {key}")
            yield from compare(f"{what} {key}", value, getattr(found, key))
    elif isinstance(expected, Mapping) and found is None and not expected.get("armies", 1):
        return  # a loan of no armies is none
    elif expected != (sorted(found) if isinstance(found, list) and expected == sorted(expected) else found):
        yield f"{what}: expected {expected}, got {found}"


def compare_sight(world: World, journal: list[Event], expected: Mapping[str, Any]) -> Iterable[str]:
    refuse_unknown("sees", expected, (*world.kingdoms, "not"))
    hidden = expected.get("not") or {}
    for who, wanted in (*((k, v) for k, v in expected.items() if k != "not"), *hidden.items()):
        refuse_unknown(f"sees {who}", wanted, world.map)
    for who, wanted in expected.items():
        if who != "not" and (missing := [code for code in wanted if code not in seen(world, journal, who)]):
            yield f"sees {who}: expected {missing}, not seen"
    for who, unwanted in hidden.items():
        if leaked := [code for code in unwanted if code in seen(world, journal, who)]:
            yield f"sees {who}: {leaked} seen, and must not be"
