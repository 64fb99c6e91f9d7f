"""Whole reports sent back: the orders filled in at their end are taken, and nothing that the report itself tells of."""

import pytest

from pbm.reading.letter import Text
from pbm.reading.sheet import Filled, find_sheet
from pbm.reading.verdict import receive
from pbm.reports import Report
from pbm.reports.html import render_html
from pbm.reports.text import render_text
from tests.helpers.letters import game42, reader
from tests.helpers.long import times
from tests.helpers.report_turns import game

INTRODUCTION = "On Sun, 8 Nov 2026 at 12:00, the game master <gm@game.example> wrote:\n"


@pytest.fixture(scope="module")
def reports() -> list[Report]:
    return [report for played in game(2, 3) for report in played.reports()[1].values()]


def sheet_in(text: str) -> Filled:
    [filled] = find_sheet([Text("the message", text)], reader()).sheets
    return filled


def quoted(text: str) -> str:
    return "".join(f"> {line}\n" for line in text.split("\n"))


def headings(filled: Filled) -> tuple[str | None, int | None, str | None, str | None]:
    return filled.game, filled.turn, filled.power, filled.code


def expected(report: Report) -> tuple[str, int | str, str, str]:
    head = report.masthead
    return head.game, head.coming, head.who, head.sheet_code


@pytest.mark.slow
def test_a_report_sent_back_empty_orders_nothing(reports: list[Report]) -> None:
    assert len(reports) >= 30
    for report in reports:
        filled = sheet_in(render_text(report))
        assert not filled.says_something
        assert headings(filled) == expected(report)
        assert not filled.rival


def test_a_report_filled_in(reports: list[Report]) -> None:
    for report in reports:
        text = render_text(report)
        assert text.count("\n 3.\n") == 1
        filled = sheet_in(text.replace("\n 3.\n", "\n 3. TAX\n").replace("\n11.\n", "\n11. LEVY TAM 2\n"))
        assert {number: line.text for number, line in filled.sheet.lines.items()} == {3: "TAX", 11: "LEVY TAM 2"}
        assert headings(filled) == expected(report)
        assert not filled.sheet.messages
        assert not filled.sheet.contacts


@pytest.mark.slow
def test_a_reply_above_or_below_the_quoted_report(reports: list[Report]) -> None:
    for report in reports[:: times(4, 1)]:
        text = INTRODUCTION + quoted(render_text(report))
        for letter in (f"1. TAX\n\n{text}", f"{text}\n1. TAX\n"):
            filled = sheet_in(letter)
            assert [line.text for line in filled.sheet.lines.values()] == ["TAX"]
            assert headings(filled) == expected(report)


def test_a_report_in_html_sent_back_orders_nothing(reports: list[Report]) -> None:
    for report in reports[:6]:
        raw = f"Content-Type: text/html; charset=utf-8\n\n{render_html(report)}".encode()
        for filled, verdict in receive(raw, reader(), game42()).judged:
            assert not verdict.accepted
            assert filled is None or not filled.sheet.lines
