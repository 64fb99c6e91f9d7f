"""Random legal and illegal orders for many turns: everything is accounted for, and replay gives the position."""

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbm.rules.dice import Dice
from pbm.rules.engine import Turn, play, replay
from pbm.rules.event import Answered, Event, Journal, Phase
from pbm.rulesets.darkage.world import World
from tests.helpers.hands import DARKAGE, SECRET, copied, fresh_world, random_sheets
from tests.helpers.long import times

Flow = Callable[[Any], dict[str, int]]

FLOWS: dict[str, Flow] = {
    "Acted": lambda e: {"bp": -e.price},
    "Fought": lambda e: {
        "armies": e.scattered + e.their_scattered - e.armies - e.their_armies,
        "ships": -e.ships - e.their_ships,
    },
    "Captured": lambda e: {"armies": e.landed, "ships": -e.landed, "people": -e.population},
    "Retreated": lambda e: {"armies": e.people, "people": -e.people},
    "Plundered": lambda e: {"bp": e.amount, "ships" if e.ships else "armies": e.amount},
    "Drowned": lambda e: {"armies": -e.armies},
    "Raided": lambda e: {"armies": -e.armies - e.their_armies, "ships": -e.ships},
    "Pillaged": lambda e: {"people": -e.population, "bp": e.treasury},
    "Besieged": lambda e: {"armies": -2 * e.armies, "people": -e.population},
    "Invaded": lambda e: {"armies": -e.armies, "people": -e.population - 1},
    "Migrated": lambda e: {"people": -1},
    "Levied": lambda e: {"armies": e.armies},
    "Grown": lambda e: {"people": 1},
    "Popped": lambda e: {"armies": -1, "people": 1},
    "Armed": lambda e: {"armies": 1, "people": -1},
    "Sabotaged": lambda e: {} if e.owner else {"armies": -e.armies, "ships": -e.ships},
    "Launched": lambda e: {"ships": e.ships},
    "Settled": lambda e: {"ships": -1, "people": 1},
    "Landed": lambda e: {"ships": -e.ships, "armies": e.ships},
    "Given": lambda e: {"bp": e.bps},
    "Stashed": lambda e: {"bp": e.bps},
    "Taxed": lambda e: {"bp": e.bps},
    "Exchanged": lambda e: {"bp": -2 * e.stashed},
    "Consoled": lambda e: {"armies": e.armies, "bp": e.treasury},
    "Lapsed": lambda e: {"armies": e.armies},
    "Stirred": lambda e: {"armies": e.armies, "people": e.population},
    "LeftoversSpent": lambda e: {
        "armies": e.household + e.reserve,
        "bp": -3 * e.household - 3 * e.reserve - 2 * e.stashed - e.order,
    },
    "Overcrowded": lambda e: {"people": -e.people, "armies": e.armies},
    "Dispersed": lambda e: {} if e.who else {"armies": -e.armies, "ships": -e.ships},
    "TradePaid": lambda e: {"bp": e.bps},
    "BondPaid": lambda e: {"bp": e.treasury},
    "IncomePaid": lambda e: {"bp": e.bp, "armies": -e.reserve_lost - e.household_lost},
}
"""What each event adds to the totals; an event that is not here must leave them alone."""

WIPES = ("Dissolved", "VikingsAppear")
"""A kingdom ends or begins: its figures are checked by cases."""


def totals(world: World) -> Counter[str]:
    areas, kingdoms = world.areas.values(), world.kingdoms.values()
    return Counter(
        people=sum(a.population for a in areas),
        armies=sum(a.armies for a in areas) + sum(k.reserve + k.household.troops + k.scattered for k in kingdoms),
        ships=sum(a.ships for a in areas) + sum(k.fleet for k in kingdoms),
        bp=sum(k.bp + k.treasury for k in kingdoms),
    )


def assert_sound(world: World) -> None:
    for code, area in world.areas.items():
        figures = (area.population, area.armies, area.ships, area.forts, area.trade)
        assert min(figures) >= 0, (code, area)
        if world.map[code].is_sea:
            assert area.armies <= area.ships, (code, area)
            assert max(area.population, area.forts, area.trade) == 0, (code, area)
        else:
            assert not area.ships, (code, area)
    for code, kingdom in world.kingdoms.items():
        stores = (kingdom.bp, kingdom.treasury, kingdom.reserve, kingdom.fleet, kingdom.vp, kingdom.pending)
        assert min(*stores, kingdom.household.troops, kingdom.usable) >= 0, (code, kingdom)
        at = kingdom.household.at
        assert at is None or world.areas[at].owner == code or world.areas[at].lent_by == code, (code, kingdom)


def assert_accounted(opening: World, journal: list[Event]) -> None:
    """Apply the journal event by event: each changes the totals by what it says, and no action leaves a mess."""
    before = totals(opening)
    for event in journal:
        if isinstance(event, Answered | Phase):
            assert_sound(opening)
        event.apply(opening)
        after, name = totals(opening), type(event).__name__
        if name not in WIPES:
            change = {key: after[key] - before[key] for key in before if after[key] != before[key]}
            said = {key: value for key, value in FLOWS.get(name, lambda _: {})(event).items() if value}
            assert change == said, event
        before = after


def play_and_check(seed: int, turns: int) -> None:
    chance, world = random.Random(seed), fresh_world()
    for _ in range(turns):
        opening = copied(world)
        journal = play(Turn(world, random_sheets(world, chance), Dice(SECRET, world.turn)), DARKAGE.book.steps(world))
        assert_sound(world)
        reread = DARKAGE.book.journal.read(Journal.write(journal))
        assert reread == journal
        again = copied(opening)
        replay(again, reread)
        assert DARKAGE.state.write(again) == DARKAGE.state.write(world)
        assert_accounted(opening, journal)
        if world.won or not world.order:
            return


@given(st.integers(min_value=0, max_value=2**32))
@settings(max_examples=8, deadline=None)
def test_random_games(seed: int) -> None:
    play_and_check(seed, turns=4)


@pytest.mark.slow
@given(st.integers(min_value=0, max_value=2**32))
@settings(max_examples=times(10, 40), deadline=None)
def test_random_games_played_long(seed: int) -> None:
    play_and_check(seed, turns=15)
