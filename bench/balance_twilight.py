"""Self-play of Carolingian Twilight: plays the games of docs/balance.md and writes their table anew.

python -m bench.balance_twilight
"""

import os
import re
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from pbm.computer.simulate.plan import Plan, make_plan
from pbm.computer.simulate.run import simulate
from pbm.computer.simulate.tally import Tally, tally
from pbm.computer.simulate.workers import processes
from pbm.files import put

PAGE = Path(__file__).parent.parent / "docs" / "balance.md"
BLOCK = re.compile(r"(<!-- made by python -m bench.balance_twilight -->\n).*?(<!-- end -->)", re.DOTALL)
YEARS, SEED = 40, "1"


@dataclass(frozen=True)
class Trial:
    """So many games with each seat in turn played otherwise than the rest; all alike if `one` is empty."""

    scenario: str
    rest: str
    one: str
    games: int

    def plans(self) -> list[Plan]:
        rules = [f"scenario={self.scenario}"]
        alike = make_plan("twilight", YEARS, SEED, rules, [self.rest], True)
        if not self.one:
            return [alike]
        return [make_plan("twilight", YEARS, SEED, rules, [self.rest, f"{s}={self.one}"], True) for s in alike.by]


TRIALS = (
    Trial("843", "silent", "", 60),
    Trial("843", "silent", "warlord", 20),
    Trial("843", "silent", "steward", 20),
    Trial("843", "warlord", "silent", 10),
    Trial("843", "steward", "warlord", 10),
    Trial("843", "warlord", "", 30),
    Trial("806", "silent", "warlord", 10),
    Trial("855", "silent", "warlord", 6),
    Trial("882", "silent", "warlord", 10),
    Trial("888", "silent", "warlord", 5),
)
HEADER = ("scenario", "who plays", "games", "won by the one", "VP of the one", "VP of the rest", "the best level")


def played(trial: Trial) -> list[Tally]:
    found = []
    for plan in trial.plans():
        with tempfile.TemporaryDirectory() as folder:
            total = tally(simulate(plan, trial.games, Path(folder), processes(os.cpu_count() or 1), lambda done: None))
        assert not total.faults, total.faults[0]
        found.append(total)
    return found


def row(trial: Trial) -> str:
    totals, points, won, ends = played(trial), dict[str, list[float]](), 0, Counter[str]()
    for total in totals:
        for (level, _), count in total.ends.items():
            ends[level] += count
        for code, seat in total.seats.items():
            temperament = total.plan.by[code]
            points.setdefault(temperament, []).extend(seat.final())
            won += sum(seat.won) if temperament == trial.one else 0
    games = sum(total.games for total in totals)
    mean = {who: f"{sum(own) / len(own):.1f}" for who, own in points.items()}
    who = f"one {trial.one}, the rest {trial.rest}" if trial.one else f"all {trial.rest}"
    levels = ", ".join(f"{level} {count}" for level, count in ends.most_common())
    cells = (trial.scenario, who, games, won if trial.one else "-", mean.get(trial.one, "-"), mean[trial.rest], levels)
    return f"| {' | '.join(map(str, cells))} |"


def main() -> None:
    rows = [f"| {' | '.join(HEADER)} |", f"|{'---|' * len(HEADER)}", *map(row, TRIALS), ""]
    page = PAGE.read_text(encoding="utf-8")
    put(PAGE, BLOCK.sub(lambda found: found[1] + "\n".join(rows) + found[2], page).encode())


if __name__ == "__main__":
    main()
