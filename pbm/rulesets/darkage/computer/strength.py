"""How strong the temperaments are, measured in pairs of games that differ in one kingdom's temperament alone.

Run `python -m pbm.rulesets.darkage.computer.strength --seed 1 --games 48`: the same seed gives the same tables.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import click

from pbm.rules.dice import Dice
from pbm.rules.engine import Turn, play
from pbm.rules.event import Answered, Event
from pbm.rulesets.darkage.computer import sheet
from pbm.rulesets.darkage.map import starts
from pbm.rulesets.darkage.setup import set_up
from pbm.rulesets.darkage.turn import SEQUENCE
from pbm.rulesets.darkage.view import views
from pbm.rulesets.darkage.world import Settings, World

POINTS, PEOPLE = "victory points", "population"


@dataclass(frozen=True)
class Contest:
    """Two temperaments in the same seat, against the same others with the same dice."""

    one: str
    other: str
    field: str
    """What all the others play."""
    turns: int
    by: str
    """What is compared at the end; whoever has won the game is ahead in any case."""
    bar: int
    """The percentage of pairs that `one` is to win; 0 if the row is there for interest only."""


CONTESTS = (
    Contest("steward", "idle", "warlord", 10, PEOPLE, 80),
    Contest("warlord", "steward", "steward", 20, POINTS, 90),
    Contest("warlord", "random", "random", 20, POINTS, 90),
    Contest("warlord", "random", "steward", 20, POINTS, 0),
    Contest("warlord", "random", "warlord", 20, POINTS, 0),
    Contest("warlord", "steward", "warlord", 20, POINTS, 0),
)


@dataclass
class Tally:
    """Orders given and refused, by temperament."""

    given: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)

    def count(self, journal: list[Event], seats: Mapping[str, str]) -> None:
        for event in journal:
            if isinstance(event, Answered):
                self.given[seats[event.sheet]] += 1
                self.refused[seats[event.sheet]] += event.outcome == "failed"


@dataclass(frozen=True)
class Pair:
    """What a kingdom came to under either temperament: whether it won the game, and its figure."""

    seat: str
    one: tuple[bool, int]
    other: tuple[bool, int]


def played(seed: str, seats: Mapping[str, str], turns: int, tally: Tally) -> World:
    """A game of so many turns, every seat played by the temperament given."""
    secret = seed.encode()
    world, journal = set_up(Settings(), Dice(secret, 0), {})
    for number in range(1, turns + 1):
        if world.won:
            break
        dice = Dice(secret, number)
        sheets = {who: sheet(view, seats[who], dice) for who, view in views(world, journal).items()}
        journal = play(Turn(world, sheets, dice), SEQUENCE)
        tally.count(journal, seats)
    return world


def pairs(contest: Contest, seed: int, games: int, tally: Tally) -> Iterator[Pair]:
    """Every kingdom has its turn in the seat."""
    kingdoms = [nation.code for nation in starts().kingdoms]
    for number in range(games):
        seat = kingdoms[number % len(kingdoms)]
        ends = []
        for temperament in (contest.one, contest.other):
            seats = dict.fromkeys(kingdoms, contest.field) | {seat: temperament}
            ends.append(standing(played(f"{seed}.{number}", seats, contest.turns, tally), seat, contest.by))
        yield Pair(seat, ends[0], ends[1])


def standing(world: World, seat: str, by: str) -> tuple[bool, int]:
    won = world.won is not None and world.won.who == seat
    return won, world.kingdoms[seat].vp if by == POINTS else sum(area.population for _, area in world.owned(seat))


HEAD = (
    "| in the seat | instead of | all others | turns | compared | pairs | ahead | even | behind | its mean |"
    " the other's | wanted | orders refused |\n|---|---|---|---:|---|---:|---:|---:|---:|---:|---:|---:|---|"
)


def row(contest: Contest, played: list[Pair], tally: Tally) -> str:
    games = len(played)
    ahead, behind = sum(p.one > p.other for p in played), sum(p.one < p.other for p in played)
    shares = [f"{100 * count / games:.0f} %" for count in (ahead, games - ahead - behind, behind)]
    means = [
        f"{sum(end[1] for end in ends) / games:.1f}" for ends in zip(*((p.one, p.other) for p in played), strict=True)
    ]
    wanted = f"{contest.bar} %" if contest.bar else "-"
    refused = ", ".join(f"{who} {100 * tally.refused[who] / given:.2f} %" for who, given in sorted(tally.given.items()))
    cells = (
        contest.one,
        contest.other,
        f"{contest.field}",
        contest.turns,
        contest.by,
        games,
        *shares,
        *means,
        wanted,
        refused,
    )
    return f"| {' | '.join(map(str, cells))} |"


@click.command()
@click.option("--seed", default=1, show_default=True, help="What all dice of all games come from.")
@click.option("--games", default=48, show_default=True, help="Pairs of games for each contest; 16 go once round.")
def main(seed: int, games: int) -> None:
    """Measure the temperaments against each other and print the table."""
    click.echo(HEAD)
    for contest in CONTESTS:
        tally = Tally()
        ends = list(pairs(contest, seed, games, tally))
        click.echo(row(contest, ends, tally))


if __name__ == "__main__":
    main()
