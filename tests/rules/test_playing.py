"""The engine's drivers, tried with the toy game: whose line comes next, and what it is judged by."""

from collections.abc import Iterable
from typing import Any, ClassVar

import pytest
import toy
from toy import more

from pbm.rules.action import Action
from pbm.rules.dice import Dice
from pbm.rules.engine import ORDERS, Step, Turn, play
from pbm.rules.event import Answered, Event, Phase
from pbm.rules.order import Line, Refusal, Sheet
from pbm.rules.plan import Scene, partly
from pbm.rules.playing import at_once, in_rounds, in_turn, left_over, one_a_go, unplayed
from pbm.rulesets import load

DICE = Dice(b"drivers", 1)


def world(**fields: tuple[str | None, int]) -> toy.World:
    return toy.World(
        fields={**{code: toy.Field() for code in toy.FIELDS}, **{c: toy.Field(*f) for c, f in fields.items()}}
    )


def played(before: toy.World, run: Any, *steps: Step[Any], **sheets: Iterable[str]) -> list[Event]:
    reader = load("toy").language.reader(before)
    turn = Turn(before, {who: reader.lines(who, [*lines]) for who, lines in sheets.items()}, DICE)
    return play(turn, [Step(ORDERS, "2", "lines", run), *steps])


def answers(journal: Iterable[Event]) -> list[tuple[str, int, str]]:
    return [(event.who, event.number, event.outcome) for event in journal if isinstance(event, Answered)]


def test_power_by_power_each_line_is_at_once_in_force() -> None:
    lines = {"RED": ["LEVY ASH 1", "MARCH ASH HIL 1"], "BLU": ["MARCH HIL GLE 1"]}
    journal = played(world(ASH=("RED", 0), HIL=("BLU", 0)), in_turn(), **lines)
    assert answers(journal) == [("RED", 1, "ok"), ("RED", 2, "ok"), ("BLU", 1, "failed")]


def test_at_once_a_power_sees_its_own_lines_and_nobody_elses() -> None:
    lines = {"RED": ["MARCH ASH BRK 1", "MARCH BRK COP 1"], "BLU": ["MARCH HIL ASH 1"]}
    start = world(ASH=("RED", 1), HIL=("BLU", 1))
    journal = played(start, at_once(""), **lines)
    assert answers(journal) == [("BLU", 1, "ok"), ("RED", 1, "ok"), ("RED", 2, "ok")]
    assert next(event.die for event in journal if isinstance(event, toy.Marched)), "Red's army still stood in Ashfield"


def test_an_action_whose_plan_says_nothing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy.Levy, "plan", lambda self, at: None)
    with pytest.raises(TypeError, match="the plan of LEVY gives None, and has to give a Done"):
        played(world(ASH=("RED", 0)), in_turn(), RED=["LEVY ASH 1"])


def test_one_a_go_takes_the_lines_of_all_in_the_order_that_the_game_gives() -> None:
    lines = {"RED": ["LEVY ASH 1", "LEVY ASH 1"], "BLU": ["LEVY ELM 1", "LEVY ELM 1"]}
    backwards = one_a_go(lambda turn, who, line: (-line.number, who))
    journal = played(world(ASH=("RED", 0), ELM=("BLU", 0)), backwards, **lines)
    assert [who_number[:2] for who_number in answers(journal)] == [("BLU", 2), ("RED", 2), ("BLU", 1), ("RED", 1)]


def test_in_rounds_everybodys_line_of_a_number_comes_before_the_next_number() -> None:
    lines = {"RED": ["LEVY ASH 1", "LEVY ASH 1", "LEVY ASH 1"], "BLU": ["NO SUCH LINE", "LEVY ELM 1"]}
    journal = played(world(ASH=("RED", 0), ELM=("BLU", 0)), in_rounds("2", 2), **lines)
    assert answers(journal) == [("RED", 1, "ok"), ("BLU", 1, "failed"), ("RED", 2, "ok"), ("BLU", 2, "ok")]
    assert [event.round for event in journal if isinstance(event, Phase)] == [None, 1, 2]


def test_in_rounds_the_lines_of_some_steps_are_everybodys_first_then_everybodys_second() -> None:
    lines = {"RED": ["MARCH ASH BRK 1", "LEVY ASH 1", "LEVY ASH 1"], "BLU": ["LEVY ELM 1"]}
    rounds = more.PLAYING.in_rounds("2", 3, more.AT_HOME)
    journal = played(world(ASH=("RED", 1), ELM=("BLU", 0)), rounds, **lines)
    assert answers(journal) == [("RED", 2, "ok"), ("BLU", 1, "ok"), ("RED", 3, "ok")]


def test_a_line_is_answered_once_and_one_that_no_step_plays_is_left_over() -> None:
    again = Step(ORDERS, "2", "again", in_turn())
    journal = played(world(ASH=("RED", 0)), in_turn(), again, RED=["LEVY ASH 1"])
    assert answers(journal) == [("RED", 1, "ok")]
    left = Step(ORDERS, "1", "left", more.PLAYING.left_over)
    journal = played(
        world(ASH=("RED", 0)), more.PLAYING.in_turn(more.MARCHES), left, RED=["LEVY ASH 1", "NO SUCH LINE"]
    )
    assert answers(journal) == [("RED", 1, "failed"), ("RED", 2, "failed")]


def test_lines_that_cannot_be_read_are_answered_first_and_harm_no_other() -> None:
    home = Step(ORDERS, "2.1", "at home", more.PLAYING.at_once(more.AT_HOME))
    journal = played(world(ASH=("RED", 0)), more.PLAYING.unplayed, home, RED=["LEVY ASH 1", "NO SUCH LINE"])
    assert answers(journal) == [("RED", 2, "failed"), ("RED", 1, "ok")]


class Sow(Action, frozen=True):
    """Its class says its step, and the turn when it is given."""

    word: ClassVar = "SOW"
    rule: ClassVar = "5"
    boxes: ClassVar = ()
    step: ClassVar = "spring"

    def untimely(self, world: toy.World) -> Refusal | None:
        return None if world.turn == 1 else Refusal("5", "nobody sows now")


def sown(turn: int) -> list[Event]:
    steps = [Step(ORDERS, "5", name, run) for name, run in (("no", in_turn("autumn")), ("yes", in_turn("spring")))]
    line = Line(1, "SOW", Sow())
    before = world(ASH=("RED", 0))
    before.turn = turn
    return play(
        Turn(before, {"RED": Sheet("RED", {1: line})}, DICE),
        [Step(ORDERS, "1", "unread", unplayed), *steps, Step(ORDERS, "1", "left", left_over)],
    )


def test_a_line_is_played_in_the_step_of_its_action_and_out_of_season_in_none() -> None:
    named = [
        event.name if isinstance(event, Phase) else event.outcome
        for event in sown(1)
        if isinstance(event, Phase | Answered)
    ]
    assert named == ["unread", "no", "yes", "ok", "left"]
    late = sown(2)
    assert [each.text for event in late if isinstance(event, Answered) for each in event.refusals] == [
        "nobody sows now"
    ]
    assert isinstance(late[1], Answered), "it fails before any step"


@pytest.mark.parametrize(
    ("done", "asked", "outcome", "note", "reasons"),
    [
        (0, 3, "failed", "", 1),
        (0, 0, "failed", "", 1),
        (1, 3, "partial", "1 of 3", 1),
        (3, 3, "ok", "", 0),
        (4, 3, "ok", "", 0),
    ],
)
def test_as_much_is_done_as_there_is(done: int, asked: int, outcome: str, note: str, reasons: int) -> None:
    told = toy.Paid("RED", done)
    came = partly(done, asked, (told,), Refusal("5", "no more is there"))
    assert (came.outcome, came.note, len(came.refusals)) == (outcome, note, reasons)
    assert list(came.events) == ([told] if done else [])


def test_a_scene_has_the_dice_of_the_turn_or_imagined_ones() -> None:
    assert Scene(world(), "RED", DICE).dice is DICE
    assert Scene(world(), "RED").dice.roll("battle.ASH") in range(1, 7)
