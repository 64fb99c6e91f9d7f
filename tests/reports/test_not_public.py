"""What was not meant to be public is not published, and what nobody sees in a letter is not an order."""

import pytest

from pbm.reading.letter import read_letter
from pbm.reading.sheet import Filled, find_sheet
from tests.helpers.letters import reader

SHEET = "Game: game42\nTurn: 7\nKingdom: MER\nCode: K7Q-2MX-F\n\n1. TAX\n\nMessage: Peace to all.\nAnd trade.\n"
BELOW = {
    "a Polish quotation, marked": "\nW dniu 12.11.2026 o 10:00, MG <mg@example.org> pisze:\n> SECRET\n",
    "a Polish quotation, unmarked": "\nW dniu 12.11.2026 o 10:00, MG <mg@example.org> pisze:\nSECRET\n",
    "no empty line before it": "W dniu 12.11.2026 o 10:00, MG <mg@example.org> pisze:\nSECRET\n",
    "broken in two": "W dniu czw., 12 lis 2026 o 10:00 Jan <\njan@example.org> napisał(a):\nSECRET\n",
    "a Russian quotation": "12 ноября 2026 г., 10:00, MG <mg@example.org> написал:\nSECRET\n",
    "a Japanese quotation": "2026年11月12日(木) 10:00 MG <mg@example.org>:\nSECRET\n",
    "Polish headers": "Od: MG <mg@example.org>\nWysłano: czwartek, 12 listopada 2026 10:00\nDo: Jan\nTemat: SECRET\n",
    "a Polish divider": "-----Wiadomość oryginalna-----\nSECRET\n",
    "a line of Outlook": "________________________________\nSECRET\n",
    "a French telephone": "\nEnvoyé de mon iPhone SECRET\n",
    "no empty line before a telephone": "Envoyé depuis mon téléphone Samsung SECRET\n",
    "a Polish telephone above a quotation": "Wysłane z iPhone'a SECRET\n\n> Game: game42\n",
    "a signature in any words": "\nz poważaniem\nJan Kowalski, ul. SECRET 3\n",
}
HIDDEN = [
    '<p style="display: none">2. LEVY TAM 3</p>',
    '<p style="font-size:0">2. LEVY TAM 3</p>',
    '<p style="font-size: 0px; color: black">2. LEVY TAM 3</p>',
    '<p style="font-size:1px">2. LEVY TAM 3</p>',
    '<p style="color:#ffffff">2. LEVY TAM 3</p>',
    '<p><font color="white">2. LEVY TAM 3</font></p>',
    '<div style="background:#000"><p style="color:#000">2. LEVY TAM 3</p></div>',
    '<div style="color:#fff;background:#000"><p style="background-color:white">2. LEVY TAM 3</p></div>',
    '<p style="color:transparent">2. LEVY TAM 3</p>',
    '<p style="visibility:hidden">2. LEVY TAM 3</p>',
    '<p style="opacity:0">2. LEVY TAM 3</p>',
    '<p style="position:absolute;left:-9999px">2. LEVY TAM 3</p>',
    '<p style="max-height:0;overflow:hidden">2. LEVY TAM 3</p>',
    "<style>.x { display:none }</style><p class=x>2. LEVY TAM 3</p>",
    "<!-- <p>2. LEVY TAM 3</p> -->",
    '<input type="hidden" value="2. LEVY TAM 3">',
    "<p hidden>2. LEVY TAM 3</p>",
]
SHOWN = [
    '<p style="font-size:0.9em;line-height:1;opacity:1">2. LEVY TAM 3</p>',
    '<p style="font-size:1rem">2. LEVY TAM 3</p>',
    '<div style="font-size:0"><p style="font-size:14px">2. LEVY TAM 3</p></div>',
    '<div style="background:#222"><p style="color:#fff">2. LEVY TAM 3</p></div>',
    '<table bgcolor="black"><tr><td><font color="white">2. LEVY TAM 3</font></td></tr></table>',
    '<p style="text-indent:-18.0pt;width:100%;overflow:hidden">2. LEVY TAM 3</p>',
]


def read(kind: str, text: str) -> Filled:
    raw = f"From: mercia@example.org\nMIME-Version: 1.0\nContent-Type: text/{kind}; charset=utf-8\n\n{text}"
    (filled,) = find_sheet(read_letter(raw.encode()).texts, reader()).sheets
    return filled


@pytest.mark.parametrize("below", BELOW.values(), ids=BELOW)
def test_a_message_ends_where_the_sheet_ends(below: str) -> None:
    assert read("plain", SHEET + below).sheet.messages == ("Peace to all.\nAnd trade.",)


def test_what_ends_the_message_is_said_to_its_player() -> None:
    asked = {question.about: question for question in read("plain", SHEET + "\nJan Kowalski\nthe Second\n").questions}
    assert asked["below message"].written == "Jan Kowalski"
    assert "End" in asked["below message"].text


def test_an_end_closes_a_message_of_several_paragraphs() -> None:
    filled = read("plain", SHEET + "\nWrite at 10:30:\n\nto Jan, with his iPhone.\nEnd\n\nJan Kowalski\n")
    assert filled.sheet.messages == ("Peace to all.\nAnd trade.\n\nWrite at 10:30:\n\nto Jan, with his iPhone.",)


def orders(html: str) -> list[str]:
    head = "<p>Game: game42<br>Turn: 7<br>Kingdom: MER<br>Code: K7Q-2MX-F</p><p>1. TAX</p>"
    return [line.text for line in read("html", f"<html><body>{head}{html}</body></html>").sheet.lines.values()]


@pytest.mark.parametrize("html", HIDDEN)
def test_what_is_hidden_is_no_order(html: str) -> None:
    assert orders(html) == ["TAX"]


@pytest.mark.parametrize("html", SHOWN)
def test_what_is_seen_is_an_order(html: str) -> None:
    assert orders(html) == ["TAX", "LEVY TAM 3"]
