"""How lines are played in Tours.

What is ordered before the first move is planned by its order and played by the engine's drivers: groups, doctrine, the
order of play, the set-up. Lines for the field are not: a line for units is carried out contingent by contingent, each
when its die lets it move, with fire and charges of the enemy in between, and only then has one answer for all. That is
the work of a `Bout`, the player turn in progress [4.0, 16.2].
"""

from pbm.rules.action import Action
from pbm.rules.condition import bare
from pbm.rules.order import Line, Order, Refusal, lasting
from pbm.rules.plan import Done, Scene, refused
from pbm.rules.playing import Playing
from pbm.rulesets.tours.forces import SIDES
from pbm.rulesets.tours.world import World

PIECES, LEADER = "pieces", "leader"
SETUP = "SETUP"
ASTRAY = lasting("16.1", "only SETUP counts on the set-up sheet")
OVER = Refusal("14.6", "the battle was over before its time came")


class Field(Playing[World, Scene[World]]):
    """The engine's drivers, with the reasons of this game."""

    def step_of(self, world: World, who: str, order: Action) -> str:
        return PIECES if is_astray(world, order) else super().step_of(world, who, order)

    def planned(self, line: Line, at: Scene[World]) -> Done:
        if is_astray(at.world, bare(line.order)):
            return refused(ASTRAY)
        return super().planned(line, at)

    def left(self, line: Line, at: Scene[World]) -> Done:
        return refused(OVER)


def is_astray(world: World, order: Order | None) -> bool:
    """An order that does not count before the battle."""
    return world.turn == 0 and isinstance(order, Action) and order.word != SETUP


PLAYING = Field(lambda world: SIDES)
