"""Turns of a game that computer players play, with their journals: how long each takes to adjudicate."""

from typing import Any

from bench.adjudication import timed_floor
from bench.clock import best
from bench.twilight import darkage_turn
from pbm.rules.dice import Dice
from pbm.rules.engine import Turn, play
from pbm.rules.event import Event, Journal
from pbm.rules.order import Sheet
from pbm.rulesets.contract import AnyRuleset
from pbm.rulesets.stand_ins import all_sheets

SECRET = b"bench"
REPEATS = 5
Played = tuple[bytes, dict[str, Sheet], int]


def played(rules: AnyRuleset, settings: Any, game: int, most: int = 1000) -> list[Played]:
    """Every turn of a game, or so many: the position, and the sheets that were written for it."""
    world, journal, found = rules.state.setup(settings, Dice(SECRET, game), {})[0], list[Event](), list[Played]()
    while len(found) < most and not rules.state.result(world):
        seed = 100 * game + world.turn
        sheets = dict(all_sheets(rules, world, journal, {}, Dice(SECRET, seed)))
        found.append((rules.state.write(world), sheets, seed))
        journal = play(Turn(world, sheets, Dice(SECRET, seed)), rules.book.steps(world))
    return found


def timed(rules: AnyRuleset, settings: Any, given: list[Played]) -> tuple[float, float]:
    """CPU seconds a turn, on the average and in the slowest."""
    each = []
    for position, sheets, seed in given:
        tries = [Turn(rules.state.read(position, settings), sheets, Dice(SECRET, seed)) for _ in range(REPEATS)]

        def work(tries: list[Turn[Any]] = tries) -> None:
            turn = tries.pop()
            Journal.write(play(turn, rules.book.steps(turn.world)))

        each.append(best(work, REPEATS))
    return sum(each) / len(each), max(each)


def tell(what: str, rules: AnyRuleset, settings: Any, given: list[Played]) -> None:
    """Beside the floor, and beside Dark Age's turn of 256 actions."""
    floor, other = timed_floor(), darkage_turn()
    mean, slowest = timed(rules, settings, given)
    print(
        f"{what}: {mean / floor:.1f} times the floor, {mean / other:.1f} times Dark Age's turn "
        f"({mean * 1e3:.1f} ms; the slowest of {len(given)} {slowest / other:.1f} times, {slowest * 1e3:.1f} ms)"
    )
