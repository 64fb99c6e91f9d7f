"""A year of six warlords with its journal, beside the floor and beside Dark Age's turn of 256 actions."""

from typing import Any

from bench.adjudication import DARKAGE, mixed_sheets, settled_world, timed_floor, timed_turns
from bench.clock import best
from pbm.rules.dice import Dice
from pbm.rules.engine import Turn, play
from pbm.rules.event import Answered, Journal
from pbm.rules.order import Sheet
from pbm.rulesets import load
from pbm.rulesets.stand_ins import all_sheets
from pbm.rulesets.twilight.position import Settings

TWILIGHT = load("twilight")
SECRET = b"bench"
SETTINGS = Settings(scenario="888")
GAMES, YEARS, REPEATS, TURNS = 2, 10, 5, 20
Year = tuple[bytes, dict[str, Sheet], int]


def years(game: int) -> list[Year]:
    """Every year of a game: the position, and the sheets that were written for it."""
    world, journal = TWILIGHT.state.setup(SETTINGS, Dice(SECRET, game), {})
    found = []
    for number in range(YEARS + 1):
        seed = 100 * game + number
        sheets = dict(all_sheets(TWILIGHT, world, journal, {}, Dice(SECRET, seed)))
        found.append((TWILIGHT.state.write(world), sheets, seed))
        journal = play(Turn(world, sheets, Dice(SECRET, seed)), TWILIGHT.book.steps(world))
    return found[1:]


def timed_years(given: list[Year]) -> tuple[float, float, float]:
    """CPU seconds a year, the lines of all sheets, and the share of them carried out."""
    times, journals = [], []
    for _ in range(REPEATS):
        worlds = [TWILIGHT.state.read(position, SETTINGS) for position, _, _ in given]
        turns = [Turn(w, s, Dice(SECRET, seed)) for w, (_, s, seed) in zip(worlds, given, strict=True)]

        def work(turns: list[Turn[Any]] = turns) -> None:
            for turn in turns:
                Journal.write(play(turn, TWILIGHT.book.steps(turn.world)))

        times.append(best(work, 1))
        journals = [turn.journal for turn in turns]
    answers = [event.outcome for journal in journals for event in journal if isinstance(event, Answered)]
    return min(times) / len(given), len(answers) / len(given), answers.count("ok") / len(answers)


def darkage_turn() -> float:
    positions = [settled_world(seed) for seed in range(TURNS)]
    worlds = [DARKAGE.state.read(position, DARKAGE.state.settings()) for position in positions]
    return timed_turns(positions, [mixed_sheets(world, seed) for seed, world in enumerate(worlds)], True)[0]


def report() -> None:
    floor, other = timed_floor(), darkage_turn()
    cost, lines, share = timed_years([year for game in range(GAMES) for year in years(game)])
    print(
        f"a year of six warlords, {lines:.0f} lines: {cost / floor:.1f} times the floor, {cost / other:.1f} times "
        f"Dark Age's turn ({cost * 1e3:.2f} ms, {share:.0%} carried out)"
    )


if __name__ == "__main__":
    report()
