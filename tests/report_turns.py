"""Turns of random games with their reports, for the tests of reports."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pbm.reports import Chapter, Frame, Report, Roundup
from pbm.reports.sections import Fact
from pbm.rules.dice import Dice
from pbm.rules.engine import Turn, play
from pbm.rules.event import Event
from pbm.rules.order import Line, Sheet
from pbm.rulesets.darkage.report.public import chapter
from pbm.rulesets.darkage.view import View, told
from pbm.rulesets.darkage.world import World
from pbm.rulesets.reporting import reports
from tests.hands import DARKAGE, SECRET, copied, fresh_world, random_sheets

FRAME = Frame(
    game="game1",
    date="1 Dec 2026",
    player="The player of Mercia",
    address=("1 The Street", "Tamworth"),
    gm="The game master",
    orders_to="orders@example.org",
    post_to=("2 The Lane", "London"),
    deadline="Fri 11 Dec 2026, 18:00 UTC",
    sheet_code="K7Q-2MX-F",
    facts=(Fact("credits", "Turn credits", "2"), Fact("discounts", "Discounts", "1")),
    warnings=("Only 2 turns are paid for.",),
    closing=("2 turns paid for and not played go with you into your next game.",),
    receipt="ab12cd34",
    note="A word to everyone.",
)


@dataclass(frozen=True)
class Played:
    """A turn that has been played: before, after, and all that came of it."""

    opening: World
    world: World
    journal: list[Event]
    past: tuple[Chapter, ...]

    def views(self) -> dict[str, View]:
        return dict(told(self.world, self.journal))

    def reports(
        self, frame: Frame = FRAME, sheets: dict[str, Sheet] | None = None
    ) -> tuple[Roundup, dict[str, Report]]:
        frames = dict.fromkeys([*self.world.kingdoms, ""], frame)
        return reports(DARKAGE, self.world, self.journal, frames, self.past, sheets)


def with_talk(sheets: dict[str, Sheet], chance: random.Random) -> dict[str, Sheet]:
    """Some say something, some write lines that cannot be read."""
    written: dict[str, Any] = {}
    for who, sheet in sheets.items():
        lines = dict(sheet.lines)
        if chance.random() < 0.3:
            lines[16] = Line(16, "MARCH ON ROME", None, DARKAGE_MISREAD)
        messages = (f"{who} greets you all.",) if chance.random() < 0.3 else ()
        written[who] = Sheet(who, lines, (), messages, {"PHONE": f"01 {who}"} if chance.random() < 0.2 else {})
    return written


def reader_refusal() -> Any:

    line = DARKAGE.language.reader(fresh_world()).line("MARCH ON ROME")
    assert line is not None
    return line.refusal


DARKAGE_MISREAD = reader_refusal()


def game(seed: int, turns: int) -> Iterator[Played]:
    chance, world, past = random.Random(seed), fresh_world(), tuple[Chapter, ...]()
    for _ in range(turns):
        opening = copied(world)
        past = (*past, chapter(world))
        sheets = with_talk(random_sheets(world, chance), chance)
        journal = play(Turn(world, sheets, Dice(SECRET, world.turn)), DARKAGE.book.steps(world))
        yield Played(opening, copied(world), journal, past)
        if world.won or not world.order:
            return
