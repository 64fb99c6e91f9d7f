"""Computer players [11.1]: a steward for a missed turn, a warlord for dummies and dropouts.

Silence and chance are there to measure them by. All write ordinary sheets from the power's own view.
"""

from collections.abc import Iterator

from pbm.rules.dice import Dice
from pbm.rules.order import Order
from pbm.rulesets.homelands.board import Board
from pbm.rulesets.homelands.computer import chance
from pbm.rulesets.homelands.computer.steward import Steward
from pbm.rulesets.homelands.computer.warlord import Warlord
from pbm.rulesets.homelands.missed import RANDOM, SILENT, SOWER, STEWARD
from pbm.rulesets.homelands.sight import View, known


def write(view: View, temperament: str, dice: Dice) -> Iterator[tuple[Order, str]]:
    """The lines of a computer player; a power without units and settlements writes nothing, nor does a set-up."""
    world = known(view)
    if world.turn == 0 or temperament == SILENT or not world.is_active(view.who) or world.result:
        return
    if temperament in (RANDOM, SOWER):
        drawn = chance.lines(world, view.who, dice, sows=temperament == SOWER)
        yield from ((order, "drawn at random") for order in drawn)
    else:
        yield from (Steward if temperament == STEWARD else Warlord)(Board(world), view.who).lines()
