"""The registry walked: every action has its cases, its meaning and its line in the table; every case holds."""

import re
from pathlib import Path

from pbm.commands.cards import explain, table_of_actions
from pbm.kit.brought import brought
from pbm.rulesets import load
from pbm.rulesets.cases import covered, files, run_file


def cases_of(name: str) -> list[Path]:
    folder = brought(name).cases
    assert folder, f"{name} has no cases: give `brings` their folder."
    return list(files([folder / name if (folder / name).is_dir() else folder]))


def test_every_action_has_cases(name: str) -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in cases_of(name))
    rare = [word for word in load(name).book.actions if len(re.findall(rf"\b{word}\b", text)) < 3]
    assert not rare, f"write cases with {', '.join(rare)} for {name}: done, refused, and another"


def test_every_paragraph_has_a_case(name: str) -> None:
    assert not set(load(name).book.paragraphs) - covered(cases_of(name), name)


def test_every_case_holds(name: str) -> None:
    results = [result for path in cases_of(name) for result in run_file(path)]
    assert [(result.name, result.problems) for result in results if not result.passed] == []


def test_every_action_says_what_it_means_and_is_in_the_table(name: str) -> None:
    ruleset = load(name)
    table = table_of_actions(ruleset)
    for word, kind in ruleset.book.actions.items():
        assert kind.meaning
        assert kind.form.word == word
        assert f"\n  {word} " in table
        assert explain(ruleset, word).startswith(word)


def test_every_house_rule_is_explained(name: str) -> None:
    state = load(name).state
    rules = {rule: about for rule, _, about in state.house_rules()}
    assert all(rules.values())
    assert {*state.at_start} <= {*rules}
