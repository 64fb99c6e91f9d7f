"""Tours in cases: positions as they are written there, and what is compared."""

from typing import Any

from msgspec import structs

from pbm.rules.comparing import CaseError, Given, convert, refuse_unknown, table
from pbm.rules.dice import Streams
from pbm.rulesets.contract import Cases
from pbm.rulesets.tours.doctrine import KEYS
from pbm.rulesets.tours.forces import CODES, FORCES, SIDES, UNITS, home_face
from pbm.rulesets.tours.ground import GRID
from pbm.rulesets.tours.selectors import TITLE
from pbm.rulesets.tours.world import UNWRITTEN, Leader, Settings, Side, Unit, World, new_side

STREAMS = (
    "init.{side}", "act.{con}", "fire.phasing", "fire.reaction", "shock.roll", "shock.counter", "shock.evade",
    "second.fire", "second.shock", "leader.fire", "leader.shock", "leader.adjacent", "reform.{side}", "night",
)  # fmt: skip
FIELDS = tuple(name for name in World.__struct_fields__ if name not in UNWRITTEN)
PLAIN = ("turn", "first", "wall", "beset", "dead", "losses", "doctrine", "winner")
"""The parts of a position that stand in it as they are written."""


def read_world(case: Given) -> World:
    """The position of a case; whoever it does not list is absent."""
    if case.get("map"):
        raise CaseError("map: this game is played on its own map")
    given = case.get("position") or {}
    refuse_unknown("position", given, FIELDS)
    world = World(
        units=table(given, "units", UNITS, unit),
        leaders=table(given, "leaders", FORCES.leaders, leader),
        wagons=table(given, "wagons", FORCES.wagons, wagon),
        sides={side: seat(side, (given.get("sides") or {}).get(side) or {}) for side in SIDES},
        settings=convert(case.get("house") or {}, Settings, "house"),
    )
    refuse_unknown("house", case.get("house") or {}, Settings.__struct_fields__)
    for name in PLAIN:
        if name in given:
            lay(world, name, given[name])
    world.groups.update(table(given, "groups", SIDES, lambda side, groups: {name: [*groups[name]] for name in groups}))
    return world


def lay(world: World, name: str, value: Any) -> None:
    """Set a part of the position; what it does not name of the sides stays as it is."""
    if name in ("dead", "losses"):
        refuse_unknown(name, value, SIDES)
        value = getattr(world, name) | value
    if name == "doctrine":
        refuse_unknown(name, value, CODES)
        for code, row in value.items():
            refuse_unknown(f"doctrine {code}", row, KEYS)
    setattr(world, name, value)


def unit(code: str, row: Given) -> Unit:
    refuse_unknown(code, row, Unit.__struct_fields__)
    found = convert({"face": home_face(UNITS[code].side)} | dict(row), Unit, code)
    refuse_unknown(code, [found.hex], GRID)
    return found


def leader(code: str, row: Given) -> Leader:
    refuse_unknown(code, row, Leader.__struct_fields__)
    return convert({"hex": ""} | dict(row), Leader, code)


def wagon(code: str, hex: str) -> str:
    refuse_unknown(code, [hex], GRID)
    return hex


def seat(side: str, row: Given) -> Side:
    refuse_unknown(side, row, Side.__struct_fields__)
    return convert(structs.asdict(new_side(side)) | dict(row), Side, side)


class Groups(dict[str, list[str]]):
    """The groups of a side: a case may expect that there is none of a name."""

    def __contains__(self, name: object) -> bool:
        return TITLE.fullmatch(str(name)) is not None


def position(world: World) -> dict[str, Any]:
    groups = {side: Groups(named) for side, named in world.groups.items()}
    return {name: getattr(world, name) for name in FIELDS} | {"groups": groups}


CASES: Cases[World] = Cases(
    read=read_world,
    streams=lambda world: Streams(*STREAMS, side=SIDES, con=FORCES.contingents),
    position=position,
    codes=lambda world: {*CODES, *KEYS},
    all_dice=True,
)
