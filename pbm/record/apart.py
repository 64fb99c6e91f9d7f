"""Games stand apart: what is done for all games is done for each, whatever another throws."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from pbm.errors import said
from pbm.record.game import Game

Made = TypeVar("Made")


def apart(games: Iterable[Game], make: Callable[[Game], Made]) -> tuple[dict[str, Made], dict[str, str]]:
    """What is made of each game, by its name, and what is wrong with those of which nothing could be made."""
    made: dict[str, Made] = {}
    broken: dict[str, str] = {}
    for game in games:
        try:
            made[game.name] = make(game)
        except Exception as error:  # whatever is wrong with one game must not stop the others
            broken[game.name] = said(error)
    return made, broken
