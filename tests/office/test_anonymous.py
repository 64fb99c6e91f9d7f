"""Observers, and games in which nobody knows who plays what."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from pbm.cli import main
from pbm.errors import GameError
from pbm.mail.outbox import Outbox
from pbm.office.issue import as_pdf, issue
from pbm.office.observers import dismiss, observe, observers, queue_roundups
from pbm.office.report_mail import queue_reports
from pbm.office.welcome import queue_welcomes, welcome, welcome_text
from pbm.reading.sheet_code import sheet_code
from pbm.record.adjudicate import run_turn
from pbm.record.game import Game
from pbm.reports import Report, Roundup
from pbm.reports.html import render_html
from pbm.reports.schema import render_json
from pbm.reports.text import render_text
from tests.helpers.planted import SECRET_WORDS, asked, game_with, mails, take, text_of
from tests.helpers.posting import MONDAY, SECRET, letter, sheet

pytestmark = pytest.mark.papers


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return game_with(tmp_path)


def test_observers_get_the_roundup_and_nothing_else(game: Game) -> None:
    observe(game, "A friend", "friend@example.org")
    take(game, letter(sheet(orders=f"1. TAX\nTO KNT: {SECRET_WORDS}\n")))
    run_turn(game)
    for _ in range(2):
        queue_roundups(game, MONDAY)
    (id,) = mails(game, "observer")
    assert Outbox(game).recipient(id) == "friend@example.org"
    said = text_of(game, id)
    assert "the roundup" in said
    assert SECRET_WORDS not in said
    assert sheet_code(SECRET, "g", 2, "MER") not in said
    assert "Planted" not in said
    dismiss(game, "Friend@example.org")
    assert observers(game) == []
    with pytest.raises(GameError, match="not an observer"):
        dismiss(game, "friend@example.org")


def test_observers_by_command(game: Game) -> None:
    def pbm(*words: str) -> str:
        return CliRunner().invoke(main, ["observe", "g", *words, "--games", str(game.folder.parent)]).output

    assert "gets the roundup of every turn of g" in pbm("--name", "A friend", "--email", "friend@example.org")
    assert "A friend, friend@example.org" in pbm()
    assert "not a mail address" in pbm("--email", "nonsense")
    assert "gets nothing more" in pbm("--email", "friend@example.org", "--remove")
    assert "g has no observers" in pbm()


PLANTED = ("Planted", "mercia@example.org", "wessex@example.org", "kent@example.org", "0123 456")


def everything_sent(game: Game) -> dict[str, str]:
    """Every form of every report and letter of a game, by name."""
    orders = f"1. TAX\nPhone: 0123 456\nTO WSX: {SECRET_WORDS}\nTO KNT: {SECRET_WORDS}\n"
    take(game, letter(sheet(orders=orders)))
    asked(game, "WHO\nHELP\nSEND SHEET\nSEND REPORT\n", 2, From="wessex@example.org")
    list(queue_welcomes(game, MONDAY))
    run_turn(game)
    observe(game, "Watcher", "watcher@example.org")
    queue_roundups(game, MONDAY)
    queue_reports(game.folder.parent, game, 1, MONDAY)
    made = issue(game, 1)
    told = {id: text_of(game, id) for id in Outbox(game).ids()}
    told |= {f"welcome {power}": welcome_text(welcome(game, power, 0), False) for power in ("MER", "WSX", "KNT")}
    forms: dict[str, Report | Roundup] = {**made.reports, "": made.roundup}
    for power, report in forms.items():
        told |= {f"text {power}": render_text(report), f"html {power}": render_html(report, made.ruleset.data)}
        told[f"json {power}"] = render_json(report).decode()
    return told | {f"pdf {power}": pdf_text(as_pdf(made.ruleset, forms[power])) for power in ("", "MER", "KNT")}


def pdf_text(content: bytes) -> str:
    import io

    from pypdf import PdfReader

    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)


def leaks(told: dict[str, str]) -> set[str]:
    return {f"{where}: {word}" for where, text in told.items() for word in PLANTED if word in text}


def test_an_anonymous_game_names_nobody(tmp_path: Path) -> None:
    game = game_with(tmp_path, "\n[people]\nanonymous = true\n")
    assert leaks(everything_sent(game)) == set()


def test_a_game_that_is_not_anonymous_does_name_players(game: Game) -> None:
    """So the test above would find a name."""
    found = leaks(everything_sent(game))
    for form in ("text MER", "html MER", "json MER", "pdf MER", "welcome WSX"):
        assert any(each.startswith(form) for each in found), form
    assert any("message" in each for each in found)
    assert any("asked" in each for each in found)
    assert any("0123 456" in each for each in found)
