"""Rehearsal: sheets are played in what their players know; no play breaks, and nothing is changed by it."""

import random
from copy import deepcopy

from hypothesis import given, settings
from hypothesis import strategies as st

from pbm.kit.play import SECRET, fresh, game, random_line
from pbm.receipts.foresee import foresee
from pbm.receipts.receipt import receipt, receipt_html, receipt_text
from pbm.rehearsal.rehearse import AGREE, PLAYS, rehearse
from pbm.rules.action import Action
from pbm.rules.condition import bare
from pbm.rules.copying import copied as copied_by_structs
from pbm.rules.dice import Dice
from pbm.rules.engine import Turn, play
from pbm.rules.order import Sheet
from pbm.rulesets import load

SEEDS = st.integers(min_value=0, max_value=2**32)


def test_a_copy_of_a_world_plays_as_the_world_would_and_leaves_it_alone(name: str) -> None:
    rules = load(name)
    for turn in game(rules, 3, 3):
        world, before = turn.opening, rules.state.write(turn.opening)
        ends = []
        for copy in (copied_by_structs(world), deepcopy(world)):
            journal = play(Turn(copy, turn.sheets, Dice(SECRET, world.turn)), rules.book.steps(copy))
            ends.append((journal, rules.state.write(copy)))
        assert ends[0] == ends[1]
        assert rules.state.write(world) == before


def test_no_play_breaks_and_the_same_sheet_gives_the_same_rehearsal(name: str) -> None:
    rules = load(name)
    for turn in game(rules, 5, 3):
        for who, view in list(turn.views().items())[:2]:
            sheet = turn.sheets.get(who, Sheet(who, {}))
            one, two = (rehearse(rules, "game1", view, sheet) for _ in range(2))
            assert not one.broken
            assert (one.lines, one.after) == (two.lines, two.after)
            assert len(one.plays) in (AGREE, PLAYS)


def test_a_sheet_for_a_later_turn_is_rehearsed_after_the_turns_before_it(name: str) -> None:
    rules = load(name)
    world = fresh(rules)
    who = rules.state.players(world)[0]
    view = rules.sight.view(world, [], who)
    tried = rehearse(rules, "game1", view, Sheet(who, {}), view.turn + 3)
    assert not tried.broken
    assert all(one.world.turn >= world.turn + 2 for one in tried.plays)


@given(seed=SEEDS)
@settings(max_examples=8, deadline=None)
def test_a_receipt_reads_a_line_as_adjudication_does(name: str, seed: int) -> None:
    rules, world = load(name), fresh(load(name))
    who = rules.state.players(world)[0]
    sheet = rules.language.reader(world).lines(who, [random_line(rules, world, random.Random(seed))])
    said = foresee(rules, "game1", rules.sight.view(world, [], who), sheet, world.turn)
    assert [line.order for line in said.lines if line.order] == [
        str(line.order) for line in sheet.lines.values() if line.order
    ]


def test_what_a_line_spends_is_in_a_purse_of_the_book(name: str) -> None:
    rules = load(name)
    for turn in game(rules, 4, 3):
        for who, sheet in turn.sheets.items():
            orders = (bare(line.order) for line in sheet.lines.values())
            able = [one for one in orders if isinstance(one, Action) and not any(one.check(turn.opening, who))]
            spent = {purse for one in able for purse in one.spends(turn.opening, who)}
            assert spent <= {*rules.book.purses(turn.opening, who)}


def test_a_receipt_leaves_the_world_alone(name: str) -> None:
    rules, world = load(name), fresh(load(name))
    before = rules.state.write(world)
    for who in rules.state.players(world):
        sheet = Sheet(who, {})
        told = foresee(rules, "game1", rules.sight.view(world, [], who), sheet, 1)
        made = receipt(rules.title, "game1", 1, sheet, told)
        assert receipt_text(made)
        assert receipt_html(made)
    assert rules.state.write(world) == before
