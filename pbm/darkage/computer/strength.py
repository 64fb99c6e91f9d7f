"""How strong the temperaments are, measured in pairs of games that differ in one kingdom's temperament alone.

Run `python -m pbm.darkage.computer.strength --seed 1 --games 48`: the same seed gives the same table.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import click

from pbm.darkage.computer import TEMPERAMENTS, sheet
from pbm.darkage.map import starts
from pbm.darkage.setup import set_up
from pbm.darkage.turn import SEQUENCE
from pbm.darkage.view import views
from pbm.darkage.world import Settings, World
from pbm.dice import Dice
from pbm.engine import Turn, play
from pbm.event import Answered, Event, Failed


@dataclass(frozen=True)
class Contest:
    """Two temperaments in the same seat, against the same others with the same dice."""

    stronger: str
    weaker: str
    others: str
    turns: int
    by: str
    """What is compared: victory points or population."""
    bar: int
    """The percentage of pairs to win."""


CONTESTS = (
    Contest("steward", "idle", "warlord", 10, "population", 80),
    Contest("warlord", "steward", "steward", 20, "victory points", 90),
    Contest("warlord", "steward", "warlord", 20, "victory points", 90),
    Contest("warlord", "random", "steward", 20, "victory points", 90),
    Contest("warlord", "random", "warlord", 20, "victory points", 90),
)


@dataclass
class Tally:
    """Orders given and refused, by temperament."""

    given: dict[str, int]
    refused: dict[str, int]

    def count(self, journal: list[Event], seats: Callable[[str], str]) -> None:
        for event in journal:
            if isinstance(event, Answered):
                temperament = seats(event.sheet)
                self.given[temperament] += 1
                self.refused[temperament] += isinstance(event, Failed)


def played(seed: str, seats: Callable[[str], str], turns: int, tally: Tally) -> World:
    """A game of so many turns, every seat played by the temperament given."""
    secret = seed.encode()
    world, journal = set_up(Settings(), Dice(secret, 0), {})
    for number in range(1, turns + 1):
        if world.won:
            break
        dice = Dice(secret, number)
        sheets = {who: sheet(view, seats(who), dice) for who, view in views(world, journal).items()}
        journal = play(Turn(world, sheets, dice), SEQUENCE)
        tally.count(journal, seats)
    return world


def pairs(contest: Contest, seed: int, games: int, tally: Tally) -> Iterator[tuple[str, int, int]]:
    """For each pair the kingdom, and what it came to under either temperament; every kingdom has its turn."""
    kingdoms = [nation.code for nation in starts().kingdoms]
    for number in range(games):
        seat = kingdoms[number % len(kingdoms)]
        scores = []
        for temperament in (contest.stronger, contest.weaker):
            seats = {code: contest.others for code in kingdoms} | {seat: temperament}
            world = played(f"{seed}.{number}", seats.__getitem__, contest.turns, tally)
            scores.append(score(world, seat, contest.by))
        yield seat, scores[0], scores[1]


def score(world: World, seat: str, by: str) -> int:
    return world.kingdoms[seat].vp if by == "victory points" else sum(a.population for _, a in world.owned(seat))


@click.command()
@click.option("--seed", default=1, show_default=True)
@click.option("--games", default=48, show_default=True, help="Pairs of games for each contest.")
def main(seed: int, games: int) -> None:
    """Measure the temperaments against each other and print the tables."""
    tally = Tally(dict.fromkeys(TEMPERAMENTS, 0), dict.fromkeys(TEMPERAMENTS, 0))
    click.echo(
        "| in the seat | against | others | turns | compared | pairs | won | even | lost | mean | mean of the other |"
    )
    click.echo("|---|---|---|---|---|---|---|---|---|---|---|")
    for contest in CONTESTS:
        rows = list(pairs(contest, seed, games, tally))
        won, lost = sum(a > b for _, a, b in rows), sum(a < b for _, a, b in rows)
        means = [sum(row[side] for row in rows) / len(rows) for side in (1, 2)]
        click.echo(
            f"| {contest.stronger} | {contest.weaker} | {contest.others}s | {contest.turns} | {contest.by} | {games} "
            f"| {100 * won / games:.0f} % | {100 * (games - won - lost) / games:.0f} % | {100 * lost / games:.0f} % "
            f"| {means[0]:.1f} | {means[1]:.1f} |"
        )
        worst = {}
        for seat, a, b in rows:
            worst.setdefault(seat, []).append(f"{a}:{b}")
        click.echo(str(worst), err=True)
    click.echo()
    for name, given in tally.given.items():
        if given:
            click.echo(f"{name}: {given} orders, {100 * tally.refused[name] / given:.2f} % refused")


if __name__ == "__main__":
    main()
