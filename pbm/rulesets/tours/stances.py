"""Stances: what units without an order do when their contingent has activated [16.6]."""

from collections.abc import Iterator
from typing import NamedTuple

from pbm.rules.event import Event
from pbm.rules.hexes import Hex, Way
from pbm.rulesets.tours.bout import Bout, to_enemy
from pbm.rulesets.tours.doctrine import value_of
from pbm.rulesets.tours.facing import turn_to
from pbm.rulesets.tours.fire import Shot, best_shot, fire, rank, reckoned
from pbm.rulesets.tours.fire import shot as aimed
from pbm.rulesets.tours.forces import FRA, UNITS
from pbm.rulesets.tours.ground import GRID, distance, ring
from pbm.rulesets.tours.march import March
from pbm.rulesets.tours.reach import Ways, nearest, reach
from pbm.rulesets.tours.strike import best_stand
from pbm.rulesets.tours.tables import RANGE, TABLES
from pbm.rulesets.tours.world import World


class Ride(NamedTuple):
    """Where an archer rides to shoot, and the shot; the lowest rank is the best."""

    rank: tuple[int | bool | Hex, ...]
    hex: Hex
    way: Way
    shot: Shot


def stances(bout: Bout, con: str) -> Iterator[Event]:
    """Those nearest to an enemy first, in the order of when the step begins."""
    world = bout.world
    idle = [code for code in world.of(bout.side, con) if code not in bout.now.ordered and code not in bout.staying]
    for code in sorted(idle, key=lambda code: (to_enemy(bout, code), code)):
        if bout.is_free(code):
            yield from stance(bout, code)


def stance(bout: Bout, code: str) -> Iterator[Event]:
    word, *more = str(value_of(bout.world, code, "stance")).split()
    if word == "STRIKE":
        yield from strike(bout, code)
        return
    march = March.of(bout, code)
    if word in ("WITHDRAW", "GOTO"):
        yield from march.near(more[0] if word == "GOTO" else homeward(march.here, bout.side, int(more[0])))
    elif (ride := best_ride(bout, code)) and word in ("HARRY", "ADVANCE"):
        yield from harried(march, ride)
    elif word == "ADVANCE":
        yield from advance(march, int(more[0]) if more else None)
    else:
        yield from hold(bout, code)
    yield from turn_to(bout.world, code, None)


def hold(bout: Bout, code: str) -> Iterator[Event]:
    """Archers fire at the best target from where they are."""
    if bout.can_fire(code) and (made := best_shot(bout.world, code, bout.world.units[code].hex)):
        yield from fire(bout, made)


def strike(bout: Bout, code: str) -> Iterator[Event]:
    stand = best_stand(bout, code)
    if stand is None:
        yield from hold(bout, code)
        yield from turn_to(bout.world, code, None)
        return
    yield from March.of(bout, code).along(stand.way)
    yield from turn_to(bout.world, code, stand.face)


def advance(march: March, hexes: int | None) -> Iterator[Event]:
    """Towards the nearest enemy; archers stay clear of enemies."""
    bout = march.bout
    goal, found = bout.world.nearest_enemy(march.here, bout.side), march.reach(hexes=hexes)
    if UNITS[march.code].is_archer:
        found = clear(bout, found, march.here)
    if goal:
        yield from march.along(found[nearest(found, goal)])


def clear(bout: Bout, found: Ways, here: Hex) -> Ways:
    """The hexes not beside an enemy, and the one where the unit stands."""
    threatened = bout.world.threatened(bout.side)
    return {place: way for place, way in found.items() if place == here or place not in threatened}


def harried(march: March, ride: Ride) -> Iterator[Event]:
    """Out, fire, and back as near as possible."""
    home = march.here
    yield from march.along(ride.way)
    if march.lives:
        yield from fire(march.bout, ride.shot)
        yield from march.near(home)


def best_ride(bout: Bout, code: str) -> Ride | None:
    """The firing hex and target with most hitting faces."""
    if not bout.can_fire(code):
        return None
    world, here, far = bout.world, bout.world.units[code].hex, bout.left(code) - 1 + RANGE
    near = [enemy for enemy in world.enemies(bout.side) if distance(here, world.units[enemy].hex) <= far]
    if not near:
        return None
    found = clear(bout, reach(bout, code, keep=1), here)
    rides = [ride for enemy in near for ride in rides_at(world, code, enemy, found)]
    rides.sort(key=lambda ride: ride.rank)
    return next((ride for ride in rides if aimed(world, code, ride.hex, ride.shot.target) == ride.shot), None)


def rides_at(world: World, code: str, enemy: str, found: Ways) -> Iterator[Ride]:
    """The shots at an enemy that could hit, from the hexes in range: along a clear line, and over units."""
    there = world.units[enemy].hex
    for far in TABLES.range:
        places = [place for place in ring(there, far) if place in found]
        for shower in (0, TABLES.fire.drm.shower) if places else ():
            made = reckoned(world, code, enemy, far, shower)
            if made.faces:
                *best, target = rank(world, made)
                for place in places:
                    yield Ride((*best, found[place].cost, target, place), place, found[place], made)


def homeward(here: Hex, side: str, columns: int) -> Hex:
    """So many columns towards home, at most to the edge, in the same row."""
    column, row = GRID.place(here)
    first, last = GRID.columns
    return GRID.number(max(column - columns, first) if side == FRA else min(column + columns, last), row)
