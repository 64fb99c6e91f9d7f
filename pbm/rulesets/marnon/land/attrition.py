"""Attrition of a force [5.68]."""

from collections.abc import Generator

from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rulesets.marnon.land.leading import GOOD_RATING, best, has_skill
from pbm.rulesets.marnon.map import region_of
from pbm.rulesets.marnon.tables import by_dice, tables
from pbm.rulesets.marnon.telling import Thrown
from pbm.rulesets.marnon.world import World


def has_best_skill(world: World, who: str, code: str, skill: str) -> bool:
    return has_skill(world, [(who, code)], skill)


def attrition_modifier(world: World, who: str, code: str) -> int:
    rows, force = tables().attrition.modifiers, world.force(who, code)
    leader = best(world, [(who, code)])
    good = rows["general_9"] if leader and leader.rating >= GOOD_RATING else 0
    return rows.get(region_of(force.at) or "", 0) + good


def attrition(turn: Turn[World], who: str, code: str, column: str, modifier: int) -> Generator[Event, None, int]:
    """2D6 on the attrition table: the share lost."""
    stream = f"attrition.{column}.{who}.{code}"
    dice = (turn.dice.roll(stream), turn.dice.roll(stream))
    yield Thrown(who, f"attrition, modifier {modifier}", dice, code)
    return by_dice(tables().attrition.pct[column], sum(dice) + modifier)
