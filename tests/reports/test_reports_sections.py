"""Every kind of section in every form, with awkward content: each fact of each stands in all of them."""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from pypdf import PdfReader

from pbm.errors import GameError
from pbm.kit.facts import absent, assert_within_bounds, plain_html, plain_text, text_of
from pbm.reading.pdfform import read_form
from pbm.reports import REPORT, ROUNDUP, Chapter, Masthead, Report, Roundup
from pbm.reports.forms import join_templates
from pbm.reports.grid import lines
from pbm.reports.html import render_html
from pbm.reports.paper import render_pdf
from pbm.reports.plain import WIDTH
from pbm.reports.schema import read_report, render_json
from pbm.reports.sections import (
    Account,
    ActionRow,
    AnySection,
    Brief,
    Card,
    Chart,
    Column,
    Deed,
    Ending,
    Episode,
    Episodes,
    Fact,
    Facts,
    Figure,
    Figures,
    Grid,
    Hand,
    Headline,
    Map,
    Message,
    Messages,
    News,
    Notice,
    Orders,
    Prose,
    Refused,
    Row,
    Series,
    Slip,
    Standing,
    Token,
    Told,
    Turnsheet,
    account,
    columns,
)
from pbm.reports.sections import Entry as Line
from pbm.reports.text import render_text
from pbm.rulesets.darkage.map import DATA
from tests.reports.test_reports_forms import assert_self_contained, read_html

AWKWARD = {
    "plain": "A few words",
    "markup": "<b>&amp; </td>{{ 7 * 7 }}",
    "long": "a long story that goes on " * 12,
    "one long word": "w" * 90,
    "wide": "漢字 ŵŷ þð é́",
    "nothing": "",
}
ON_PAPER = ("plain", "markup", "long")
"""Paper breaks long words and has no face for every sign."""
ROWS = ("STANCE A1 HOLD", "SHOCK 1")
ACTIONS = (ActionRow("GO", ("to",), "1", "3.1"),)


def every_kind(text: str) -> Iterator[AnySection]:
    told, short = Told(text, capture=True, great=True), text[:9]
    yield Ending("end", "The end", text, (text,), "points")
    yield Brief("brief", "In brief", (Notice("a", text, "loss"),), (Notice("c", text, "warning"),), side="left")
    yield Figures("figures", "", (Figure("a", f"label {short}", "12", "+3"), Figure("b", "rank", "2nd")))
    yield account("gold", "Gold", (Line("a", text, 0, text), Line("b", text, -7)), f"sum {text}", "Balance", "right")
    yield Orders("orders", "Orders", deeds(text, told), ("DP", "LP", "OP"), (Deed("self", order=text),))
    yield Orders("none", "No purse", (Deed("self", number=1, order=f"GO {text}"),))
    yield Grid("grid", "Grid", columns("place|pl.<4# name<16 L> F>! W>~"), rows(text), "near", ("", short, 0, -4, 3))
    yield Grid("empty", "Empty grid", columns("a< b>"), empty=f"None. {text}")
    yield Facts("facts", "Facts", (Fact("a", f"label {short}", text),), caption=f"Caption {text}")
    yield Facts("many", "Many facts", (Fact("a", "AAA", text), Fact("b", "BBB", text)), flow=3)
    yield Standing("standing", "Standing orders", (Fact("a", "RETREAT", text),))
    yield Hand("hand", "Hand", (Card("Plague", text, f"PLAY PLG {text}", "in winter"), Card("Fog")))
    yield Episodes("battles", "Battles", (battle(text, told),), flow=2)
    yield News("news", "News", (Headline("round 1", 1, "x", text, True, True), Headline("winter", None, "y", text)))
    yield Messages("messages", "Messages", (Message("A", "Anna", f"Hear me. {text}", "Berta"),))
    yield Chart("chart", "Chart", (0, 1, 2), (Series("A", "Anna", (0, -3, 12)), Series("B", "Berta", (1, 2, 0))))
    yield Map("map", "Map", owners={"TAM": "MER"}, tokens=(Token("TAM", "shield", 3),), whole=("TAM",))
    yield Prose("prose", "Prose", f"{text}\nAnd more.")
    yield Slip("slip", "Slip", (f"Yes. {text}", "A word:"), last=True)
    yield Turnsheet("sheet", "Turnsheet for turn 4", 40, (), ROWS, "side", actions=ACTIONS, page=True, last=True)


def battle(text: str, told: Told) -> Episode:
    rounds = (Row((0, 9)), Row((1, 0)))
    return Episode(f"A v B {text}", "round 1", ("MOVE",), columns("a> b>"), rounds, (told,), text, text, True, True)


def deeds(text: str, told: Told) -> tuple[Deed, ...]:
    refusal = Refused("3.1", f"Because. {text}", 2)
    return (
        Deed("self", "spring", 1, 1, "B", f"MARCH {text}", "ok", (0, 3, None), (told,)),
        Deed("self", "spring", 1, 2, "", f"FAIL {text}", "failed", (), (), (refusal,)),
        Deed("self", "spring", 1, 3, "", f"IF WON : {text}", "void"),
        Deed("self", "spring", 1, 4, "", f"LEVY {text}", "partial", (2, 0, 1), (told,)),
        Deed("self", number=5, outcome="empty"),
        Deed("others", "summer", 2, lines=(told,)),
        Deed("step", "winter", lines=(told,)),
    )  # fmt: skip


def rows(text: str) -> tuple[Row, ...]:
    return (
        Row(("AAA", f"n {text}"[:9], 0, 12, -3), "A", "gain", f"note {text}", "First group"),
        Row(("BBB", "Berta", 7, 0, None), "B", "out", "", "Second group"),
    )


def made(text: str, ruleset: str = "nogame") -> Report:
    head = Masthead(
        game="game1", ruleset=ruleset, title="No Game", turn=3, coming=4, who="A", name="Anna",
        style="the side of Anna", sheet_code="K7Q-2MX-F",
        facts=(Fact("a", "Credits", "0"),), about=(Fact("b", "Nation", "None"),),
    )  # fmt: skip
    chapter = Chapter(3, {"points": {"A": 0}})
    public = Roundup(
        ROUNDUP, head, (Grid("ranks", "Ranks", columns("_<# points>"), (Row(("A", 0), "A"),)),), {}, (chapter,)
    )
    return Report(REPORT, head, tuple(every_kind(text)), public, {})


def test_every_kind_is_tried() -> None:
    assert {type(section) for section in every_kind("")} == set(get_args(AnySection))


@pytest.mark.parametrize("text", AWKWARD.values(), ids=AWKWARD)
def test_every_kind_in_every_form(text: str) -> None:
    report = made(text)
    assert_within_bounds(render_text(report))
    assert_self_contained(read_html(report))
    assert read_report(render_json(report)) == report
    assert render_pdf(report, DATA).startswith(b"%PDF")


@pytest.mark.parametrize("key", ["plain", "markup", "long", "nothing"])
def test_every_fact_stands_in_text_and_html(key: str) -> None:
    report = made(AWKWARD[key])
    assert absent(report, plain_text(report)) == []
    assert absent(report, plain_html(report)) == []


@pytest.mark.parametrize("key", ON_PAPER)
def test_every_fact_stands_on_paper(key: str) -> None:
    report = made(AWKWARD[key])
    assert absent(report, text_of(render_pdf(report, DATA, fillable=False))) == []


def test_empty_sections_say_so() -> None:
    kinds = (Brief("a", "A"), Orders("b", "B"), Standing("c", "C"), Hand("d", "D"), News("e", "E"))
    report = msgspec.structs.replace(made(""), sections=kinds)
    for form in (render_text(report), render_html(report)):
        for section in report.sections:
            assert section.empty in form  # type: ignore[union-attr]


def test_a_sheet_of_lines_has_a_field_for_each_and_the_game_fills_some_in() -> None:
    content = render_pdf(made(""), None)
    fields = PdfReader(io.BytesIO(content)).get_fields() or {}
    assert {f"l{number:02}" for number in range(1, 41)} <= set(fields)
    assert fields["l01"].get("/V") == "STANCE A1 HOLD"
    assert [entry.value for entry in read_form(content).entries if entry.kind == "code"] == ["K7Q-2MX-F"]
    assert "Side: A\n" in render_text(made(""))


def test_a_game_in_a_package_of_its_own_may_bring_the_look_of_a_section(tmp_path: Path) -> None:
    place = tmp_path / "elsewhere"
    place.mkdir()
    (place / "prose.txt.j2").write_text("My own look of {{ section.text }}\n")
    (place / "prose.html.j2").write_text("<p>My own look of {{ section.text }}</p>\n")
    (place / "prose.xml.j2").write_text("<p>My own look of {{ section.text }}</p>\n")
    join_templates(tmp_path)
    report = made("x < y", "elsewhere")
    assert "My own look of x < y" in render_text(report)
    assert "My own look of x &lt; y" in render_html(report)
    assert "Myownlookofx<y" in text_of(render_pdf(report, DATA))
    assert "My own look" not in render_text(made("x < y"))


def test_an_account_adds_up() -> None:
    made = account("a", "A", (Line("x", "x", 3), Line("y", "y", -5)), "in all")
    assert isinstance(made, Account)
    assert made.total == -2


def test_columns_in_a_line() -> None:
    first, second, third = columns("_<4# armies|arm>! attackers_lose>")
    assert (first.title, first.room, first.look, first.right) == ("", 4, "code", False)
    assert (second.title, second.short, second.look, second.right) == ("armies", "arm", "strong", True)
    assert third.title == "attackers lose"
    with pytest.raises(GameError, match=r'columns\("unit< gold"\): a column cannot be gold. Write its title, < or > '):
        columns("unit< gold")


def test_a_table_gives_up_room_before_it_breaks_a_word() -> None:
    heads = (Column("", room=4), Column("power", room=16), Column("faction", room=14), *[Column("harvest")] * 4)
    text = "\n".join(lines(heads, [Row(("CON", "Constantinople", "Constantinople", 1, 2, 3, 4))]))
    assert text.count("Constantinople") == 2
    assert text.count("harvest") == 4
    assert max(map(len, text.splitlines())) <= WIDTH
