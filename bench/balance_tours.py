"""Self-play of Tours: plays the games of docs/balance.md and writes their table anew.

    python -m bench.balance_tours [FOLDER]

A run that was stopped goes on from what is in the folder (build/balance_tours if none is named).
"""

import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from pbm.computer.simulate.page import percent
from pbm.computer.simulate.plan import Plan, make_plan
from pbm.computer.simulate.run import simulate
from pbm.computer.simulate.statistics import rate
from pbm.computer.simulate.tally import Tally, tally
from pbm.computer.simulate.workers import processes
from pbm.files import put

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "balance.md"
BLOCK = re.compile(r"(<!-- made by python -m bench.balance_tours -->\n).*?(<!-- end -->)", re.DOTALL)
SHEETS, SEED = 20, "1"
HEADER = ("Franks", "Muslims", "games", "won by the Franks", "won by the Muslims", "drawn", "ended in turn", "losses")


@dataclass(frozen=True)
class Trial:
    """So many battles between two temperaments."""

    fra: str
    mus: str
    games: int

    def plan(self) -> Plan:
        return make_plan("tours", SHEETS, SEED, by=[f"FRA={self.fra}", f"MUS={self.mus}"], check=True)


TRIALS = (
    Trial("captain", "captain", 200),
    Trial("captain", "silent", 60),
    Trial("silent", "captain", 60),
    Trial("captain", "random", 60),
    Trial("random", "captain", 60),
    Trial("captain", "warden", 60),
    Trial("warden", "captain", 60),
    Trial("wall", "harrier", 60),
    Trial("wall", "closer", 60),
    Trial("wall", "captain", 60),
    Trial("captain", "harrier", 60),
    Trial("captain", "closer", 60),
)


def played(trial: Trial, folder: Path) -> Tally:
    place = folder / f"{trial.fra}-{trial.mus}"
    total = tally(simulate(trial.plan(), trial.games, place, processes(os.cpu_count() or 1), lambda done: None))
    assert not total.faults, total.faults[0]
    assert "" not in {how for how, _ in total.ends}, "a battle did not end"
    return total


def row(trial: Trial, total: Tally) -> str:
    """The set-up is a sheet too, so a battle has a turn less than sheets."""
    lengths, (fra, mus) = sorted(turns - 1 for turns in total.lengths), (total.seats["FRA"], total.seats["MUS"])
    won = [f"{sum(seat.won)}: {percent(rate(seat.won))}" for seat in (fra, mus)]
    drawn = total.games - sum(fra.won) - sum(mus.won)
    length = f"{lengths[0]} to {lengths[-1]}, median {median(lengths):g}"
    losses = " / ".join(f"{median(figures[0] for figures in seat.figures):g}" for seat in (fra, mus))
    return f"| {' | '.join((trial.fra, trial.mus, str(total.games), *won, str(drawn), length, losses))} |"


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "balance_tours"
    rows = [row(trial, played(trial, folder)) for trial in TRIALS]
    table = "\n".join([f"| {' | '.join(HEADER)} |", f"|{'---|' * len(HEADER)}", *rows, ""])
    page = PAGE.read_text(encoding="utf-8")
    put(PAGE, BLOCK.sub(lambda found: found[1] + table + found[2], page).encode())


if __name__ == "__main__":
    main()
