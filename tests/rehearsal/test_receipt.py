"""The receipt as a letter: its hash, its forms, and the command that gives it offline."""

import hashlib
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from pbm.cli import main
from pbm.kit.play import fresh
from pbm.reading.language import Reader
from pbm.reading.letter import Text
from pbm.reading.sheet import read_sheet, written
from pbm.reading.sheet_filling import Question
from pbm.receipts.foresee import foresee
from pbm.receipts.receipt import (
    Receipt,
    orders_hash,
    receipt,
    receipt_html,
    receipt_mail,
    receipt_text,
    short,
)
from pbm.record.adjudicate import new_game, run_turn
from pbm.record.game import Game
from pbm.reports.plain import WIDTH, width
from pbm.rules.order import Line, Refusal, Sheet
from pbm.rulesets import load
from pbm.rulesets.darkage.view import view
from pbm.rulesets.foresight import Came, Foreseen, Foresight
from tests.helpers.hands import DARKAGE, fresh_world

SECRET = bytes(range(32))
ORDERS = "1. CASH\n2. LEVY TAM 2\n3. MOVE STS LEI\n4. RAID ARD XXQ\n6. TAX\n"
WILD = "<script>alert('x')</script> & \"quotes\" \u202eright to left\u202c\x07 {{ 7 * 7 }}"


def reader() -> Reader:
    return DARKAGE.language.reader(fresh_world())


def made(sheet: Sheet, **more: object) -> Receipt:
    foresight = foresee(DARKAGE, "game1", view(fresh_world(), [], "MER"), sheet, 1)
    return receipt("Dark Age", "game42", 1, sheet, foresight, **more)  # type: ignore[arg-type]


def test_the_hash_is_that_of_plain_json() -> None:
    sheet = reader().sheet("MER", "2. levy tam 2\n1. cash\nMessage:\nHello\nall")
    plain = '["game42",7,"MER",[[1,"CASH"],[2,"LEVY TAM 2"]],["Hello all"]]'
    assert orders_hash("game42", 7, sheet) == hashlib.sha256(plain.encode()).hexdigest()


def test_the_hash_tells_orders_apart_and_nothing_else() -> None:
    read = reader()
    same = [read.sheet("MER", text) for text in ("1. LEVY TAM 2", "levy  tamworth 2", "1) Levy TAM, 2  # more men")]
    other = [read.sheet("MER", text) for text in ("1. LEVY TAM 3", "2. LEVY TAM 2", "1. LEVY TAM 2\nMessage: hi", "")]
    assert len({orders_hash("g", 1, sheet) for sheet in same}) == 1
    assert len({orders_hash("g", 1, sheet) for sheet in (same[0], *other)}) == 5
    assert orders_hash("g", 2, same[0]) != orders_hash("g", 1, same[0]) != orders_hash("h", 1, same[0])


@pytest.mark.parametrize(
    "text", [ORDERS, ORDERS + "Message:\nto all\n\nof you\nPhone: 0123 456\nEnd\n", "3. MOVVE A B\n"]
)
def test_the_hash_of_a_letter_is_that_of_the_file_that_is_kept(text: str) -> None:
    read = reader()
    sent = read_sheet(Text("body", f"Game: game42\nTurn: 1\nKingdom: MER\n{text}"), read)
    kept = read.sheet("MER", written(sent))
    assert orders_hash("game42", 1, sent.sheet) == orders_hash("game42", 1, kept)


def test_the_short_hash_is_grouped() -> None:
    assert short("3f2a91c077de5b08e1d40000") == "3f2a-91c0-77de-5b08-e1d4"


def test_every_line_is_answered() -> None:
    text = receipt_text(made(reader().sheet("MER", ORDERS)))
    assert "Levy 2 armies in Tamworth (TAM)." in text
    assert "Sure: no order of anyone else can change it." in text
    assert "It fails, whatever others do." in text
    assert "did you mean Leicestershire (LES)?" in " ".join(text.split())
    assert "  4  RAID ARD XXQ\n              ^\n" in text
    assert "4 of 5: please look at line 4" in text
    assert "Left empty         5, 7, 8" in text


def test_costs_and_balance_stand_to_the_right() -> None:
    text = receipt_text(made(reader().sheet("MER", ORDERS)))
    line = next(line for line in text.split("\n") if line.startswith("  2  LEVY"))
    assert line.split()[-2:] == ["6", "14"]


def test_questions_strays_contacts_and_messages_are_shown() -> None:
    question = Question("prose", 3, "see you", "not an order")
    sheet = reader().sheet("MER", "1. TAX\n1. CASH\nPhone: 0123\nMessage: Hail")
    for form in (receipt_text, receipt_html):
        text = form(made(sheet, questions=[question], notes=["It came in time."]))
        assert all(word in text for word in ("see you", "not an order", "0123", "Hail", "It came in time.", "CASH"))


def test_nothing_that_a_player_writes_gets_through() -> None:
    line = Line(1, WILD, None, Refusal("1.8", f'"{WILD}" is not an action', 3))
    sheet = Sheet("MER", {1: line}, (line,), (WILD,), {"PHONE": WILD})
    page = made(sheet, notes=[WILD], questions=[Question("prose", 1, WILD, WILD)])
    html, text = receipt_html(page), receipt_text(page)
    assert "<script" not in html
    assert "49" not in html.replace("&#39;", "").split("<main>")[1]
    for form in (html, text):
        assert not {"\u202e", "\u202c", "\x07"} & set(form)


@pytest.mark.slow
@given(st.text(max_size=300), st.integers(min_value=1, max_value=400))
@settings(max_examples=60, deadline=None)
def test_any_line_fits_the_page_with_its_caret_inside(written: str, column: int) -> None:
    line = Line(1, written, None, Refusal("1.8", f"{written} is not an action", min(column, len(written) + 1)))
    text = receipt_text(made(Sheet("MER", {1: line}, messages=(written,))))
    assert all(width(row) <= WIDTH for row in text.split("\n"))
    assert "^" in text
    receipt_html(made(Sheet("MER", {1: line}, messages=(written,))))


@pytest.mark.parametrize("before", [0, 5, 100, 250])
def test_the_caret_stands_under_what_it_points_at(before: int) -> None:
    written = "a" * before + "X" + "b" * 100
    line = Line(1, written, None, Refusal("1.8", "no", before + 1))
    rows = receipt_text(made(Sheet("MER", {1: line}))).split("\n")
    at = next(number for number, row in enumerate(rows) if row.strip() == "^")
    assert rows[at - 1][rows[at].index("^")] == "X"


def test_the_mail_says_at_once_whether_all_is_well() -> None:
    good, bad = made(reader().sheet("MER", "1. TAX")), made(reader().sheet("MER", ORDERS))
    assert receipt_mail(good).subject == "game42 turn 1: Mercia, orders received"
    assert receipt_mail(bad).subject == "game42 turn 1: Mercia, 4 of 5 lines understood: please look at line 4"
    assert receipt_mail(bad).text == receipt_text(bad)
    assert receipt_mail(bad).html == receipt_html(bad)


@pytest.fixture
def game(tmp_path: Path) -> Game:
    games = tmp_path / "games"
    games.mkdir()
    return new_game(games, "game42", "darkage", SECRET)


def run(game: Game, *words: str) -> Result:
    return CliRunner().invoke(main, ["check", *words, "--games", str(game.folder.parent)])


def sheet_file(tmp_path: Path, text: str) -> str:
    path = tmp_path / "sheet.txt"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_check_gives_the_receipt(game: Game, tmp_path: Path) -> None:
    good = run(game, sheet_file(tmp_path, "Game: game42\nTurn: 1\nKingdom: Mercia\n1. CASH\n2. LEVY TAM 2\n"))
    assert good.exit_code == 0, good.output
    assert "The orders of Mercia (MER)" in good.output
    bad = run(game, sheet_file(tmp_path, ORDERS), "--game", "game42", "--power", "mer")
    assert bad.exit_code == 1
    assert "please look at line 4" in bad.output
    assert "Traceback" not in bad.output


def test_check_gives_the_same_from_a_players_own_report(game: Game, tmp_path: Path) -> None:
    for who, text in {"MER": ORDERS, "MDA": "1. LEVY NHS\n"}.items():
        (game.orders(1) / f"{who}.txt").write_text(text)
    run_turn(game)
    report = tmp_path / "report.json"
    command = ["report", "game42", "MER", "--form", "json", "--games", str(game.folder.parent)]
    report.write_text(CliRunner().invoke(main, command).output, encoding="utf-8")
    file, page = sheet_file(tmp_path, ORDERS), tmp_path / "receipt.html"
    here = run(game, file, "--game", "game42", "--power", "MER")
    there = CliRunner().invoke(main, ["check", file, "--report", str(report), "--html", str(page)])
    assert here.output == there.output
    assert "turn 2" in here.output
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_check_against_an_earlier_turn(game: Game, tmp_path: Path) -> None:
    (game.orders(1) / "MER.txt").write_text("1. LEVY TAM 2\n")
    run_turn(game)
    file = sheet_file(tmp_path, "Game: game42\nTurn: 1\nKingdom: MER\n1. CASH\n")
    assert "The sheet is for turn 1" in run(game, file).output
    assert run(game, file, "--turn", "1").exit_code == 0


@pytest.mark.parametrize(
    ("text", "words", "said"),
    [
        ("1. TAX\n", [], "does not name its game"),
        ("1. TAX\n", ["--game", "game9"], "There is no game game9"),
        ("1. TAX\n", ["--game", "game42"], "does not name its power"),
        ("1. TAX\n", ["--game", "game42", "--power", "DAN"], "DAN is not in play"),
        ("", ["--game", "game42", "--power", "MER"], "has no sheet"),
        ("1. TAX\n", ["--game", "game42", "--power", "MER", "--turn", "9"], "no result for turn 8"),
        ("1. TAX\n", ["--report", __file__], "is not a player's report"),
    ],
)
def test_check_says_what_it_lacks(game: Game, tmp_path: Path, text: str, words: list[str], said: str) -> None:
    result = run(game, sheet_file(tmp_path, text), *words)
    assert result.exit_code == 1
    assert said in " ".join(result.output.split())
    assert "Traceback" not in result.output


def test_a_report_of_another_kind_is_refused(game: Game, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    report.write_text(
        json.dumps({"schema": "pbm-roundup/1", "masthead": {"title": "Dark Age", "turn": 1, "name": "x"}})
    )
    result = run(game, sheet_file(tmp_path, "1. TAX\n"), "--report", str(report))
    assert result.exit_code == 1
    assert "is not a player's report" in result.output


def test_a_receipt_can_be_skimmed() -> None:
    """One line says what becomes of the lines; what could interfere is said once for its lines."""
    lines = (
        Foreseen(1, "tax", "TAX", "raise taxes", forecast="sure", settled=True),
        Foreseen(2, "levy", "LEVY", "levy", doubts=("who holds A: B from round 1",)),
        Foreseen(3, "move", "MOVE", "move", settled=True, doubts=("who holds A: B from round 1", "how it goes")),
        Foreseen(4, "raid", "RAID", "raid", forecast="fails", warnings=("it is your own",)),
        Foreseen(6, "march", "MARCH", "march", came=Came(12, {"ok": 9, "failed": 3}, hangs="the dice")),
        Foreseen(7, "wait", "WAIT", "wait", came=Came(4, {"ok": 4})),
        Foreseen(5, "rubbish", forecast="fails", settled=True),
    )
    made = receipt("Game", "game1", 2, Sheet("A", {}), Foresight("Anna", lines))
    tally = (
        "7 lines: 1 is sure, 2 are done, 1 fails as things stand, 1 is read, 1 depends on the dice, 1 is not understood"
    )
    assert made.tally == tally
    assert [(point.letter, point.lines) for point in made.points] == [("a", "lines 2 and 3"), ("b", "line 3")]
    for form in (receipt_text(made), receipt_html(made)):
        words = " ".join(form.split())
        assert tally in words
        assert "It is open: see a." in words
        assert "It will be done; the result is open. It is open: see a and b." in words
        assert "Fails in 3 of 12 rehearsals, done in 9: it depends on the dice." in words
        assert form.count("who holds A: B from round 1") == 1


def test_words_that_players_may_choose_are_harmless_in_receipts() -> None:
    rules, world = load("toy_more"), fresh(load("toy_more"))
    sheet = rules.language.reader(world).lines("RED", ["TELL BLU <b>right \u202e to left\x07</b> " + "w" * 150])
    made = receipt(
        rules.title, "game1", 1, sheet, foresee(rules, "game1", rules.sight.view(world, [], "RED"), sheet, 1)
    )
    assert sheet.lines[1].order
    assert all(width(line) <= WIDTH and line.isprintable() for line in receipt_text(made).splitlines())
    assert "<b>" not in receipt_html(made)
