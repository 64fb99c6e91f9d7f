"""The reports of a turn as files beside its result, for the game master to look at. They can always be made again, so
they are no part of the record; letterheads are fixed only when reports are mailed or printed."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from pbm.files import put
from pbm.mail.sets import expected
from pbm.office.issue import Issue, as_pdf, issue
from pbm.office.report_folder import folder
from pbm.office.two_hands import shared
from pbm.record.game import Game
from pbm.reports import Report, Roundup
from pbm.reports.text import render_text
from pbm.rules.turn_names import filed

ROUNDUP = "ROUNDUP"


class Making:
    """The files to make: a PDF for every player, and the roundup as PDF and text."""

    def __init__(self, game: Game, turn: int) -> None:
        self.game, self.turn = game, turn
        self.made: Issue = issue(game, turn, keep=False)
        told = {power: self.made.reports[power] for power in addressed(game, turn, self.made)}
        pages = {f"{name}.pdf": partial(self.pdf, each) for name, each in (told | {ROUNDUP: self.made.roundup}).items()}
        self.files: dict[Path, Callable[[], bytes]] = {self.place(name): make for name, make in pages.items()}
        self.files[self.place(f"{ROUNDUP}.txt")] = lambda: render_text(self.made.roundup).encode()

    def __len__(self) -> int:
        return len(self.files)

    def __iter__(self) -> Iterator[int]:
        """Make them, and yield as each is there."""
        return shared([partial(self.write, path) for path in self.files])

    def write(self, path: Path) -> None:
        put(path, self.files[path]())

    def pdf(self, told: Report | Roundup) -> bytes:
        return as_pdf(self.made.ruleset, told, self.made.book)

    def place(self, name: str) -> Path:
        return folder(self.game, self.turn) / f"{self.game.name}-{filed(self.game.called(self.turn))}-{name}"


def addressed(game: Game, turn: int, made: Issue) -> list[str]:
    """Those who get a report and are not played by the computer alone; where nobody plays, all."""
    in_play, wanted = game.in_play(turn + 1), expected(game, turn + 1)
    return sorted([power for power in made.reports if power in wanted or power not in in_play] or made.reports)
