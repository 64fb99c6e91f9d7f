"""A turn that stopped for a ruling: sheets that come after players learned of the matter are too late for it."""

import datetime as dt

import msgspec

from pbm.files import put_json, read_json
from pbm.mail.calendar import extension
from pbm.record.game import Game

STOPPED = "stopped.json"


class Stopped(msgspec.Struct, frozen=True):
    """When a turn stopped; a new deadline, or a result that was undone, opens the turn again."""

    at: dt.datetime
    deadlines: int
    """How often the deadline had been moved by then."""
    results: int
    """How many results the turn had by then."""


def stopped_at(game: Game, turn: int) -> dt.datetime | None:
    """When the turn stopped, unless it has been opened again since."""
    remedy = "Delete it, and orders for the turn count again."
    path = game.turn(turn) / STOPPED
    if not path.is_file():
        return None
    found = read_json(path, Stopped, Stopped(dt.datetime.min, 0, 0), remedy)
    return found.at if (found.deadlines, found.results) == opened(game, turn) else None


def stop(game: Game, turn: int, now: dt.datetime) -> None:
    """Close the turn for sheets; the first time counts."""
    if stopped_at(game, turn) is None:
        put_json(game.turn(turn) / STOPPED, Stopped(now, *opened(game, turn)), private=True)


def opened(game: Game, turn: int) -> tuple[int, int]:
    return extension(game, turn).times, len(game.results(turn))
