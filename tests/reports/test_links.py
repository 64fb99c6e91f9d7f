"""Links from reports and receipts to the rulebook."""

from email import message_from_bytes, policy
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbm.cli import main
from pbm.errors import GameError
from pbm.mail.outbox import Outbox
from pbm.office.issue import as_pdf, issue
from pbm.record.adjudicate import run_turn
from pbm.record.game import Game
from pbm.reports.html import render_html
from pbm.reports.text import render_text
from tests.helpers.planted import game_with, mails, take
from tests.helpers.posting import letter, sheet


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return game_with(tmp_path)


LINKED = '\n[rulebook]\nurl = "https://example.org/rules.html"\n'


def test_reports_and_receipts_link_to_paragraphs(tmp_path: Path) -> None:
    game = game_with(tmp_path, LINKED)
    take(game, letter(sheet(orders="1. MOVE TAM LEX\n2. MOVE TAM SUX 1\n")))
    message = message_from_bytes(Outbox(game).path(mails(game, "receipt")[0]).read_bytes(), policy=policy.default)
    html = message.get_body(("html",))
    assert html
    assert '<a href="https://example.org/rules.html#2.2">2.2</a>' in html.get_content()
    run_turn(game)
    made = issue(game, 1)
    report = made.reports["MER"]
    assert '<a href="https://example.org/rules.html#2.2">' in render_html(report, None, made.book)
    assert b"https://example.org/rules.html#" in as_pdf(made.ruleset, report, made.book)
    assert "https://example.org/rules.html" not in render_text(report)
    assert "[2.2]" in render_text(report)


def test_a_receipt_made_by_a_check_links_to_paragraphs(tmp_path: Path) -> None:
    game = game_with(tmp_path, LINKED)
    file, page = tmp_path / "MER.txt", tmp_path / "receipt.html"
    file.write_text(sheet(orders="1. MOVE TAM LEX\n"))
    CliRunner().invoke(main, ["check", str(file), "--html", str(page), "--games", str(game.folder.parent)])
    assert '<a href="https://example.org/rules.html#2.2">2.2</a>' in page.read_text()


def test_without_a_web_address_nothing_links(game: Game) -> None:
    (game.orders(1) / "MER.txt").write_text("1. MOVE TAM LEX\n")
    run_turn(game)
    made = issue(game, 1)
    assert made.book is None
    assert '<a href="http' not in render_html(made.reports["MER"], None, made.book)


@pytest.mark.parametrize("url", ["javascript:alert(1)", "example.org", 'https://x"y', "https://a b"])
def test_a_web_address_must_be_one(tmp_path: Path, url: str) -> None:
    game = game_with(tmp_path, f"\n[rulebook]\nurl = '{url}'\n")
    with pytest.raises(GameError, match="no web address"):
        issue(game, 0)


def test_a_player_cannot_write_a_link(tmp_path: Path) -> None:
    game = game_with(tmp_path, LINKED)
    forged = '<span class="rule">[2.2]</span>'
    (game.orders(1) / "MER.txt").write_text(f"1. TAX\nMessage: {forged}\n")
    run_turn(game)
    made = issue(game, 1)
    assert "[2.2]&lt;/span&gt;" in render_html(made.roundup, None, made.book)
