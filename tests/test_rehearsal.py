"""Rehearsal, for every game: sheets are played in what their players know, and receipts tell what came of that."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.receipts import measured
from pbm.kit.play import SECRET, copied, fresh, game, random_line
from pbm.receipts.foresee import foresee
from pbm.rehearsal import rehearse as rehearsing
from pbm.rehearsal.outcome import DICE, EITHER, OTHERS, came
from pbm.rehearsal.play import Bill, Played, Watch, played
from pbm.rehearsal.rehearse import rehearse
from pbm.rules.answers import outcomes
from pbm.rules.condition import If
from pbm.rules.dice import Dice
from pbm.rules.engine import Turn, play
from pbm.rules.event import Answered, Outcome
from pbm.rules.order import Refusal
from pbm.rulesets import load
from pbm.rulesets.contract import AnyRuleset
from pbm.rulesets.foresight import Foreseen
from pbm.rulesets.stand_ins import all_sheets
from pbm.rulesets.twilight.forces import Closed
from pbm.rulesets.twilight.operations import OpsThrown
from tests.long import times
from tests.play import GAMES

TOYS = [name for name in GAMES if name.startswith("toy")]
"""Games in which nothing is hidden that could change what comes of a single line."""
SEEDS = st.integers(min_value=0, max_value=2**32)


# worlds


# plays


def test_a_play_that_breaks_is_dropped_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = load("toy")
    world = fresh(rules)
    view, sheet = rules.sight.view(world, [], "RED"), rules.language.reader(world).lines("RED", ["LEVY ASH 1"])

    def breaks(rules: AnyRuleset, world: Any, who: str, sheets: Any, dice: Dice) -> Played:
        if len(sheets) > 1:
            raise KeyError("a world that no game comes to")
        return played(rules, world, who, sheets, dice)

    monkeypatch.setattr(rehearsing, "played", breaks)
    tried = rehearse(rules, "game1", view, sheet)
    assert tried.broken > 0
    assert all(one.alone for one in tried.plays)
    assert tried.lines[1].always == "ok"
    monkeypatch.setattr(rehearsing, "played", lambda *given: 1 / 0)
    plain = foresee(rules, "game1", view, sheet, 1)
    assert [line.came for line in plain.lines] == [None]
    assert plain.lines[0].cost == {"gold": 2}


# what a line hangs on


def plays(alone: list[Outcome], among: list[Outcome], number: int = 1) -> list[Played]:
    reasons = {"failed": (Refusal("1", "no way"),)}
    rows = [(each, True) for each in alone] + [(each, False) for each in among]
    return [
        Played(None, [], {number: Answered("A", "A", number, "GO", each, reasons.get(each, ()))}, {}, lonely)
        for each, lonely in rows
    ]


@pytest.mark.parametrize(
    ("alone", "among", "hangs"),
    [
        (["ok", "ok"], ["ok", "ok"], ""),
        (["ok", "failed"], ["ok", "ok"], DICE),
        (["ok", "ok"], ["failed", "failed"], OTHERS),
        (["ok", "ok"], ["ok", "failed"], EITHER),
    ],
)
def test_what_a_line_hangs_on(alone: list[Outcome], among: list[Outcome], hangs: str) -> None:
    found = came(plays(alone, among), 1)
    assert found.hangs == hangs
    assert found.failed == [*alone, *among].count("failed")
    assert [reason.text for reason in found.reasons] == (["no way"] if found.failed else [])


def test_a_line_does_not_pay_for_what_lapses_after_it() -> None:
    purse = {"DP": 5, "LP": 3, "OP": 4}
    watch = Watch("CHB", lambda: dict(purse))
    watch.see(Answered("CHB", "CHB", 1, "MOVE 1 FRC LOT"))
    purse["OP"] = 3
    watch.see(OpsThrown("CHB", 1, 0, 0, 3))
    del purse["LP"]
    watch.see(OpsThrown("CHB", 1, 0, 0, 3))
    purse["OP"] = 0
    watch.see(Closed("CHB", "FRC", False))
    assert watch.bills[1].cost == {"DP": 0, "LP": 0, "OP": 1}


def test_a_line_goes_with_one_above_it() -> None:
    first, second = plays(["ok", "failed"], ["ok"], 1), plays(["ok", "failed"], ["ok"], 4)
    both = [
        Played(None, [], {**one.answers, **two.answers}, {4: Bill({"gold": 2}, {"gold": 1})}, one.alone)
        for one, two in zip(first, second, strict=True)
    ]
    found = came(both, 4, tied=[1])
    assert came(both, 4).goes_with == 0, "lines that have nothing to do with each other"
    assert (found.goes_with, found.cost, found.left) == (1, {"gold": 2}, {"gold": 1})
    assert found.sentence == "Fails in 1 of 3 rehearsals, done in 2: it hangs on the dice, as line 1 does."


def test_a_line_that_is_never_done_goes_with_none_and_fails_whenever_it_is_tried() -> None:
    first, second = plays(["failed", "failed"], ["failed"], 1), plays(["failed", "void"], ["not obeyed"], 4)
    both = [
        Played(None, [], {**one.answers, **two.answers}, {}, one.alone) for one, two in zip(first, second, strict=True)
    ]
    found = came(both, 4, tied=[1])
    assert (found.goes_with, found.always) == (0, "failed")
    assert found.sentence == "It fails whenever it is tried: in 1 of 3 rehearsals."


# receipts


def alone(rules: AnyRuleset, seed: int) -> tuple[Foreseen, str, dict[str, int]]:
    """What a receipt says of one order, what became of it with no other orders, and what it cost."""
    chance = random.Random(seed)
    *_, last = game(rules, seed % 7, 2)
    world = copied(rules, last.world)
    who = chance.choice(rules.state.players(world))
    sheet = rules.language.reader(world).lines(who, [random_line(rules, world, chance)])
    foresight = foresee(rules, "game1", rules.sight.view(world, last.journal, who), sheet, world.turn)
    before = dict(rules.book.purses(world, who))
    turn = Turn(world, {who: sheet}, Dice(SECRET, world.turn))
    play(turn, rules.book.steps(world), (rules.cases.orders,))
    after = rules.book.purses(world, who)
    assert foresight.purses == before
    spent = {purse: before[purse] - after[purse] for purse in before if before[purse] != after[purse]}
    return foresight.lines[0], outcomes(turn.journal, {who: sheet})[who][1], spent


@pytest.mark.parametrize("name", TOYS)
@given(seed=SEEDS)
@settings(max_examples=40, deadline=None)
def test_what_a_receipt_says_of_an_order_is_so(name: str, seed: int) -> None:
    said, outcome, spent = alone(load(name), seed)
    if said.fails or not said.order:
        assert outcome in ("failed", "void")
        assert not spent
    elif outcome == "void":
        assert said.order.startswith(If.word) or f" {If.word} " in said.order
    elif said.came and said.came.always:
        assert outcome == said.came.always
        assert spent == said.cost


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in GAMES if name not in TOYS])
def test_receipts_warn_of_what_fails_and_of_little_else(name: str) -> None:
    """Figures of many more sheets stand in the documents; this many are enough to see a fault."""
    truth = measured(name, times(30, 300), seed=1000)
    assert truth.counts["there"] > 40
    assert truth.share("warned", "there") > 0.97
    assert truth.share("false alarm", "done") < 0.03


WORLDS = {name: fresh(load(name)) for name in GAMES}


@pytest.mark.parametrize("name", GAMES)
def test_every_order_of_a_computer_player_has_its_reason(name: str) -> None:
    rules = load(name)
    world, journal = rules.state.setup(rules.state.settings(), Dice(b"why", 0), {})
    for turn in range(1, 4):
        views = rules.views(world, journal)
        for temperament in rules.computer.players:
            for view in list(views.values())[:3]:
                advice = rules.computer.write(view, temperament, Dice(b"why", turn))
                assert not [str(order) for order, why in advice if not why.strip()], temperament
        sheets = all_sheets(rules, world, journal, {}, Dice(b"why", turn))
        journal = play(Turn(world, sheets, Dice(b"why", turn)), rules.book.steps(world))
