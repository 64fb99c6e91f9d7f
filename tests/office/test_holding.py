"""A held game waits; and what the game master decides about the next turn is known to receipts."""

import datetime as dt
from pathlib import Path

import pytest

from pbm.errors import GameError
from pbm.mail.calendar import deadline
from pbm.mail.counter import open_counter
from pbm.mail.intake import collect
from pbm.mail.sets import expected
from pbm.office.hold_mail import go_on_and_tell
from pbm.office.round import make_round
from pbm.office.signup import resign
from pbm.office.status import row, status
from pbm.record.adjudicate import new_game, run_turn
from pbm.record.correcting import add_correction
from pbm.record.game import Game
from pbm.record.holding import held, hold, resume
from pbm.record.undo import undo
from tests.helpers.commands import pbm
from tests.helpers.posting import DAY, MONDAY, SECRET, bag, letter, mail_game, sheet
from tests.mail.test_mail_receipts import mails, text

PAST = MONDAY + 10 * DAY


@pytest.fixture
def game(tmp_path: Path) -> Game:
    """A game whose first turn is due, with orders."""
    game = mail_game(tmp_path)
    (game.orders(1) / "MER.txt").write_text("1. LEVY TAM 2\n")
    return game


def served(game: Game, now: dt.datetime = PAST) -> list[str]:
    return [words for _, words, _ in make_round(game.folder.parent, lambda: now, lambda _: None)]


def test_a_held_game_is_not_adjudicated_by_the_regular_run(game: Game) -> None:
    assert pbm(game, "hold", "g", "--reason", "Mail was lost.").exit_code == 0
    assert "held, so turn 1 is not adjudicated: Mail was lost." in served(game)
    assert game.last() == 0
    assert pbm(game, "resume", "g").exit_code == 0
    assert "turn 1 adjudicated" in served(game)


def test_letters_are_taken_and_answered_while_a_game_is_held(game: Game) -> None:
    hold(game, "a secret reason")
    (game.orders(1) / "MER.txt").unlink()
    collect(game, bag(letter(sheet())), MONDAY)
    assert [path.name for path in game.orders(1).iterdir()] == ["MER.txt"]
    (receipt,) = mails(game, "receipt").values()
    assert "The game is held" in text(receipt)
    assert "a secret reason" not in text(receipt)


def test_status_and_the_calendar_say_that_a_game_is_held_and_why(game: Game) -> None:
    hold(game, "Mail was lost.")
    assert row(status(game, MONDAY))[-1] == "held: Mail was lost."
    assert "The game is held: Mail was lost. To go on: pbm resume g" in pbm(game, "status", "g").output
    assert "held: Mail was lost." in pbm(game, "remind", "g").output


def test_nobody_is_reminded_while_a_game_is_held(game: Game) -> None:
    hold(game, "Mail was lost.")
    served(game, MONDAY + 3 * DAY)
    assert not mails(game, "reminder")
    resume(game)
    served(game, MONDAY + 3 * DAY)
    assert mails(game, "reminder")


def test_undo_holds_the_game_so_that_the_regular_run_does_not_play_it_again(game: Game) -> None:
    served(game)
    undo(game, "The wrong sheets.")
    assert held(game) == "turn 1 was undone: The wrong sheets."
    served(game)
    assert game.last() == 0
    undone = pbm(game, "adjudicate", "g", "--anyway")
    assert undone.exit_code == 0
    assert held(game)


def test_by_hand_a_held_game_is_adjudicated_only_on_purpose(game: Game) -> None:
    hold(game, "Mail was lost.")
    refused = pbm(game, "adjudicate", "g")
    assert refused.exit_code == 1
    assert "g is held: Mail was lost. To go on: pbm resume g." in refused.output
    assert game.last() == 0
    assert pbm(game, "adjudicate", "g", "--preview").exit_code == 0
    resume(game)
    assert pbm(game, "adjudicate", "g", "--no-orders").exit_code == 0


def test_a_second_reason_is_added_and_the_same_one_is_not(game: Game) -> None:
    hold(game, "one")
    hold(game, "two")
    assert hold(game, "two") == "one; two"
    resume(game)
    with pytest.raises(GameError, match="g is not held"):
        resume(game)


def test_resume_says_when_the_deadline_had_passed_before(tmp_path: Path) -> None:
    game = mail_game(tmp_path, settings="\n[calendar]\nfirst = 2020-01-03\n")
    hold(game, "x", MONDAY)
    assert "pbm extend g DAYS" in pbm(game, "resume", "g").output


def test_a_short_hold_moves_no_deadline(game: Game) -> None:
    before = deadline(game, 1)
    hold(game, "x", MONDAY + 3 * DAY)
    assert go_on_and_tell(game, MONDAY + 3.5 * DAY) == []
    assert deadline(game, 1) == before


def test_a_receipt_is_checked_against_the_corrected_position(game: Game) -> None:
    """Without the correction the levy would be called paid for, and fail."""
    run_turn(game)
    add_correction(game, "KINGDOM MER bp=0", "They were counted twice.")
    add_correction(game, "AREA WIN armies=9", "Nobody else may know.")
    collect(game, bag(letter(sheet(turn=2, orders="1. LEVY TAM 2\n"))), PAST)
    (receipt,) = mails(game, "002-MER-receipt").values()
    assert "not enough BPs" in text(receipt)
    assert "the game master corrects Mercia" in text(receipt)
    assert "Nobody else" not in text(receipt)
    run_turn(game)
    assert '"outcome":"failed"' in game.journal(2).decode()


def test_check_knows_the_corrections_too(game: Game, tmp_path: Path) -> None:
    run_turn(game)
    (tmp_path / "MER.txt").write_text("1. LEVY TAM 2\n")
    checked = ("check", str(tmp_path / "MER.txt"), "--game", "g", "--power", "MER")
    assert "not enough BPs" not in pbm(game, *checked).output
    add_correction(game, "KINGDOM MER bp=0", "They were counted twice.")
    assert "not enough BPs" in pbm(game, *checked).output


def test_nobody_waits_for_a_player_who_resigned(game: Game) -> None:
    assert "WSX" in expected(game, 1)
    resign(game, "WSX")
    assert "WSX" not in expected(game, 1)


def test_everyone_reads_in_plain_words_that_a_player_has_left(game: Game) -> None:
    resign(game, "WSX")
    collect(game, bag(letter(sheet())), MONDAY)
    (receipt,) = mails(game, "MER-receipt").values()
    told = " ".join(text(receipt).split())
    assert "At the start of turn 1 Wessex has no player any more (its player has resigned)." in told
    assert "control" not in told
    run_turn(game)
    assert "Wessex has no player any more" in game.record(1, "account.txt").decode()


@pytest.mark.parametrize(
    ("ruleset", "change"),
    [("toy", "FIELD ASH armies=9"), ("twilight", "SEAT {} missed=1"), ("tours", "SIDE {} missed=1")],
)
def test_every_ruleset_knows_its_corrections(tmp_path: Path, ruleset: str, change: str) -> None:
    game = new_game(tmp_path, "g", ruleset, SECRET)
    power = expected(game, 1)[0]
    add_correction(game, change.format(power), "a slip")
    assert any("a slip" in said for said in open_counter(game, MONDAY).changes(power))
