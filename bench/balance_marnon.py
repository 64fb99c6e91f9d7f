"""Self-play of Marnon: plays the games of docs/balance.md and writes their table anew.

python -m bench.balance_marnon
"""

import re
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from pbm.computer.simulate.page import percent
from pbm.computer.simulate.plan import Plan, make_plan
from pbm.computer.simulate.run import simulate
from pbm.computer.simulate.statistics import rate
from pbm.computer.simulate.tally import Tally, tally
from pbm.computer.simulate.workers import processes
from pbm.files import put

PAGE = Path(__file__).parent.parent / "docs" / "balance.md"
BLOCK = re.compile(r"(<!-- made by python -m bench.balance_marnon -->\n).*?(<!-- end -->)", re.DOTALL)
SHEETS, SEED = 17, "1"
"""The set-up and sixteen turns."""
SEATS = ("GOL", "WHI", "HEM", "DRE", "SPR", "BRE")


@dataclass(frozen=True)
class Trial:
    """Some seats against the others, each set of seats in turn: three against three, or one against five."""

    one: str
    rest: str
    seats: int
    games: int
    """For each set of seats."""

    def sets(self) -> list[tuple[str, ...]]:
        return [SEATS[::2], SEATS[1::2]] if self.seats == 3 else [(seat,) for seat in SEATS]

    def plans(self) -> list[Plan]:
        return [
            make_plan("marnon", SHEETS, SEED, [], [self.rest, *(f"{seat}={self.one}" for seat in seats)], True)
            for seats in self.sets()
        ]


TRIALS = (
    Trial("marshal", "silent", 3, 20),
    Trial("marshal", "random", 3, 20),
    Trial("marshal", "steward", 3, 20),
    Trial("steward", "silent", 3, 20),
    Trial("steward", "random", 3, 20),
    Trial("silent", "marshal", 1, 6),
    Trial("random", "marshal", 1, 6),
    Trial("steward", "marshal", 1, 6),
    Trial("marshal", "random", 1, 6),
)
CAMPAIGN, CAMPAIGNS = 25, 200
"""The set-up and all twenty-four turns, six marshals."""
SEAT_HEADER = ("six marshals", "won", "areas at the end")
HEADER = ("who plays", "games", "areas of a seat", "areas of another seat", "ahead of the others")


NUMBERS = {1: "one", 3: "three", 5: "five"}


def named(temperament: str, number: int) -> str:
    """One marshal, three marshals, one silent player."""
    word = f"{temperament} player" if temperament in ("silent", "random") else temperament
    return word if number == 1 else f"{word}s"


def played(plan: Plan, games: int) -> Tally:
    with tempfile.TemporaryDirectory() as folder:
        total = tally(simulate(plan, games, Path(folder), processes(1), lambda done: None))
    assert not total.faults, total.faults[0]
    return total


def row(trial: Trial) -> str:
    """A seat is ahead in a game if it has more areas than the others have on the average."""
    own, others, ahead, games = list[float](), list[float](), 0, 0
    for seats, plan in zip(trial.sets(), trial.plans(), strict=True):
        total = played(plan, trial.games)
        ends = {seat: list(row.final()) for seat, row in total.seats.items()}
        for game in range(total.games):
            mine = [ends[seat][game] for seat in seats]
            theirs = [ends[seat][game] for seat in SEATS if seat not in seats]
            own += mine
            others += theirs
            ahead += sum(mine) * len(theirs) > sum(theirs) * len(mine)
        games += total.games
    who = f"{NUMBERS[trial.seats]} {named(trial.one, trial.seats)}, {NUMBERS[6 - trial.seats]} {named(trial.rest, 5)}"
    means = [f"{sum(rows) / len(rows):.1f}" for rows in (own, others)]
    return f"| {who} | {games} | {means[0]} | {means[1]} | {ahead} |"


def seat_rows() -> list[str]:
    """Which regions win, each in the hands of the same player; most first."""
    total = played(make_plan("marnon", CAMPAIGN, SEED, [], ["marshal"], True), CAMPAIGNS)
    ranking = sorted(total.seats.items(), key=lambda each: -sum(each[1].won))
    return [
        f"| {code} {seat.name} | {percent(rate(seat.won))} | {sum(seat.final()) / total.games:.1f} |"
        for code, seat in ranking
    ]


def table(header: tuple[str, ...], rows: Iterable[str]) -> list[str]:
    return [f"| {' | '.join(header)} |", f"|{'---|' * len(header)}", *rows, ""]


def main() -> None:
    rows = [*table(HEADER, map(row, TRIALS)), *table(SEAT_HEADER, seat_rows())]
    page = PAGE.read_text(encoding="utf-8")
    put(PAGE, BLOCK.sub(lambda found: found[1] + "\n".join(rows) + found[2], page).encode())


if __name__ == "__main__":
    main()
