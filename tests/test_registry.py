"""The registry walked: every action has its cases and its line in the table; what else it needs is asked at load."""

import re
from pathlib import Path

import pytest

from pbm.commands.cards import explain, table_of_actions
from pbm.rulesets import RULESETS, load
from pbm.rulesets.darkage.action import ACTIONS

CASES = Path(__file__).parent / "cases" / "darkage"


def test_there_are_49_actions() -> None:
    assert len(ACTIONS) == 49


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


def test_rulesets_are_listed_once_and_load() -> None:
    assert [load(name).name for name in RULESETS] == list(RULESETS)
