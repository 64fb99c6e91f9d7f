"""Every case through the same code as `pbm case`; adding a test is adding a file."""

from pathlib import Path

import pytest

from pbm.rulesets import load
from pbm.rulesets.cases import covered, files, run, run_file

CASES = Path(__file__).parent / "cases"


@pytest.mark.parametrize("path", list(files([CASES])), ids=lambda path: path.stem)
def test_cases(path: Path) -> None:
    failed = [(result.name, result.problems) for result in run_file(path) if not result.passed]
    assert not failed


def test_names_are_unique() -> None:
    names = [result.name for path in files([CASES]) for result in run_file(path)]
    assert len(names) == len(set(names))


def test_every_paragraph_has_a_case() -> None:
    assert not set(load("darkage").book.paragraphs) - covered([CASES])


GOOD = {
    "case": "9.6-tax",
    "ruleset": "darkage",
    "position": {"kingdoms": {"MER": {"bp": 1}}},
    "orders": {"MER": ["TAX"]},
    "expect": {"kingdoms": {"MER": {"bp": 3}}, "actions": {"MER": ["ok"]}},
}


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
