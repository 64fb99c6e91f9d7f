"""How the lines of a step are played: by all at the same time, or power by power in code order [4.1]."""

from pbm.rules.engine import Turn
from pbm.rules.playing import Playing, Scenes
from pbm.rulesets.homelands.board import Board
from pbm.rulesets.homelands.order import Scene
from pbm.rulesets.homelands.world import World, copied


def stage(turn: Turn[World]) -> Scenes[World, Scene]:
    """All of a step that is played at once are judged by the board at its start."""
    board = Board(turn.world)
    return lambda now, who: Scene(now.world, who, now.dice, board=board)


def in_code_order(world: World) -> list[str]:
    return world.codes


PLAYING = Playing(in_code_order, stage, copied)
at_once, in_turn, one_a_go = PLAYING.at_once, PLAYING.in_turn, PLAYING.one_a_go
