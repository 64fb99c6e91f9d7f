"""Computer players: their orders are ordinary orders, made from what their kingdom may know and from nothing else."""

import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbm.computer.simulate.contest import held
from pbm.computer.simulate.game import play_game
from pbm.computer.simulate.plan import make_plan, with_guest
from pbm.computer.simulate.run import simulate
from pbm.computer.simulate.tally import added
from pbm.computer.simulate.workers import alone
from pbm.kit.secrets import disguised
from pbm.rules.dice import Dice
from pbm.rules.engine import Turn, play
from pbm.rules.event import Answered, Event
from pbm.rules.order import Sheet
from pbm.rulesets.darkage.attack import Besieged, Invaded, March, Raided
from pbm.rulesets.darkage.battle import Field, Side, fight
from pbm.rulesets.darkage.battle_events import Fought
from pbm.rulesets.darkage.computer import WRITERS, write
from pbm.rulesets.darkage.computer.odds import WAYS, Ground, best, needed, outcome
from pbm.rulesets.darkage.map import britain, nations, starts
from pbm.rulesets.darkage.setup import set_up
from pbm.rulesets.darkage.turn import SEQUENCE
from pbm.rulesets.darkage.view import View, view
from pbm.rulesets.darkage.world import Area, Census, Settings, World
from pbm.rulesets.stand_ins import as_sheet
from tests.helpers.hands import DARKAGE, copied, views
from tests.helpers.long import times
from tests.helpers.report_turns import Played, game

KINGDOMS = [nation.code for nation in starts().kingdoms]
SECRET = b"computer"
MOST_REFUSED = 2
"""Percent of its orders, for any temperament."""

VIEWS = import_module("pbm.rulesets.darkage.view")
Leak = Callable[[], AbstractContextManager[None]]
Stage = tuple[World, dict[str, View], dict[str, Sheet], list[Event]]


def mixed(number: int) -> str:
    return ("warlord", "steward", "warlord", "random")[number % 4]


@cache
def stages(by: Callable[[int], str] = mixed, turns: int = 12, seed: bytes = SECRET) -> tuple[Stage, ...]:
    """Turns of a game: the closing position, and the views, sheets and journal that led to it."""
    return tuple(played_out(by, turns, seed))


def played_out(by: Callable[[int], str], turns: int, seed: bytes) -> Iterator[Stage]:
    world, journal = set_up(Settings(), Dice(seed, 0), {})
    for number in range(1, turns + 1):
        dice, known = Dice(seed, number), views(world, journal)
        sheets = {who: as_sheet(who, write(seen, by(KINGDOMS.index(who)), dice)) for who, seen in known.items()}
        journal = play(Turn(world, sheets, dice), SEQUENCE)
        yield world, known, sheets, journal


def orders(turns: tuple[Stage, ...]) -> list[tuple[str, str]]:
    return [(event.who, event.order) for *_, journal in turns for event in journal if isinstance(event, Answered)]


def test_every_order_reads_back_through_the_grammar() -> None:
    reader = DARKAGE.language.reader(stages()[0][0])
    for _, _, sheets, _ in stages():
        for written in sheets.values():
            assert len(written.lines) <= 16
            for line in written.lines.values():
                assert reader.line(line.text) == line.__class__(1, line.text, line.order)


def test_an_order_says_why() -> None:
    world, journal = set_up(Settings(), Dice(SECRET, 0), {})
    known = view(world, journal, "MER")
    for name in WRITERS:
        advice = write(known, name, Dice(SECRET, 1))
        assert len(advice) == (0 if name == "idle" else 16)
        assert all(reason for _, reason in advice)


def test_writing_changes_nothing_that_is_known() -> None:
    world, journal = set_up(Settings(), Dice(SECRET, 0), {})
    before = DARKAGE.state.write(world)
    for who, known in views(world, journal).items():
        for name in WRITERS:
            assert write(known, name, Dice(SECRET, 1)) == write(known, name, Dice(SECRET, 1)), who
    assert DARKAGE.state.write(world) == before


def test_a_steward_attacks_nobody() -> None:
    for *_, journal in stages(lambda _: "steward"):
        assert not [event for event in journal if isinstance(event, Fought | Raided | Besieged | Invaded)]


def test_a_steward_grows_builds_and_lays_ambushes() -> None:
    turns = stages(lambda _: "steward")
    words = Counter(order.split()[0] for _, order in orders(turns))
    assert min(words[word] for word in ("GROW", "BUILD", "AMBUSH", "LEVY", "FORTIFY", "MOVE")) > 0
    people = sum(area.population for area in turns[-1][0].areas.values() if area.owner)
    assert people > sum(nation_people(code) for code in KINGDOMS) * 5 // 4


def nation_people(code: str) -> int:
    return sum(starts().population.get(area, 0) for area in nations()[code].areas)


def test_a_warlord_chooses_among_the_ways_to_attack() -> None:
    words = Counter(order.split()[0] for _, order in orders(stages(lambda _: "warlord")))
    assert min(words[word] for word in ("MOVE", "PROBE", "OVERRUN", "ASSAULT", "SIEGE", "LAUNCH", "CONVOY")) > 0


def test_nations_have_their_own_ways() -> None:
    used: dict[str, set[str]] = {}
    for seed in (b"ways 1", b"ways 2", b"ways 3"):
        for who, order in orders(stages(lambda _: "warlord", seed=seed)):
            used.setdefault(nations()[who].nationality, set()).add(order.split()[0])
    assert {"INVADE", "POP", "RAID"} <= used["Gaelic"]
    assert {"FLEET", "LAND"} <= used["Viking"]
    assert not {"INVADE", "POP", "ARM", "RAID", "LAND", "SETTLE"} & (used["English"] | used["British"])


GROUNDS = st.builds(
    Ground,
    terrain=st.sampled_from(["lowlands", "uplands", "islands", "mountains", "forest", "wetlands", "city"]),
    armies=st.integers(0, 15),
    people=st.integers(0, 5),
    works=st.integers(0, 8),
    reading=st.sampled_from(["text", "table"]),
)


@given(GROUNDS, st.integers(0, 4), st.integers(0, 20))
@settings(max_examples=200, deadline=None)
def test_more_armies_never_lose_what_fewer_win(ground: Ground, ships: int, more: int) -> None:
    least = needed(ground, ships)
    assert best(least + more, ships, ground).won
    assert least == 1 or not best(least - 1, ships, ground).won


@given(GROUNDS, st.integers(1, 25), st.sampled_from(WAYS))
@settings(max_examples=200, deadline=None)
def test_what_is_worked_out_is_what_happens(ground: Ground, armies: int, way: type[March]) -> None:
    where = next(code for code, place in britain().items() if place.terrain == ground.terrain)
    rules = Settings(terrain_bonus="table" if ground.reading == "table" else "text")
    area = Area("MER", ground.people, ground.armies, forts=ground.works)
    world = World(1, [], Census(9), {}, {where: area}, map=britain(), settings=rules)
    attacker, defender = Side(armies), Side(ground.armies)
    fight(Field(britain()[where], area, world.bonus(where), defender), attacker, way.battle)
    came = outcome(way, armies, 0, ground)
    assert (came.armies, came.defenders) == (attacker.armies, defender.armies)


def leaks(turns: list[Played], leak: Leak = nullcontext) -> list[tuple[int, str, str]]:
    """Where orders changed with what their kingdom may not know; `leak` is open while orders are written."""
    found = []
    for turn in turns:
        chance = random.Random(turn.world.turn)
        for who in sorted(turn.world.order):
            world, journal = disguised(turn, who, chance)
            with leak():
                honest, other = view(turn.world, turn.journal, who), view(world, journal, who)
            for name in ("steward", "warlord", "random"):
                if write(honest, name, Dice(SECRET, 1)) != write(other, name, Dice(SECRET, 1)):
                    found.append((turn.world.turn, who, name))
    return found


@contextmanager
def all_seeing() -> Iterator[None]:
    """A leak on purpose: every kingdom sees every area."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(VIEWS, "foreign", lambda world, who, *_: [c for c, a in world.areas.items() if a.owner != who])
        yield


def computer_game() -> list[Played]:
    """A game of the computer's own, in which there is more to be seen."""
    closing = [(copied(world), journal) for world, _, _, journal in played_out(mixed, 5, SECRET)]
    return [Played(DARKAGE, world, world, journal, (), {}) for world, journal in closing]


def test_hidden_facts_change_no_order() -> None:
    assert leaks(list(game(3, 1))) == []
    assert leaks(computer_game()[-1:]) == []


@pytest.mark.slow
def test_hidden_facts_change_no_order_in_many_turns() -> None:
    assert leaks(list(game(4, 5))) == []
    assert leaks(computer_game()) == []


def test_a_leak_would_be_found() -> None:
    assert leaks(computer_game()[-1:], all_seeing)


@pytest.mark.slow
def test_orders_do_not_depend_on_the_order_of_sets() -> None:
    code = (
        "import hashlib; from tests.rules.test_computer import stages, orders; "
        "print(hashlib.sha256(repr(orders(stages(turns=5))).encode()).hexdigest())"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2", "77")
    }
    assert len(found) == 1


@pytest.mark.slow
def test_few_orders_are_refused() -> None:
    for others in ("warlord", "steward", "random"):
        by = [f"{code}={('warlord', 'steward', 'random', others)[i % 4]}" for i, code in enumerate(KINGDOMS)]
        plan = make_plan("darkage", 20, f"refused {others}", by=by)
        for name, count in added(plan, (play_game(plan, number) for number in range(3))).temperaments.items():
            assert 100 * count.refused <= MOST_REFUSED * count.written, (others, name)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("one", "other", "others", "turns", "compared", "bar"),
    [
        ("steward", "idle", "warlord", 10, "people", 0.8),
        ("warlord", "steward", "steward", 20, "points", 0.9),
        ("warlord", "random", "random", 20, "points", 0.9),
    ][: times(2, 3)],
)
def test_the_stronger_temperament_is_ahead(
    one: str, other: str, others: str, turns: int, compared: str, bar: float, tmp_path: Path
) -> None:
    plan = make_plan("darkage", turns, "2", by=[others])
    first, second = (
        simulate(with_guest(plan, guest), len(KINGDOMS), tmp_path / guest, alone, lambda _: None)
        for guest in (one, other)
    )
    ahead, _, _ = held(first, second, compared).shares()
    assert ahead >= bar
