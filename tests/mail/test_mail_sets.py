"""Several sets, late ones and missed turns [1.7]."""

import datetime as dt
import shutil
from email import message_from_bytes, policy
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbm.mail.authority import Effect, Permit, Proof
from pbm.mail.intake import collect
from pbm.mail.outbox import Outbox
from pbm.mail.sets import chosen, file_set, missing, settle, too_many_missing
from pbm.office.attention import attention
from pbm.reading.sheet_code import sheet_code
from pbm.record.adjudicate import run_turn
from pbm.record.game import Game
from tests.helpers.posting import DAY, MONDAY, SECRET, bag, letter, mail_game, sheet

SATURDAY = MONDAY + 5 * DAY
"""After the deadline of turn 1."""


def orders_of(power: str) -> Permit:
    return Permit(Effect.ORDERS, power, Proof.CODE)


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return mail_game(tmp_path)


def send(game: Game, orders: str, at: dt.datetime, number: int, turn: int = 1, power: str = "MER") -> None:
    text = sheet(power, turn, orders)
    collect(game, bag(letter(text, number=number), at=at), at)


def counting(game: Game, turn: int = 1, power: str = "MER") -> str:
    path = game.orders(turn) / f"{power}.txt"
    return "".join(line for line in path.read_text().splitlines(True) if line[0].isdigit()) if path.exists() else ""


def test_the_newest_set_before_the_deadline_counts_whole(game: Game) -> None:
    send(game, "1. LEVY TAM 2\n2. TAX\n", MONDAY, 1)
    send(game, "1. LEVY TAM 3\n", MONDAY + DAY, 2)
    assert counting(game) == "1. LEVY TAM 3\n"


def test_what_arrived_earlier_but_is_collected_later_does_not_count(game: Game) -> None:
    send(game, "1. LEVY TAM 3\n", MONDAY + DAY, 2)
    collect(game, bag(letter(sheet(orders="1. TAX\n"), number=1), at=MONDAY), MONDAY + 2 * DAY)
    assert counting(game) == "1. LEVY TAM 3\n"


def test_a_set_counts_while_its_turn_is_open_whatever_the_hour(game: Game) -> None:
    send(game, "1. TAX\n", MONDAY, 1)
    send(game, "1. LEVY TAM 3\n", SATURDAY, 2)
    assert counting(game) == "1. LEVY TAM 3\n"
    assert "MER" not in missing(game, 1)


def test_a_set_that_comes_after_its_turn_was_played_is_used_for_the_next_if_nothing_newer_comes(game: Game) -> None:
    run_turn(game, empty=True)
    send(game, "1. LEVY TAM 3\n", SATURDAY, 1)
    settle(game, 2)
    assert counting(game, 2) == "1. LEVY TAM 3\n"
    send(game, "1. TAX\n", SATURDAY + DAY, 2, turn=2)
    assert counting(game, 2) == "1. TAX\n"


def test_a_set_that_was_played_is_not_used_again(game: Game) -> None:
    send(game, "1. LEVY TAM 3\n", SATURDAY, 1)
    send(game, "1. LEVY TAM 2\n", SATURDAY + DAY, 2)
    run_turn(game)
    settle(game, 2)
    assert counting(game, 2) == ""


def test_a_set_that_was_late_by_earlier_rules_still_waits_for_the_next_turn(game: Game) -> None:
    send(game, "1. LEVY TAM 3\n", SATURDAY, 1)
    (game.orders(1) / "MER.txt").unlink()
    run_turn(game, empty=True)
    settle(game, 2)
    assert counting(game, 2) == "1. LEVY TAM 3\n"


def test_a_sheet_of_the_turn_before_that_comes_after_it_was_played_is_late(game: Game) -> None:
    run_turn(game, empty=True)
    send(game, "1. LEVY TAM 3\n", MONDAY, 1, turn=1)
    assert counting(game, 2) == "1. LEVY TAM 3\n"


def test_an_old_sheet_with_the_code_of_the_newest_report_is_told_which_turn_is_open(game: Game) -> None:
    run_turn(game, empty=True)
    raw = letter(sheet(turn=1, code=sheet_code(SECRET, "g", 2, "MER")))
    (entry,) = collect(game, bag(raw, at=SATURDAY), SATURDAY).entries
    assert entry.sheets[0].reason == "The sheet is for turn 1, which has been played; orders are now for turn 2."


def test_a_late_set_waits_for_one_turn_only(game: Game) -> None:
    run_turn(game, empty=True)
    send(game, "1. LEVY TAM 3\n", SATURDAY, 1)
    (game.orders(2) / "MER.txt").unlink()
    run_turn(game, empty=True)
    settle(game, 3)
    assert counting(game, 3) == ""


def test_orders_put_there_by_hand_stay(game: Game) -> None:
    (game.orders(1) / "mer.txt").write_text("1. TAX\n")
    at = MONDAY
    done = collect(game, bag(letter(sheet(orders="1. LEVY TAM 3\n"))), at)
    assert [path.name for path in game.orders(1).iterdir()] == ["mer.txt"]
    assert any("put there by hand" in remark for remark in done.remarks)
    [receipt] = Outbox(game).folder.glob("*receipt*.eml")
    told = message_from_bytes(receipt.read_bytes(), policy=policy.default).get_body(("plain",))
    assert told
    text = " ".join(told.get_content().split())
    assert "are kept, but the game master has put in other orders for you, which count instead." in text
    assert "and count." not in text
    assert [line for line in attention(game, at) if line in done.remarks]


def test_a_set_under_another_name_is_not_lost(game: Game) -> None:
    send(game, "1. TAX\n", MONDAY, 1)
    (game.orders(1) / "MER.txt").rename(game.orders(1) / "mer.txt")
    settle(game, 1)
    assert counting(game) == "1. TAX\n"


def test_a_played_turn_is_left_alone(game: Game) -> None:
    send(game, "1. TAX\n", MONDAY, 1)
    run_turn(game)
    before = counting(game)
    file_set(orders_of("MER"), game, 1, MONDAY + DAY, "f" * 32, False, sheet(orders="1. LEVY TAM 9\n"))
    settle(game, 1)
    assert counting(game) == before


def test_a_late_set_of_a_power_that_is_no_more_is_not_used(game: Game) -> None:
    file_set(orders_of("XYZ"), game, 1, SATURDAY, "f" * 32, False, sheet())
    run_turn(game, empty=True)
    settle(game, 2)
    assert not list(game.orders(2).iterdir())


def test_most_players_suddenly_missing_is_our_fault(game: Game) -> None:
    assert too_many_missing(game, 1) == ""
    for number, power in enumerate(["MER", "WSX", "KNT", "PIC"]):
        send(game, "1. TAX\n", MONDAY, number, power=power)
    run_turn(game)
    assert "4 of the 4 who sent orders last turn" in too_many_missing(game, 2)
    for number, power in enumerate(["MER", "WSX"]):
        send(game, "1. TAX\n", MONDAY, 10 + number, turn=2, power=power)
    assert too_many_missing(game, 2) == ""


def test_who_never_sends_is_not_counted_as_suddenly_missing(game: Game) -> None:
    send(game, "1. TAX\n", MONDAY, 1)
    run_turn(game)
    send(game, "1. TAX\n", MONDAY, 2, turn=2)
    assert too_many_missing(game, 2) == ""
    assert len(missing(game, 2)) == 15


KEPT: list[Game] = []


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(st.integers(-100, 100), min_size=1, max_size=6, unique=True))
def test_whatever_the_order_of_filing_the_same_set_counts(
    tmp_path_factory: pytest.TempPathFactory, hours: list[int]
) -> None:
    if not KEPT:
        KEPT.append(mail_game(tmp_path_factory.mktemp("sets")))
    (game,) = KEPT
    shutil.rmtree(game.turn(1) / "sets", ignore_errors=True)
    due = dt.datetime(2026, 11, 20, 18, 0, tzinfo=dt.UTC)
    for number, hour in enumerate(hours):
        arrived = due + dt.timedelta(hours=hour)
        file_set(
            orders_of("MER"), game, 1, arrived, f"{number:032}", False, sheet(orders=f"1. LEVY TAM {hour + 200}\n")
        )
    choice = chosen(game, 1, "MER")
    assert choice
    assert choice.arrived == due + dt.timedelta(hours=max(hours))
    assert chosen(game, 2, "MER") is None
