"""pbm from Python: a few names that stay. Whatever is not here may change from one version to the next."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from pbm.errors import GameError
from pbm.office.issue import Issue, as_pdf, issue
from pbm.record.correcting import coming
from pbm.record.game import Game
from pbm.record.judging import Judgement, Request, judge
from pbm.reports import Report, Roundup
from pbm.rules.order import Sheet
from pbm.rulesets import load as load_ruleset
from pbm.rulesets import names as rulesets

__all__ = [
    "Form",
    "Game",
    "GameError",
    "Issue",
    "Judgement",
    "Report",
    "Request",
    "Roundup",
    "Sheet",
    "judge",
    "load_game",
    "load_ruleset",
    "read_sheet",
    "render",
    "reports",
    "rulesets",
    "views",
]

Form = Literal["text", "html", "json", "pdf"]


def load_game(folder: Path | str) -> Game:
    """The game in a folder. Everything that is wrong with one is a GameError, whose text is for people."""
    game = Game(Path(folder))
    game.config()
    return game


def read_sheet(game: Game, power: str, text: str) -> Sheet:
    """The lines of a sheet for the coming turn as they are read; nothing is kept."""
    return game.config().ruleset.language.reader(coming(game).world).sheet(power, text)


def views(game: Game, turn: int) -> Mapping[str, Any]:
    """What each power knows after a turn."""
    config = game.config_of(turn)
    rules = config.ruleset
    return rules.views(config.open(game.position(turn)), rules.book.journal.read(game.journal(turn)))


def reports(game: Game, turn: int) -> Issue:
    """The reports of a turn, for each power and for everyone."""
    return issue(game, turn, keep=False)


def render(made: Issue, report: Report | Roundup, form: Form = "text", with_map: bool = True) -> bytes:
    """A report in one of its forms; HTML may be without its maps and faces."""
    from pbm.reports.html import render_html
    from pbm.reports.schema import render_json
    from pbm.reports.text import render_text

    if form == "pdf":
        return as_pdf(made.ruleset, report, made.book)
    if form == "html":
        return render_html(report, made.ruleset.data if with_map else None, made.book).encode()
    return render_json(report) if form == "json" else render_text(report).encode()
