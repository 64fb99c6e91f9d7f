"""How games differ from their sources: said once, shown by cases, and undone by one preset."""

import re
from pathlib import Path

import msgspec
import pytest

from pbm.computer.simulate.plan import make_plan
from pbm.errors import GameError
from pbm.office.signup import Signup, sign_up, start
from pbm.record.adjudicate import new_game, run_turn
from pbm.record.changing_house import change_house, house_values
from pbm.record.proof import prove
from pbm.rulebook.volume import volume
from pbm.rulesets import RULESETS, load
from pbm.rulesets.cases import run
from tests import TESTS
from tests.helpers.posting import SECRET
from tests.rulings_pages import BEGIN, DOCS, END, pages

CASE = re.compile(r"^case: *(\S+)", re.MULTILINE)
GAMES = list(RULESETS)


def shown(game: str) -> set[str]:
    """The names of the cases of a game."""
    files = (TESTS / "cases" / game).glob("*.yaml")
    return {name.strip("\"'") for path in files for name in CASE.findall(path.read_text(encoding="utf-8"))}


def is_there(case: str, cases: set[str]) -> bool:
    file, _, test = case.partition("::")
    if not test:
        return case in cases
    return any(f"def {test}(" in path.read_text(encoding="utf-8") for path in TESTS.rglob(file))


@pytest.mark.parametrize("game", GAMES)
def test_every_ruling_names_a_case_that_exists(game: str) -> None:
    cases = shown(game)
    assert [(row.rule, row.text, row.case) for row in load(game).source.ruling if not is_there(row.case, cases)] == []


def test_a_case_that_does_not_exist_is_found() -> None:
    assert not is_there("9.9-nothing", shown("darkage"))
    assert not is_there("test_house.py::test_nothing", set())
    assert is_there("test_house.py::test_a_change_needs_a_reason", set())


@pytest.mark.parametrize("game", GAMES)
def test_what_differs_has_a_reason(game: str) -> None:
    assert load(game).source.differences
    assert [row.rule for row in load(game).source.differences if not row.why] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_house_rule_of_a_ruling_exists_and_its_letter_is_not_our_default(game: str) -> None:
    rules = load(game)
    usual = house_values(rules.state.settings())
    assert [row.house for row in rules.source.ruling if row.house and row.house not in usual] == []
    assert rules.by_the_book
    assert [rule for rule, value in rules.by_the_book.items() if usual[rule] == value] == []
    assert all(row.source for row in rules.source.ruling if row.letter is not None)


def test_the_pages_are_up_to_date() -> None:
    old = [path.name for path, text in pages().items() if path.read_text(encoding="utf-8") != text]
    assert old == [], "run `make docs`"


@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_each_game_has_its_differences_and_the_credit(game: str) -> None:
    text = (DOCS / f"{game}.md").read_text(encoding="utf-8")
    assert load(game).source.credit in text[text.index(BEGIN) : text.index(END)]


@pytest.mark.parametrize("game", GAMES)
def test_the_rulebook_has_them_too(game: str) -> None:
    said = str(volume(load(game)))
    source = load(game).source
    assert source.credit in said
    assert all(row.why.replace("`", "") in said for row in source.differences)


def test_the_book_of_twilight_says_which_tables_are_ours() -> None:
    said = str(volume(load("twilight")))
    wanted = (
        "Which tables are ours",
        "Scenarios of your own",
        "An asterisk marks the king",
        "Conquering",
    )
    assert [words for words in wanted if words not in said] == []


# the preset


@pytest.mark.parametrize("game", GAMES)
def test_one_word_sets_them_all(tmp_path: Path, game: str) -> None:
    made = new_game(tmp_path, "g", game, SECRET, house=["by_the_book"])
    letter = load(game).by_the_book
    assert {rule: house_values(made.config().settings)[rule] for rule in letter} == letter
    run_turn(made, empty=True)
    assert list(prove(made)) == []


def test_what_is_given_by_itself_counts_over_it(tmp_path: Path) -> None:
    for number, house in enumerate((["by_the_book", "negative_vp=no"], ["negative_vp=no", "by_the_book"])):
        settings = new_game(tmp_path, f"g{number}", "darkage", SECRET, house=house).config().settings
        assert (settings.negative_vp, settings.plunder_limit) == (False, False)


def test_wherever_house_rules_are_given(tmp_path: Path) -> None:
    sign_up(tmp_path, "g", Signup("Ann", email="ann@example.org", id="ann"))
    game, _ = start(tmp_path, "g", "darkage", SECRET, ["by_the_book"])
    assert game.config().settings.negative_vp
    assert make_plan("darkage", 3, "1", ["by_the_book"]).settings().negative_vp
    path = new_game(tmp_path, "h", "darkage", SECRET).folder / "game.toml"
    path.write_text(path.read_text().replace("# by_the_book = true", "by_the_book = true"))
    assert game.config().settings == msgspec.structs.replace(game.config().settings, plunder_limit=False)
    case = {"case": "x", "ruleset": "darkage", "house": "by_the_book", "expect": {}}
    assert run(case).passed
    assert load("darkage").of_case(case).settings.negative_vp


def test_in_mid_game_each_rule_is_told(tmp_path: Path) -> None:
    game = new_game(tmp_path, "g", "darkage", SECRET)
    _, changes = change_house(game, "by_the_book", "All wish it.")
    assert {change.rule: change.now for change in changes} == load("darkage").by_the_book
    with pytest.raises(GameError, match="already"):
        change_house(game, "by_the_book", "All wish it.")


def test_a_game_that_differs_nowhere_says_so(tmp_path: Path) -> None:
    with pytest.raises(GameError, match="by the book already"):
        new_game(tmp_path, "g", "toy_more", SECRET, house=["by_the_book"])
