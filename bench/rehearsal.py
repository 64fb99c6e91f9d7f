"""What a receipt, a trial, a desk and a copied world cost in every game, with the limits for receipt and desk."""

from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from time import process_time
from typing import Any

from bench.clock import best
from pbm.desk.page import desk_page
from pbm.office.issue import issue
from pbm.receipts.foresee import foresee
from pbm.record.game import Game
from pbm.rehearsal.imagine import middle
from pbm.rehearsal.play import played
from pbm.rehearsal.trial import Trial
from pbm.reports.sections import Turnsheet
from pbm.rules.copying import copied
from pbm.rules.dice import Dice
from pbm.rules.engine import Turn, play
from pbm.rules.event import Event
from pbm.rules.order import Sheet
from pbm.rulesets import RULESETS, load
from pbm.rulesets.contract import AnyRuleset
from pbm.rulesets.stand_ins import all_sheets

SECRET, TURNS, SEATS = b"bench", 5, 3
RECEIPT, DESK, SIZE = 0.150, 2.0, 1_000_000
"""At most so many seconds of CPU for a receipt and a desk, and so many bytes for a desk."""
SAMPLES = Path(__file__).parent.parent / "games"


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
    for desk in desks():
        print(desk, flush=True)


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
        f"slowest {max(receipts) * 1e3:.0f} ms of at most {RECEIPT * 1e3:.0f}), a trial with "
        f"its report {trials * 1e3:.0f} ms; "
        f"a world copied {ratio:.0f} times as fast as by deepcopy"
    )


def desks() -> Iterator[str]:
    """The desks of all players of the sample games."""
    for place in sorted(each.parent for each in SAMPLES.glob("*/game.toml")):
        made = issue(Game(place), Game(place).last(), keep=False)
        made_in, size = dict[str, float](), 0
        for report in made.reports.values():
            if any(report.of(Turnsheet)):
                start = process_time()
                size = max(size, len(desk_page(made.ruleset, report).encode()))
                made_in[report.masthead.who] = process_time() - start
        if made_in:
            slowest = max(made_in, key=made_in.__getitem__)
            yield (
                f"{place.name}: a desk {mean([*made_in.values()]):.2f} s, the slowest ({slowest}) "
                f"{made_in[slowest]:.2f} s of at most {DESK:.0f}, {size / 1e6:.2f} MB of at most {SIZE / 1e6:.0f}"
            )


def mean(times: list[float]) -> float:
    return sum(times) / len(times)


if __name__ == "__main__":
    report()
