"""What is quoted is known from the letters that are kept: what we sent, and what came before."""

import datetime as dt
from pathlib import Path

import pytest

from pbm.mail.compose import Mail
from pbm.mail.inbox import Arrival
from pbm.mail.intake import collect
from pbm.mail.outbox import Outbox
from pbm.record.game import Game
from tests.helpers.posting import DAY, MONDAY, bag, letter, mail_game, sheet

MINUTE = dt.timedelta(minutes=1)
BLANK = sheet(orders="".join(f"{number:2}.\n" for number in range(1, 17)) + "\nMessage:\n")
INTRODUCTION = "On Sun, 15 Nov 2026 at 12:00, Game Master <orders@example.org> wrote:\n"
UNHEARD = "Dit schreef de spelleider mij\n"
"""An introduction that no list of phrases has."""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    game = mail_game(tmp_path)
    report = Mail("g turn 0", f"THE VALLEY IS QUIET\nNothing has happened yet.\n\n{BLANK}")
    Outbox(game).queue(1, "MER", "report", report, "mercia@example.org", MONDAY)
    return game


def take(game: Game, text: str, number: int) -> Arrival:
    (entry,) = collect(game, bag(letter(text, number=number), at=MONDAY + number * MINUTE), MONDAY + DAY).entries
    return entry


def orders(game: Game) -> list[str]:
    text = (game.orders(1) / "MER.txt").read_text()
    return [line for line in text.splitlines() if line[:1].isdigit()]


def marked(text: str) -> str:
    return "".join(f"> {line}\n" for line in text.splitlines())


def test_a_sheet_filled_in_inside_the_quotation_is_accepted(game: Game) -> None:
    filled = BLANK.replace(" 1.\n", " 1. tax\n").replace(" 3.\n", " 3. levy 2 armies in TAM\n")
    assert take(game, INTRODUCTION + marked(filled), 1).verdict == "accepted"
    assert orders(game) == ["1. tax", "3. levy 2 armies in TAM"]


def test_the_same_orders_as_in_an_earlier_letter_count_inside_the_quotation(game: Game) -> None:
    """The orders of the turn before, say: a letter without this sheet's code."""
    take(game, "How do I write it? Like this?\n\n1. tax\n", 1)
    filled = BLANK.replace(" 1.\n", " 1. tax\n")
    assert take(game, INTRODUCTION + marked(filled), 2).verdict == "accepted"
    assert orders(game) == ["1. tax"]


@pytest.mark.parametrize("quoted", [INTRODUCTION + marked(BLANK), UNHEARD + "\n" + BLANK, marked(BLANK)])
def test_thanks_never_wipe_orders(game: Game, quoted: str) -> None:
    take(game, sheet(orders="1. LEVY TAM 2\n"), 1)
    for number, words in enumerate(["Thanks a lot!\nBob\n\n", "1. Thanks for the report\n2. See you\n\n"], 2):
        assert take(game, words + quoted, number).verdict == "refused"
    assert take(game, quoted + "\nThanks a lot!\nBob\n", 4).verdict == "refused"
    assert orders(game) == ["1. LEVY TAM 2"]


@pytest.mark.parametrize("end", ["", "End\n"])
def test_an_old_sheet_below_a_new_one_never_counts(game: Game, end: str) -> None:
    old = sheet(orders="1. LEVY TAM 2\n2. TAX\n3. GROW TAM\n")
    take(game, old, 1)
    new = sheet(orders="1. TAX\n").removesuffix("End\n") + end
    assert take(game, f"{new}\n{UNHEARD}\n{old}", 2).verdict == "accepted"
    assert orders(game) == ["1. TAX"]


def test_a_new_sheet_below_an_old_one_counts(game: Game) -> None:
    old = sheet(orders="1. LEVY TAM 2\n2. TAX\n")
    take(game, old, 1)
    take(game, old + "\n" + sheet(orders="1. TAX\n"), 2)
    assert orders(game) == ["1. TAX"]
    take(game, old + "\n" + sheet(orders="1. TAXES\n"), 3)
    assert orders(game) == ["1. TAX"]


def test_two_new_sheets_that_differ_are_asked_about(game: Game) -> None:
    take(game, sheet(orders="1. LEVY TAM 2\n"), 1)
    entry = take(game, sheet(orders="1. TAX\n") + "\n" + sheet(orders="1. GROW TAM\n"), 2)
    assert entry.verdict == "refused"
    assert "Two sets of orders are never mixed" in entry.sheets[0].reason
    assert orders(game) == ["1. LEVY TAM 2"]
