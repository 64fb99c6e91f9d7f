"""A turn rolled back: it does not count any more, and nothing of it is lost."""

from pathlib import Path

import pytest

from pbm.errors import GameError
from pbm.record.adjudicate import new_game, run_turn
from pbm.record.game import Game
from pbm.record.proof import prove
from pbm.record.undo import undo
from tests.helpers.commands import pbm

SECRET = bytes(range(32))


@pytest.fixture
def game(tmp_path: Path) -> Game:
    game = new_game(tmp_path, "g", "darkage", SECRET)
    for turn in (1, 2):
        (game.orders(turn) / "MER.txt").write_text("1. LEVY TAM 2\n")
        run_turn(game)
    return game


def test_an_undone_turn_is_kept_and_does_not_count(game: Game) -> None:
    first = game.result(2)
    journal = game.journal(2)
    undo(game, "the wrong sheets")
    assert game.last() == 1
    assert game.played() == [0, 1]
    assert (first / "journal.jsonl").read_bytes() == journal
    assert list(game.sheets(2)) == ["MER.txt"]
    assert list(prove(game)) == []


def test_it_can_be_made_again_with_other_orders(game: Game) -> None:
    undo(game, "the wrong sheets")
    (game.orders(2) / "MER.txt").write_text("1. TAX\n")
    assert run_turn(game)[0] == 2
    assert game.result(2).name == "result-2"
    assert b"the wrong sheets" in game.marks(2)[0].read_bytes()
    assert list(prove(game)) == []


def test_several_turns_are_undone_from_the_last_one_back(game: Game) -> None:
    undo(game, "both")
    undo(game, "both")
    assert game.played() == [0]
    with pytest.raises(GameError, match="no turn to undo"):
        undo(game, "more")
    run_turn(game)
    run_turn(game)
    assert [game.result(turn).name for turn in (1, 2)] == ["result-2", "result-2"]
    undo(game, "again")
    run_turn(game)
    assert game.result(2).name == "result-3"
    assert list(prove(game)) == []


def test_the_turn_number_guards_against_undoing_too_much(game: Game) -> None:
    assert pbm(game, "undo", "g", "--turn", "2", "--reason", "a slip").exit_code == 0
    again = pbm(game, "undo", "g", "--turn", "2", "--reason", "a slip")
    assert again.exit_code == 1
    assert "already undone" in again.output
    assert "not 7" in pbm(game, "undo", "g", "--turn", "7", "--reason", "a slip").output
    assert game.last() == 1


def test_an_undone_turn_has_no_position_to_show(game: Game) -> None:
    undo(game, "wrong")
    assert "no result for turn 2" in pbm(game, "show", "g", "--turn", "2").output


def test_a_preview_keeps_nothing(game: Game) -> None:
    (game.orders(3) / "MER.txt").write_text("1. TAX\n")
    before = sorted(path for path in game.folder.rglob("*") if path.name != ".lock")
    shown = pbm(game, "adjudicate", "g", "--preview")
    assert shown.exit_code == 0
    assert "1. TAX" in shown.output
    assert "Nothing was kept" in shown.output
    assert sorted(path for path in game.folder.rglob("*") if path.name != ".lock") == before


def test_making_a_turn_again_that_comes_out_the_same_makes_nothing(game: Game) -> None:
    run_turn(game, again=True)
    assert [path.name for path in game.results(2)] == ["result"]


def test_any_turn_is_told_again_from_its_files(game: Game) -> None:
    for turn in (0, 1, 2):
        told = pbm(game, "account", "g", "--turn", str(turn))
        assert told.output == (game.result(turn) / "account.txt").read_text()
    assert "no result for turn 5" in pbm(game, "account", "g", "--turn", "5").output
    journal = game.result(2) / "journal.jsonl"
    lines = journal.read_text().splitlines(keepends=True)
    journal.write_text("".join(line for line in lines if '"Levied"' not in line))
    assert "does not lead to" in pbm(game, "account", "g", "--turn", "2").output
