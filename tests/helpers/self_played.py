"""Mails of games that the computer players play: positions that no sample has."""

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pbm.mail.counter import open_counter
from pbm.office.issue import issue
from pbm.record.adjudicate import new_game, run_turn
from pbm.record.game import Game
from pbm.reports.html import render_html
from pbm.reports.text import render_text
from pbm.rules.dice import Dice
from pbm.rules.order import Sheet
from pbm.rulesets.stand_ins import all_sheets, as_text
from tests.helpers.posting import MONDAY, SECRET
from tests.helpers.round_trip import Sent


@dataclass(frozen=True)
class Played(Sent):
    """A mail of self-play, filled in with what computer players would send next."""

    orders: tuple[str, ...] = ()

    @property
    def stock(self) -> list[str]:
        known = [line for line in dict.fromkeys(self.orders) if self.reader.order(line)]
        return [line for line in known if not self.reader.opens_block(line)]


@cache
def self_played(rules: str, turns: int) -> list[Sent]:
    """The mails of every turn of a game, the newest last."""
    with tempfile.TemporaryDirectory() as folder:
        game = new_game(Path(folder), rules, rules, SECRET)
        return [sent for _ in range(turns) for sent in next_turn(game)]


def next_turn(game: Game) -> Iterator[Sent]:
    folder = game.orders(game.last() + 1)
    folder.mkdir(parents=True, exist_ok=True)
    for power, sheet in written(game).items():
        (folder / f"{power}.txt").write_bytes(as_text(sheet))
    run_turn(game, empty=True)
    orders = tuple(str(line.order) for sheet in written(game).values() for line in sheet.lines.values())
    made, counter = issue(game, game.last(), keep=False), open_counter(game, MONDAY, [])
    for power, report in made.reports.items():
        if power in counter.expected.in_play:
            yield Played(game.name, power, render_text(report), render_html(report), counter, report, orders)


def written(game: Game) -> dict[str, Sheet]:
    """What the computer players would send now."""
    counter = open_counter(game, MONDAY, [])
    world = game.config_of(game.last()).open(game.position(game.last()))
    return dict(all_sheets(counter.ruleset, world, counter.journal, {}, Dice(SECRET, game.last() + 1)))
