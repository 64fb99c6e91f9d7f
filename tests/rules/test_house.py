"""House rules change in mid-game only with a reason, and everyone reads it."""

from pathlib import Path

import pytest

from pbm.errors import GameError
from pbm.mail.intake import collect
from pbm.office.issue import issue
from pbm.office.signup import Signup, sign_up, start
from pbm.office.status import status
from pbm.record.adjudicate import new_game, run_turn
from pbm.record.changing_house import change_house
from pbm.record.game import Game
from pbm.record.proof import prove
from pbm.record.undo import undo
from pbm.reports.text import render_text
from pbm.rulesets import load
from tests.helpers.commands import pbm
from tests.helpers.play import GAMES
from tests.helpers.posting import MONDAY, SECRET, bag, letter, mail_game, sheet
from tests.mail.test_mail_receipts import mails, text

SAID = "A house rule changes from turn 2 on: dropout_after"


@pytest.fixture
def game(tmp_path: Path) -> Game:
    game = mail_game(tmp_path)
    played(game)
    return game


def played(game: Game, turns: int = 1) -> None:
    for _ in range(turns):
        (game.orders(game.last() + 1) / "MER.txt").write_text("1. TAX\n")
        run_turn(game)


def edit(game: Game, line: str) -> None:
    path = game.folder / "game.toml"
    path.write_text(path.read_text().replace("[house]\n", f"[house]\n{line}\n"))


def reports(game: Game, turn: int) -> list[str]:
    return [" ".join(render_text(report).split()) for report in issue(game, turn).reports.values()]


def test_a_change_needs_a_reason(game: Game) -> None:
    refused = pbm(game, "house", "g", "dropout_after=3")
    assert refused.exit_code == 1
    assert "Give a reason" in refused.output
    assert game.config().settings.dropout_after == 2


def test_it_counts_from_the_next_turn_on_and_everyone_reads_of_it(game: Game) -> None:
    before = reports(game, 1)
    done = pbm(game, "house", "g", "dropout_after=3", "--reason", "People travel.")
    assert "From turn 2 of g on: dropout_after was 2 and is now 3." in done.output
    played(game, 2)
    assert reports(game, 1) == before
    assert all(SAID in said and "The reason: People travel." in said for said in reports(game, 2))
    assert not any("house rule" in said for said in reports(game, 3))
    assert [game.config_of(turn).settings.dropout_after for turn in range(4)] == [2, 2, 3, 3]


def test_a_receipt_tells_of_it(game: Game) -> None:
    change_house(game, "dropout_after=3", "People travel.")
    collect(game, bag(letter(sheet(turn=2))), MONDAY)
    (receipt,) = mails(game, "receipt").values()
    assert SAID in " ".join(text(receipt).split())


def test_the_record_proves_it_and_earlier_turns_keep_their_rules(game: Game) -> None:
    change_house(game, "dropout_after=3", "People travel.")
    played(game)
    change_house(game, "plunder_limit=no", "By common wish.")
    played(game)
    assert list(prove(game)) == []
    assert pbm(game, "account", "g", "--turn", "1").exit_code == 0


def test_verify_finds_a_change_without_its_file(game: Game) -> None:
    edit(game, "dropout_after = 3")
    (game.result(1) / "game.toml").rename(game.folder / "kept")
    before = (game.folder / "kept").read_text()
    (game.result(1) / "game.toml").write_text(before.replace("[house]\n", "[house]\ndropout_after = 3\n"))
    played(game)
    (game.folder / "kept").rename(game.result(1) / "game.toml")
    assert any("do not follow from those of turn 1" in said for said in prove(game))


def test_an_edit_by_hand_is_noticed_and_refused_with_the_way_on(game: Game) -> None:
    edit(game, "dropout_after = 3")
    assert any("house rules were edited" in said for said in status(game, MONDAY).problems)
    (game.orders(2) / "MER.txt").write_text("1. TAX\n")
    refused = pbm(game, "adjudicate", "g", "--anyway")
    assert refused.exit_code == 1
    assert "pbm house g dropout_after=VALUE --reason TEXT" in refused.output
    assert game.config().settings.dropout_after == 2


def test_before_the_first_turn_the_file_may_be_edited(tmp_path: Path) -> None:
    game = mail_game(tmp_path)
    edit(game, "dropout_after = 3")
    played(game, 2)
    assert game.config().settings.dropout_after == 3
    assert list(prove(game)) == []


def test_a_game_is_set_up_with_house_rules_of_its_own(tmp_path: Path) -> None:
    game = new_game(tmp_path, "late", "twilight", SECRET, house=["scenario=888", "npp_auction=sealed"])
    assert game.config().settings.scenario == "888"
    assert list(prove(game)) == []
    with pytest.raises(GameError, match="scenario cannot be 999"):
        new_game(tmp_path, "never", "twilight", SECRET, house=["scenario=999"])
    assert not (tmp_path / "never").exists()


def test_players_get_the_powers_of_the_chosen_rules(tmp_path: Path) -> None:
    sign_up(tmp_path, "late", Signup("One", "one@example.org", id="one"))
    game, seated = start(tmp_path, "late", "twilight", SECRET, ["scenario=888"])
    assert set(seated) <= set(game.config().ruleset.state.seats(game.config().settings))
    assert set(seated).isdisjoint(game.config().seats)


def test_an_undone_turn_is_played_by_the_rules_of_its_time(game: Game) -> None:
    played(game)
    change_house(game, "dropout_after=3", "People travel.")
    undo(game, "a slip")
    assert game.config().settings.dropout_after == 2
    played(game, 2)
    assert [game.config_of(turn).settings.dropout_after for turn in (2, 3)] == [2, 3]
    assert list(prove(game)) == []


def test_a_change_may_be_taken_back_before_the_turn(game: Game) -> None:
    change_house(game, "dropout_after=3", "People travel.")
    change_house(game, "dropout_after=2", "They do not.")
    played(game)
    assert not any("house rule" in said for said in reports(game, 2))
    assert list(prove(game)) == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("dropout_after", "write by_the_book, or KEY=VALUE"),
        ("weather=fine", "or KEY=VALUE"),
        ("dropout_after=many", "cannot be many"),
        ("dispersed_share=3/2", "cannot be 3/2"),
        ("dropout_after=2", "is 2 already"),
    ],
)
def test_a_change_that_makes_no_sense_is_refused(game: Game, words: str, said: str) -> None:
    with pytest.raises(GameError, match=said):
        change_house(game, words, "x")


@pytest.mark.parametrize(("words", "value"), [("plunder_limit=no", False), ("dispersed_share=1/2", "1/2")])
def test_values_are_written_as_people_do(game: Game, words: str, value: object) -> None:
    assert change_house(game, words, "x")[1][0].now == value


TRIED = [("toy_more", "turns=9"), ("twilight", "dropout_after=4"), ("tours", "nightfall=20")]


@pytest.mark.parametrize(("ruleset", "words"), TRIED)
def test_every_ruleset_has_it(tmp_path: Path, ruleset: str, words: str) -> None:
    game = new_game(tmp_path, "g", ruleset, SECRET)
    run_turn(game, empty=True)
    change_house(game, words, "x")
    run_turn(game, empty=True)
    assert all(f"A house rule changes from {game.named(2)} on" in said for said in reports(game, 2))
    assert list(prove(game)) == []


def test_a_game_without_house_rules_says_so(tmp_path: Path) -> None:
    with pytest.raises(GameError, match="The Vale has no house rules"):
        change_house(new_game(tmp_path, "g", "toy", SECRET), "turns=9", "x")


@pytest.mark.parametrize(
    ("ruleset", "change"),
    [
        ("homelands", "era=huns"),
        ("twilight", "scenario=888"),
        ("marnon", "start_cash=300"),
        ("darkage", "start_bonus=9"),
    ],
)
def test_what_counts_only_at_the_start_cannot_be_changed_later(tmp_path: Path, ruleset: str, change: str) -> None:
    game = new_game(tmp_path, "g", ruleset, SECRET)
    with pytest.raises(GameError, match="counts only when a game is set up, and g is"):
        change_house(game, change, "a trial")


@pytest.mark.parametrize("name", GAMES)
def test_what_makes_another_start_and_is_never_looked_at_again_says_so(name: str) -> None:
    """A game whose position cannot see its house rules has none that can be changed."""
    state = load(name).state
    rules = [rule for rule, _, _ in state.house_rules()]
    assert set(state.at_start) <= set(rules)
    assert not rules or state.looks_at_settings
