"""Reach: the hexes in which a unit can legally end, and the cheapest way to each [6.0, 6.1]."""

from collections.abc import Mapping

from pbm.rules.hexes import Cost, Hex, Way
from pbm.rulesets.tours.bout import Bout
from pbm.rulesets.tours.forces import UNITS
from pbm.rulesets.tours.ground import GRID, costs, distance
from pbm.rulesets.tours.world import World

HERE = Way(0, 0, ())
Ways = Mapping[Hex, Way]


def reach(bout: Bout, code: str, keep: int = 0, hexes: int | None = None) -> Ways:
    """From where a unit stands, with the points it has left but for those it keeps."""
    start = bout.world.units[code].hex
    if code in bout.stopped:
        return {start: HERE}
    return ways(bout.world, code, start, bout.left(code) - keep, hexes)


def ways(world: World, code: str, start: Hex, points: int, hexes: int | None = None) -> Ways:
    """Not through occupied hexes, and not onward from a hex beside an enemy."""
    if points < 1:
        return {start: HERE}
    return GRID.reach(start, unit_cost(world, code, start), points, hexes)


def unit_cost(world: World, code: str, start: Hex) -> Cost:
    row = UNITS[code]
    price, threatened = costs(row.kind.foot), world.threatened(row.side)
    closed = {*world.standing} - {world.units[code].hex}
    closed.update(place for place in world.wagons.values() if world.is_barred(place, row.side))

    def cost(origin: Hex, target: Hex) -> int | None:
        if target in closed or (origin in threatened and origin != start):
            return None
        return price.get((origin, target))

    return cost


def leader_ways(bout: Bout) -> Ways:
    """A leader rides through friends, never into an enemy, and stops beside one [12.0]."""
    world, side = bout.world, bout.side
    start, price = world.leaders[bout.leader].hex, costs(foot=False)
    threatened = world.threatened(side)

    def cost(origin: Hex, target: Hex) -> int | None:
        closed = (origin in threatened and origin != start) or world.enemy_at(target, side)
        return None if closed or world.is_barred(target, side) else price.get((origin, target))

    if bout.leader in bout.stopped:
        return {start: HERE}
    return GRID.reach(start, cost, bout.left(bout.leader))


def nearest(found: Ways, goal: Hex) -> Hex:
    """The hex in reach that is nearest to a goal, then cheapest, then lowest [6.1]."""
    return min(found, key=lambda place: (distance(place, goal), found[place].cost, place))
