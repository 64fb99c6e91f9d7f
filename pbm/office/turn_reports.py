"""The reports of a turn as files beside its result, for the game master to look at. They can always be made again, so
they are no part of the record; letterheads are fixed only when reports are mailed or printed."""

import shutil
from collections.abc import Iterator
from pathlib import Path

from pbm.files import put
from pbm.mail.sets import expected
from pbm.office.issue import Issue, as_pdf, issue
from pbm.record.game import Game
from pbm.reports import Report, Roundup
from pbm.reports.text import render_text
from pbm.rules.turn_names import filed

REPORTS, ROUNDUP = "reports", "ROUNDUP"


def folder(game: Game, turn: int) -> Path:
    return game.turn(turn) / REPORTS


def forget_reports(game: Game, turn: int) -> None:
    """Delete the files of an earlier result."""
    shutil.rmtree(folder(game, turn), ignore_errors=True)


class Making:
    """The files to make: a PDF for every player, and the roundup as PDF and text."""

    def __init__(self, game: Game, turn: int) -> None:
        self.game, self.turn = game, turn
        self.made: Issue = issue(game, turn, keep=False)
        self.powers = addressed(game, turn, self.made)

    def __len__(self) -> int:
        return len(self.powers) + 2

    def __iter__(self) -> Iterator[Path]:
        """Make them one by one."""
        forget_reports(self.game, self.turn)
        for power in self.powers:
            yield self.file(f"{power}.pdf", self.pdf(self.made.reports[power]))
        yield self.file(f"{ROUNDUP}.pdf", self.pdf(self.made.roundup))
        yield self.file(f"{ROUNDUP}.txt", render_text(self.made.roundup).encode())

    def pdf(self, told: Report | Roundup) -> bytes:
        return as_pdf(self.made.ruleset, told, self.made.book)

    def file(self, name: str, content: bytes) -> Path:
        path = folder(self.game, self.turn) / f"{self.game.name}-{filed(self.game.called(self.turn))}-{name}"
        put(path, content)
        return path


def addressed(game: Game, turn: int, made: Issue) -> list[str]:
    """Those who get a report and are not played by the computer alone; where nobody plays, all."""
    in_play, wanted = game.in_play(turn + 1), expected(game, turn + 1)
    return sorted([power for power in made.reports if power in wanted or power not in in_play] or made.reports)
