"""Turns of random games of Dark Age with their reports, for the tests of its reports."""

from collections.abc import Iterator

from pbm.kit import play
from pbm.kit.play import FRAME, Played
from tests.helpers.hands import DARKAGE, fresh_world

__all__ = ["FRAME", "Played", "game"]


def game(seed: int, turns: int) -> Iterator[Played]:
    return play.game(DARKAGE, seed, turns, fresh_world())
