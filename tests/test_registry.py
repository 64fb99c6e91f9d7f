"""The registry walked: every action has its cases and its line in the table; what else it needs is asked at load."""

import re

import pytest

from pbm.commands.cards import explain, table_of_actions
from pbm.rulesets import RULESETS, load, names
from tests.play import CASES, GAMES

ACTIONS = [(name, word) for name in GAMES for word in load(name).book.actions]


def test_dark_age_has_49_actions() -> None:
    assert len(load("darkage").book.actions) == 49


@pytest.mark.parametrize(("name", "word"), ACTIONS)
def test_every_action_is_proved_both_ways(name: str, word: str) -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for folder in CASES for path in (folder / name).glob("*.yaml"))
    assert len(re.findall(rf"\b{word}\b", text)) >= 3, f"write cases with {word} for {name}"


@pytest.mark.parametrize(("name", "word"), ACTIONS)
def test_every_action_says_what_it_means(name: str, word: str) -> None:
    kind = load(name).book.actions[word]
    assert kind.meaning
    assert kind.form.word == word


@pytest.mark.parametrize("name", GAMES)
def test_the_table_of_actions_has_them_all(name: str) -> None:
    ruleset = load(name)
    table = table_of_actions(ruleset)
    for word in ruleset.book.actions:
        assert f"\n  {word} " in table
        assert explain(ruleset, word).startswith(word)


@pytest.mark.parametrize("name", GAMES)
def test_every_house_rule_is_explained(name: str) -> None:
    assert all(about for _, _, about in load(name).state.house_rules())


def test_rulesets_are_listed_once_and_load() -> None:
    assert [load(name).name for name in names()] == names()
    assert names() == [*RULESETS, "toy", "toy_more"]
