"""The registry walked: every action has its rule of grammar, its cases, its wording and its line in the table."""

import re
from pathlib import Path

import pytest

from pbm.commands.cards import explain, table_of_actions
from pbm.files import folder
from pbm.rules.event import Answered, Event, Phase
from pbm.rulesets import RULESETS, load
from pbm.rulesets.darkage.action import ACTIONS, GONE, Action

CASES = Path(__file__).parent / "cases" / "darkage"
GRAMMAR = (folder("grammar") / "darkage.lark").read_text(encoding="utf-8")
PARAGRAPHS = load("darkage").book.paragraphs


def every_event(base: type[Event] = Event) -> list[type[Event]]:
    return [kind for child in base.__subclasses__() for kind in (child, *every_event(child))]


def test_there_are_49_actions() -> None:
    assert len(ACTIONS) == 49


@pytest.mark.parametrize("kind", [*ACTIONS.values(), *GONE.values()], ids=lambda kind: str(kind.word))
def test_every_action_is_complete(kind: type[Action]) -> None:
    rule = re.search(rf"^{kind.word.lower()}: .*// .*\b{re.escape(kind.rule)}\b", GRAMMAR, re.MULTILINE)
    assert rule, f"{kind.word} needs a rule of grammar that cites {kind.rule}"
    assert kind.rule in PARAGRAPHS
    assert kind.__doc__
    assert set(kind.boxes) == set(kind.__struct_fields__)


@pytest.mark.parametrize("word", ACTIONS)
def test_every_action_is_proved_both_ways(word: str) -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in CASES.glob("*.yaml"))
    assert len(re.findall(rf"\b{word}\b", text)) >= 3


def test_the_table_of_actions_has_them_all() -> None:
    ruleset = load("darkage")
    table = table_of_actions(ruleset)
    for word in ACTIONS:
        assert f"\n  {word} " in table
        assert explain(ruleset, word).startswith(word)


@pytest.mark.parametrize("kind", every_event(), ids=lambda kind: kind.__name__)
def test_every_event_says_who_may_know_and_in_what_words(kind: type[Event]) -> None:
    fields = set(kind.__struct_fields__)
    assert set(kind.parties) <= fields
    assert set(kind.shows) <= fields
    wordings = kind.text + kind.news
    assert set(re.findall(r"\{(\w+)", wordings)) <= fields
    assert kind.text or kind in (Answered, Phase) or kind.__subclasses__()
    assert not kind.verb or kind.news


def test_rulesets_are_listed_once_and_load() -> None:
    assert [load(name).name for name in RULESETS] == list(RULESETS)
