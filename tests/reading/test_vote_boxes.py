"""Boxes for votes on the turnsheet: in the PDF form, on paper as it is typed in, and on the order desk."""

import base64
import io
from pathlib import Path

import pytest
from pypdf import PdfReader, PdfWriter

from pbm.desk.page import desk_page
from pbm.mail.intake import collect, enter
from pbm.mail.keying import key_sheet
from pbm.office.issue import issue
from pbm.reading.pdfform import read_form
from pbm.record.codes import code_of
from pbm.record.proposals import proposals
from pbm.reports.text import render_text
from pbm.rulesets import names
from tests.helpers.posting import MONDAY, bag
from tests.mail.test_votes import Table

REAL = [name for name in names() if not name.startswith("toy")]


def form_of(table: Table, folder: Path, who: int) -> bytes:
    """The printed turnsheet of a player."""
    done = table.pbm("sheet", "g", table.powers[who], "--form", "pdf", "--out", str(folder))
    assert done.exit_code == 0, done.output
    (path,) = folder.glob(f"*-{table.powers[who]}-sheet.pdf")
    return path.read_bytes()


def marked(form: bytes, **fields: str) -> bytes:
    writer = PdfWriter(clone_from=io.BytesIO(form))
    for page in writer.pages:
        if "/Annots" in page:
            writer.update_page_form_field_values(page, fields)
    made = io.BytesIO()
    writer.write(made)
    return made.getvalue()


def posted(pdf: bytes, sender: str) -> bytes:
    head = (
        f"From: {sender}\nTo: orders@example.org\nMessage-ID: <pdf@example.org>\nSubject: orders\nMIME-Version: 1.0\n"
    )
    head += 'Content-Type: application/pdf; name="sheet.pdf"\nContent-Transfer-Encoding: base64\n\n'
    return head.encode() + base64.encodebytes(pdf)


@pytest.mark.parametrize("ruleset", REAL)
@pytest.mark.parametrize("word", ["agree", "oppose"])
def test_a_mark_on_the_form_is_a_vote(tmp_path: Path, ruleset: str, word: str) -> None:
    table = Table(tmp_path / "games", ruleset, players=3)
    table.write(0, "PROPOSE PAUSE 14")
    form = form_of(table, tmp_path / "sheets", 1)
    filled = marked(form, **{f"{word}1": "X"})
    assert [line.value for line in read_form(filled).entries if line.kind == "other"] == [f"{word.upper()} 1"]
    collect(table.game, bag(posted(filled, f"{table.powers[1].lower()}@example.org")), MONDAY)
    assert proposals(table.game)[0].votes[table.powers[1]] is (word == "agree")
    collect(table.game, bag(posted(marked(form, agree1="no"), f"{table.powers[0].lower()}@example.org")), MONDAY)
    assert proposals(table.game)[0].votes[table.powers[1]] is (word == "agree")


def test_no_box_without_a_proposal(tmp_path: Path) -> None:
    table = Table(tmp_path / "games", "darkage")
    fields = PdfReader(io.BytesIO(form_of(table, tmp_path / "sheets", 1))).get_fields() or {}
    assert not [name for name in fields if name.startswith(("agree", "oppose"))]


@pytest.mark.parametrize("ruleset", REAL)
def test_a_vote_is_typed_in_like_any_line(tmp_path: Path, ruleset: str) -> None:
    table = Table(tmp_path / "games", ruleset, players=3)
    table.write(0, "PROPOSE PAUSE 14")
    config, power = table.game.config(), table.powers[1]
    reader = config.ruleset.language.reader(config.open(table.game.position(0)))
    answers, said = iter(["agree 1", "", *["END"] * 40]), list[str]()
    keyed = key_sheet(reader, lambda words: next(answers, ""), said.append)
    assert keyed.votes == ["AGREE 1"]
    assert any("AGREE 1 is noted" in line for line in said)
    sheet = keyed.text("g", table.game.called(1), power, code_of(table.game, 1, power), reader.words.power)
    enter(table.game, power, sheet, MONDAY, MONDAY)
    assert proposals(table.game)[0].votes[power] is True


@pytest.mark.parametrize("ruleset", REAL)
def test_the_desk_has_what_stands_and_what_may_be_proposed(tmp_path: Path, ruleset: str) -> None:
    table = Table(tmp_path / "games", ruleset, players=3)
    table.write(0, "PROPOSE PAUSE 14")
    report = issue(table.game, 0, keep=False).reports[table.powers[1]]
    assert [vote.number for vote in report.masthead.votes] == [1]
    assert "PROPOSE DRAW" in report.masthead.proposals
    assert "CONCEDE" in report.masthead.proposals
    assert "AGREE 1" in render_text(report)


def test_where_nothing_may_be_voted_on_the_desk_offers_nothing(tmp_path: Path) -> None:
    table = Table(tmp_path / "games", "tours", "\n[votes]\nallowed = []\n")
    report = issue(table.game, 0, keep=False).reports[table.powers[1]]
    assert (report.masthead.votes, report.masthead.proposals) == ((), ())
    assert '"votes":[],"proposals":[]' in desk_page(table.game.config().ruleset, report)
