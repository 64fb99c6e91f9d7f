"""Turns of random games with their reports, for the tests of reports."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pbm.reports import Chapter, Frame
from pbm.rules.dice import Dice
from pbm.rules.engine import Turn, play
from pbm.rules.event import Event
from pbm.rules.order import Line, Sheet
from pbm.rulesets.darkage.report.make import chapter, reports, told_of
from pbm.rulesets.darkage.report.shape import Report, Roundup
from pbm.rulesets.darkage.view import View
from pbm.rulesets.darkage.world import World
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
    credits=2,
    discounts=1,
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
        return told_of(self.world, self.journal)

    def reports(self, frame: Frame = FRAME) -> tuple[Roundup, dict[str, Report]]:
        views = self.views()
        return reports(views, dict.fromkeys([*views, ""], frame), self.past)


def with_talk(sheets: dict[str, Sheet], chance: random.Random) -> dict[str, Sheet]:
    """Some say something, some write lines that cannot be read."""
    told: dict[str, Any] = {}
    for who, sheet in sheets.items():
        lines = dict(sheet.lines)
        if chance.random() < 0.3:
            lines[16] = Line(16, "MARCH ON ROME", None, DARKAGE_MISREAD)
        messages = (f"{who} greets you all.",) if chance.random() < 0.3 else ()
        told[who] = Sheet(who, lines, (), messages, {"PHONE": f"01 {who}"} if chance.random() < 0.2 else {})
    return told


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
