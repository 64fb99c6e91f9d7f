"""First sheets in a book are rehearsed when it is made, from the start that the game itself sets up."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from pbm.errors import GameError
from pbm.receipts.foresee import foresee
from pbm.rulebook.blocks import Block, Case, Lines
from pbm.rules.dice import Dice
from pbm.rules.engine import Turn, play
from pbm.rules.event import Event
from pbm.rules.order import Sheet
from pbm.rulesets.contract import AnyRuleset
from pbm.rulesets.foresight import PART, Foreseen

FIRST = "first"
"""A key of an example, and a word beside the marks of plain lines: the power and the turn of a first sheet."""
DICE = b"a first turn"


@dataclass(frozen=True)
class FirstSheet:
    who: str
    turn: int
    """0: the set-up."""
    lines: tuple[str, ...]


def first_sheets(blocks: Iterable[Block]) -> Iterator[FirstSheet]:
    for block in blocks:
        if isinstance(block, Lines) and block.first:
            who, turn = block.first.split()
            yield FirstSheet(who, int(turn), block.lines)
        elif isinstance(block, Case) and FIRST in block.case:
            who, turn = block.case[FIRST].split()
            yield FirstSheet(who, int(turn), tuple(block.case["orders"][who]))


@dataclass
class Start:
    """A game under its house rules, with the set-up sheets of a book that were tried so far."""

    rules: AnyRuleset
    house: Mapping[str, Any] = field(default_factory=dict)
    set_up: dict[str, Sheet] = field(default_factory=dict)

    def tried(self, first: FirstSheet) -> tuple[Foreseen, ...]:
        """How the lines of a sheet come out, after those before it; nothing if its power is not in this game."""
        world, journal = self.world(first.turn)
        if first.who not in self.rules.state.players(world):
            return ()
        sheet = self.rules.language.reader(world).lines(first.who, list(first.lines))
        if not first.turn:
            self.set_up[first.who] = sheet
        view = self.rules.sight.view(world, journal, first.who)
        return foresee(self.rules, self.rules.title, view, sheet, view.turn + 1).lines

    def world(self, turn: int) -> tuple[Any, list[Event]]:
        """As it was set up, or after the set-up sheets."""
        state = self.rules.state
        settings = msgspec.convert(self.house, state.settings, strict=False)
        world, journal = state.setup(settings, Dice(DICE, 0), {})
        if turn and state.set_up_sheet(settings):
            journal = play(Turn(world, self.set_up, Dice(DICE, 0)), self.rules.book.steps(world))
        return world, journal


def failing(rules: AnyRuleset, blocks: Sequence[Block], house: Mapping[str, Any]) -> Iterator[Foreseen]:
    """The lines of the first sheets of a book that do not go as written under these house rules."""
    start = Start(rules, house)
    for first in first_sheets(blocks):
        yield from (line for line in start.tried(first) if goes_wrong(line))


def refuse_failing(rules: AnyRuleset, blocks: Sequence[Block]) -> None:
    """A book with a first sheet that goes wrong is not made."""
    if wrong := [f"{line.written}: {reason(line)}" for line in failing(rules, blocks, {})]:
        raise GameError(f"A first sheet of {rules.title} does not go as written: {'; '.join(wrong)}.")


def goes_wrong(line: Foreseen) -> bool:
    """It cannot be read, the same is always left out of it, or it fails more often than not."""
    came = line.came
    in_part = came and came.always == PART and not came.hangs
    return not line.order or line.fails or bool(in_part or (came and 2 * came.failed >= came.plays))


def reason(line: Foreseen) -> str:
    return ", ".join(error.text for error in line.errors) or line.verdict
