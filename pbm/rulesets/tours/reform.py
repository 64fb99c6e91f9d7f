"""Reforming: one die for each disordered unit of a contingent that was ordered to [10]."""

from collections.abc import Iterator
from typing import ClassVar

from pbm.rules.event import Event
from pbm.rules.hexes import Exit, Hex
from pbm.rulesets.tours import leaders
from pbm.rulesets.tours.bout import Bout
from pbm.rulesets.tours.forces import FRA, MUS, UNITS, UnitId
from pbm.rulesets.tours.ground import GRID, distance, exits, is_passable
from pbm.rulesets.tours.results import Eliminated
from pbm.rulesets.tours.tables import TABLES
from pbm.rulesets.tours.telling import Seen
from pbm.rulesets.tours.world import World

REFORM = "REFORM"


class ReformTried(Seen, frozen=True):
    unit: UnitId
    die: int
    drm: tuple[str, ...]
    adjusted: int
    text: ClassVar = "{unit} {unit:tries/try} to reform: die {die}<, makes {adjusted} with {drm}>"


class Reformed(Seen, frozen=True):
    unit: UnitId
    verb: ClassVar = "reforms"
    text: ClassVar = "{unit} {unit:reforms/reform}"

    def apply(self, world: World) -> None:
        world.units[self.unit].dis = False


def reform(bout: Bout) -> Iterator[Event]:
    """By id over the whole side [10.0]."""
    for code in bout.world.of(bout.side):
        if REFORM in bout.now.marks.get(UNITS[code].con, ()) and may_reform(bout, code):
            yield from tried(bout, code)


def may_reform(bout: Bout, code: str) -> bool:
    """Disordered, with no enemy beside it, and without an attack this turn."""
    unit = bout.world.units[code]
    return unit.dis and not bout.now.attacks.get(code) and not bout.world.enemies_beside(unit.hex, bout.side)


def tried(bout: Bout, code: str) -> Iterator[Event]:
    world, table = bout.world, TABLES.reform
    items = [item for item in modifiers(world, code) if item[1]]
    die = bout.roll(f"reform.{bout.side}")
    adjusted = die + sum(value for _, value in items)
    yield ReformTried(code, die, tuple(f"{name} {value:+}" for name, value in items), adjusted)
    if adjusted <= table.reformed_to:
        yield Reformed(code)
    elif adjusted >= table.eliminated_from:
        leader = world.leader_with(code)
        yield Eliminated(code, "reform")
        yield from leaders.bereft(bout, leader)


def modifiers(world: World, code: str) -> list[tuple[str, int]]:
    side, table = UNITS[code].side, TABLES.reform
    return [
        ("command", table.leader if is_commanded(world, code) else 0),
        ("leader dead", table.leader_dead if world.is_leaderless(side) else 0),
        ("train", train(world) if side == MUS else 0),
    ]


def is_commanded(world: World, code: str) -> bool:
    """Whether a unit is within its leader's command range, around enemies and rivers [12.1]."""
    side, goal = UNITS[code].side, world.units[code].hex
    leader = world.leader_of(side)
    if leader is None or distance(leader.hex, goal) > world.command(side):
        return False

    def open_exits(origin: Hex) -> list[Exit]:
        around = GRID.neighbours(origin).items()
        return [(way, place, 1) for way, place in around if is_passable(place) and not world.enemy_at(place, side)]

    return goal in GRID.reach(leader.hex, open_exits, world.command(side))


def train(world: World) -> int:
    """What Franks near the wagons cost the Muslims [10.1]."""
    table = TABLES.reform
    adjacent = table.train_adjacent if any(world.beset_wagons()) else 0
    if adjacent and not world.settings.loot_stack:
        return adjacent
    return adjacent + (table.train_reach if is_train_in_reach(world) else 0)


def is_train_in_reach(world: World) -> bool:
    """Whether a Frank could ride to a wagon, whoever stands in the way."""
    return any(can_reach(world, code, place) for place in world.wagons.values() for code in world.of(FRA))


def can_reach(world: World, code: str, goal: Hex) -> bool:
    start, kind = world.units[code].hex, UNITS[code].kind
    if distance(start, goal) > kind.move:
        return False
    return goal in GRID.reach(start, exits(kind.foot).__getitem__, kind.move)
