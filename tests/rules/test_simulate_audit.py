"""The audit of simulated turns: clean where the rules are kept, and seen to fail where they are not."""

import gc
import random
from collections.abc import Callable
from typing import Any

import pytest

from pbm.computer.simulate.game import faults, play_game
from pbm.computer.simulate.plan import Plan, make_plan
from pbm.computer.simulate.workers import make, processes
from pbm.rules.dice import Dice
from pbm.rules.engine import Turn, play
from pbm.rules.event import Event
from pbm.rules.order import Line, Sheet
from pbm.rulesets.darkage import battle_events, build, closing, sea, turn
from pbm.rulesets.darkage.audit import ENTRIES, audit, books
from pbm.rulesets.darkage.computer import odds
from pbm.rulesets.darkage.kings import Viking
from pbm.rulesets.darkage.world import Household, Loan, World
from tests.helpers.hands import DARKAGE, SECRET, copied, fresh_world, random_sheets
from tests.helpers.long import times

STRAY_OBJECTS = 100
GROWTH = 24 * 1024
"""KiB that a worker may still need more after its first batch: the allocator's ups and downs, not a leak's."""


def played(world: World, sheets: dict[str, Sheet] | None = None) -> list[Event]:
    orders = {} if sheets is None else sheets
    return play(Turn(world, orders, Dice(SECRET, world.turn)), DARKAGE.book.steps(world))


def audited(world: World, sheets: dict[str, Sheet] | None = None) -> list[str]:
    opening = DARKAGE.state.write(world)
    return list(faults(DARKAGE, opening, played(world, sheets), world, world.settings))


def wild_faults(seed: int, turns: int) -> list[str]:
    chance, world, found = random.Random(seed), fresh_world(), []
    for _ in range(turns):
        found += audited(world, random_sheets(world, chance))
    return found


@pytest.mark.parametrize("seed", range(3))
def test_wild_orders_leave_nothing_unaccounted(seed: int) -> None:
    assert wild_faults(seed, 6) == []


@pytest.mark.slow
def test_wild_orders_for_long() -> None:
    assert [fault for seed in range(100, times(103, 110)) for fault in wild_faults(seed, 20)] == []


@pytest.mark.slow
@pytest.mark.parametrize("temperament", DARKAGE.computer.players)
def test_computer_players_for_long(temperament: str) -> None:
    plan = make_plan("darkage", 25, "audit", by=[temperament], check=True)
    records = [play_game(plan, number) for number in range(times(1, 3))]
    assert [fault for record in records for fault in record.faults] == []


def twice(kind: Any) -> Callable[[Any, World], None]:
    apply = kind.apply

    def cheat(event: Any, world: World) -> None:
        apply(event, world)
        apply(event, world)

    return cheat


@pytest.mark.parametrize(
    "kind",
    [build.Levied, closing.LeftoversSpent, turn.Stirred, battle_events.Fought, sea.Launched],
    ids=lambda kind: kind.__name__,
)
def test_an_event_that_does_more_than_it_says_is_found(kind: type[Event], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kind, "apply", twice(kind))
    assert any("the land should have" in fault for seed in range(3) for fault in wild_faults(seed, 6))


def test_a_change_without_an_event_is_found() -> None:
    world = fresh_world()
    opening = DARKAGE.state.write(world)
    journal = played(world)
    world.areas["LON"].forts += 1
    assert any("replayed" in fault for fault in faults(DARKAGE, opening, journal, world, world.settings))


WRONGS: dict[str, Callable[[World], object]] = {
    "people, armies, ships, forts and trade are": lambda w: setattr(w.areas["LON"], "armies", -1),
    "armies are at sea on": lambda w: setattr(sea_of(w), "armies", 9),
    "people, forts or trade at sea": lambda w: setattr(sea_of(w), "forts", 1),
    "ships on land": lambda w: setattr(w.areas["LON"], "ships", 1),
    "where the limit is": lambda w: setattr(w.areas["LON"], "population", 99),
    "who is unknown": lambda w: setattr(w.areas["LON"], "owner", "XXX"),
    "LON: something that holds for a turn only": lambda w: setattr(w.areas["LON"], "sticky", True),
    "MER: something that holds for a turn only": lambda w: setattr(w.kingdoms["MER"], "cashed", 1),
    "BPs, treasury, reserve, fleet and household are": lambda w: setattr(w.kingdoms["MER"], "fleet", -1),
    "victory points": lambda w: setattr(w.kingdoms["MER"], "vp", -1),
    "which is not its own": lambda w: setattr(w.kingdoms["VIK"], "household", Household(1, "LON")),
    "a loan of 0 armies": lambda w: setattr(w.kingdoms["MER"], "loan", Loan("KNT", 0)),
    "the order of play is": lambda w: w.order.append("MER"),
}


def sea_of(world: World) -> Any:
    return next(area for code, area in world.areas.items() if world.map[code].is_sea)


@pytest.mark.parametrize("fault", WRONGS)
def test_every_kind_of_fault_is_found(fault: str) -> None:
    world = fresh_world()
    opening = copied(world)
    journal = played(world)
    assert list(audit(copied(opening), journal, world)) == []
    WRONGS[fault](world)
    assert any(fault in found for found in audit(opening, journal, world))


def test_every_entry_is_of_an_event_that_changes_something() -> None:
    assert [kind for kind in ENTRIES if "apply" not in dir(kind) or kind.apply is Event.apply] == []


def test_a_viking_kingdom_left_this_turn_and_taken_again_keeps_nothing() -> None:
    """Its lands are nobody's, as with one that is started anew [10.5]."""
    world = fresh_world()
    assert audited(world, {"MER": sheet("MER", 1)}) == []
    world.areas["LON"].owner = "DAN"
    world.kingdoms["DAN"].reserve = 9
    before = books(world)
    assert audited(world, {"DAN": sheet("DAN", 1), "KNT": sheet("KNT", 2)}) == []
    assert world.in_play("DAN")
    assert world.in_play("NRS")
    assert world.areas["LON"].owner is None
    assert world.areas["LON"].abandoned
    assert books(world) != before


def sheet(who: str, number: int) -> Sheet:
    return Sheet(who, {number: Line(number, "VIKING", Viking())})


def left_behind(plan: Plan, games: range) -> int:
    """How many objects there are after some games, without the battles that the writers remember."""
    for number in games:
        play_game(plan, number)
    for remembered in (odds.outcome, odds.best, odds.needed):
        remembered.cache_clear()
    gc.collect()
    return len(gc.get_objects())


@pytest.mark.slow
def test_a_game_leaves_nothing_behind() -> None:
    plan = make_plan("darkage", 10, "memory", by=["warlord"], check=True)
    before = left_behind(plan, range(3))
    assert left_behind(plan, range(3, 9)) - before < STRAY_OBJECTS


@pytest.mark.slow
def test_memory_stays_flat() -> None:
    plan = make_plan("darkage", 6, "memory", by=["warlord"], check=True)
    made = list(processes(2)(plan, [(first, first + 3) for first in range(0, 30, 3)]))
    assert sorted(one.batch for one in made) == [(first, first + 3) for first in range(0, 30, 3)]
    for worker in {one.worker for one in made}:
        memory = [one.memory for one in made if one.worker == worker]
        assert memory[-1] - memory[0] < GROWTH
    assert make(plan, (0, 1)).content == make(plan, (0, 1)).content
