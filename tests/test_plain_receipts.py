"""The plain receipt keeps its word: what it says of reading and cost is what adjudication does if nobody else moves."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbm.receipts.receipt import Foreseen, receipt, receipt_html, receipt_text
from pbm.rules.answers import outcomes
from pbm.rules.condition import If
from pbm.rules.dice import Dice
from pbm.rules.engine import Turn, play
from pbm.rules.order import Sheet
from pbm.rulesets import load
from pbm.rulesets.contract import AnyRuleset
from tests.play import GAMES, SECRET, copied, fresh, game, random_line

PLAIN = [name for name in GAMES if load(name).receipts is None]
"""A game that promises more in its receipts has tests of its own for that."""
SEEDS = st.integers(min_value=0, max_value=2**32)


def alone(rules: AnyRuleset, seed: int) -> tuple[Foreseen, str, dict[str, int]]:
    """What a receipt says of one order, what became of it with no other orders, and what it cost."""
    chance = random.Random(seed)
    *_, last = game(rules, seed % 7, 2)
    world = copied(rules, last.world)
    who = chance.choice(rules.state.players(world))
    sheet = rules.language.reader(world).lines(who, [random_line(rules, world, chance)])
    foresight = rules.foresee(rules.sight.view(world, last.journal, who), sheet, world.turn)
    before = dict(rules.book.purses(world, who))
    turn = Turn(world, {who: sheet}, Dice(SECRET, world.turn))
    play(turn, rules.book.steps(world), (rules.cases.orders,))
    after = rules.book.purses(world, who)
    assert foresight.purses == before
    spent = {purse: before[purse] - after[purse] for purse in before if before[purse] != after[purse]}
    return foresight.lines[0], outcomes(turn.journal, {who: sheet})[who][1], spent


@pytest.mark.parametrize("name", PLAIN)
@given(seed=SEEDS)
@settings(max_examples=60, deadline=None)
def test_what_a_receipt_says_of_an_order_is_so(name: str, seed: int) -> None:
    said, outcome, spent = alone(load(name), seed)
    if said.forecast == "wrong":
        assert outcome in ("failed", "void")
        assert not spent
    elif outcome == "void":
        assert said.order.startswith(If.word) or f" {If.word} " in said.order
    else:
        assert outcome in ("ok", "partial")
        assert spent == {purse: price for purse, price in said.cost.items() if price}


@pytest.mark.parametrize("name", GAMES)
@given(seed=SEEDS)
@settings(max_examples=20, deadline=None)
def test_a_receipt_reads_a_line_as_adjudication_does(name: str, seed: int) -> None:
    rules, world = load(name), WORLDS[name]
    who = rules.state.players(world)[0]
    sheet = rules.language.reader(world).lines(who, [random_line(rules, world, random.Random(seed))])
    said = rules.foresee(rules.sight.view(world, [], who), sheet, world.turn)
    assert [line.order for line in said.lines if line.order] == [
        str(line.order) for line in sheet.lines.values() if line.order
    ]


WORLDS = {name: fresh(load(name)) for name in GAMES}


@pytest.mark.parametrize("name", GAMES)
def test_a_receipt_leaves_the_world_alone(name: str) -> None:
    rules, world = load(name), fresh(load(name))
    before = rules.state.write(world)
    for who in rules.state.players(world):
        sheet = Sheet(who, {})
        made = receipt(rules.title, "game1", 1, sheet, rules.foresee(rules.sight.view(world, [], who), sheet, 1))
        assert receipt_text(made)
        assert receipt_html(made)
    assert rules.state.write(world) == before
