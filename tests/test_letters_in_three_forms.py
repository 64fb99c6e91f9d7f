"""Letters between two reports: as text and as a page by mail, and on paper for those who have no mail."""

import datetime as dt
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest
from click.testing import CliRunner
from pypdf import PdfReader

from pbm.cli import main
from pbm.mail.as_page import as_page
from pbm.mail.calendar import deadline
from pbm.mail.outbox import Outbox
from pbm.office.attention import attention
from pbm.office.new_deadline import print_notices
from pbm.office.round import make_round
from pbm.record.holding import hold
from pbm.rulesets import names
from tests.posting import DAY, MONDAY
from tests.test_votes import Table

HOUSE = '\n[report]\npost_to = ["2 The Lane", "London"]\n'


def served(table: Table, now: dt.datetime) -> None:
    for name, words, wrong in make_round(table.game.folder.parent, lambda: now, lambda _: None):
        assert not wrong, (name, words)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """The second player has paper and no mail."""
    made = Table(tmp_path / "games", "tours", HOUSE)
    players = made.game.folder / "players.toml"
    one, two = made.powers
    players.write_text(
        f'[{one}]\nemail = "{one.lower()}@example.org"\nform = "text"\n'
        f'[{two}]\nname = "Bea Post"\naddress = ["1 High Street", "Ely"]\nform = "paper"\n'
    )
    return made


def test_a_hold_is_told_by_mail_in_two_forms_and_by_post(table: Table) -> None:
    served(table, MONDAY)
    with table.game.locked():
        hold(table.game, "the sheets are checked", MONDAY)
    due = deadline(table.game, 1)
    assert due
    served(table, due - DAY)
    one, outbox = table.powers[0], Outbox(table.game)
    (id,) = [id for id in outbox.ids() if f"-{one}-held" in id]
    mail = message_from_bytes(outbox.path(id).read_bytes(), policy=default)
    plain, page = (str(part.get_content()) for kind in ("plain", "html") if (part := mail.get_body((kind,))))
    assert "has stopped g for a while" in plain
    assert "<p>" in page
    assert " ".join(plain.split())[:60] in page
    (pdf,) = (table.game.turn(1) / "post").glob("*.pdf")
    words = " ".join("".join(page.extract_text() for page in PdfReader(pdf).pages).split())
    for said in ("Bea Post", "1 High Street", "2 The Lane", "has stopped g for a while"):
        assert said in words
    assert f"1 letter to post: print {pdf}" in list(attention(table.game, due - DAY))
    before = pdf.read_bytes()
    served(table, due)
    assert pdf.read_bytes() == before


def test_a_page_with_a_new_deadline_is_among_what_is_to_be_posted(table: Table) -> None:
    served(table, MONDAY)
    due = deadline(table.game, 1)
    assert due
    page, _ = print_notices(table.game, 1, due + DAY)
    assert f"1 letter to post: print {page}" in list(attention(table.game, MONDAY))
    shown = CliRunner().invoke(main, ["print", "--games", str(table.game.folder.parent)]).output
    assert f"g: 1 letter to post: print {page}" in shown


@pytest.mark.parametrize("ruleset", [name for name in names() if not name.startswith("toy")])
def test_a_vote_reaches_those_on_paper_at_once(tmp_path: Path, ruleset: str) -> None:
    table = Table(tmp_path / "games", ruleset)
    two = table.powers[1]
    players = table.game.folder / "players.toml"
    by_mail = f'email = "{two.lower()}@example.org"\nform = "text"'
    players.write_text(players.read_text().replace(by_mail, 'address = ["Ely"]\nform = "paper"'))
    table.write(0, "PROPOSE DRAW")
    (letter,) = (table.game.turn(1) / "post").glob(f"{two}-vote-1.txt")
    assert "a draw between" in letter.read_text()


def test_a_page_says_the_same_and_nothing_is_markup() -> None:
    page = as_page(
        "A <b>", "Dear you,\n\nthis is\none & <two>.\n\n  AGREE 2\n  OPPOSE 2\n\nSee https://example.org/a.\n"
    )
    assert "<title>A &lt;b&gt;</title>" in page
    assert "<p>this is one &amp; &lt;two&gt;.</p>" in page
    assert "<pre>  AGREE 2\n  OPPOSE 2</pre>" in page
    assert '<a href="https://example.org/a">https://example.org/a</a>.' in page
