"""Single dice that a power's prestige throws again [5.12.4]."""

from collections.abc import Callable
from typing import NamedTuple

from pbm.rules.engine import Turn
from pbm.rulesets.homelands.tables import tables
from pbm.rulesets.homelands.world import World


class Thrown(NamedTuple):
    dice: tuple[int, ...]
    """The die, and behind it the one that was thrown in its place."""
    pp: int = 0


def thrown(turn: Turn[World], who: str, kind: str, stream: str, bad: Callable[[int], bool]) -> Thrown:
    """A die; if it is bad, and the power asked for luck and can pay, another."""
    die = turn.dice.roll(stream)
    price = tables().prestige["reroll"]
    asked = turn.world.round.luck.get(who, {}).get(kind, 0)
    if not bad(die) or asked <= 0 or turn.world.powers[who].pp < price:
        return Thrown((die,))
    return Thrown((die, turn.dice.roll(f"luck.{stream}")), price)
