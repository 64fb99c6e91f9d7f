"""A turn of sixteen kingdoms and 256 actions with its journal, beside the floor."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.clock import best
from bench.floor import MIX, Floor, played
from pbm.record.game import Game
from pbm.rules.dice import Dice
from pbm.rules.engine import Turn, play
from pbm.rules.event import Answered, Journal
from pbm.rules.order import Line, Number, Order, Sheet
from pbm.rulesets import load
from pbm.rulesets.darkage.attack import Assault, Move
from pbm.rulesets.darkage.build import Fortify, Levy
from pbm.rulesets.darkage.people import Grow
from pbm.rulesets.darkage.world import World

DARKAGE = load("darkage")
SECRET = b"bench"
TURNS = 20
SAMPLE = Path(__file__).parent.parent / "games" / "game42"
Writer = Callable[[Number, str, str], Order]
KINDS: dict[str, Writer] = {
    "march": lambda n, a, b: Move(number=n, origin=a, target=b),
    "assault": lambda n, a, b: Assault(number=n, origin=a, target=b),
    "levy": lambda n, a, _: Levy(number=n, where=a),
    "grow": lambda _, a, __: Grow(where=a),
    "fortify": lambda n, a, _: Fortify(number=n, where=a),
}


def mixed_sheets(world: World, seed: int) -> dict[str, Sheet]:
    """The floor's own mix of orders, for the real game."""
    chance, codes = random.Random(seed), list(world.areas)
    sheets = {}
    for who in world.order:
        own = [code for code, _ in world.owned(who)] or codes
        lines = {}
        for number in range(1, 17):
            where = chance.choice(codes if chance.random() < 0.15 else own)
            to = chance.choice(sorted(world.map[where].near))
            order: Order = KINDS[chance.choice(MIX)](Number(chance.randrange(1, 4)), where, to)
            lines[number] = Line(number, str(order), order)
        sheets[who] = Sheet(who, lines)
    return sheets


def settled_world(seed: int) -> bytes:
    """A position like the floor's: two armies and two people in every area, and BPs to spend."""
    world, _ = DARKAGE.state.setup(DARKAGE.state.settings(), Dice(SECRET, seed), {})
    codes = list(world.areas)
    for place, code in enumerate(codes):
        area = world.areas[code]
        area.owner = world.order[place * 16 // len(codes)]
        if world.map[code].is_sea:
            area.armies = area.ships = 2
        else:
            area.population, area.armies = min(2, world.map[code].limit), 2
    for kingdom in world.kingdoms.values():
        kingdom.bp = 25
    return DARKAGE.state.write(world)


def timed_floor() -> float:
    def work() -> None:
        for floor, orders in zip(floors, sets, strict=True):
            floor.turn(orders)

    floors, sets = played(TURNS)
    times = []
    for _ in range(7):
        floors, sets = played(TURNS)
        times.append(best(work, 1))
    return min(times) / TURNS


def timed_turns(positions: list[bytes], sets: list[dict[str, Sheet]], encode: bool) -> tuple[float, float]:
    """CPU seconds a turn, and the share of actions carried out."""
    settings = DARKAGE.state.settings()
    times, journals = [], []
    for _ in range(7):
        worlds = [DARKAGE.state.read(position, settings) for position in positions]
        turns = [Turn(w, s, Dice(SECRET, w.turn)) for w, s in zip(worlds, sets, strict=True)]

        def work(turns: list[Turn[Any]] = turns) -> None:
            for turn in turns:
                journal = play(turn, DARKAGE.book.steps(turn.world))
                if encode:
                    Journal.write(journal)

        times.append(best(work, 1))
        journals = [turn.journal for turn in turns]
    actions = sum(len(sheet.lines) for sheets in sets for sheet in sheets.values())
    failed = sum(isinstance(event, Answered) and event.outcome == "failed" for journal in journals for event in journal)
    return min(times) / len(positions), (actions - failed) / actions


def report() -> None:
    floor = timed_floor()
    done = sum(note.won for f in [play_floor()] for note in f.notes) / 256
    print(f"floor: {floor * 1e3:.3f} ms a turn of 256 actions, {done:.0%} of them carried out")
    positions = [settled_world(seed) for seed in range(TURNS)]
    sets = [mixed_sheets(DARKAGE.state.read(p, DARKAGE.state.settings()), seed) for seed, p in enumerate(positions)]
    for name, encode in (("all rules, events applied and kept", False), ("and the journal as text", True)):
        cost, share = timed_turns(positions, sets, encode)
        print(f"{name}: {cost / floor:.2f} times the floor ({cost * 1e3:.2f} ms, {share:.0%} carried out)")
    if SAMPLE.is_dir():
        cost, share, count = sample_turn()
        print(f"game42's next turn, {count} actions: {cost / floor:.2f} times the floor ({share:.0%} carried out)")


def play_floor() -> Floor:
    floors, sets = played(1)
    floors[0].turn(sets[0])
    return floors[0]


def sample_turn() -> tuple[float, float, int]:
    from pbm.record.adjudicate import read_sheets

    game = Game(SAMPLE)
    position = game.position(game.last())
    world = game.config().open(position)
    sheets = read_sheets(DARKAGE, world, game.sheets(game.last() + 1))
    cost, share = timed_turns([position] * TURNS, [sheets] * TURNS, True)
    return cost, share, sum(len(sheet.lines) for sheet in sheets.values())
