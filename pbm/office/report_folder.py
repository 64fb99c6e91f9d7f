"""The folder of a turn's reports as files, with a mark in it until all of them are written."""

import shutil
from collections.abc import Iterator
from pathlib import Path

from pbm.files import make
from pbm.record.game import Game

REPORTS, UNFINISHED = "reports", "not_all_written"


def folder(game: Game, turn: int) -> Path:
    return game.turn(turn) / REPORTS


def forget_reports(game: Game, turn: int) -> None:
    """Delete the files of an earlier result."""
    shutil.rmtree(folder(game, turn), ignore_errors=True)


def begin(game: Game, turn: int) -> None:
    """From here on a mark says that not all are written."""
    forget_reports(game, turn)
    make(folder(game, turn))
    (folder(game, turn) / UNFINISHED).touch()


def finish(game: Game, turn: int) -> None:
    (folder(game, turn) / UNFINISHED).unlink(missing_ok=True)


def unfinished(game: Game) -> Iterator[str]:
    """The turns whose reports were not all written, and what helps."""
    for turn in game.turns():
        if (folder(game, turn) / UNFINISHED).is_file():
            yield f"the reports of {game.named(turn)} were not all written. {remedy(game, turn)}"


def remedy(game: Game, turn: int) -> str:
    return f"To make them: pbm report {game.name} --turn {game.called(turn)} --form pdf --out DIR"
