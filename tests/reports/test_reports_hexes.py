"""A report with a map of hexes, in the forms that have pictures: counters stand on it, and only those it is given."""

from io import BytesIO

from pypdf import PdfReader

from pbm.reports import REPORT, ROUNDUP, Chapter, Masthead, Report, Roundup
from pbm.reports.html import render_html
from pbm.reports.paper import render_pdf
from pbm.reports.sections import Map, Token
from pbm.reports.text import render_text
from tests import TESTS

FIELD = TESTS / "maps" / "field"
UNITS = (
    Token("0203", sign="shield", number=4, label="H01", owner="WEST", facing=2),
    Token("0402", sign="horse", number=5, label="K07", owner="EAST", facing=5, states=("engaged",)),
)


def report(*tokens: Token) -> Report:
    field = Map("field", "The field", tokens=tokens, trails=(("0603", "0503", "0402"),), fights=(("0402", "0203"),))
    head = Masthead(ruleset="hexes", title="Hexes", turn=1, coming=2, who="WEST", name="West", style="West")
    public = Roundup(ROUNDUP, head, (), {}, (Chapter(1),))
    return Report(REPORT, head, (field,), public, {})


def words(content: bytes) -> str:
    return "".join(page.extract_text() for page in PdfReader(BytesIO(content)).pages)


def test_a_map_of_hexes_is_drawn_with_its_counters() -> None:
    page, paper = render_html(report(*UNITS), FIELD), words(render_pdf(report(*UNITS), FIELD))
    for unit in UNITS:
        assert unit.label in page
        assert unit.label in paper
    assert "The field" in paper


def test_a_unit_that_is_not_told_of_is_not_drawn() -> None:
    first = report(UNITS[0])
    assert UNITS[1].label not in render_html(first, FIELD)
    assert UNITS[1].label not in words(render_pdf(first, FIELD))


def test_text_has_no_picture() -> None:
    assert "H01" not in render_text(report(*UNITS))
