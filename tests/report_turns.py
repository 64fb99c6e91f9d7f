"""Turns of random games of Dark Age with their reports, for the tests of its reports."""

from collections.abc import Iterator

from tests import play
from tests.hands import DARKAGE, fresh_world
from tests.play import FRAME, Played

__all__ = ["FRAME", "Played", "game"]


def game(seed: int, turns: int) -> Iterator[Played]:
    return play.game(DARKAGE, seed, turns, fresh_world())
