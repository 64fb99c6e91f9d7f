"""All reports of a turn, from the game's folder."""

from collections.abc import Collection
from dataclasses import dataclass

from pbm.errors import GameError
from pbm.office.frames import frames, played, written
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


def issue(game: Game, turn: int, newcomers: Collection[str] = ()) -> Issue:
    """The reports as they were first made; those of newcomers are addressed to them, as the game stands now."""
    config = game.config_of(turn)
    world, rules = config.open(game.position(turn)), config.ruleset
    journal = rules.book.journal.read(game.journal(turn))
    letterheads = frames(game, turn)
    if newcomers:
        letterheads = letterheads | {
            code: frame for code, frame in written(game, turn, None).items() if code in newcomers
        }
    made = reports(rules, world, journal, letterheads, past(game, turn), played(game, turn))
    return Issue(rules, *made)


def past(game: Game, turn: int) -> tuple[Chapter, ...]:
    """The history of all earlier turns, from their closing positions."""
    rules = [(number, game.config_of(number)) for number in range(turn)]
    return tuple(config.ruleset.reports.chapter(config.open(game.position(number))) for number, config in rules)


def as_pdf(rules: AnyRuleset, report: Report | Roundup) -> bytes:
    from pbm.reports.paper import render_pdf

    return render_pdf(report, rules.data)
