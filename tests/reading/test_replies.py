"""Replies in many shapes: none plays an order that is not new, none publishes what was quoted or signed."""

import pytest

from pbm.reading.recall import Correspondence
from pbm.reading.verdict import Received, Verdict, receive
from tests.helpers.letters import SERVER, game42, reader
from tests.helpers.replies import (
    EARLIER,
    LAST,
    NEW,
    OLD,
    ORDERS,
    REPORT,
    SECRET_WORDS,
    SHAPES,
    THANKS,
    head,
    letter,
    marked,
)

LEAST = 60
QUOTED = [
    pytest.param(REPORT, id="a report"),
    pytest.param(OLD, id="a sheet of this turn"),
    pytest.param(LAST, id="a sheet of last turn", marks=pytest.mark.slow),
]


def received(raw: bytes, earlier: Correspondence = EARLIER) -> Received:
    return receive(raw, reader(), game42(), SERVER, earlier)


def played(found: Received) -> list[str]:
    return [
        str(line.order)
        for filled, verdict in found.judged
        if filled and verdict.accepted
        for _, line in sorted(filled.sheet.lines.items())
        if line.order
    ]


def verdict(found: Received) -> Verdict:
    [(_, judged)] = found.judged
    return judged


def published(found: Received) -> str:
    return "\n".join(
        message for filled, verdict in found.judged if filled and verdict.accepted for message in filled.sheet.messages
    )


def test_there_are_many_shapes() -> None:
    assert len(SHAPES) >= LEAST


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("quoted", QUOTED)
def test_only_what_is_new_is_played(name: str, quoted: str) -> None:
    found = received(letter(SHAPES[name], NEW, quoted))
    assert played(found) == ORDERS, verdict(found).text
    assert published(found) == ""


@pytest.mark.parametrize("name", SHAPES)
def test_a_message_ends_where_the_quotation_begins(name: str) -> None:
    found = received(letter(SHAPES[name], f"{NEW}Message: peace to all\nEnd\n", OLD))
    assert played(found) == ORDERS, verdict(found).text
    assert published(found) == "peace to all"


@pytest.mark.parametrize("name", SHAPES)
def test_thanks_beside_a_quoted_report_are_no_orders(name: str) -> None:
    found = received(letter(SHAPES[name], THANKS, REPORT))
    assert not verdict(found).accepted
    assert SECRET_WORDS not in published(found)


@pytest.mark.parametrize("name", SHAPES)
def test_nothing_but_the_new_is_played_if_no_letter_is_known(name: str) -> None:
    """Then marks and phrases must do; where they do not, nothing is played and the player is asked."""
    found = received(letter(SHAPES[name], NEW, OLD), Correspondence())
    assert played(found) in ([], ORDERS)
    assert SECRET_WORDS not in published(found)


FILLED_IN = REPORT.replace(" 1.\n 2.\n", " 1. MOVE TAM STS 2\n 2. LEVY TAM 3\n")


@pytest.mark.parametrize("name", SHAPES)
def test_a_blank_sheet_filled_in_inside_the_quotation_counts(name: str) -> None:
    found = received(letter(SHAPES[name], "Here you are.\n", FILLED_IN))
    assert played(found) == ORDERS, verdict(found).text


@pytest.mark.parametrize("name", SHAPES)
def test_a_blank_sheet_filled_in_with_a_message(name: str) -> None:
    text = FILLED_IN.replace("Message:\n", "Message: peace to all\n")
    assert published(received(letter(SHAPES[name], "Here you are.\n", text))) == "peace to all"


def test_lines_typed_between_quoted_lines_count_with_those_filled_in() -> None:
    text = marked(FILLED_IN).replace(">  2. LEVY TAM 3\n", "2. LEVY TAM 3\n")
    assert played(received(letter(SHAPES["English, above"], "", "x").replace(b"> x", text.encode()))) == ORDERS


def test_orders_in_the_quotation_and_others_outside_are_asked_about() -> None:
    found = received(letter(SHAPES["English, above"], f"{head(7)}\n1. TAX\n", FILLED_IN))
    assert verdict(found).reason == "two sheets"


def test_two_new_sheets_that_differ_are_asked_about() -> None:
    other = NEW.replace("LEVY TAM 3", "LEVY TAM 4")
    found = received(letter(SHAPES["nothing between"], f"{NEW}End\n", f"{other}End\n"))
    assert verdict(found).reason == "two sheets"


def test_an_old_list_without_headings_is_not_added_to_the_new_one() -> None:
    old = OLD.replace(head(7), "")
    text = f"{NEW}3. TAX\n4. TAX\n\nMijn vorige brief\n\n{old}"
    found = received(letter(SHAPES["nothing between"], text, ""))
    assert played(found) == [*ORDERS, "TAX", "TAX"]
    assert played(received(letter(SHAPES["nothing between"], text, ""), Correspondence())) == []


def test_a_sheet_sent_again_with_one_change_is_new() -> None:
    changed = OLD.replace("LEVY TAM 9", "LEVY TAM 8")
    found = received(letter(SHAPES["nothing between"], changed, ""))
    assert played(found) == ["TAX", "LEVY TAM 8", "GROW STS", "GROW LEI", "PILLAGE TAM"]


def test_the_same_sheet_sent_again_is_the_same_sheet() -> None:
    again = played(received(letter(SHAPES["nothing between"], OLD, "")))
    assert again == ["TAX", "LEVY TAM 9", "GROW STS", "GROW LEI", "PILLAGE TAM"]
