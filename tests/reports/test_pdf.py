"""The PDF form: the same facts as the others, on sound pages, in embedded faces, and no player text is ever markup."""

import hashlib
import io
import os
import random
import re
import subprocess
import sys
from dataclasses import replace
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import pytest
from pypdf import PdfReader

from pbm.errors import GameError
from pbm.kit.facts import absent, squeezed, text_of
from pbm.kit.secrets import disguised
from pbm.kit.suites.leaks import report_of
from pbm.maps.land.plate import read_plate
from pbm.maps.letters.lettering import lettered
from pbm.maps.scene import Text
from pbm.reports import Report, Roundup
from pbm.reports.mappictures import holdings, holds, on_paper, signs
from pbm.reports.pdf.blocks import Break, Float, Gap, filled_round
from pbm.reports.pdf.book import pages
from pbm.reports.pdf.markup import Maker
from pbm.reports.pdf.table import Column, Row, TableBlock
from pbm.reports.pdf.type import SERIF, ems, legible, register_faces, theme
from pbm.reports.plain import cleaned
from pbm.reports.sections import Map
from pbm.rulesets.darkage.map import DATA, britain
from pbm.rulesets.darkage.world import Victory
from tests import ROOT
from tests.helpers.forms import lay_out, render_pdf
from tests.helpers.hands import copied
from tests.helpers.report_turns import Played, game
from tests.reports.test_planted_leaks import every_area_is_seen
from tests.reports.test_reports_forms import NASTY, changed, ending_lines, latest, poisoned


@pytest.fixture(scope="module")
def played() -> Played:
    return latest()


@pytest.fixture(scope="module")
def made(played: Played) -> tuple[Roundup, dict[str, Report]]:
    return played.reports()


def reader(content: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(content))


# the same facts


def test_the_pages_tell_the_same_facts(made: tuple[Roundup, dict[str, Report]]) -> None:
    for who in sorted(made[1])[:3]:
        assert absent(made[1][who], text_of(render_pdf(made[1][who]))) == []


def test_a_fact_left_out_is_missed(made: tuple[Roundup, dict[str, Report]]) -> None:
    one = next(r for r in made[1].values() if r.section("lands").rows and r.section("seen").rows)
    told = text_of(render_pdf(one))
    for other in changed(one):
        assert absent(other, told)


def test_the_roundup_stands_alone(made: tuple[Roundup, dict[str, Report]]) -> None:
    assert absent(made[0], text_of(render_pdf(made[0]))) == []


def test_the_end_of_the_game_is_told(played: Played) -> None:
    world = copied(played.world)
    world.won = Victory("MER", "points")
    _, reports = replace(played, world=world).reports()
    told = text_of(render_pdf(reports["WSX"]))
    for line in (*ending_lines(reports["WSX"]), "Treasuries", "Reply slip"):
        assert squeezed(line) in told
    assert "Turnsheet" not in told


# the pages


@pytest.mark.parametrize("look", [{}, {"paper": "letter"}, {"large": True}, {"saving": True, "paper": "letter"}])
def test_every_page_says_what_it_belongs_to(look: dict[str, Any], made: tuple[Roundup, dict[str, Report]]) -> None:
    found = [page.extract_text() for page in reader(render_pdf(made[1]["WSX"], **look)).pages]
    for number, text in enumerate(found, 1):
        assert f"page {number} of {len(found)}" in text
        assert re.search(r"Dark Age · game1 · turn \d+ · Wessex \(WSX\)", text)


@pytest.mark.parametrize("large", [False, True])
def test_everything_written_stays_on_the_paper(large: bool, made: tuple[Roundup, dict[str, Report]]) -> None:
    for paper in ("a4", "letter"):
        look = theme(paper, large)
        for one in list(made[1].values())[:4]:
            for sheet in pages(lay_out(one, look), look):
                for x, y, text, face, size, _ in (item for item in sheet.content if isinstance(item, tuple)):
                    assert x >= look.margin - 1
                    assert x + ems(text, face) * size <= look.page[0] - look.margin + 1, text
                    assert look.foot - 20 <= y <= look.page[1] - look.top


def test_no_heading_ends_a_page(made: tuple[Roundup, dict[str, Report]]) -> None:
    """What is set in the size of a heading has something under it."""
    look = theme()
    for one in list(made[1].values())[:6]:
        for sheet in pages(lay_out(one, look), look):
            written = [item for item in sheet.content if isinstance(item, tuple)]
            lowest = min(y for _, y, *_ in written)
            headings = [y for _, y, _, _, size, _ in written if abs(size - 1.45 * look.body) < 0.01]
            assert all(y > lowest + look.body for y in headings) or any(callable(item) for item in sheet.content)


def resources(page: Any, kind: str) -> list[Any]:
    return [entry.get_object() for entry in page["/Resources"].get(kind, {}).values()]


def test_all_faces_are_embedded(made: tuple[Roundup, dict[str, Report]]) -> None:
    found = [font for page in reader(render_pdf(made[1]["MER"])).pages for font in resources(page, "/Font")]
    used = {str(font["/BaseFont"]): font for font in found}
    assert len(used) == 5
    for name, font in used.items():
        assert "+" in name
        assert "/FontFile2" in font["/FontDescriptor"]


def test_title_language_and_outline_are_set(made: tuple[Roundup, dict[str, Report]]) -> None:
    found = reader(render_pdf(made[1]["MER"]))
    assert found.metadata is not None
    assert str(found.metadata.title).endswith(": Mercia")
    assert found.trailer["/Root"]["/Lang"] == "en-GB"  # type: ignore[index]
    titles = [entry.title for entry in found.outline if not isinstance(entry, list)]
    assert {"Your actions", "Your lands"} <= {*titles}
    assert str(titles[-1]).startswith("Turnsheet for turn")


def coloured(content: bytes) -> set[tuple[bytes, ...]]:
    """Every colour in the pages and drawings of a file that is no grey."""
    found = reader(content)
    streams = [page.get_contents() for page in found.pages]
    drawings = [form for page in found.pages for form in resources(page, "/XObject")]
    return {
        colour
        for stream in [*streams, *drawings]
        if stream is not None
        for colour in re.findall(rb"([\d.]+) ([\d.]+) ([\d.]+) (?:rg|RG)\b", stream.get_data())
        if len(set(colour)) > 1
    }


def test_ink_saving_is_black_and_white(made: tuple[Roundup, dict[str, Report]]) -> None:
    assert len(coloured(render_pdf(made[1]["MER"]))) > 20
    assert not coloured(render_pdf(made[1]["MER"], saving=True))


def test_the_letters_that_names_need() -> None:
    register_faces()
    letters = "ŵŷŴŶ áéíóúÁÉÍÓÚ þðÞÐ æÆ"
    assert legible(letters, SERIF) == letters
    assert legible("\U0001f409", SERIF) == "□"


# player text


@pytest.mark.slow
@pytest.mark.parametrize("text", NASTY, ids=range(len(NASTY)))
def test_player_text_is_never_markup(text: str, played: Played) -> None:
    _, reports = poisoned(played, text)
    told = text_of(render_pdf(reports["MER"]))
    if text.isascii() and text.isprintable():
        assert told.count("w" * 40) >= 50 if len(text) > 1000 else squeezed(cleaned(text)) in told


@pytest.mark.parametrize(
    ("markup", "problem"),
    [
        ('<figure name="moon"/>', "no figure moon"),
        ("<blink/>", "no element <blink> here"),
        ("<p><blink>x</blink></p>", "no element <blink> within text"),
        ('<table columns="q"/>', "a column cannot be q"),
    ],
)
def test_a_template_that_makes_no_sense_is_an_error(markup: str, problem: str) -> None:
    with pytest.raises(GameError, match=problem):
        Maker(theme(), {}, "report/document.xml").blocks(ElementTree.fromstring(f"<document>{markup}</document>"))


# the same bytes, and nothing that may not be known


def test_the_same_report_gives_the_same_bytes(made: tuple[Roundup, dict[str, Report]]) -> None:
    assert render_pdf(made[1]["GWD"]) == render_pdf(made[1]["GWD"])


def differ(turn: Played, who: str) -> bool:
    world, journal = disguised(turn, who, random.Random(who))
    honest = report_of(turn, turn.world, turn.journal, who)
    return render_pdf(report_of(turn, world, journal, who)) != render_pdf(honest)


def test_the_pages_hold_only_what_their_kingdom_may_know() -> None:
    for turn in game(1, 2):
        assert not [who for who in turn.world.order[:3] if differ(turn, who)]


def test_a_leak_put_in_on_purpose_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    *_, turn = game(1, 2)
    every_area_is_seen(monkeypatch)
    assert differ(turn, turn.world.order[0])


DIGEST = """
import hashlib, time
gmtime, localtime = time.gmtime, time.localtime
time.time = lambda: 2_000_000_000.0
time.gmtime = lambda *when: gmtime(*(when or (2_000_000_000,)))
time.localtime = lambda *when: localtime(*(when or (2_000_000_000,)))
from tests.helpers.report_turns import game
from tests.helpers.forms import render_pdf
*_, last = game(7, 2)
roundup, reports = last.reports()
print(hashlib.sha256(render_pdf(roundup) + render_pdf(reports["MER"])).hexdigest())
"""


@pytest.mark.slow
def test_the_same_turn_gives_the_same_bytes_in_another_place_on_another_day() -> None:
    *_, last = game(7, 2)
    roundup, reports = last.reports()
    here = hashlib.sha256(render_pdf(roundup) + render_pdf(reports["MER"])).hexdigest()
    there = {**os.environ, "PYTHONHASHSEED": "3", "LC_ALL": "C", "TZ": "Asia/Tokyo"}
    output = subprocess.run(
        [sys.executable, "-c", DIGEST], env=there, cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    assert output.strip() == here


# the map


def test_labels_collide_in_no_window(made: tuple[Roundup, dict[str, Report]]) -> None:
    """Except codes of tiny places next to each other on the whole map, which have nowhere else to go."""
    look = theme()
    maps = [(made[0].section("map"), 6)]
    maps += [(section, 3) for one in made[1].values() for section in one.of(Map)]
    for section, most in maps:
        held = holdings(section, False)
        for pane in on_paper(section, DATA, look, look.width).panes:
            taken = lettered(DATA, held, pane.window, signs(section.tokens)).taken
            labels = {code: box.grown(-0.4) for code, box in taken.items() if not code.endswith("mark")}
            struck = [pair for pair in combinations(labels, 2) if labels[pair[0]].overlaps(labels[pair[1]])]
            assert len(struck) <= most, struck


def test_a_part_of_the_map_shows_every_area_of_the_reader(made: tuple[Roundup, dict[str, Report]]) -> None:
    look, plate = theme(), read_plate(DATA)
    for who, one in made[1].items():
        for section in one.of(Map):
            shown = [pane.window.box for pane in on_paper(section, DATA, look, look.width).panes]
            own = [place for place, owner in section.owners.items() if owner == who]
            assert not [place for place in own if not any(holds(plate, place, box) for box in shown)]


def test_lettering_is_never_too_small(made: tuple[Roundup, dict[str, Report]]) -> None:
    """6 points, and 9 in large print."""
    for large, least in ((False, 6.0), (True, 9.0)):
        look = theme(large=large)
        for section in [made[0].section("map"), *(each for one in made[1].values() for each in one.of(Map))]:
            held = holdings(section, False)
            for pane in on_paper(section, DATA, look, look.width).panes:
                written = lettered(DATA, held, pane.window, signs(section.tokens))
                texts = [item for item in (*written.realms, *written.labels, *written.tokens) if isinstance(item, Text)]
                assert min(text.size for text in texts) >= least


def test_the_whole_map_names_every_area(made: tuple[Roundup, dict[str, Report]]) -> None:
    told = reader(render_pdf(made[0])).pages[-1].extract_text()
    assert not [code for code in britain() if code not in told]


def test_what_follows_a_picture_comes_first_where_the_picture_finds_no_room() -> None:
    words, more = Gap(height=60.0), Gap(height=30.0)
    picture = Float(blocks=[Gap(height=80.0)])
    placed, rest, used = filled_round([words, picture, more], 100.0, 100.0)
    assert [block for _, block in placed] == [words, more]
    assert (rest, used) == ([picture], 90.0)
    placed, rest, _ = filled_round([words, picture, Break(), more], 100.0, 100.0)
    assert [block for _, block in placed] == [words]
    assert [type(block) for block in rest] == [Float, Break, Gap]


def test_a_table_too_high_for_any_page_begins_under_its_heading() -> None:
    heading, table = (
        Gap(height=20.0, keep=True),
        TableBlock(columns=[Column()], rows=[Row(height=30.0)] * 30, whole=True),
    )
    placed, rest, used = filled_round([heading, table], 100.0, 700.0)
    assert [type(block) for _, block in placed] == [Gap, TableBlock]
    assert (len(rest), used) == (1, 680.0)
