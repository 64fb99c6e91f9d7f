"""Broken plays: turns of self-play in which every sheet is rehearsed, one is tried, and now and then a desk is made;
in games that begin in every way they can.

python -m bench.broken TURNS GAME...
"""

import random
import sys
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import tests.helpers.play  # noqa: F401  who orders at random does it with the hands that a game brings
from bench.receipts import HANDS, written
from pbm.desk.page import desk_page
from pbm.errors import GameError
from pbm.kit.play import Played, turns_of
from pbm.receipts.foresee import foresee
from pbm.rehearsal.broken import counted, dropped
from pbm.rehearsal.trial import Trial
from pbm.reports.sections import Turnsheet
from pbm.rules.dice import Dice
from pbm.rules.event import Event
from pbm.rules.order import Sheet
from pbm.rules.rulings import RulingNeeded
from pbm.rulesets import load
from pbm.rulesets.contract import AnyRuleset
from tests.helpers.starts import begun, houses, is_lawful

LONGEST, DESK_EVERY = 12, 10
"""So many turns of a game are played at most, and so seldom a desk is made."""
PLAYERS = (("usual",), ("random",), HANDS)
"""Games of usual players, of players who order at random, and of all kinds, one after the other."""
TURNS, SHEETS, TRIALS, DESKS = "turns", "sheets", "trials", "desks"


class Breaks:
    """What was tried over many turns, and what broke."""

    def __init__(self, name: str) -> None:
        self.rules: AnyRuleset = load(name)
        self.starts = [house for house in houses(self.rules) if is_lawful(self.rules, house)]
        self.done = Counter[str]()
        self.broken = Counter[str]()

    def games(self, turns: int, seed: int = 0) -> None:
        """Play games until so many turns are tried."""
        with counted() as heard:
            while self.done[TURNS] < turns:
                with suppress(RulingNeeded):  # a battle is fought at the table: nobody is there
                    self.game(seed, min(LONGEST, turns - self.done[TURNS]))
                seed += 1
        self.broken.update(heard)

    def game(self, seed: int, turns: int) -> None:
        chance = random.Random(seed)
        hands = chance.choice(PLAYERS)

        def write(world: Any, journal: list[Event], dice: Dice) -> Mapping[str, Sheet]:
            sheets, _ = written(self.rules, world, journal, chance, dice, hands)
            views, players = self.rules.views(world, journal), self.rules.state.players(world)
            self.sheets({who: view for who, view in views.items() if who in players}, sheets)
            return sheets

        world, _ = begun(self.rules, self.starts[seed % len(self.starts)])
        for played in turns_of(self.rules, turns, world, write, f"broken {seed}".encode()):
            self.done[TURNS] += 1
            if self.done[TURNS] % DESK_EVERY == 0:
                self.desk(played)

    def sheets(self, views: Mapping[str, Any], sheets: Mapping[str, Sheet]) -> None:
        """Receipts for all, and a trial for one after the other."""
        every = [(view, sheets.get(who, Sheet(who, {}))) for who, view in views.items()]
        for view, sheet in every:
            foresee(self.rules, "game1", view, sheet, view.turn + 1)
        self.done[SHEETS] += len(every)
        if every:
            self.trial(*every[self.done[TURNS] % len(every)])

    def trial(self, view: Any, sheet: Sheet) -> None:
        tried = Trial(self.rules, "game1", view, sheet, turns=2)
        self.done[TRIALS] += 1
        try:
            tried.report(next(tried.plays(1)))
        except GameError:
            pass  # the power would be out of the game
        except Exception as error:
            dropped(self.rules, error)

    def desk(self, played: Played) -> None:
        reports = [report for report in played.reports()[1].values() if any(report.of(Turnsheet))]
        if reports:
            desk_page(self.rules, reports[self.done[TURNS] % len(reports)])
            self.done[DESKS] += 1


HEADER = "| game | turns | sheets rehearsed | trials | desks | broken plays |\n|---|---|---|---|---|---|"


def row(breaks: Breaks) -> str:
    done = [f"{breaks.done[each]:,}" for each in (TURNS, SHEETS, TRIALS, DESKS)]
    return f"| {breaks.rules.title} | {' | '.join(done)} | {breaks.broken.total()} |"


if __name__ == "__main__":
    turns, *names = sys.argv[1:]
    print(HEADER)
    for name in names:
        tried = Breaks(name)
        tried.games(int(turns))
        print(row(tried), *(f"{count} times: {text}" for text, count in tried.broken.items()), sep="\n", flush=True)
