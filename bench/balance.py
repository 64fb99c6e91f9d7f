"""The balance of the sixteen starts: plays the games of docs/balance.md and writes its tables and pictures anew.

    python -m bench.balance [FOLDER]

A run that was stopped goes on from what is in the folder (build/balance if none is named).
"""

import os
import re
import sys
from pathlib import Path

import click

from pbm.computer.simulate.page import figure, percent, pictures
from pbm.computer.simulate.plan import make_plan
from pbm.computer.simulate.run import simulate
from pbm.computer.simulate.statistics import mean, rate
from pbm.computer.simulate.tally import Seat, Tally, tally
from pbm.computer.simulate.workers import processes
from pbm.files import put
from pbm.rulesets.darkage.map import nations

ROOT = Path(__file__).parent.parent
PAGE, IMAGES = ROOT / "docs" / "balance.md", ROOT / "docs" / "images"
GAMES, TURNS, SEED, SHOWN = 400, 40, "1", ("led", "survived", "points", "length", "words")
BLOCK = re.compile(r"(<!-- made by python -m bench.balance -->\n).*?(<!-- end -->)", re.DOTALL)
HEADER = ("kingdom", "nation", "won", "won or led", "survived", "victory points", "areas", "people")


def played(folder: Path) -> Tally:
    plan = make_plan("darkage", TURNS, SEED, by=["warlord"], check=True)
    with click.progressbar(length=GAMES, label="Playing", show_pos=True) as bar:
        return tally(simulate(plan, GAMES, folder, processes(os.cpu_count() or 1), bar.update))


def row(code: str, seat: Seat, games: int) -> str:
    areas, people = (sum(figures[i] for figures in seat.figures) / games for i in (0, 1))
    shares = (percent(rate(happened)) for happened in (seat.won, seat.led, seat.survived))
    cells = (
        seat.name,
        nations()[code].nationality,
        *shares,
        figure(mean(seat.final())),
        f"{areas:.1f}",
        f"{people:.1f}",
    )
    return f"| {' | '.join(cells)} |"


def written(total: Tally) -> str:
    orders, ends = total.orders(), total.ends
    ranking = sorted(total.seats.items(), key=lambda item: -sum(item[1].final()))
    how = ", ".join(f"{games} by {key or 'the turn limit'}" for (key, _), games in ends.most_common())
    return "\n".join(
        [
            f"{total.games} games, {total.turns:,} turns, {orders.written:,} orders, {orders.share():.2%} of them "
            f"refused; faults found by the audit: {len(total.faults)}. Games ended: {how}.",
            "",
            f"| {' | '.join(HEADER)} |",
            f"|{'---|' * len(HEADER)}",
            *(row(code, seat, total.games) for code, seat in ranking),
            "",
        ]
    )


def main() -> None:
    total = played(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "balance")
    for name, svg in pictures(total).items():
        if name in SHOWN:
            put(IMAGES / f"balance-{name}.svg", svg.encode())
    page = PAGE.read_text(encoding="utf-8")
    put(PAGE, BLOCK.sub(lambda found: found[1] + written(total) + found[2], page).encode())


if __name__ == "__main__":
    main()
