"""All reports of a turn, from the game's folder."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from pbm.errors import GameError
from pbm.mail.messages import kept
from pbm.office.frames import frames, played, with_new_codes, written
from pbm.record.codes import newcomers as seated_since
from pbm.record.game import Game
from pbm.record.holders import players
from pbm.record.rulebook_link import paragraphs
from pbm.reports import Chapter, Report, Roundup
from pbm.reports.paragraphs import Paragraphs
from pbm.rules.event import Said
from pbm.rules.order import Sheet
from pbm.rulesets.contract import AnyRuleset
from pbm.rulesets.reporting import Memory, reports


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


def issue(game: Game, turn: int, newcomers: Collection[str] = (), keep: bool = True) -> Issue:
    """The reports as they were first made; those of newcomers are addressed to them, as the game stands now. Their
    letterheads are kept for a reprint, unless the reports are only for the game master to look at."""
    config = game.config_of(turn)
    world, rules = config.open(game.position(turn)), config.ruleset
    journal = rules.book.journal.read(game.journal(turn))
    letterheads, sheets = frames(game, turn, keep), played(game, turn)
    if newcomers:
        letterheads = letterheads | {
            code: frame
            for code, frame in with_new_codes(game, turn, written(game, turn, None, players(game, turn))).items()
            if code in newcomers
        }
    private = [said for said in words(game, turn, sheets) if said.to not in newcomers]
    seen = memory(game, turn, game.ended(turn) is not None)
    seated = game.config().joining(turn + 1) if turn == game.last() else ()
    told = past(game, turn)
    made = reports(rules, world, journal, letterheads, told, sheets, private, game.turn_names, seen, seated)
    return Issue(rules, *made, paragraphs(game))


def words(game: Game, turn: int, sheets: Mapping[str, Sheet]) -> list[Said]:
    """The private messages that come with the reports: those kept for them, and those in sheets put in by hand."""
    waiting = [Said(each.who, each.text, each.to) for each in kept(game, turn) if each.by == "report"]
    by_hand = [Said(who, each.message, each.to) for who, sheet in sheets.items() for each in sheet.private]
    return waiting + by_hand


def past(game: Game, turn: int) -> tuple[Chapter, ...]:
    """The history of all earlier turns, from their closing positions."""
    rules = [(number, game.config_of(number)) for number in range(turn)]
    return tuple(config.ruleset.reports.chapter(config.open(game.position(number))) for number, config in rules)


def memory(game: Game, turn: int, over: bool) -> Memory:
    """What each power saw in all earlier turns; if the game is over, what they leave to be told for every game."""
    seen = Memory()
    for number in range(turn):
        config = game.config_of(number)
        if config.ruleset.reports.remembered or over:
            journal = config.ruleset.book.journal.read(game.journal(number))
            new = [power for first, power in seated_since(game) if first == number + 1]
            seen.note(config.ruleset, number, config.open(game.position(number)), journal, new)
    return seen


def as_pdf(rules: AnyRuleset, report: Report | Roundup, book: Paragraphs | None = None, large: bool = False) -> bytes:
    from pbm.reports.paper import render_pdf

    return render_pdf(report, rules.data, large=large, book=book)
