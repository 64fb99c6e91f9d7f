"""A game that is half made says at once all that it lacks."""

from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import pytest

from pbm import rulesets
from pbm.errors import GameError
from pbm.rules.action import Action, Actions
from pbm.rules.condition import Condition
from pbm.rules.event import Event
from pbm.rulesets import load
from pbm.rulesets.complete import lacks
from pbm.rulesets.contract import AnyRuleset
from pbm.rulesets.late import Late as Later
from tests.helpers.play import GAMES

HALF: Actions[Action] = Actions(needs=("touches",))


@HALF("99.9", form="MOVE {where} {number}", meaning="go to {place}", standing="MOVE {x}")
class Move(Action, frozen=True):
    where: str


@HALF("5.2", form="JUMP", touches="")
class Jump(Action, frozen=True):
    """Not in the grammar."""


@HALF.condition("LATE")
class Late(Condition, frozen=True):
    """Not in the grammar."""


class Mute(Event, frozen=True):
    who: str


class Quiet(Event, frozen=True):
    parties: ClassVar = ()
    silent: ClassVar = True


class Wrong(Event, frozen=True):
    verb: ClassVar = "came"
    text: ClassVar = "{who} came"


def half_made(ruleset: AnyRuleset) -> AnyRuleset:
    return replace(ruleset, book=replace(ruleset.book, actions=HALF, events=(Mute, Quiet, Wrong)))


def test_all_that_is_missing_is_said() -> None:
    assert lacks(half_made(load("darkage"))) == [
        "JUMP has no rule of grammar jump",
        "MOVE cites paragraph 99.9, which the book does not have",
        "MOVE has no docstring",
        "MOVE has number in its form, which is not a field",
        "MOVE means place, which is not a field",
        "MOVE stands by x, which is not a field",
        "MOVE does not say its touches",
        "IF LATE has no rule of grammar if_late",
        "conditions have neither a rule of grammar if_before nor if_behind",
        "the event Mute has no words, and is not silent",
        "the event Wrong is public and has no news",
        "the event Wrong tells who, which is not a field",
    ]


def test_a_half_made_game_does_not_load(monkeypatch: pytest.MonkeyPatch) -> None:
    class Point:
        def load(self) -> AnyRuleset:
            return half_made(load("darkage"))

    monkeypatch.setattr(rulesets, "published", lambda: {"half": Point()})
    with pytest.raises(
        GameError, match=r"The ruleset half is not complete: .*MOVE cites .*; the event Wrong tells who"
    ):
        load("half")


def test_a_grammar_that_is_not_there_is_missed() -> None:
    ruleset = load("darkage")
    gone = replace(ruleset, language=replace(ruleset.language, grammar=Path("nowhere.lark")))
    assert lacks(gone) == ["there is no grammar nowhere.lark"]


@pytest.mark.parametrize("name", GAMES)
def test_every_listed_game_is_complete(name: str) -> None:
    assert lacks(load(name)) == []


def test_what_is_imported_late_must_be_there() -> None:
    rules = load("tours")
    wrong = replace(rules, computer=replace(rules.computer, write=Later("pbm.rulesets.tours", "computer", "scribble")))
    assert lacks(wrong) == [f"there is no scribble in {'pbm.rulesets.tours'}.computer"]
    nowhere = replace(rules, reports=replace(rules.reports, report=Later("pbm.rulesets.tours", "reports", "report")))
    assert lacks(nowhere) == ["there is no report in pbm.rulesets.tours.reports"]
