"""All reports of a turn, from the game's folder."""

from dataclasses import dataclass

from pbm.errors import GameError
from pbm.office.frames import frames, played
from pbm.record.game import Game
from pbm.reports import Chapter, Report, Roundup
from pbm.rulesets.contract import AnyRuleset
from pbm.rulesets.reporting import reports


@dataclass(frozen=True)
class Issue:
    """A turn's reports: the roundup for everyone, and one for each power that gets a report."""

    ruleset: AnyRuleset
    roundup: Roundup
    reports: dict[str, Report]

    def of(self, code: str) -> Report:
        if code not in self.reports:
            raise GameError(f"There is no report for {code} this turn; there are {', '.join(self.reports)}.")
        return self.reports[code]


def issue(game: Game, turn: int) -> Issue:
    config = game.config_of(turn)
    world, rules = config.open(game.position(turn)), config.ruleset
    journal = rules.book.journal.read(game.journal(turn))
    made = reports(rules, world, journal, frames(game, turn), past(game, turn), played(game, turn))
    return Issue(rules, *made)


def past(game: Game, turn: int) -> tuple[Chapter, ...]:
    """The history of all earlier turns, from their closing positions."""
    rules = [(number, game.config_of(number)) for number in range(turn)]
    return tuple(config.ruleset.reports.chapter(config.open(game.position(number))) for number, config in rules)


def as_pdf(rules: AnyRuleset, report: Report | Roundup) -> bytes:
    from pbm.reports.paper import render_pdf

    return render_pdf(report, rules.data)
