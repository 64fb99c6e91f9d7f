"""A trial: the coming turns played as a player knows them, told as the report that would come."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from msgspec import structs

from pbm.errors import GameError
from pbm.rehearsal.imagine import everyone
from pbm.rehearsal.play import Played, played
from pbm.rehearsal.rehearse import Stage
from pbm.reports import Chapter, Frame, Report
from pbm.reports.sections import Turnsheet
from pbm.rules.names import also
from pbm.rules.order import Sheet
from pbm.rules.turn_names import AS_RECORDED, TurnNames
from pbm.rulesets.contract import AnyRuleset
from pbm.rulesets.reporting import report, roundup, turns_counted

MARK = "imagined"
"""Stands beside the name of the game, and so on every page."""
SILENT, COMPUTER = "silent", "computer"


@dataclass(frozen=True)
class Trial:
    """A sheet to be tried, with what its player knows and thinks of the others."""

    rules: AnyRuleset
    game: str
    view: Any
    sheet: Sheet
    others: str = COMPUTER
    """Whether everyone without a sheet here is silent, or played by the computer."""
    friends: Mapping[str, Sheet] = field(default_factory=dict)
    """The sheets of others for the same turn, as far as the player knows them."""
    turns: int = 1
    """After the first, the computer plays for everyone."""
    turn_names: TurnNames = AS_RECORDED

    def plays(self, most: int) -> Iterator[list[Played]]:
        """The same trial with other dice; the first is played in the middle of what the player may guess."""
        stage = Stage.of(self.rules, self.game, self.view, self.sheet)
        for number in range(most):
            yield list(self.followed(stage.world(number), stage, number))

    def followed(self, world: Any, stage: Stage, number: int) -> Iterator[Played]:
        """Turn by turn; the trial ends with the game."""
        who = self.sheet.player
        given = {**self.friends, who: self.sheet}
        for turn in range(self.turns):
            dice = stage.dice(number, turn)
            alone = not turn and self.others == SILENT
            sheets = given if alone else everyone(self.rules, world, dice, {} if turn else given)
            if turn and who in sheets:
                sheets[who] = structs.replace(sheets[who], by="")  # the player is there: no turn is missed
            yield played(self.rules, world, who, sheets, dice)
            if self.rules.state.result(world) or who not in self.rules.state.players(world):
                return

    def report(self, turns: list[Played]) -> Report:
        """What the report of the last of these turns would say; it is marked as imagined on every page."""
        rules, who, last, frame = self.rules, self.sheet.player, turns[-1], self.frame(len(turns))
        past, names = self.chapter(rules.sight.known(self.view)), also(rules.state.names(last.world))
        try:
            view = rules.views(last.world, last.journal)[who]
        except KeyError:
            raise GameError(f"{who} would be out of the game by then: there would be no report.") from None
        history = turns_counted((past, self.chapter(last.world)), self.turn_names)
        public = roundup(rules, view, frame, history, names, self.turn_names)
        sheet = self.sheet if len(turns) == 1 else None
        made = report(rules, last.world, view, frame, public, sheet, self.turn_names)
        return structs.replace(made, sections=tuple(one for one in made.sections if not isinstance(one, Turnsheet)))

    def chapter(self, world: Any) -> Chapter:
        return self.rules.reports.chapter(world)

    def frame(self, played: int) -> Frame:
        rest = "silent" if self.others == SILENT else "played by the computer"
        early = f" Of {self.turns} turns {played} could be played: then it was over." if played < self.turns else ""
        known = f" The orders of {' and '.join(self.friends)} are those given." if self.friends else ""
        return Frame(
            game=f"{self.game} ({MARK})",
            again=(
                "This turn is imagined. It was played in what your own report shows, with dice of its own, everyone "
                f"else {rest}.{known}{early} Nothing of it has happened, and the real turn will differ.",
            ),
        )
