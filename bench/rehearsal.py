"""What a receipt, a trial and a copied world cost in every game, beside one play of the same sheet alone."""

from copy import deepcopy
from typing import Any

from bench.clock import best
from pbm.receipts.foresee import foresee
from pbm.rehearsal.imagine import middle
from pbm.rehearsal.play import played
from pbm.rehearsal.trial import Trial
from pbm.rules.copying import copied
from pbm.rules.dice import Dice
from pbm.rules.engine import Turn, play
from pbm.rules.event import Event
from pbm.rules.order import Sheet
from pbm.rulesets import RULESETS, load
from pbm.rulesets.contract import AnyRuleset
from pbm.rulesets.stand_ins import all_sheets

SECRET, TURNS, SEATS = b"bench", 5, 3


def sheets_of(rules: AnyRuleset) -> list[tuple[Any, Sheet]]:
    """Some views and sheets of usual players, some turns into a game."""
    world, journal = rules.state.setup(rules.state.settings(), Dice(SECRET, 0), {})[0], list[Event]()
    for turn in range(1, TURNS + 1):
        sheets = all_sheets(rules, world, journal, {}, Dice(SECRET, turn))
        journal = play(Turn(world, sheets, Dice(SECRET, turn)), rules.book.steps(world))
    views = rules.views(world, journal)
    written = all_sheets(rules, world, journal, {}, Dice(SECRET, TURNS + 1))
    return [(views[who], sheet) for who, sheet in list(written.items())[:SEATS] if who in views]


def report() -> None:
    for name in RULESETS:
        rules = load(name)
        print(line(rules, sheets_of(rules)))


def line(rules: AnyRuleset, given: list[tuple[Any, Sheet]]) -> str:
    def alone(view: Any, sheet: Sheet) -> object:
        return played(rules, middle(rules, view), view.who, {view.who: sheet}, Dice(SECRET, 0))

    def told(view: Any, sheet: Sheet) -> object:
        return foresee(rules, "bench", view, sheet, view.turn + 1)

    def tried(view: Any, sheet: Sheet) -> object:
        trial = Trial(rules, "bench", view, sheet)
        return trial.report(next(trial.plays(1)))

    one = mean([best(lambda pair=pair: alone(*pair), 3) for pair in given])  # type: ignore[misc]
    receipts = [best(lambda pair=pair: told(*pair), 3) for pair in given]  # type: ignore[misc]
    trials = mean([best(lambda pair=pair: tried(*pair), 3) for pair in given])  # type: ignore[misc]
    world = rules.sight.known(given[0][0])
    ratio = best(lambda: deepcopy(world), 3) / best(lambda: copied(world), 3)
    return (
        f"{rules.title}: a receipt {mean(receipts) / one:.0f} times one play alone ({mean(receipts) * 1e3:.0f} ms, the "
        f"slowest {max(receipts) * 1e3:.0f} ms), a trial with its report {trials * 1e3:.0f} ms; "
        f"a world copied {ratio:.0f} times as fast as by deepcopy"
    )


def mean(times: list[float]) -> float:
    return sum(times) / len(times)


if __name__ == "__main__":
    report()
