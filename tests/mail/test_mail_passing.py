"""A pass is an order: letters that bring no orders are answered as what they are, and never wipe orders."""

from pathlib import Path

import pytest

from pbm.mail.inbox import Arrival
from pbm.mail.intake import collect
from pbm.mail.outbox import Outbox
from pbm.mail.sets import displaced, senders
from pbm.record.game import Game
from tests.helpers.posting import DAY, MONDAY, bag, letter, mail_game, sheet
from tests.mail.test_mail_quotations import MINUTE

BARE = sheet(orders="")


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return mail_game(tmp_path)


def take(game: Game, text: str, number: int) -> Arrival:
    (entry,) = collect(game, bag(letter(text, number=number), at=MONDAY + number * MINUTE), MONDAY + DAY).entries
    return entry


def filed(game: Game) -> str:
    return (game.orders(1) / "MER.txt").read_text()


def answers(game: Game, entry: Arrival) -> str:
    return "\n".join(Outbox(game).path(id).read_text() for id in entry.answers)


@pytest.mark.parametrize("words", ["PASS", "I pass.", "No orders this turn", "no orders", "nothing this turn!"])
def test_a_pass_is_a_sheet_without_orders(game: Game, words: str) -> None:
    entry = take(game, sheet(orders=f"{words}\n"), 1)
    assert entry.verdict == "accepted"
    assert senders(game, 1) == {"MER"}
    assert "1." not in filed(game)
    assert "you give no orders" in answers(game, entry).replace("\n", " ")


def test_a_pass_takes_orders_back(game: Game) -> None:
    take(game, sheet(orders="1. TAX\n"), 1)
    assert take(game, sheet(orders="No orders this turn.\n"), 2).verdict == "accepted"
    assert "TAX" not in filed(game)


def test_final_alone_is_said_of_the_orders_that_were_sent(game: Game) -> None:
    take(game, sheet(orders="1. TAX\n2. GROW TAM\n"), 1)
    entry = take(game, sheet(orders="FINAL\n"), 2)
    assert entry.verdict == "accepted"
    assert {"Final", "1. TAX", "2. GROW TAM"} <= set(filed(game).splitlines())
    assert take(game, sheet(orders="NOT YET\n"), 3).verdict == "accepted"
    assert {"Not yet", "1. TAX"} <= set(filed(game).splitlines())
    assert "Final" not in filed(game)


@pytest.mark.parametrize("words", ["FINAL\n", "NOT YET\n"])
def test_orders_sent_after_a_last_word_count(game: Game, words: str) -> None:
    """Though the receipt of the last word has not gone out yet, and is made again."""
    take(game, sheet(orders="1. TAX\n"), 1)
    before = take(game, sheet(orders=words), 2)
    assert take(game, sheet(orders="1. GROW TAM\n"), 3).verdict == "accepted"
    assert "1. GROW TAM" in filed(game)
    assert "Final" not in filed(game)
    assert not displaced(game, 1)
    assert "GROW" not in answers(game, before)
    assert "TAX" in answers(game, before)


def test_final_alone_without_orders_is_a_pass(game: Game) -> None:
    entry = take(game, sheet(orders="FINAL\n"), 1)
    assert entry.verdict == "accepted"
    assert "Final" in filed(game).splitlines()
    assert "1." not in filed(game)
    assert "not understood" not in answers(game, entry)


def test_not_yet_alone_without_orders_is_no_pass(game: Game) -> None:
    entry = take(game, sheet(orders="NOT YET\n"), 1)
    assert not senders(game, 1)
    assert "you give no orders" not in answers(game, entry)
    assert "no orders in it" in answers(game, entry)


def test_a_new_address_alone_changes_no_orders(game: Game) -> None:
    take(game, sheet(orders="1. TAX\n"), 1)
    entry = take(game, BARE.replace("End\n", "New email: mercia2@example.org\nEnd\n"), 2)
    assert entry.verdict == "accepted"
    assert "1. TAX" in filed(game)
    assert entry.sheets[0].move is not None
    assert "change of address" in answers(game, entry)


def test_a_message_alone_changes_no_orders(game: Game) -> None:
    take(game, sheet(orders="1. TAX\n"), 1)
    assert take(game, sheet(orders="Message: peace to all\n"), 2).verdict == "accepted"
    assert "1. TAX" in filed(game)


def test_words_for_the_game_master_are_no_failed_sheet(game: Game) -> None:
    for number, words in enumerate(["Can I have two more days?", "When is the next turn due?"], 1):
        entry = take(game, f"{words}\n", number)
        assert entry.verdict == "refused"
        assert "The game master will read it" in answers(game, entry)


def test_a_sheet_that_is_mostly_not_understood_never_replaces_one_that_was(game: Game) -> None:
    assert take(game, sheet(orders="1. TAX\n2. LEVY TAM 2\n"), 1).verdict == "accepted"
    entry = take(game, sheet(orders="1. TAX\n2. LEVI XQ\n3. GROWL\n4. MOVE\n"), 2)
    assert entry.verdict == "refused"
    assert "does not replace" in entry.sheets[0].reason
    assert "2. LEVY TAM 2" in filed(game)
    assert take(game, sheet(orders="1. GROW TAM\n2. LEVI XQ\n"), 3).verdict == "accepted"


def test_a_sheet_that_is_mostly_not_understood_counts_if_it_is_the_first(game: Game) -> None:
    assert take(game, sheet(orders="1. TAX\n2. LEVI XQ\n3. GROWL\n"), 1).verdict == "accepted"


COURTESIES = [
    "Hello umpire,",
    "Dear Referee,\nHope you are well. Orders below.",
    "Hi moderator, my sheet follows",
    "sorry for being late, please find my turn below.",
    "Many thanks for the quick report, it was great fun to read.",
    "what a turn that was! Well played everybody.",
    "Greetings from sunny Spain!",
    "My orders:",
    "Ave,",
]
FAREWELLS = ["Thanks for running this, great game!\nBob", "See you next turn", "Bob", "cheers mate", "Over and out."]


@pytest.mark.parametrize("words", COURTESIES)
@pytest.mark.parametrize("body", ["1. TAX\n", "PASS\n", "FINAL\n", "Message: peace to all\n"])
def test_courtesy_never_hinders_a_sheet(game: Game, words: str, body: str) -> None:
    head, end = sheet(orders="").removesuffix("End\n"), f"\n{body}End\n"
    for number, text in enumerate([f"{words}\n\n{head}{end}", f"{head}\n{words}\n{end}"]):
        entry = take(game, text, number)
        assert (entry.verdict, entry.number, entry.unread) == ("accepted", 0, ())
        assert "put # before it" not in answers(game, entry)


@pytest.mark.parametrize("words", FAREWELLS)
@pytest.mark.parametrize("body", ["1. TAX\n", "PASS\n", "FINAL\n"])
def test_nor_does_a_farewell(game: Game, words: str, body: str) -> None:
    head = sheet(orders="").removesuffix("End\n")
    for number, text in enumerate([f"{head}\n{body}\n{words}\n", f"{head}\n{body}\nEnd\n{words}\n"]):
        entry = take(game, text, number)
        assert (entry.verdict, entry.number) == ("accepted", 0)
        assert "put # before it" not in answers(game, entry)


@pytest.mark.parametrize("words", ["Thanks for the report, but my army is missing.", "Can I have two more days?"])
def test_what_is_said_beside_a_pass_is_read_by_a_person(game: Game, words: str) -> None:
    assert take(game, f"Hello umpire,\n{words}\n\n{sheet(orders='PASS')}", 1).number == 1


def test_what_is_asked_beside_orders_is_read_by_a_person(game: Game) -> None:
    entry = take(game, f"Hello umpire,\nCan I have two more days?\n\n{sheet()}", 1)
    assert (entry.verdict, entry.number) == ("accepted", 1)


def test_a_pass_may_be_said_again(game: Game) -> None:
    for number, body in enumerate(["PASS\n", "1. TAX\n", "PASS\n"]):
        assert take(game, sheet(orders=body), number).verdict == "accepted"
    assert "TAX" not in filed(game)
