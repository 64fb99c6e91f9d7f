"""A round of twelve warlords with its journal, beside the floor and beside Dark Age's turn of 256 actions."""

from bench.adjudication import timed_floor
from bench.clock import best
from bench.twilight import darkage_turn
from pbm.rules.dice import Dice
from pbm.rules.engine import Turn, play
from pbm.rules.event import Event, Journal
from pbm.rules.order import Sheet
from pbm.rulesets import load
from pbm.rulesets.homelands.settings import Settings
from pbm.rulesets.stand_ins import all_sheets

HOMELANDS = load("homelands")
SECRET = b"bench"
SETTINGS = Settings()
REPEATS = 5
Played = tuple[bytes, dict[str, Sheet], int]


def rounds() -> list[Played]:
    """Every round of a game of twelve: the position, and the sheets that were written for it."""
    world, journal, found = HOMELANDS.state.setup(SETTINGS, Dice(SECRET, 0), {})[0], list[Event](), []
    while not HOMELANDS.state.result(world):
        sheets = dict(all_sheets(HOMELANDS, world, journal, {}, Dice(SECRET, world.turn)))
        found.append((HOMELANDS.state.write(world), sheets, world.turn))
        journal = play(Turn(world, sheets, Dice(SECRET, world.turn)), HOMELANDS.book.steps(world))
    return found


def timed_rounds(given: list[Played]) -> tuple[float, float]:
    """CPU seconds a round, on the average and in the slowest."""
    each = []
    for position, sheets, seed in given:
        tries = [Turn(HOMELANDS.state.read(position, SETTINGS), sheets, Dice(SECRET, seed)) for _ in range(REPEATS)]

        def work(tries: list[Turn] = tries) -> None:
            turn = tries.pop()
            Journal.write(play(turn, HOMELANDS.book.steps(turn.world)))

        each.append(best(work, REPEATS))
    return sum(each) / len(each), max(each)


def report() -> None:
    floor, other = timed_floor(), darkage_turn()
    given = rounds()
    mean, slowest = timed_rounds(given)
    print(
        f"a round of twelve warlords: {mean / floor:.1f} times the floor, {mean / other:.1f} times Dark Age's turn "
        f"({mean * 1e3:.1f} ms; the slowest of {len(given)} {slowest / other:.1f} times, {slowest * 1e3:.1f} ms)"
    )


if __name__ == "__main__":
    report()
