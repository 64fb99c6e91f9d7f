"""A turn of six marshals with its journal, beside the floor and beside Dark Age's turn of 256 actions."""

from bench.adjudication import timed_floor
from bench.clock import best
from bench.twilight import darkage_turn
from pbm.rules.dice import Dice
from pbm.rules.engine import Turn, play
from pbm.rules.event import Event, Journal
from pbm.rules.order import Sheet
from pbm.rulesets import load
from pbm.rulesets.marnon.house import Settings
from pbm.rulesets.stand_ins import all_sheets

MARNON = load("marnon")
SECRET = b"bench"
SETTINGS = Settings()
TURNS, GAMES, REPEATS = 16, 2, 5
Played = tuple[bytes, dict[str, Sheet], int]


def turns(game: int) -> list[Played]:
    """Every turn of a game: the position, and the sheets that were written for it."""
    world, journal, found = MARNON.state.setup(SETTINGS, Dice(SECRET, game), {})[0], list[Event](), []
    for _ in range(TURNS):
        seed = 100 * game + world.turn
        sheets = dict(all_sheets(MARNON, world, journal, {}, Dice(SECRET, seed)))
        found.append((MARNON.state.write(world), sheets, seed))
        journal = play(Turn(world, sheets, Dice(SECRET, seed)), MARNON.book.steps(world))
    return found[1:]


def timed_turns(given: list[Played]) -> tuple[float, float]:
    """CPU seconds a turn, on the average and in the slowest."""
    each = []
    for position, sheets, seed in given:
        tries = [Turn(MARNON.state.read(position, SETTINGS), sheets, Dice(SECRET, seed)) for _ in range(REPEATS)]

        def work(tries: list[Turn] = tries) -> None:
            turn = tries.pop()
            Journal.write(play(turn, MARNON.book.steps(turn.world)))

        each.append(best(work, REPEATS))
    return sum(each) / len(each), max(each)


def report() -> None:
    floor, other = timed_floor(), darkage_turn()
    given = [turn for game in range(GAMES) for turn in turns(game)]
    mean, slowest = timed_turns(given)
    print(
        f"a turn of six marshals: {mean / floor:.1f} times the floor, {mean / other:.1f} times Dark Age's turn "
        f"({mean * 1e3:.1f} ms; the slowest of {len(given)} {slowest / other:.1f} times, {slowest * 1e3:.1f} ms)"
    )


if __name__ == "__main__":
    report()
