"""All reports of a turn of a game on disk."""

from typing import Any

from msgspec import Struct

from pbm.errors import GameError
from pbm.office.frames import frames
from pbm.record.game import Game
from pbm.reports import Chapter


class Issue(Struct, frozen=True):
    """A turn's reports: the roundup for everyone, and one for each power that is told of the turn."""

    roundup: Any
    reports: dict[str, Any]

    def of(self, code: str) -> Any:
        if code not in self.reports:
            raise GameError(f"There is no report for {code} this turn; there are {', '.join(self.reports)}.")
        return self.reports[code]


def issue(game: Game, turn: int) -> Issue:
    config = game.config()
    world, rules = config.open(game.position(turn)), config.ruleset
    journal = rules.journal().read(game.journal(turn))
    roundup, reports = rules.reports(world, journal, frames(game, turn), past(game, turn))
    return Issue(roundup, reports)


def past(game: Game, turn: int) -> tuple[Chapter, ...]:
    """The chapters of all turns before, from their closing positions."""
    config = game.config()
    return tuple(config.ruleset.chapter(config.open(game.position(number))) for number in range(turn))
