"""The computer players: the warden for a missed turn, the captain for a side without a player [16.8, 16.9].

In self-play a side may also be random or silent or know one tactic alone, as a measure for the others.
"""

from collections.abc import Callable, Iterable

from pbm.rules.dice import Dice
from pbm.rules.order import Order
from pbm.rulesets.tours.computer import drills
from pbm.rulesets.tours.computer.captain import captain
from pbm.rulesets.tours.computer.chance import random
from pbm.rulesets.tours.computer.warden import warden
from pbm.rulesets.tours.missed import CAPTAIN, DRILLS, RANDOM, SILENT
from pbm.rulesets.tours.sight import View, known
from pbm.rulesets.tours.world import World


def write(view: View, temperament: str, dice: Dice) -> Iterable[tuple[Order, str]]:
    """An ordinary sheet; nothing for the set-up turn."""
    world = known(view)
    if world.turn == 0 or temperament == SILENT:
        return ()
    if temperament == RANDOM:
        return random(world, view.who, dice)
    if temperament in DRILLS:
        drill: Callable[[World, str], Iterable[tuple[Order, str]]] = getattr(drills, temperament)
        return drill(world, view.who)
    return captain(world, view.who) if temperament == CAPTAIN else warden(world, view.who)
