"""Every case through the same code as `pbm case`; adding a test is adding a file."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from pbm.rules.comparing import CaseError, Comparison
from pbm.rules.engine import END, ORDERS, START, Step, Turn
from pbm.rules.event import Answered, Event
from pbm.rules.rulings import Question
from pbm.rulesets import RULESETS
from pbm.rulesets.cases import Loader, documents, files, run, run_file
from pbm.rulesets.darkage import RULESET
from tests.helpers.play import CASES
from tests.mutants_explained import EXPLAINED
from tests.mutants_of_rules import changes, rule_modules


@pytest.mark.parametrize("path", list(files(CASES)), ids=lambda path: path.stem)
def test_cases(path: Path) -> None:
    failed = [(result.name, result.problems) for result in run_file(path) if not result.passed]
    assert not failed


def test_names_are_unique() -> None:
    names = [case["case"] for path in files(CASES) for case in documents(path)]
    assert len(names) == len(set(names))


GOOD = {
    "case": "9.6-tax",
    "ruleset": "darkage",
    "position": {"kingdoms": {"MER": {"bp": 1}}},
    "orders": {"MER": ["TAX"]},
    "expect": {"kingdoms": {"MER": {"bp": 3}}, "actions": {"MER": ["ok"]}},
}


def test_a_line_that_yaml_takes_apart_is_shown_and_wants_quotes() -> None:
    (told,) = run(GOOD | {"orders": {"MER": [{"IF RICH": "TAX"}]}}).problems
    assert told.endswith(
        "orders of MER: {'IF RICH': 'TAX'} is no line of text; a line with a colon or a comma stands in quotes"
    )


@pytest.mark.parametrize(
    "change",
    [
        {"expect": {"kingdoms": {"MER": {"bp": 4}}}},
        {"expect": {"actions": {"MER": ["failed"]}}},
        {"expect": {"events": ["capture TAM"]}},
        {"expect": {"sees": {"MER": ["TAM"]}}},
        {"expect": {"areas": {"XXX": {"armies": 1}}}},
        {"expect": {"areas": {"TAM": {"horses": 1}}}},
        {"expect": {"kingdoms": {"ZZZ": {"bp": 1}}}},
        {"expect": {"weather": "fine"}},
        {"position": {"kingdoms": {"MER": {"gold": 1}}}},
        {"position": {"kingdoms": {"MER": {}}, "areas": {"TAM": {"owner": "WSX"}}}},
        {"dice": {"unowned.XXX": [5]}},
        {"orders": {"WSX": ["TAX"]}},
        {"ruleset": "chess"},
        {"wrong": 1},
        {"house": {"terrain_bonus": "none"}},
        {"from": "lunch"},
    ],
)
def test_a_case_that_is_wrong_or_names_something_unknown_fails(change: dict[str, object]) -> None:
    assert run(GOOD).passed
    assert not run(GOOD | change).passed


def test_the_quick_reader_of_yaml_knows_the_same_truth_values() -> None:
    text = "{OFF: NO, y: Yes, t: true, f: False, n: null, k: 05-11, d: '0110'}"

    class Slow(yaml.SafeLoader):
        yaml_implicit_resolvers = Loader.yaml_implicit_resolvers

    assert yaml.load(text, Loader) == yaml.load(text, Slow)
    assert yaml.load("[NO, OFF, Y, true]", Loader) == ["NO", "OFF", "Y", True]


@pytest.mark.parametrize(
    ("expected", "found", "differs"),
    [
        ({"A": None}, {}, False),
        ({"A": {}}, {}, False),
        ({"A": 0}, {}, False),
        ({"A": {"x": 0}}, {}, False),
        ({"A": {"x": 1}}, {}, True),
        ({"A": None}, {"A": 2}, True),
        ({"A": {}}, {"A": {"x": 1}}, True),
        ({"A": 1}, {"A": True}, True),
        ({"A": [2, 1]}, {"A": [1, 2]}, True),
        ({"bag": [2, 1]}, {"bag": [1, 2]}, False),
        ({"A": [{"x": 1}]}, {"A": [{"x": 1, "y": 2}]}, False),
        ({"A": [{"x": 1}]}, {"A": [{"x": 1}, {"x": 1}]}, True),
        ({"A": "W3"}, {"A": "W2"}, True),
    ],
)
def test_only_what_is_named_is_compared(expected: Any, found: Any, differs: bool) -> None:
    comparison = Comparison(codes=("A", "x"), unordered=("bag",))
    assert bool(list(comparison.differences("", expected, found))) == differs


def test_what_is_neither_there_nor_a_code_is_a_mistake() -> None:
    with pytest.raises(CaseError, match="unknown B"):
        list(Comparison(codes=("A",)).differences("", {"B": None}, {}))


def altered(monkeypatch: pytest.MonkeyPatch, steps: tuple[Step[Any], ...] = (), **changes: Any) -> None:
    """Dark Age with other cases, and with steps of its own after the rounds."""
    parts = (START, ORDERS, "dusk", END)
    sequence = (*RULESET.book.sequence[:5], *steps, *RULESET.book.sequence[5:])  # type: ignore[index]
    book = replace(RULESET.book, sequence=lambda world: iter(sequence), parts=parts)
    changed = replace(RULESET, book=book, cases=replace(RULESET.cases, **changes))
    monkeypatch.setattr("pbm.rulesets.cases.load", lambda name: changed)


def failures(**change: Any) -> list[str]:
    return list(run(GOOD | {"expect": {}} | change).problems)


def test_a_computer_player_may_write_the_orders() -> None:
    assert not failures(orders={"MER": "idle"}, expect={"sheets": {"MER": []}})
    assert not failures(
        position={"kingdoms": {"MER": {"bp": 3}}, "areas": {"TAM": {"owner": "MER", "population": 2}}},
        orders={"MER": "steward"},
        expect={"sheets": {"MER": ["TAX"] * 16}, "actions": {"MER": ["ok"] * 3}},
    )
    assert failures(orders={"MER": "steward"}, expect={"sheets": {"MER": ["TAX"]}})
    assert failures(orders={"MER": "admiral"})


def test_whose_orders_a_case_leaves_out_may_be_written_by_stand_ins(monkeypatch: pytest.MonkeyPatch) -> None:
    missed = {"from": "start", "until": "turn", "orders": {}, "expect": {"kingdoms": {"MER": {"missed": 1}}}}
    assert failures(**missed)
    altered(monkeypatch, stand_ins=True)
    assert not failures(**missed)


def test_spare_dice_fail_where_the_game_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    dice = {"dice": {"census": [3]}}
    assert not failures(**dice)
    altered(monkeypatch, all_dice=True)
    assert failures(**dice) == ["dice census: [3] never thrown"]


def test_short_names_of_dice_are_for_games_that_have_them(monkeypatch: pytest.MonkeyPatch) -> None:
    land = {"map": {"areas": {"AAA": {"terrain": "lowlands"}}}, "from": "start", "dice": {"unowned": [1]}}
    built = {"expect": {"areas": {"AAA": {"forts": 1}}}}
    assert failures(**land)
    altered(monkeypatch, short_dice=True)
    assert not failures(**land, **built)


def dusk(turn: Turn[Any]) -> Iterator[Event]:
    (word,) = turn.rulings.ask(str, Question("dusk", "what the dusk brings", '"void"'))
    yield Answered("MER", "MER", 2, "x", word)  # type: ignore[arg-type]


def test_parts_outcomes_and_rulings_are_the_games_own(monkeypatch: pytest.MonkeyPatch) -> None:
    altered(monkeypatch, steps=(Step("dusk", "0", "dusk", dusk),))
    for word in ("void", "partial"):
        late = {"until": "dusk", "rulings": {"dusk": word}, "orders": {"MER": ["TAX", "-"]}}
        assert not failures(**late, expect={"actions": {"MER": ["ok", word]}})
        assert not failures(**late | {"from": "dusk"}, expect={"actions": {"MER": ["empty", word]}})
    assert failures(until="dusk") == ["error in the case: RulingNeeded: needed: what the dusk brings"]
    assert failures(rulings={"dusk": "void"}) == ["ruling dusk: never asked for"]
    assert failures(until="dawn")


@pytest.mark.slow
def test_what_is_explained_is_a_change_that_can_be_made() -> None:
    every = [change for game in RULESETS for module in rule_modules(game) for change in changes(module)]
    homes = {f"{change.module.removeprefix('pbm.rulesets.')} {change.home}" for change in every}
    assert EXPLAINED.keys() - {*map(str, every)} - homes == set()
