"""What an attack would come to, by the formulas of battle: worked out once for every case, then remembered."""

from bisect import bisect_left
from functools import cache, lru_cache
from typing import NamedTuple

from pbm.rulesets.darkage.attack import Assault, March, Move, Overrun, Probe
from pbm.rulesets.darkage.battle import Field, Side, fight
from pbm.rulesets.darkage.map import Place, place
from pbm.rulesets.darkage.world import Area, Settings

REMEMBERED = 1 << 16
HOST = 60
"""No host is reckoned larger than this."""
HERE = "HERE"
WAYS: tuple[type[March], ...] = (Overrun, Move, Probe, Assault)
"""The ways to attack; of two that come out alike the first is taken."""


class Ground(NamedTuple):
    """What defends an area, as far as battles ask."""

    terrain: str
    armies: int
    people: int
    works: int
    """Forts and trade."""
    reading: str
    """Which table of terrain holds, by the house rules."""


class Outcome(NamedTuple):
    """Which way an attack is made, and what is left of either side."""

    way: type[March]
    won: bool
    armies: int
    ships: int
    defenders: int


def ground(place: Place, area: Area, settings: Settings, more: int = 0, works: int = 0) -> Ground:
    """An area as it would stand with so many more armies and forts."""
    return Ground(
        place.terrain, area.armies + more, area.population, area.forts + area.trade + works, settings.terrain_bonus
    )


@cache
def arena(terrain: str) -> Place:
    """A place to fight in."""
    return place(HERE, {"terrain": terrain}, frozenset(), None, None)


@lru_cache(REMEMBERED)
def outcome(way: type[March], armies: int, ships: int, held: Ground, ambush: bool = False) -> Outcome:
    here, area = arena(held.terrain), Area(None, held.people, held.armies, forts=held.works)
    attacker, defender = Side(armies, ships), Side(held.armies)
    fight(Field(here, area, here.bonuses[held.reading], defender, ambush and way.ambushable), attacker, way.battle)
    won = not defender.armies and attacker.strength > 0
    return Outcome(way, won, attacker.armies, attacker.ships, defender.armies)


@lru_cache(REMEMBERED)
def best(armies: int, ships: int, held: Ground) -> Outcome:
    """The way to attack that leaves most: it wins if any does."""
    city = held.terrain == "city"
    tried = [outcome(way, armies, ships, held) for way in WAYS if way.cities or not city]
    return max(tried, key=worth)


def worth(came: Outcome) -> tuple[bool, int, int]:
    """A win, then strength left with a BP more or less for the price, then fewer defenders."""
    left = came.armies + came.ships
    return came.won, 2 * left - came.way.cost if came.won else left, -came.defenders


@lru_cache(REMEMBERED)
def needed(held: Ground, ships: int = 0) -> int:
    """The fewest armies that win: where some win, more do too."""
    return bisect_left(range(HOST), True, lo=1, key=lambda armies: best(armies, ships, held).won)


def falls(held: Ground, strength: int) -> bool:
    """Whether so many armies could take it, however they go about it."""
    return strength >= needed(held)
