"""The forms of a report: the same facts in each, within their bounds, and no player text is ever markup."""

import hashlib
import html
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jinja2 import TemplateNotFound, UndefinedError
from jinja2.exceptions import SecurityError

from pbm.kit.facts import absent, assert_within_bounds, plain_html, plain_text, squeezed, text_of
from pbm.reading.letter import read_file
from pbm.reading.sheet import find_sheet
from pbm.reports import Frame, Report, Roundup
from pbm.reports.forms import caret, environment, flow
from pbm.reports.html import render_html
from pbm.reports.paper import render_pdf
from pbm.reports.plain import cleaned, cleaned_lines, columns, width, wrapped
from pbm.reports.schema import read_report, render_json, schema
from pbm.reports.sections import Notice, Refused, Row
from pbm.reports.text import render_text
from pbm.rules.event import Answered, Said
from pbm.rules.order import Line, Refusal, Sheet
from pbm.rulesets import load
from pbm.rulesets.darkage.map import DATA
from pbm.rulesets.darkage.world import Victory
from tests import ROOT
from tests.helpers.hands import DARKAGE
from tests.helpers.report_turns import FRAME, Played, game

SCHEMAS = ROOT / "docs" / "schema"

NASTY = (
    "<img src=x onerror=alert(1)>",
    "<script>alert(1)</script>",
    "{{ 7 * 7 }}{% for x in y %}",
    "</pre></td><b>&amp;",
    "<para><font color=red>",
    "\x00\x07\x1b[31mred\x7f\x85",
    "w" * 10_000,
    "\U0001f409\U0001f1ec\U0001f1e7 \U0001f468\u200d\U0001f33e \u6f22\u5b57",
    "right \u202e to left \u2066 hidden \u200b",
    "' onmouseover='alert(1) \" ` ${x}",
    "Gwynedd \u0175\u0177 \u00fe\u00f0 \u021d \u1e0b",
    "one\ttab\r\nand lines\n\n\n\nmore",
)


def plain_pdf(told: Report | Roundup) -> str:
    return text_of(render_pdf(told, load(told.masthead.ruleset).data))


def latest(seed: int = 17, turns: int = 6) -> Played:
    *_, last = game(seed, turns)
    return last


@pytest.fixture(scope="module")
def played() -> Played:
    return latest()


@pytest.fixture(scope="module")
def made(played: Played) -> tuple[Roundup, dict[str, Report]]:
    return played.reports()


def both(*told: Report | Roundup) -> tuple[Report | Roundup, ...]:
    return told


# the same facts


def changed(report: Report) -> Iterator[Report]:
    """The report with another figure or another word here and there."""
    for key, change in (
        ("lands", lambda grid: {"rows": (Row((*grid.rows[0].cells[:4], 77)), *grid.rows[1:])}),
        ("seen", lambda grid: {"rows": (Row((*grid.rows[0].cells[:7], 78)), *grid.rows[1:])}),
        ("brief", lambda brief: {"notices": (Notice("x", "Something else."),)}),
        ("income", lambda account: {"total": 4711}),
    ):
        other = msgspec.structs.replace(report.section(key), **change(report.section(key)))
        sections = tuple(other if section.key == key else section for section in report.sections)
        yield msgspec.structs.replace(report, sections=sections)


@pytest.mark.parametrize("form", [plain_text, plain_html])
def test_a_fact_left_out_is_missed(form: Any, made: tuple[Roundup, dict[str, Report]]) -> None:
    """The comparison can fail: a report with another figure is not told by the form."""
    report = next(r for r in made[1].values() if r.section("lands").rows and r.section("seen").rows)
    told = form(report)
    for other in changed(report):
        assert absent(other, told)


def test_the_json_form_is_the_whole_report(made: tuple[Roundup, dict[str, Report]]) -> None:
    roundup, reports = made
    for one in reports.values():
        assert read_report(render_json(one)) == one
    assert msgspec.json.decode(render_json(roundup), type=Roundup) == roundup
    document = msgspec.json.decode(render_json(reports["MER"]))
    assert document["schema"] == "pbm-report/2"
    assert {"kingdom", "areas", "seen", "owners", "standings", "order", "borrowed", "settings"} <= set(document["view"])


def test_the_view_comes_back_out_of_a_report(played: Played, made: tuple[Roundup, dict[str, Report]]) -> None:
    for who, view in played.views().items():
        game, read = DARKAGE.sight.from_report(render_json(made[1][who]))
        assert game == "game1"
        assert read == msgspec.structs.replace(view, events=(), starts=(), news=(), messages=())


@pytest.mark.parametrize("name", ["report", "roundup"])
def test_the_published_schema_is_up_to_date(name: str) -> None:
    assert (SCHEMAS / f"{name}-2.json").read_bytes() == schema(name), (
        f"write it anew: pbm schema {name} > docs/schema/{name}-2.json"
    )


# bounds


def test_text_keeps_to_68_columns(made: tuple[Roundup, dict[str, Report]]) -> None:
    roundup, reports = made
    for one in both(*reports.values(), roundup):
        assert_within_bounds(render_text(one))


def test_the_turnsheet_at_the_end_is_ready_to_fill(made: tuple[Roundup, dict[str, Report]]) -> None:
    lines = render_text(made[1]["MER"]).splitlines()
    start = lines.index("Game: game1")
    assert lines[start : start + 4] == ["Game: game1", "Turn: 7", "Kingdom: MER", "Code: K7Q-2MX-F"]
    assert [line.strip() for line in lines[start + 5 : start + 21]] == [f"{n}." for n in range(1, 17)]
    assert lines[start + 22] == "Message:"


def test_a_report_sent_back_with_orders_in_it_is_read(played: Played, made: tuple[Roundup, dict[str, Report]]) -> None:
    text = render_text(made[1]["MER"]).replace(" 1.\n", " 1. levy TAM 2\n").replace("16.\n", "16. order\n")
    text = text.replace("Message:\n", "Message:\nHello, all of you.\n")
    reader = DARKAGE.language.reader(played.world)
    (filled,) = find_sheet(read_file("report.txt", text.encode()).texts, reader).sheets
    assert (filled.game, filled.turn, filled.power, filled.code) == ("game1", 7, "MER", "K7Q-2MX-F")
    assert {number: line.text for number, line in filled.sheet.lines.items()} == {1: "levy TAM 2", 16: "order"}
    assert filled.sheet.messages == ("Hello, all of you.",)


class Tags(HTMLParser):
    """Collects what an HTML file is made of."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.attributes: list[tuple[str, str | None]] = []
        self.open: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        self.attributes += attrs
        if tag not in ("meta", "line", "polyline", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


KNOWN_TAGS = {
    "html", "head", "meta", "title", "style", "body", "header", "main", "section", "nav", "footer", "div", "span", "p",
    "h1", "h2", "h3", "ul", "li", "dl", "dt", "dd", "table", "thead", "tbody", "tr", "th", "td", "a", "abbr", "pre",
    "blockquote", "svg", "polyline", "circle", "text", "g", "path", "rect", "use", "defs", "pattern",
}  # fmt: skip


def read_html(report: Any) -> Tags:
    tags = Tags()
    tags.feed(render_html(report))
    tags.close()
    assert not tags.open
    return tags


def assert_self_contained(tags: Tags) -> None:
    assert tags.names <= KNOWN_TAGS
    for name, value in tags.attributes:
        assert not name.startswith("on"), name
        assert name not in ("src", "srcset", "action"), name
        assert name != "href" or (value or "").startswith("#"), value


def test_html_is_one_file_that_needs_nothing_else(made: tuple[Roundup, dict[str, Report]]) -> None:
    roundup, reports = made
    for one in both(*reports.values(), roundup):
        assert_self_contained(read_html(one))
    page = render_html(roundup)
    assert "prefers-color-scheme:dark" in page
    assert "width=device-width" in page
    assert "url(" not in page
    assert "@import" not in page


def test_html_with_maps_and_faces_is_one_small_file(made: tuple[Roundup, dict[str, Report]]) -> None:
    """Its maps have a title and a key, its faces are in it, and everything it points at is in the same page."""
    for one in (made[0], made[1]["WSX"]):
        page = render_html(one, DATA)
        assert len(page.encode()) < 1_000_000
        tags = Tags()
        tags.feed(page)
        tags.close()
        assert_self_contained(tags)
        assert {*re.findall(r"url\(([^)]{4})", page)} <= {"data", *(f"#{name}" for name in ("map",))}
        named, used = re.findall(r'\bid="([^"]+)"', page), re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', page)
        assert len(named) == len({*named})
        assert {one or other for one, other in used} <= {*named}
        for plate in re.findall(r'<svg class="plate".*?</svg>', page, re.DOTALL):
            assert "<title>" in plate
        assert page.count('class="key"') == page.count('<div class="map">')
        assert page.count("@font-face") == 5


def contrast(one: str, other: str) -> float:
    """As WCAG counts it."""

    def light(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def test_every_ink_of_the_page_is_easily_read(made: tuple[Roundup, dict[str, Report]]) -> None:
    sheets = re.findall(r":root\{([^}]*)\}", render_html(made[0]))
    assert len(sheets) == 2, "light and dark"
    for sheet in sheets:
        inks = dict(re.findall(r"--(\w+):(#\w{6})", sheet))
        for ink in ("ink", "faint", "red", "green", "sea"):
            assert min(contrast(inks[ink], inks[ground]) for ground in ("paper", "panel")) >= 4.5, ink


def ending_lines(report: Report) -> tuple[str, ...]:
    assert report.ending
    return report.ending.text, *report.ending.lines, *report.section("slip").lines


def test_the_end_of_the_game_is_told(played: Played) -> None:
    over = replace(played, past=played.past)
    before, over.world.won = over.world.won, Victory("MER", "points")
    try:
        _, reports = over.reports()
        for render in (render_text, render_html):
            page = squeezed(html.unescape(render(reports["WSX"])))
            for line in (*ending_lines(reports["WSX"]), *FRAME.closing):
                assert squeezed(line) in page
            assert "Code:" not in render(reports["WSX"])
    finally:
        over.world.won = before


# player text


def poisoned(played: Played, text: str) -> tuple[Roundup, dict[str, Report]]:
    """The turn with that text wherever a player can write."""
    journal = [*played.journal, Said("MER", text)]
    phase = next(i for i, e in enumerate(journal) if getattr(e, "name", "") == "round 1")
    why = Refusal("2.2", f'no area is called "{text}"', 3)
    journal.insert(phase + 1, Answered("MER", "MER", 1, text, "failed", (why,)))
    kingdom = played.world.kingdoms["MER"]
    kept, kingdom.contacts = kingdom.contacts, {"PHONE": text, "EMAIL": text}
    sheet = Sheet("MER", {}, (Line(17, text, None, Refusal("1.8", text)),))
    frame = msgspec.structs.replace(FRAME, player=text, address=(text,), note=text)
    try:
        roundup, reports = replace(played, journal=journal).reports(frame, {"MER": sheet})
        return roundup, {who: one for who, one in reports.items() if who in ("WSX", "MER")}
    finally:
        kingdom.contacts = kept


def assert_harmless(played: Played, text: str) -> None:
    roundup, reports = poisoned(played, text)
    for one in both(*reports.values(), roundup, reports["MER"]):
        assert_within_bounds(render_text(one))
        tags = read_html(one)
        assert_self_contained(tags)
        assert msgspec.json.decode(render_json(one), type=type(one)) == one
    told = cleaned(text)
    shown = squeezed("".join(tags.text))
    assert squeezed(told) in shown
    assert squeezed(told) in squeezed(render_text(reports["MER"]))


@pytest.mark.parametrize("text", NASTY, ids=range(len(NASTY)))
def test_player_text_is_never_markup(text: str, played: Played) -> None:
    assert_harmless(played, text)


@given(st.text(max_size=200))
@settings(max_examples=8, deadline=None)
def test_no_text_at_all_does_harm(text: str) -> None:
    assert_harmless(BASE, text)


BASE = latest(2, 1)


def test_templates_in_player_text_are_not_run(played: Played) -> None:
    _, reports = poisoned(played, "{{ 7 * 7 }}")
    for render in (render_text, render_html):
        assert "{{ 7 * 7 }}" in html.unescape(render(reports["MER"]))


def test_templates_run_in_a_sandbox() -> None:
    for escape in (False, True):
        made = environment(escape)
        for bad in ("{{ x.__class__.__mro__ }}", "{{ ''.__class__ }}", "{{ x.append(1) }}"):
            with pytest.raises(SecurityError):
                made.from_string(bad).render(x=[])
        with pytest.raises(UndefinedError):
            made.from_string("{{ nobody }}").render()
        with pytest.raises(UndefinedError):
            made.from_string("{{ frame.nothing }}").render(frame=Frame())
        with pytest.raises(TemplateNotFound):
            made.from_string('{% include "../pyproject.toml" %}').render()


# the parts


@given(st.text(max_size=300), st.integers(min_value=2, max_value=80))
def test_wrapping_loses_nothing_and_keeps_to_its_room(text: str, room: int) -> None:
    shown = cleaned_lines(text)
    lines = wrapped(shown, room)
    assert all(width(line) <= room for line in lines)
    assert squeezed("".join(lines)) == squeezed(shown)


@given(st.text(max_size=100))
def test_cleaned_text_shows_on_one_line(text: str) -> None:
    shown = cleaned(text)
    assert shown == cleaned(shown)
    assert "\n" not in shown
    assert shown.strip() == shown


def test_widths() -> None:
    assert [width(text) for text in ("abc", "ŵŷ", "e\u0301", "\u6f22", "")] == [3, 2, 1, 2, 0]
    assert columns("\u200d") == 0


def test_flow_hangs_its_lines() -> None:
    assert flow("a b", "- ") == "- a b"
    lines = flow("word " * 30, "- ").split("\n")
    assert [line[:2] for line in lines] == ["- ", *["  "] * (len(lines) - 1)]


def test_a_caret_stands_under_the_place() -> None:
    assert caret(Refused("2.2", "no such area", 6), "MOVE XXX") == "     ^"
    assert caret(Refused("2.2", "no such area"), "MOVE XXX") == ""


DIGESTS = """
import hashlib
from tests.helpers.report_turns import game
from pbm.reports.html import render_html
from pbm.reports.schema import render_json
from pbm.reports.text import render_text
*_, last = game(7, 3)
roundup, reports = last.reports()
made = hashlib.sha256()
for one in (roundup, *reports.values()):
    for form in (render_text(one).encode(), render_html(one).encode(), render_json(one)):
        made.update(form)
print(made.hexdigest())
"""


@pytest.mark.slow
def test_the_same_turn_gives_the_same_bytes_in_another_process() -> None:
    *_, last = game(7, 3)
    roundup, reports = last.reports()
    here = hashlib.sha256()
    for one in both(roundup, *reports.values()):
        for form in (render_text(one).encode(), render_html(one).encode(), render_json(one)):
            here.update(form)
    for seed in ("1", "2"):
        there = {**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": "C", "TZ": "Asia/Tokyo"}
        output = subprocess.run(
            [sys.executable, "-c", DIGESTS], env=there, cwd=ROOT, check=True, capture_output=True, text=True
        ).stdout
        assert output.strip() == here.hexdigest()
