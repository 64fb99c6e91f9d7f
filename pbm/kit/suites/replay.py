"""Random legal and illegal orders: the audit holds, every line is answered, and the journal gives the position."""

import random
from collections.abc import Iterator
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from pbm.computer.simulate.game import faults
from pbm.kit.play import SECRET, Played, begun, begun_once, copied, game, plain_sheets, random_line
from pbm.rules.answers import outcomes
from pbm.rules.dice import Dice
from pbm.rules.engine import Turn, play, replay, take
from pbm.rulesets import load
from pbm.rulesets.contract import AnyRuleset

SEEDS = st.integers(min_value=0, max_value=2**32)


def wrong(rules: AnyRuleset, seed: int, turns: int) -> list[str]:
    """What the audit of a game finds in random play; that the journal gives the position is part of it."""
    return [
        fault
        for turn in game(rules, seed, turns)
        for fault in faults(rules, rules.state.write(turn.opening), turn.journal, turn.world, rules.state.settings())
    ]


@given(seed=SEEDS)
@settings(max_examples=5, deadline=None)
def test_random_games_hold_their_audit(name: str, seed: int) -> None:
    assert wrong(load(name), seed, turns=4) == []


def stepwise(rules: AnyRuleset, played: Played) -> Iterator[tuple[Any, Any]]:
    """A turn that was played, played again: after every step its world, and another that only its events changed."""
    world, other = copied(rules, played.opening), copied(rules, played.opening)
    turn, told = Turn(world, played.sheets, Dice(SECRET, world.turn)), 0
    for step in rules.book.steps(world):
        if not turn.over:
            take(turn, step)
            replay(other, turn.journal[told:])
            told = len(turn.journal)
            yield world, other


@given(seed=SEEDS)
@settings(max_examples=3, deadline=None)
def test_events_alone_change_a_turn_under_way_and_what_it_remembers(name: str, seed: int) -> None:
    rules = load(name)
    for played in game(rules, seed, turns=3):
        for world, other in stepwise(rules, played):
            assert rules.state.write(other) == rules.state.write(world)
            assert rules.state.meanwhile(other) == rules.state.meanwhile(world)


@given(seed=SEEDS)
@settings(max_examples=5, deadline=None)
def test_orders_made_from_forms_alone_are_adjudicated(name: str, seed: int) -> None:
    rules, chance = load(name), random.Random(seed)
    world = begun(rules)
    opening, sheets = rules.state.write(world), plain_sheets(rules, world, chance)
    journal = play(Turn(world, sheets, Dice(SECRET, world.turn)), rules.book.steps(world))
    assert list(faults(rules, opening, journal, world, rules.state.settings())) == []
    answered = outcomes(journal, sheets)
    assert all(answered[who].keys() == sheet.lines.keys() for who, sheet in sheets.items())


@given(seed=SEEDS)
@settings(max_examples=20, deadline=None)
def test_an_order_that_is_printed_reads_back_as_it_was(name: str, seed: int) -> None:
    rules, world = load(name), begun_once(name)
    reader = rules.language.reader(world)
    if order := reader.order(random_line(rules, world, random.Random(seed))):
        assert reader.order(str(order)) == order
