"""Rehearsal, for every game: sheets are played in what their players know, and receipts tell what came of that."""

import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.broken import Breaks
from bench.receipts import measured
from pbm.cli import main
from pbm.kit.play import SECRET, copied, fresh, game, random_line
from pbm.receipts.foresee import foresee
from pbm.record.adjudicate import new_game
from pbm.rehearsal import course
from pbm.rehearsal import rehearse as rehearsing
from pbm.rehearsal.broken import BrokenPlay, counted
from pbm.rehearsal.links import links
from pbm.rehearsal.outcome import DICE, EITHER, came
from pbm.rehearsal.play import Played, Watch, played
from pbm.rehearsal.rehearse import PLAYS, rehearse
from pbm.rehearsal.single import Singles
from pbm.rehearsal.tried import Tried
from pbm.rules.answers import outcomes
from pbm.rules.condition import If
from pbm.rules.copying import Mould
from pbm.rules.dice import Dice
from pbm.rules.engine import Turn, play
from pbm.rules.event import Answered, Event, Outcome
from pbm.rules.order import Refusal, Sheet
from pbm.rulesets import load
from pbm.rulesets.contract import AnyRuleset
from pbm.rulesets.foresight import OTHERS, Foreseen, Foresight
from pbm.rulesets.stand_ins import all_sheets
from pbm.rulesets.twilight.forces import Closed
from pbm.rulesets.twilight.operations import OpsThrown
from tests.helpers.long import times
from tests.helpers.play import GAMES

TOYS = [name for name in GAMES if name.startswith("toy")]
"""Games in which nothing is hidden that could change what comes of a single line."""
SEEDS = st.integers(min_value=0, max_value=2**32)


# worlds


# plays


def toy_sheet() -> tuple[AnyRuleset, Any, Sheet]:
    rules = load("toy")
    world = fresh(rules)
    return rules, rules.sight.view(world, [], "RED"), rules.language.reader(world).lines("RED", ["LEVY ASH 1"])


def test_a_play_that_breaks_is_dropped_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, view, sheet = toy_sheet()

    def breaks(rules: AnyRuleset, world: Any, who: str, sheets: Any, dice: Dice) -> Played:
        if len(sheets) > 1:
            raise KeyError("a world that no game comes to")
        return played(rules, world, who, sheets, dice)

    monkeypatch.setattr(rehearsing, "played", breaks)
    with counted() as heard:
        tried = rehearse(rules, "game1", view, sheet)
    assert tried.broken == len(heard) > 0
    assert "a world that no game comes to" in heard[0]
    assert all(one.alone for one in tried.plays)
    assert tried.lines[1].always == "ok"
    monkeypatch.setattr(rehearsing, "played", lambda *given: 1 / 0)
    with counted() as heard:
        plain = foresee(rules, "game1", view, sheet, 1)
    assert plain.broken == len(heard) == PLAYS
    assert [line.came for line in plain.lines] == [None]
    assert plain.lines[0].cost == {"gold": 2}


def test_a_play_that_breaks_in_a_test_fails_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is made of the rehearsal: receipts and desks drop it for players, and nobody would see it."""
    rules, view, sheet = toy_sheet()
    monkeypatch.setattr(rehearsing, "played", lambda *given: 1 / 0)
    with pytest.raises(BrokenPlay, match=r"The Vale.*ZeroDivisionError"):
        foresee(rules, "game1", view, sheet, 1)
    monkeypatch.setattr(course, "take", lambda *given: 1 / 0 if given[0].sheets["RED"].lines else None)
    order = sheet.lines[1].order
    assert order
    with pytest.raises(BrokenPlay, match="ZeroDivisionError"):
        Singles(rules, view, "RED").verdicts([Tried(order)])


def test_python_shows_broken_plays_to_developers_alone() -> None:
    said = (
        "from pbm.rehearsal.broken import dropped; from pbm.rulesets import load; dropped(load('toy'), KeyError('X'))"
    )
    shown = [
        subprocess.run([sys.executable, *more, "-c", said], capture_output=True, text=True, check=True).stderr
        for more in ((), ("-X", "dev"))
    ]
    assert not shown[0]
    assert "BrokenPlay: " in shown[1]


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_no_play_breaks(name: str) -> None:
    """Figures of many more turns stand in the documents; with PBM_LONG as many are played here."""
    tried = Breaks(name)
    tried.games(times(5, 500), seed=100)
    assert not tried.broken
    assert tried.done["turns"] >= times(5, 500)
    assert tried.done["sheets"] > tried.done["turns"]


# what a line depends on


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


@pytest.mark.parametrize("name", GAMES)
def test_worlds_of_one_mould_are_alike_and_share_nothing_that_changes(name: str) -> None:
    rules = load(name)
    for world in (fresh(rules), next(iter(game(rules, 3, 1))).world):
        mould, before = Mould(world), as_kept(rules, world)
        first, second = mould.copy(), mould.copy()
        assert as_kept(rules, first) == before
        play(Turn(first, {}, Dice(SECRET, 1)), rules.book.steps(first))
        assert as_kept(rules, world) == as_kept(rules, second) == as_kept(rules, mould.copy()) == before


def as_kept(rules: AnyRuleset, world: Any) -> bytes:
    """Read once more: a default that was copied is written out."""
    return rules.state.write(copied(rules, world))


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


def side_by_side(rows: dict[int, list[Outcome]]) -> list[Played]:
    """Plays alone, with what came of several lines."""
    every = [plays(outcomes, [], number) for number, outcomes in rows.items()]
    return [
        Played(None, [], {n: a for one in each for n, a in one.answers.items()}, {}, True, number=number)
        for number, each in enumerate(zip(*every, strict=True))
    ]


def test_a_line_hangs_on_another_if_it_is_not_done_without_that() -> None:
    tried = side_by_side({7: ["ok", "failed"], 1: ["ok", "failed"], 4: ["ok", "failed"], 9: ["failed", "void"]})
    asked = list[int]()

    def without(play: Played, line: int) -> Played:
        """Line 4 needs line 7; line 1 only comes out alike."""
        asked.append(line)
        rest = {number: answer for number, answer in play.answers.items() if number != line}
        if line == 7:
            rest[4] = Answered("A", "A", 4, "GO", "failed")
        return Played(None, [], rest, {}, True)

    assert links(tried, without) == {4: 7}
    assert asked == [7], "nothing is left to be learned from the others"
    found = came(tried, 4, 7)
    assert found.sentence == "Fails in 1 of 2 rehearsals, done in 1: it depends on the dice, as line 7 does."


@pytest.mark.parametrize(
    ("alone", "among", "sentence"),
    [
        (
            ["ok"],
            ["failed", "failed"],
            "Fails in 2 of 3 rehearsals, whenever others order, done in 1, whenever they are silent.",
        ),
        (
            ["failed"],
            ["ok", "ok"],
            "Fails in 1 of 3 rehearsals, whenever others are silent, done in 2, whenever they order.",
        ),
        (["ok"], ["failed", "ok"], "Fails in 1 of 3 rehearsals, done in 2: it depends on the dice or what others do."),
    ],
)
def test_what_depends_on_others_alone_says_how(alone: list[Outcome], among: list[Outcome], sentence: str) -> None:
    assert came(plays(alone, among), 1).sentence == sentence


@pytest.mark.parametrize(
    ("outcomes", "sentence"),
    [
        (["failed", "void", "failed"], "It fails whenever it is tried: in 2 of 3 rehearsals, not tried in 1."),
        (["failed", "not obeyed"], "It fails whenever it is tried: in 1 of 2 rehearsals, not obeyed in 1."),
    ],
)
def test_a_line_that_is_never_done_hangs_on_nothing(outcomes: list[Outcome], sentence: str) -> None:
    found = came(plays(outcomes[:1], outcomes[1:]), 1)
    line = Foreseen(1, "GO", "GO", came=found)
    assert found.sentence == sentence
    assert line.fails
    assert Foresight("A", (line,)).tally == "1 line: 1 fails as things stand"


def test_reasons_that_differ_by_an_amount_are_said_once() -> None:
    texts = ["you have 9 crowns", "you have 12 crowns", "you have 12 crowns", "no force A1", "no force A2"]
    answers = [Answered("A", "A", 1, "GO", "failed", (Refusal("5", text),)) for text in texts]
    found = came([Played(None, [], {1: answer}, {}, True) for answer in answers], 1)
    assert [why.text for why in found.reasons] == ["you have 12 crowns", "no force A1", "no force A2"]


def test_a_line_that_is_seldom_tried_is_not_said_to_fail() -> None:
    found = came(plays(["void", "failed", "void"], []), 1)
    line = Foreseen(1, "GO", "GO", came=found)
    assert found.sentence == "It fails whenever it is tried: in 1 of 3 rehearsals, not tried in 2."
    assert not line.fails
    assert line.may_fail
    assert Foresight("A", (line,)).tally == "1 line: 1 is not tried"


def test_what_is_left_out_may_hang_on_the_dice() -> None:
    reasons = [Refusal("5.2.2", f"{con} did not obey") for con in ("red", "blue")]
    tried = [Played(None, [], {1: Answered("A", "A", 1, "MARK ALL", "ok", (why,))}, {}, True) for why in reasons]
    assert came(tried[:1], 1).sentence == "Done only in part as things stand."
    assert came(tried, 1).sentence == "Done only in part as things stand: how much depends on the dice."


def test_a_line_that_counts_as_done_with_something_left_out_is_done_in_part() -> None:
    left_out = Answered("A", "A", 1, "BUY 3", "ok", note="2 of 3")
    refused = Answered("A", "A", 1, "MOVE X", "ok", (Refusal("6.1", "X stopped"),))
    for answer in (left_out, refused):
        found = came([Played(None, [], {1: answer}, {}, True)], 1)
        assert found.always == "partial"


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
    truth = measured(name, times(20, 300), seed=1000)
    assert truth.counts["there"] > 25
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


def test_check_says_that_no_rehearsal_came_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fault(event: Event, world: object) -> None:
        raise ZeroDivisionError("in the income")

    assert load("toy")
    game = new_game(tmp_path, "vale", "toy", bytes(32))
    sheet = tmp_path / "red.txt"
    sheet.write_text("Game: vale\nTurn: 1\nPower: RED\nLEVY ASH 2\n")
    monkeypatch.setattr(sys.modules["toy"].Paid, "apply", fault)
    words = ["check", str(sheet), "--games", str(game.folder.parent)]
    told = CliRunner().invoke(main, words)
    assert "no rehearsal came to its end. The Vale: a play broke: ZeroDivisionError('in the income')" in told.stderr
    assert "could not be rehearsed" in told.stdout
    monkeypatch.setenv("PBM_DEBUG", "1")
    assert isinstance(CliRunner().invoke(main, words).exception, ZeroDivisionError)
