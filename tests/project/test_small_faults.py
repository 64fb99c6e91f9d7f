"""Small things that went wrong: each has a clear answer now."""

import datetime as dt
import shutil
import zipfile
from pathlib import Path

import pytest

from pbm.errors import GameError
from pbm.mail.intake import collect
from pbm.mail.outbox import Outbox
from pbm.reading.hidden import is_hidden, plain, styles
from pbm.reading.letter import read_letter
from pbm.reading.requests import request_in
from pbm.record.adjudicate import run_turn
from pbm.record.game import Game
from pbm.record.redo import redo
from pbm.record.zips import unpack
from tests.helpers.commands import pbm
from tests.helpers.posting import MONDAY, bag, letter, mail_game, sheet


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return mail_game(tmp_path / "games")


def receipt(game: Game, tmp_path: Path, orders: str = "1. TAX\n", number: int = 1) -> Path:
    at = MONDAY + dt.timedelta(minutes=number)
    collect(game, bag(letter(sheet(orders=orders), number=number), at=at), at)
    outbox = Outbox(game)
    newest = max(
        (outbox.path(id) for id in outbox.ids() if "-receipt-" in id), key=lambda path: path.stat().st_mtime_ns
    )
    return Path(shutil.copy(newest, tmp_path / f"receipt-{number}.eml"))


def test_a_receipt_whose_orders_were_not_played_is_no_good_news(game: Game, tmp_path: Path) -> None:
    first = receipt(game, tmp_path)
    assert pbm(game, "verify-receipt", first).exit_code == 0
    for path in (game.turn(1) / "sets/MER").iterdir():
        path.write_text("1. LEVY TAM 1\n")
    (game.orders(1) / "MER.txt").write_text("1. LEVY TAM 1\n")
    run_turn(game)
    done = pbm(game, "verify-receipt", first)
    assert done.exit_code == 1
    assert "with other orders from MER" in done.output
    assert "Nothing newer from MER is on file" in done.output


def test_newer_orders_explain_a_receipt(game: Game, tmp_path: Path) -> None:
    first = receipt(game, tmp_path)
    receipt(game, tmp_path, "1. LEVY TAM 1\n", 2)
    run_turn(game)
    done = pbm(game, "verify-receipt", first)
    assert done.exit_code == 0, done.output
    assert "Newer orders from MER are on file." in done.output


def test_a_recorded_reason_explains_a_receipt(game: Game, tmp_path: Path) -> None:
    first = receipt(game, tmp_path)
    run_turn(game)
    redo(game, "MER", b"1. LEVY TAM 1\n", "the sheet was misread")
    done = pbm(game, "verify-receipt", first)
    assert done.exit_code == 0, done.output
    assert "The reason: the sheet was misread." in done.output


def test_a_disk_that_fills_up_after_the_turn_was_kept_says_so(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    (game.orders(1) / "MER.txt").write_text("1. TAX\n")

    def full(path: Path, *more: object) -> None:
        raise GameError(f"{path} cannot be written: No space left on device. Nothing is lost. Run the command again.")

    monkeypatch.delenv("PBM_NO_REPORTS", raising=False)
    monkeypatch.setattr("pbm.office.turn_reports.put", full)
    done = pbm(game, "adjudicate", "g", "--anyway")
    assert done.exit_code == 1
    assert "Turn 1 was adjudicated and is kept" in done.output
    assert "pbm report g --turn 1" in done.output
    assert "again" not in done.output
    assert game.last() == 1


@pytest.mark.parametrize("at", [0, 40, 200, 500])
def test_a_damaged_zip_is_named(tmp_path: Path, at: int) -> None:
    path = tmp_path / "game.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("g/game.toml", "a = 1\n" * 500)
        made.writestr("g/secret", "00")
    content = bytearray(path.read_bytes())
    place = min(at, len(content) - 30)
    content[place : place + 20] = b"\xff" * 20
    path.write_bytes(content)
    with pytest.raises(GameError, match=r"is damaged|was not made by pbm|is too large"):
        unpack(path, tmp_path / "out")


def test_a_folder_that_is_no_turn_is_passed_over(game: Game) -> None:
    (game.folder / "turns/²").mkdir()
    (game.folder / "turns/²/extension.json").write_text("{}")
    (game.folder / "turns/notes").mkdir()
    assert game.turns() == [0, 1]
    assert pbm(game, "status", "g").exit_code == 0


@pytest.mark.parametrize("what", ["file", "folder"])
def test_an_archive_holds_nothing_from_elsewhere(game: Game, tmp_path: Path, what: str) -> None:
    (tmp_path / "private").mkdir()
    (tmp_path / "private/diary.txt").write_text("mine")
    target = tmp_path / "private" if what == "folder" else tmp_path / "private/diary.txt"
    (game.folder / "turns/link").symlink_to(target)
    done = pbm(game, "archive", "g", "--out", tmp_path / "out")
    assert done.exit_code == 1
    assert "is a link" in done.output
    assert not list((tmp_path / "out").glob("*.zip"))


@pytest.mark.parametrize("style", ["display:/**/none", "display:none/*", "d\\69splay: none", "dis/* a */play:n\\6f ne"])
def test_a_comment_or_an_escape_hides_no_hiding(style: str) -> None:
    assert is_hidden("p", plain(style), {})
    assert "display:none" in styles(f"<style>.a {{ {style} }}</style>").get(".a", "display:none")


HIDDEN: tuple[str, ...] = (
    "font:0/0 a",
    "opacity:0%",
    "color:rgba(0,0,0,0)",
    "color:rgb(0 0 0 / 0)",
    "line-height:0;overflow:hidden",
)
HIDDEN += ("transform:scale(0)", "zoom:0", "filter:opacity(0)", "-webkit-text-fill-color:transparent")
SEEN = ("color:rgb(0,0,0)", "color:rgba(0,0,0,.87)", "font:10pt/1 serif", "transform:scale(0.9)", "opacity:0.9")


@pytest.mark.parametrize("style", [*HIDDEN, *SEEN])
def test_nobody_means_what_no_reader_sees(style: str) -> None:
    for html in (f'<p style="{style}">TAX</p>', f'<style>#a {{{style}}}</style><p id="a">TAX</p>'):
        raw = letter(f"<html><body><p>Hello</p>{html}</body></html>", Content_Type="text/html")
        assert any("TAX" in text.text for text in read_letter(raw).texts) == (style in SEEN)


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        ("please send me my report of turn 3 again", ("report", "3")),
        ("Please, send me my report of turn 3 again.", ("report", "3")),
        ("Could you please send me another copy of my report for turn 3?", ("report", "3")),
        ("can you resend the last map, thanks", ("map", "")),
        ("send me the rulebook once more please", ("rules", "")),
        ("send my army again", None),
        ("please send help to Wessex again", None),
    ],
)
def test_a_request_in_plain_words_is_a_request(words: str, asked: tuple[str, str] | None) -> None:
    assert request_in(words) == asked


def test_such_a_request_is_answered_with_the_report_and_not_as_orders(game: Game) -> None:
    from pbm.office.requests import answer_requests

    run_turn(game, empty=True)
    words = "Hello,\nplease send me my report of turn 1 again\nThanks\n"
    collect(game, bag(letter(words, "mercia@example.org", Subject="a question")), MONDAY)
    list(answer_requests(game, MONDAY))
    outbox = Outbox(game)
    answers = [outbox.path(id).read_text() for id in outbox.ids() if id.startswith("002-MER-")]
    assert len(answers) == 1
    assert "your report" in answers[0]
