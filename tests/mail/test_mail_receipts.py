"""Receipts as they are mailed, and the hash that the report repeats."""

from collections.abc import Iterable
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

import pytest

from pbm.mail import replies
from pbm.mail.counter import open_counter
from pbm.mail.intake import collect
from pbm.mail.outbox import Outbox
from pbm.mail.sets import settle
from pbm.office.frames import frames
from pbm.office.issue import issue
from pbm.receipts.receipt import orders_hash, short
from pbm.record.adjudicate import run_turn
from pbm.record.game import Game
from pbm.reports.text import render_text
from tests.helpers.posting import DAY, MONDAY, bag, letter, mail_game, sheet

ORDERS = "1. LEVY TAM 2\n2. MOVE TAM STS\n3. MOV TAM STS\nMessage: Hail\n"


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return mail_game(tmp_path)


def mails(game: Game, kind: str) -> dict[str, EmailMessage]:
    outbox = Outbox(game)
    found = {id: message_from_bytes(outbox.path(id).read_bytes(), policy=default) for id in outbox.ids() if kind in id}
    return {id: message for id, message in found.items() if isinstance(message, EmailMessage)}


def text(message: EmailMessage) -> str:
    body = message.get_body(("plain",))
    assert body
    return str(body.get_content())


def test_receipt_and_report_show_the_same_hash(game: Game) -> None:
    collect(game, bag(letter(sheet(orders=ORDERS))), MONDAY + DAY)
    (receipt,) = mails(game, "receipt").values()
    run_turn(game)
    mark = frames(game, 1)["MER"].receipt
    assert mark
    assert mark in text(receipt)
    assert mark in render_text(issue(game, 1).of("MER"))


def test_so_they_do_for_a_late_set(game: Game) -> None:
    run_turn(game, empty=True)
    collect(game, bag(letter(sheet(orders=ORDERS)), at=MONDAY + 5 * DAY), MONDAY + 5 * DAY)
    (receipt,) = mails(game, "receipt").values()
    assert receipt["Subject"].startswith("g turn 1: Mercia, too late, kept for turn 2")
    settle(game, 2)
    run_turn(game)
    mark = frames(game, 2)["MER"].receipt
    assert mark
    assert mark in text(receipt)


def test_a_receipt_says_when_the_orders_came_and_what_they_cost(game: Game) -> None:
    collect(game, bag(letter(sheet(orders=ORDERS))), MONDAY + DAY)
    (receipt,) = mails(game, "receipt").values()
    assert "Mon 16 Nov 2026 12:00 UTC and count" in " ".join(text(receipt).split())
    assert "2 of 3 lines understood: please look at line 3" in receipt["Subject"]
    assert receipt["In-Reply-To"] == "<1@example.org>"


def test_if_weighing_the_orders_fails_a_plain_receipt_goes_out(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(replies, "receipt_mail", fail)
    done = collect(game, bag(letter(sheet(orders=ORDERS))), MONDAY + DAY)
    assert "plain receipt: internal error (ZeroDivisionError: a bug)" in done.remarks[0]
    (receipt,) = mails(game, "receipt").values()
    assert "LEVY TAM 2" in text(receipt)


def test_the_plain_receipt_counts_lines_as_the_full_one_does(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    doubtful = sheet(orders="1. TAX\n2. LEVY XXX 1\n3. TAX\n3. LEVY TAM 2\nMOVE the army somewhere else\n4. TAX\n")
    collect(game, bag(letter(doubtful)), MONDAY + DAY)
    (full,) = mails(game, "receipt").values()
    monkeypatch.setattr(replies, "receipt_mail", lambda *_: 1 / 0)
    collect(game, bag(letter(doubtful, number=2)), MONDAY + DAY)
    assert "lines understood: please look at line" in full["Subject"]
    assert {mail["Subject"] for mail in mails(game, "receipt").values()} == {full["Subject"]}


def test_a_sheet_without_its_kingdom_is_the_codes(game: Game) -> None:
    bare = sheet(orders=ORDERS).replace("Kingdom: MER\n", "")
    collect(game, bag(letter(bare)), MONDAY + DAY)
    run_turn(game)
    (receipt,) = mails(game, "receipt").values()
    assert frames(game, 1)["MER"].receipt in text(receipt)
    assert short(orders_hash("g", 1, open_counter(game, MONDAY).reader.sheet("MER", bare))) in text(receipt)


def test_of_two_sets_taken_together_the_receipt_of_the_older_says_that_it_does_not_count(tmp_path: Path) -> None:
    game = mail_game(tmp_path)
    both = [letter(sheet(orders=f"{number}. TAX\n"), number=number) for number in (1, 2)]
    collect(game, bag(*both), MONDAY)
    older, newer = (" ".join(text(mail).split()) for mail in in_order(mails(game, "receipt").values()))
    assert "but you have sent a newer set, which counts instead" in older
    assert "They replace the whole set that arrived on Mon 16 Nov 2026 12:00 UTC" in newer
    first, second = (letter(sheet(orders=f"{number}. TAX\n"), number=number) for number in (3, 4))
    collect(game, bag(first, at=MONDAY + DAY), MONDAY + DAY)
    for id in Outbox(game).ids():
        Outbox(game).note(id, MONDAY + DAY, "sent")
    before = {id: Outbox(game).path(id).read_bytes() for id in Outbox(game).ids()}
    collect(game, bag(second, at=MONDAY + 2 * DAY), MONDAY + 2 * DAY)
    assert all(Outbox(game).path(id).read_bytes() == raw for id, raw in before.items()), "what has gone stays"


def in_order(messages: Iterable[EmailMessage]) -> list[EmailMessage]:
    """By the letter that each answers."""
    return sorted(messages, key=lambda one: str(one["In-Reply-To"]))
