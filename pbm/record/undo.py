"""Undoes a turn: a mark beside its result says that it no longer counts, and no file is removed. The game is held."""

import datetime as dt

from pbm.errors import GameError
from pbm.record.game import Game, edition
from pbm.record.holding import hold
from pbm.record.manifest import Undone
from pbm.record.seals import signed


def undo(game: Game, reason: str, turn: int | None = None, now: dt.datetime | None = None) -> Undone:
    """Undo the last turn and hold the game first, so that no regular run plays it again; all of the turn is kept."""
    with game.locked():
        last = game.last()
        refuse_wrong_turn(game, turn, last)
        mark = Undone(last, edition(game.result(last)), game.manifest_hash(last) or "", reason)
        hold(game, f"{game.named(last)} was undone: {reason}", now)
        game.undo(signed(mark, game.secret()))
        return mark


def refuse_wrong_turn(game: Game, asked: int | None, last: int) -> None:
    if asked is not None and asked > last and game.results(asked):
        raise GameError(f"{game.named(asked).capitalize()} of {game.name} is already undone.")
    if asked is not None and asked != last:
        state = f"The last turn of {game.name} is {game.which(last)}, not {game.which(asked)}"
        raise GameError(f"{state}: undo the last turn first.")
    if last == 0:
        raise GameError(f"{game.name} has only been set up: there is no turn to undo.")
