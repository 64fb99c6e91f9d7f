"""What anyone may have to prove a game: the same bytes made again, no name and no address, nothing secret too early."""

import os
import stat
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbm.cli import main
from pbm.record.adjudicate import new_game, run_turn
from pbm.record.bundle import contents
from pbm.record.correcting import add_correction
from pbm.record.game import Game
from pbm.record.manifest import digest
from pbm.record.proof import prove, prove_bundle
from pbm.record.seating import Changes
from pbm.record.undo import undo
from pbm.record.zips import zipped
from pbm.rules.dice import Dice
from pbm.rulesets import load
from tests.helpers.long import LONG

RULES = load("darkage")
SECRET = bytes(range(32))
ADDRESS = "mercia@example.org"
PHONE = "0161 496 0000"
STREET = "1 Offa's Dyke"
PLAYERS = f"""# who plays
[MER]
name = "The Lady of Mercia"
email = "{ADDRESS}"
address = [
  "{STREET}",
  "Tamworth",
]

[WSX]
name = "The Lord of Wessex"
"""
MAIL = """
[mail]
address = "gm@example.org"
smtp = "smtp://gm@mail.example.org:587"

[report]
gm = "The Master"
"""
PERSONAL = (ADDRESS, PHONE, STREET, "The Lady", "gm@example.org", "mail.example.org", "The Master")


@pytest.fixture
def game(tmp_path: Path) -> Game:
    game = new_game(tmp_path / "games", "g", "darkage", SECRET, ["STR"])
    (game.folder / "players.toml").write_text(PLAYERS)
    (game.folder / "game.toml").write_text((game.folder / "game.toml").read_text() + MAIL)
    (game.orders(1) / "MER.txt").write_text(f"1. LEVY TAM 2\nEMAIL: {ADDRESS}\nPHONE: {PHONE}\nMessage: peace\n")
    run_turn(game)
    add_correction(game, "AREA LES armies=4", "counted twice")
    run_turn(game, empty=True)
    undo(game, "too early")
    run_turn(game, empty=True)
    return game


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "games").mkdir()
    monkeypatch.chdir(tmp_path)


def pbm(*words: str) -> Result:
    return CliRunner().invoke(main, words)


def unzipped(path: str, place: str) -> Path:
    with zipfile.ZipFile(path) as archive:
        archive.extractall(place)
    return Path(place) / "g"


def test_the_end_of_a_game_is_proved_by_anyone(game: Game) -> None:
    assert pbm("bundle", "g", "--final", "--unfinished").exit_code == 0
    proved = pbm("verify", "g.zip", "--games", "nowhere")
    assert proved.exit_code == 0, proved.output
    assert "the secret is the one promised" in proved.output
    folder = unzipped("g.zip", "elsewhere")
    folder.rename("called otherwise")
    assert pbm("verify", "called otherwise").exit_code == 0


def test_it_holds_every_report(game: Game) -> None:
    made = contents(game, True)
    players = RULES.state.players(game.config().open(game.position(2)))
    assert {f"reports/002/{who}.txt" for who in players} <= set(made)
    assert b"Mercia" in made["reports/002/MER.txt"]
    received = next(
        line for line in pbm("report", "g", "MER", "--turn", "1").output.splitlines() if "fingerprint" in line.lower()
    )
    assert received.encode() in made["reports/001/MER.txt"], "the line a player compares with his receipt"


def test_the_first_report_promises_the_secret(game: Game) -> None:
    assert digest(SECRET) in pbm("report", "g", "MER", "--turn", "0").output


@pytest.mark.parametrize("final", [False, True])
def test_it_holds_nothing_personal(game: Game, final: bool) -> None:
    everything = b"".join(name.encode() + content for name, content in contents(game, final).items())
    assert [word for word in PERSONAL if word.encode() in everything] == []
    assert ADDRESS in pbm("report", "g", "WSX").output


def test_before_the_end_it_holds_seals_and_roundups_alone(game: Game) -> None:
    made = contents(game, False)
    kinds = {Path(name).name for name in made}
    assert kinds == {"bundle.json", "HOW-TO-VERIFY.txt", "manifest.json", "game.toml", "undone-1.json", "ROUNDUP.txt"}
    everything = b"".join(made.values())
    assert SECRET.hex().encode() not in everything
    assert b"LEVY TAM" not in everything
    assert digest(SECRET).encode() in everything


def test_the_secret_of_a_game_that_goes_on_is_not_given_away(game: Game) -> None:
    refused = pbm("bundle", "g", "--final")
    assert refused.exit_code == 1
    assert "is not over" in refused.output
    assert not Path("g.zip").exists()


def test_the_same_game_gives_the_same_bytes(game: Game) -> None:
    for words in (("bundle", "g", "--out"), ("bundle", "g", "--final", "--unfinished", "--out")):
        pbm(*words, "one.zip")
        os.utime(game.folder / "secret", (0, 0))
        pbm(*words, "two.zip")
        assert Path("one.zip").read_bytes() == Path("two.zip").read_bytes()


@pytest.mark.slow
def test_an_earlier_bundle_holds_the_game_master_to_it(game: Game) -> None:
    pbm("bundle", "g", "--out", "early.zip")
    assert pbm("verify", "early.zip").exit_code == 0
    run_turn(game, empty=True)
    pbm("bundle", "g", "--out", "final.zip", "--final", "--unfinished")
    assert pbm("verify", "final.zip", "--since", "early.zip").exit_code == 0
    Path("other").mkdir()
    run = new_game(Path("other"), "g", "darkage", SECRET, ["STR"])
    for turn in (1, 2, 3):
        (run.orders(turn) / "MER.txt").write_text("TAX\n")
        run_turn(run)
    pbm("bundle", "g", "--games", "other", "--out", "forged.zip", "--final", "--unfinished")
    assert pbm("verify", "forged.zip").exit_code == 0
    forged = pbm("verify", "forged.zip", "--since", "early.zip")
    assert forged.exit_code == 1
    assert "differs from the earlier bundle" in forged.output


@pytest.mark.parametrize(
    "name",
    ["reports/002/MER.txt", "turns/001/result/orders/MER.txt", "bundle.json", "turns/002/undone-1.json", "secret",
     "turns/002/result-2/journal.jsonl", "HOW-TO-VERIFY.txt"],
)  # fmt: skip
def test_a_changed_byte_in_a_bundle_is_found_and_named(game: Game, name: str) -> None:
    pbm("bundle", "g", "--final", "--unfinished")
    folder = unzipped("g.zip", "elsewhere")
    path = folder / name
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    said = pbm("verify", "elsewhere/g")
    assert said.exit_code == 1
    assert name in said.output


def test_a_broken_chain_is_found_without_the_secret(game: Game) -> None:
    pbm("bundle", "g")
    folder = unzipped("g.zip", "elsewhere")
    path = folder / "turns/001/result/manifest.json"
    path.write_bytes(path.read_bytes().replace(b'"journal.jsonl": "', b'"journal.jsonl": "0', 1))
    assert any("does not follow" in problem for problem in prove_bundle(folder))


@pytest.mark.parametrize("content", [b"", b"no zip", zipped("../up", {"x": b"1"}), zipped("a", {"../../x": b"1"})])
def test_a_file_that_is_no_bundle_is_answered(content: bytes) -> None:
    Path("x.zip").write_bytes(content)
    said = pbm("verify", "x.zip")
    assert said.exit_code == 1
    assert said.output.startswith("Error: ")
    assert "internal error" not in said.output


def test_an_archive_holds_everything_and_is_for_the_game_master_alone(game: Game) -> None:
    assert pbm("archive", "g", "--out", "kept").exit_code == 0
    path = Path("kept/g-002.zip")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    folder = unzipped(str(path), "again")
    assert list(prove(Game(folder))) == []
    assert (folder / "players.toml").read_text() == PLAYERS
    first = path.read_bytes()
    pbm("archive", "g", "--out", "kept")
    assert path.read_bytes() == first
    assert pbm("verify", "kept/g-002.zip").exit_code == 0


def test_private_files_are_private(game: Game) -> None:
    for name in ("secret", "contacts.json"):
        assert stat.S_IMODE((game.folder / name).stat().st_mode) == 0o600
    assert stat.S_IMODE(game.folder.stat().st_mode) == 0o700


def test_a_player_is_erased_and_the_chain_holds(game: Game) -> None:
    outbox = game.folder / "outbox"
    outbox.mkdir()
    (outbox / "001-MER-report.eml").write_text(f"To: {ADDRESS}\n\n{STREET}\n")
    inbox = game.folder / "inbox"
    inbox.mkdir()
    (inbox / "ab.eml").write_text(f"From: {ADDRESS}\n\nTAX\n")
    (inbox / "ab.json").write_text(f'{{"hash": "ab", "sender": "{ADDRESS}", "sheets": [{{"power": "MER"}}]}}')
    pbm("report", "g", "--turn", "1", "--out", "reports")
    assert pbm("erase", "g", "MER", "--yes").exit_code == 0
    kept = b"".join(path.read_bytes() for path in game.folder.rglob("*") if path.is_file())
    assert [word for word in (ADDRESS, PHONE, STREET, "The Lady") if word.encode() in kept] == []
    assert b"The Lord of Wessex" in kept
    assert b"# who plays" in kept
    assert list(prove(game)) == []
    assert "withdrawn" in pbm("report", "g", "WSX").output
    assert pbm("erase", "g", "MER", "--yes").output.startswith(
        "Name, addresses and letters of the player of MER were not"
    )
    run_turn(game, empty=True)
    assert list(prove(game)) == []


def test_a_player_who_changed_kingdoms_is_found(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    (game.folder / ".seats.json").unlink(missing_ok=True)
    monkeypatch.setattr(
        "pbm.record.seating.changes_of", lambda game, turn: Changes(moved={"MER": "STR"} if turn == 2 else {})
    )
    assert pbm("erase", "g", "MER", "--yes").exit_code == 0
    assert ADDRESS in (game.folder / "players.toml").read_text()
    assert pbm("erase", "g", "STR", "--yes").exit_code == 0
    assert ADDRESS not in (game.folder / "players.toml").read_text()


def test_erasing_nobody_is_answered(game: Game) -> None:
    assert "There is no QQQ in g" in pbm("erase", "g", "QQQ", "--yes").output


def test_contact_lines_are_read_by_people_and_kept_out_of_the_record(game: Game) -> None:
    record = (game.result(2) / "position.json").read_bytes()
    assert record.count(b'"sealed-') == 2
    assert ADDRESS.encode() not in record
    assert ADDRESS.encode() in game.position(2)


def test_a_token_in_a_message_stays_as_it_was_written(game: Game) -> None:
    """Whoever guesses at tokens gets neither another's contact line nor his own words changed."""
    written = "sealed-MER-1-EMAIL and sealed-WSX-1-PHONE"
    (game.orders(3) / "WSX.txt").write_text(f"Message: {written}\nPHONE: sealed-MER-1-PHONE\nEnd\n")
    run_turn(game)
    assert written.encode() in game.journal(3)
    assert b'"sealed-MER-1-PHONE"' in game.position(3)
    assert ADDRESS.encode() in game.position(3)
    assert [*prove(game)] == []


@pytest.mark.slow
@pytest.mark.skipif(not LONG, reason="takes more than a minute")
def test_thirty_turns_by_computer_players_are_proved_elsewhere(tmp_path: Path) -> None:
    """A full game, bundled; another process in another directory makes every turn, die and report of it again."""
    world, _ = RULES.state.setup(RULES.state.settings(), Dice(SECRET, 0), {})
    game = new_game(Path("games"), "g", "darkage", SECRET, RULES.state.players(world))
    for _ in range(30):
        _, outcome = run_turn(game, empty=True)
        if outcome.result:
            break
    assert game.last() >= 20
    assert pbm("bundle", "g", "--final", "--unfinished", "--out", "elsewhere/g.zip").exit_code == 0
    proved = subprocess.run(
        [sys.executable, "-m", "pbm.cli", "verify", "g.zip"],
        cwd=tmp_path / "elsewhere",
        env=os.environ | {"PYTHONHASHSEED": "7", "LC_ALL": "C", "TZ": "Asia/Tokyo"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert proved.returncode == 0, proved.stdout + proved.stderr
    assert f"turns 0 to {game.last()}" in proved.stdout
