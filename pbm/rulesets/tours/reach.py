"""Reach: the hexes in which a unit can legally end, and the cheapest way to each [6.0, 6.1]."""

from collections.abc import Mapping, Sequence

from pbm.rules.hexes import Exit, Exits, Hex, Way
from pbm.rulesets.tours.bout import Bout
from pbm.rulesets.tours.forces import UNITS
from pbm.rulesets.tours.ground import GRID, distance, exits
from pbm.rulesets.tours.world import World

HERE = Way(0, 0, ())
Ways = Mapping[Hex, Way]


def reach(bout: Bout, code: str, keep: int = 0, hexes: int | None = None, until: Hex | None = None) -> Ways:
    """From where a unit stands, with the points it has left but for those it keeps; all ways or those up to a goal."""
    start = bout.world.units[code].hex
    if code in bout.now.stopped:
        return {start: HERE}
    return ways(bout.world, code, start, bout.left(code) - keep, hexes, until)


def approaches(bout: Bout, code: str) -> Ways:
    """Of the hexes in reach, all those beside an enemy, and whatever lies on the ways to them."""
    start = bout.world.units[code].hex
    if code in bout.now.stopped or bout.left(code) < 1:
        return {start: HERE}
    onward, beyond = unit_exits(bout.world, code, start), bout.world.to_enemies(bout.side)
    return GRID.reach(start, onward, bout.left(code) + 1, beyond=beyond)


def ways(world: World, code: str, start: Hex, points: int, hexes: int | None = None, until: Hex | None = None) -> Ways:
    """Not through occupied hexes, and not onward from a hex beside an enemy."""
    if points < 1:
        return {start: HERE}
    return GRID.reach(start, unit_exits(world, code, start), points, hexes, until=until)


def unit_exits(world: World, code: str, start: Hex) -> Exits:
    row = UNITS[code]
    closed = {*world.standing} - {world.units[code].hex}
    return exits_past(world, row.side, start, exits(row.kind.foot), closed)


def exits_past(world: World, side: str, start: Hex, onward: Mapping[Hex, Sequence[Exit]], closed: set[Hex]) -> Exits:
    """Where a side goes on to: not onward from beside an enemy, nor into what is closed to it."""
    threatened = world.threatened(side) - {start}
    shut = closed.union(place for place in world.wagons.values() if world.is_barred(place, side))

    def open_exits(origin: Hex) -> Sequence[Exit]:
        return () if origin in threatened else [step for step in onward[origin] if step[1] not in shut]

    return open_exits


def leader_ways(bout: Bout) -> Ways:
    """A leader rides through friends, never into an enemy, and stops beside one [12.0]."""
    world, side = bout.world, bout.side
    start = world.leaders[bout.leader].hex
    if bout.leader in bout.now.stopped:
        return {start: HERE}
    onward = exits_past(world, side, start, exits(foot=False), {*world.enemy_places(side)})
    return GRID.reach(start, onward, bout.left(bout.leader))


def nearest(found: Ways, goal: Hex) -> Hex:
    """The hex in reach that is nearest to a goal, then cheapest, then lowest [6.1]."""
    return min(found, key=lambda place: (distance(place, goal), found[place].cost, place))
