"""Self-play of Homelands: plays the games of docs/balance.md and writes their tables anew.

    python -m bench.balance_homelands [FOLDER]

A run that was stopped goes on from what is in the folder (build/balance_homelands if none is named).
"""

import re
import sys
from collections import Counter
from pathlib import Path
from statistics import median

from pbm.computer.simulate.page import figure, percent
from pbm.computer.simulate.plan import Plan, make_plan
from pbm.computer.simulate.run import simulate
from pbm.computer.simulate.statistics import mean, rate
from pbm.computer.simulate.tally import Tally, tally
from pbm.computer.simulate.workers import processes
from pbm.files import put
from pbm.rulesets.homelands.chart import ERAS

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "balance.md"
BLOCK = re.compile(r"(<!-- made by python -m bench.balance_homelands -->\n).*?(<!-- end -->)", re.DOTALL)
GAMES, TURNS, SEED = 200, 40, "1"
SEATS = ("era", "power", "won", "survived", "importance", "fields", "settlements")
PAIRS = ("one", "the two others", "games", "won by the one", "others alive at the end", "how games ended")
TRIALS = (
    ("steward", "silent"),
    ("steward", "random"),
    ("steward", "sower"),
    ("warlord", "silent"),
    ("warlord", "random"),
    ("warlord", "sower"),
    ("warlord", "steward"),
)
"""One of the three first seats of Britannia in turn, ten games each."""


def played(plan: Plan, games: int, folder: Path) -> Tally:
    total = tally(simulate(plan, games, folder, processes(1), lambda done: None))
    assert not total.faults, total.faults[0]
    return total


def era_rows(era: str, folder: Path) -> list[str]:
    total = played(make_plan("homelands", TURNS, SEED, [f"era={era}"], ["warlord"]), GAMES, folder / era)
    ranking = sorted(total.seats.items(), key=lambda item: (-sum(item[1].won), -sum(item[1].final())))
    rows = []
    for _, seat in ranking:
        fields, _, settlements, _ = (sum(column) / total.games for column in zip(*seat.figures, strict=True))
        shares = (percent(rate(seat.won)), percent(rate(seat.survived)), figure(mean(seat.final())))
        rows.append(line(era, seat.name, *shares, f"{fields:.1f}", f"{settlements:.1f}"))
    lengths = sorted(turns - 1 for turns in total.lengths)
    ends = Counter({how: count for (how, _), count in total.ends.items()})
    told = ", ".join(f"{count} by {how}" for how, count in ends.most_common())
    rows.append(line(era, "*all*", f"{total.games} games: {told}", f"rounds: median {median(lengths):g}", "", "", ""))
    return rows


def trial_row(one: str, rest: str, folder: Path) -> str:
    rules = ["powers=3"]
    seats = make_plan("homelands", TURNS, SEED, rules, [rest]).by
    won, alive, ends, games = 0, 0, Counter[str](), 0
    for seat in seats:
        plan = make_plan("homelands", TURNS, SEED, rules, [rest, f"{seat}={one}"])
        total = played(plan, 10, folder / f"{one}-{rest}-{seat}")
        games += total.games
        won += sum(total.seats[seat].won)
        alive += sum(sum(other.survived) for code, other in total.seats.items() if code != seat)
        ends.update({how: count for (how, _), count in total.ends.items()})
    told = ", ".join(f"{how} {count}" for how, count in ends.most_common())
    return line(one, rest, str(games), str(won), f"{alive} of {2 * games}", told)


def line(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def table(header: tuple[str, ...], rows: list[str]) -> str:
    return "\n".join([line(*header), f"|{'---|' * len(header)}", *rows, ""])


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "balance_homelands"
    pairs = table(PAIRS, [trial_row(one, rest, folder) for one, rest in TRIALS])
    eras = table(SEATS, [row for era in ERAS for row in era_rows(era, folder)])
    page = PAGE.read_text(encoding="utf-8")
    put(PAGE, BLOCK.sub(lambda found: f"{found[1]}{pairs}\n{eras}{found[2]}", page).encode())


if __name__ == "__main__":
    main()
