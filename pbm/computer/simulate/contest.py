"""Two temperaments in the same seats: two runs that differ in their guest alone, compared game by game."""

from collections.abc import Iterator
from dataclasses import dataclass

from pbm.computer.simulate.run import Run
from pbm.computer.simulate.tally import Count, added
from pbm.errors import GameError
from pbm.rulesets import load
from pbm.rulesets.contract import Table

POINTS = "points"

End = tuple[bool, int]
"""Whether the guest's seat won, and the figure it came to: a win is worth more than any figure."""


@dataclass(frozen=True)
class Contest:
    one: str
    other: str
    compared: str
    """What is compared at the end, of seats that both won or both did not."""
    pairs: tuple[tuple[End, End], ...]
    refused: tuple[tuple[str, Count], ...]
    """The orders of every temperament in both runs."""

    def shares(self) -> Iterator[float]:
        """Of the pairs: `one` ahead, both even, `one` behind."""
        ahead, behind = sum(a > b for a, b in self.pairs), sum(a < b for a, b in self.pairs)
        yield from (count / len(self.pairs) for count in (ahead, len(self.pairs) - ahead - behind, behind))

    def means(self) -> Iterator[float]:
        for ends in zip(*self.pairs, strict=True):
            yield sum(figure for _, figure in ends) / len(ends)


def held(first: Run, second: Run, compared: str) -> Contest:
    """`first` and `second` are made by plans with different guests."""
    pairs = tuple(zip(ends(first, compared), ends(second, compared), strict=True))
    return Contest(first.plan.guest, second.plan.guest, compared, pairs, tuple(sorted(refused(first, second).items())))


def ends(run: Run, compared: str) -> Iterator[End]:
    """What the guest's seat came to in each game."""
    at = place(run.plan.ruleset, compared)
    for record in run.records():
        last = {(stand.game, stand.seat): (stand.points, *stand.figures) for stand in record.stands}
        for ending in record.endings:
            seat = run.plan.guest_seat(ending.game)
            yield seat in ending.winners, last[ending.game, seat][at]


def place(ruleset: str, compared: str) -> int:
    names = (POINTS, *load(ruleset).computer.figures)
    if compared not in names:
        raise GameError(f'"{compared}" is not counted: there are {", ".join(names)}.')
    return names.index(compared)


def refused(*runs: Run) -> dict[str, Count]:
    total: dict[str, Count] = {}
    for run in runs:
        for temperament, count in added(run.plan, run.records()).temperaments.items():
            total.setdefault(temperament, Count()).add(count.written, count.refused)
    return total


HEADER = (
    "in the seat", "instead of", "compared", "pairs", "ahead", "even", "behind", "its mean", "the other's", "refused",
)  # fmt: skip


def laid_out(contest: Contest) -> Table:
    refused = ", ".join(f"{temperament} {count.share():.2%}" for temperament, count in contest.refused)
    figures = [*(f"{share:.0%}" for share in contest.shares()), *(f"{mean:.1f}" for mean in contest.means())]
    row: tuple[str | int, ...] = (contest.one, contest.other, contest.compared, len(contest.pairs), *figures, refused)
    return Table(f"{contest.one} instead of {contest.other}, in every seat in turn", HEADER, [row])
