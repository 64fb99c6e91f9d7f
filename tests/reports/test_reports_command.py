"""Reports of a game on disk: the command, the letter around a report, and reprints."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbm.cli import main
from pbm.errors import GameError
from pbm.office.frames import KEPT, frames, give_notice
from pbm.office.issue import issue
from pbm.reading.sheet_code import sheet_code
from pbm.receipts.receipt import orders_hash, short
from pbm.record.adjudicate import new_game, run_turn
from pbm.record.game import Game
from pbm.record.holders import players
from pbm.record.players import Player
from pbm.reports.text import render_text

SECRET = bytes(range(32))
ORDERS = """\
1. levy TAM 2
2. move TAM STSS
3. tax
3. grow WOS
17. tax
"""
LETTER = """
[report]
gm = "The game master"
orders_to = "orders@example.org"
post_to = ["2 The Lane", "London"]
deadline = "Friday"
note = "Welcome."
"""
PEOPLE = """
[MER]
name = "The king of Mercia"
email = "mercia@example.org"
address = ["1 The Street", "Tamworth"]
form = "paper"
credits = 1

[wsx]
name = "The king of Wessex"
"""


@pytest.fixture
def on_disk(tmp_path: Path) -> Game:
    (tmp_path / "_office").mkdir()
    (tmp_path / "_office" / "office.toml").write_text("[credits]\n")
    made = new_game(tmp_path, "game1", "darkage", SECRET)
    (made.folder / "game.toml").write_text((made.folder / "game.toml").read_text() + LETTER)
    (made.folder / "players.toml").write_text(PEOPLE)
    (made.orders(1) / "MER.txt").write_text(ORDERS)
    run_turn(made)
    return made


def pbm(on_disk: Game, *words: str) -> Result:
    return CliRunner().invoke(main, [*words, "--games", str(on_disk.folder.parent)])


def test_a_report_on_the_screen(on_disk: Game) -> None:
    result = pbm(on_disk, "report", "game1", "mer")
    assert result.exit_code == 0, result.output
    for said in (
        "Report for the kingdom of Mercia (MER)",
        "The king of Mercia",
        "The game master",
        "orders@example.org",
        "2 The Lane, London",
        "Friday",
        "Welcome.",
        "Turn credits    1",
        "Only 1 turn is paid for.",
        sheet_code(SECRET, "game1", 2, "MER"),
        "Action 2 failed",
        "2 lines of your sheet were not played",
        "[2.2]",
        "^",
    ):
        assert said in result.output, said


def test_the_report_repeats_the_hash_of_the_receipt(on_disk: Game) -> None:
    config = on_disk.config()
    reader = config.ruleset.language.reader(config.open(on_disk.position(0)))
    sent = reader.sheet("MER", ORDERS.replace("levy", "LEVY  "))
    made = frames(on_disk, 1)
    assert made["MER"].receipt == short(orders_hash("game1", 1, sent))
    assert made["WSX"].receipt == ""
    assert f"Fingerprint     {made['MER'].receipt}" in pbm(on_disk, "report", "game1", "mer").output


def test_what_is_one_players_stays_out_of_anothers_report(on_disk: Game) -> None:
    made = issue(on_disk, 1)
    others = [render_text(one) for who, one in made.reports.items() if who != "MER"] + [render_text(made.roundup)]
    for said in ("The king of Mercia", "1 The Street", sheet_code(SECRET, "game1", 2, "MER"), "STSS"):
        assert not [one for one in others if said in one]


def test_all_reports_into_a_folder(on_disk: Game, tmp_path: Path) -> None:
    for form, ending in (("text", "txt"), ("html", "html"), ("json", "json")):
        out = tmp_path / form
        result = pbm(on_disk, "report", "game1", "--form", form, "--out", str(out))
        assert result.exit_code == 0, result.output
        assert len(list(out.glob(f"game1-001-*.{ending}"))) == 17
    document = json.loads((tmp_path / "json" / "game1-001-MER.json").read_text())
    assert document["schema"] == "pbm-report/2"
    assert (tmp_path / "text" / "game1-001-ROUNDUP.txt").read_text().count("THE ROUNDUP AFTER TURN 1") == 1


def test_the_set_up_has_reports_too(on_disk: Game) -> None:
    result = pbm(on_disk, "report", "game1", "WSX", "--turn", "0")
    assert result.exit_code == 0, result.output
    assert "before turn 1" in result.output
    assert "to begin with" in result.output
    assert sheet_code(SECRET, "game1", 1, "WSX") in result.output


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (("report", "game1"), "--out DIR"),
        (("report", "game1", "MER", "--form", "pdf"), "--out DIR"),
        (("report", "game1", "XXX"), "There is no report for XXX this turn; there are"),
        (("report", "game1", "MER", "--turn", "9"), "no result for turn 9"),
        (("report", "game9", "MER"), "There is no game game9"),
    ],
)
def test_mistakes_are_answered(on_disk: Game, words: tuple[str, ...], answer: str) -> None:
    result = pbm(on_disk, *words)
    assert result.exit_code == 1
    assert answer in result.output
    assert "Traceback" not in result.output


def test_a_report_that_is_only_shown_fixes_nothing(on_disk: Game) -> None:
    pbm(on_disk, "report", "game1", "MER")
    assert not (on_disk.turn(1) / KEPT).exists()


def test_a_reprint_is_the_original_whatever_has_changed_since(on_disk: Game, tmp_path: Path) -> None:
    pbm(on_disk, "report", "game1", "--out", str(tmp_path / "out"))
    first = pbm(on_disk, "report", "game1", "MER").output
    (on_disk.folder / "players.toml").write_text(PEOPLE.replace("The king of Mercia", "Another king"))
    (on_disk.folder / "game.toml").write_text((on_disk.folder / "game.toml").read_text().replace("Friday", "Sunday"))
    assert pbm(on_disk, "report", "game1", "MER").output == first
    run_turn(on_disk, empty=True)
    assert "Another king" in pbm(on_disk, "report", "game1", "MER").output
    assert pbm(on_disk, "report", "game1", "MER", "--turn", "1").output == first


def test_a_turn_made_again_gets_new_letters(on_disk: Game) -> None:
    frames(on_disk, 1)
    (on_disk.folder / "players.toml").write_text(PEOPLE.replace("The king of Mercia", "Another king"))
    (on_disk.orders(1) / "MER.txt").write_text("1. tax\n")
    run_turn(on_disk, again=True)
    made = frames(on_disk, 1)
    assert made["MER"].player == "Another king"
    assert not issue(on_disk, 1).reports["MER"].section("actions").stray
    assert (on_disk.turn(1) / KEPT).is_file()


def test_letters_are_private_and_a_damaged_one_is_named(on_disk: Game) -> None:
    frames(on_disk, 1)
    path = on_disk.turn(1) / KEPT
    assert path.stat().st_mode & 0o077 == 0
    path.write_text("{")
    with pytest.raises(GameError, match=r"letters.json is damaged"):
        frames(on_disk, 1)


def test_a_game_without_players_or_headings(tmp_path: Path) -> None:
    bare = new_game(tmp_path, "game1", "darkage", SECRET)
    assert players(bare) == {}
    made = frames(bare, 0)
    assert made["MER"].player == ""
    assert made["MER"].sheet_code == sheet_code(SECRET, "game1", 1, "MER")
    assert made[""].sheet_code == ""


def test_players(on_disk: Game) -> None:
    found = players(on_disk)
    assert found["MER"] == Player(
        name="The king of Mercia",
        email="mercia@example.org",
        address=("1 The Street", "Tamworth"),
        form="paper",
        credits=1,
    )
    assert found["WSX"].form == "pdf"


@pytest.mark.parametrize("text", ["[MER", "[MER]\nform = 'fax'", "[MER]\nnmae = 'x'", "MER = 3"])
def test_a_bad_players_file_is_named(on_disk: Game, text: str) -> None:
    (on_disk.folder / "players.toml").write_text(text)
    with pytest.raises(GameError, match=r"players.toml cannot be read: .* Fix that line"):
        players(on_disk)


def test_a_bad_heading_is_named(tmp_path: Path) -> None:
    bad = new_game(tmp_path, "game1", "darkage", SECRET)
    (bad.folder / "game.toml").write_text((bad.folder / "game.toml").read_text() + "\n[report]\ngame_master = 3\n")
    run_turn(bad, empty=True)
    with pytest.raises(GameError, match=r"game.toml, \[report\]: .*game_master"):
        frames(bad, 1)


def test_the_calendar_gives_date_and_deadline(tmp_path: Path) -> None:
    dated = new_game(tmp_path, "game1", "darkage", SECRET)
    calendar = '\n[calendar]\nfirst = 2026-12-04\ndays = 7\nhour = "18:00"\n'
    (dated.folder / "game.toml").write_text((dated.folder / "game.toml").read_text() + calendar)
    run_turn(dated, empty=True)
    made = frames(dated, 1)[""]
    assert (made.date, made.deadline) == ("4 Dec 2026", "Fri 11 Dec 2026 18:00 UTC")


def test_a_note_does_not_run_into_the_next_sentence(tmp_path: Path) -> None:
    noted = new_game(tmp_path, "game1", "darkage", SECRET)
    (noted.folder / "game.toml").write_text((noted.folder / "game.toml").read_text() + '\n[report]\nnote = "Be kind"\n')
    for words in ("No turn at Easter", "Who comes to the fair?", "All are welcome."):
        give_notice(noted, words)
    run_turn(noted, empty=True)
    assert frames(noted, 1)[""].note == "Be kind. No turn at Easter. Who comes to the fair? All are welcome."


def test_the_schema_is_printed() -> None:
    result = CliRunner().invoke(main, ["schema", "report"])
    assert json.loads(result.output)["$id"] == "pbm-report/2"
    assert json.loads(CliRunner().invoke(main, ["schema", "roundup"]).output)["$id"] == "pbm-roundup/2"


def test_adjudicating_ends_with_the_reports_made(on_disk: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """A PDF for every player, and the roundup as PDF and text; no letterhead is fixed by it."""
    monkeypatch.delenv("PBM_NO_REPORTS")
    (on_disk.orders(2) / "MER.txt").write_text("1. tax\n")
    result = pbm(on_disk, "adjudicate", "game1", "--anyway")
    assert result.exit_code == 0, result.output
    made = sorted(path.name for path in (on_disk.turn(2) / "reports").iterdir())
    assert made == ["game1-002-MER.pdf", "game1-002-ROUNDUP.pdf", "game1-002-ROUNDUP.txt"], "the others dropped out"
    assert all(name in result.output for name in made)
    assert not (on_disk.turn(2) / KEPT).exists()
    assert pbm(on_disk, "verify", "game1").exit_code == 0
    assert pbm(on_disk, "undo", "game1", "--reason", "a mistake").exit_code == 0
    assert not (on_disk.turn(2) / "reports").exists()


def test_adjudicating_without_reports(on_disk: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PBM_NO_REPORTS")
    result = pbm(on_disk, "adjudicate", "game1", "--no-orders", "--no-reports")
    assert result.exit_code == 0, result.output
    assert not (on_disk.turn(2) / "reports").exists()
