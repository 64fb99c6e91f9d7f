"""Who leads: generals, their ratings and skills [6.11, 5.83]."""

from collections.abc import Iterable
from typing import NamedTuple

from pbm.rulesets.marnon.map import by_number
from pbm.rulesets.marnon.tables import mercenaries
from pbm.rulesets.marnon.world import World

HIRED_GENERAL = "MC8"
USUAL_RATING, GOOD_RATING = 8, 9
Unit = tuple[str, str]


class Leader(NamedTuple):
    """Whoever leads: his rating and skill, and what to sort him by."""

    rating: int
    skill: str
    key: tuple[tuple[int, str], tuple[str, int, str]]


def leaders(world: World, units: Iterable[Unit]) -> list[Leader]:
    """All who could lead these forces; regions, castles and the invader have officers of 8."""
    found: list[Leader] = []
    for who, code in units:
        if world.needs_no_general(who):
            found.append(Leader(USUAL_RATING, "NONE", (world.rank(who), by_number("X0"))))
        for general in world.generals_with(who, code):
            row = world.powers[who].generals[general]
            found.append(Leader(row.rating, row.skill, (world.rank(who), by_number(general))))
        if HIRED_GENERAL in world.force(who, code).mercs:
            rating = mercenaries()[HIRED_GENERAL].command
            found.append(Leader(rating, "NONE", (world.rank(who), by_number("Z8"))))
    return found


def best(world: World, units: Iterable[Unit]) -> Leader | None:
    """The best of them, the lowest number on a tie."""
    return min(leaders(world, units), key=lambda each: (-each.rating, each.key), default=None)


def rating(world: World, units: Iterable[Unit]) -> int:
    found = best(world, units)
    return found.rating if found else 0


def is_led(world: World, who: str, code: str) -> bool:
    return bool(leaders(world, [(who, code)]))


def has_skill(world: World, units: Iterable[Unit], skill: str) -> bool:
    return any(each.skill == skill for each in leaders(world, units))
