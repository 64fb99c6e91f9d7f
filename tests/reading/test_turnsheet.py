"""The turnsheet: boxes for sixteen actions that can be filled in and read back, its code in print and as a picture."""

import io

import msgspec
import pytest
from msgspec.structs import replace
from pypdf import PdfReader, PdfWriter

from pbm.reading.pdfform import read_form
from pbm.reading.wishes import is_final
from pbm.reports import Report
from pbm.reports.pdf.qr import squares
from pbm.rulesets.darkage.action import ACTIONS
from tests.helpers.forms import render_pdf
from tests.helpers.report_turns import game

BOXES = {f"{box}{number:02}" for box in "abcd" for number in range(1, 17)}


@pytest.fixture(scope="module")
def report() -> Report:
    *_, last = game(3, 1)
    return last.reports()[1]["MER"]


def fields(content: bytes) -> dict[str, str]:
    found = PdfReader(io.BytesIO(content)).get_fields() or {}
    return {name: str(field.get("/V", "")) for name, field in found.items()}


def test_it_has_a_box_for_everything(report: Report) -> None:
    found = fields(render_pdf(report))
    assert set(found) == BOXES | {"message", "phone", "email", "game", "turn", "power", "code"}
    head = report.masthead
    written = {name: found[name] for name in ("game", "turn", "power", "code")}
    assert written == {"game": head.game, "turn": str(head.coming), "power": "MER", "code": head.sheet_code}
    assert not [name for name in found if name not in written and found[name]]


def filled_in(content: bytes, entered: dict[str, str]) -> bytes:
    writer = PdfWriter(clone_from=io.BytesIO(content))
    for page in writer.pages:
        if "/Annots" in page:
            writer.update_page_form_field_values(page, entered)
    filled = io.BytesIO()
    writer.write(filled)
    return filled.getvalue()


@pytest.mark.parametrize(("early", "box", "other"), [("final", "final", "not_yet"), ("in", "not_yet", "final")])
@pytest.mark.parametrize(("mark", "says"), [("x", True), ("yes", True), ("", None), ("no", None), ("-", None)])
def test_in_a_game_that_may_be_early_it_has_a_box_to_mark(
    report: Report, early: str, box: str, other: str, mark: str, says: bool | None
) -> None:
    hasty = replace(report, masthead=replace(report.masthead, early=early))
    content = render_pdf(hasty)
    assert box in fields(content)
    assert other not in fields(content)
    assert len(PdfReader(io.BytesIO(content)).pages) == len(PdfReader(io.BytesIO(render_pdf(report))).pages)
    entries = read_form(filled_in(content, {box: mark, "a01": "TAX"})).entries
    assert is_final(entries) == (None if says is None else box == "final")


def test_what_is_filled_in_is_read_back(report: Report) -> None:
    entered = {"a01": "MOVE", "b01": "TAM", "c01": "STS", "d01": "AB-2", "a16": "ORDER", "message": "Peace, þegn."}
    filled = filled_in(render_pdf(report), entered)
    entries = {(entry.kind, entry.number): entry.value for entry in read_form(filled).entries}
    assert entries["action", 1] == "MOVE TAM STS AB-2"
    assert entries["action", 16] == "ORDER"
    assert entries["continued", None] == "Peace, þegn."
    assert entries["code", None] == report.masthead.sheet_code


def test_the_last_page_can_be_torn_off(report: Report) -> None:
    *others, last = PdfReader(io.BytesIO(render_pdf(report))).pages
    assert "/Annots" in last
    assert not [page for page in others if "/Annots" in page]
    text = last.extract_text()
    assert report.masthead.sheet_code in text
    assert not [word for word in ACTIONS if word not in text]


def test_on_paper_it_is_not_filled_in_and_stands_on_a_sheet_of_its_own(report: Report) -> None:
    printed = PdfReader(io.BytesIO(render_pdf(report, fillable=False)))
    assert not printed.get_fields()
    assert len(printed.pages) % 2 == 1


def test_the_code_as_a_picture() -> None:
    """A QR code has its three eyes; the size is that of the version its text needs."""
    *runs, (size, _, _) = squares("game42 7 MER K7Q-2MX-F")
    dark = {(column + step, row) for column, row, length in runs for step in range(length)}
    for left, top in ((0, 0), (size - 7, 0), (0, size - 7)):
        assert all((left + step, top) in dark and (left, top + step) in dark for step in range(7))
        assert (left + 3, top + 3) in dark
        assert (left + 1, top + 1) not in dark
    assert (size - 17) % 4 == 0


def test_player_text_in_a_field_is_only_text(report: Report) -> None:
    head = msgspec.structs.replace(report.masthead, game=")/JS (app.alert\\(1\\)) (", sheet_code='"><field name="x"/>')
    found = fields(render_pdf(msgspec.structs.replace(report, masthead=head)))
    assert found["game"] == head.game
    assert "x" not in found
