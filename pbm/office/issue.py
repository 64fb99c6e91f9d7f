"""All reports of a turn, from the game's folder."""

from collections.abc import Mapping
from dataclasses import dataclass

from pbm.errors import GameError
from pbm.mail.messages import kept
from pbm.office.frames import frames, played
from pbm.record.game import Game
from pbm.record.rulebook import paragraphs
from pbm.reports import Chapter, Report, Roundup
from pbm.reports.paragraphs import Paragraphs
from pbm.rules.event import Said
from pbm.rules.order import Sheet
from pbm.rulesets.contract import AnyRuleset
from pbm.rulesets.reporting import reports


@dataclass(frozen=True)
class Issue:
    """A turn's reports: the roundup for everyone, and one for each power that gets a report."""

    ruleset: AnyRuleset
    roundup: Roundup
    reports: dict[str, Report]
    book: Paragraphs | None = None
    """The rulebook that the reports link to."""

    def of(self, code: str) -> Report:
        if code not in self.reports:
            raise GameError(f"There is no report for {code} this turn; there are {', '.join(self.reports)}.")
        return self.reports[code]


def issue(game: Game, turn: int) -> Issue:
    config = game.config()
    world, rules = config.open(game.position(turn)), config.ruleset
    journal = rules.book.journal.read(game.journal(turn))
    sheets = played(game, turn)
    made = reports(rules, world, journal, frames(game, turn), past(game, turn), sheets, words(game, turn, sheets))
    return Issue(rules, *made, paragraphs(game))


def words(game: Game, turn: int, sheets: Mapping[str, Sheet]) -> list[Said]:
    """The private messages that come with the reports: those kept for them, and those in sheets put in by hand."""
    waiting = [Said(each.who, each.text, each.to) for each in kept(game, turn) if each.by == "report"]
    by_hand = [Said(who, each.message, each.to) for who, sheet in sheets.items() for each in sheet.private]
    return waiting + by_hand


def past(game: Game, turn: int) -> tuple[Chapter, ...]:
    """The history of all earlier turns, from their closing positions."""
    config = game.config()
    return tuple(config.ruleset.reports.chapter(config.open(game.position(number))) for number in range(turn))


def as_pdf(rules: AnyRuleset, report: Report | Roundup, book: Paragraphs | None = None) -> bytes:
    from pbm.reports.paper import render_pdf

    return render_pdf(report, rules.data, book=book)
