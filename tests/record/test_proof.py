"""What a player's own report and receipt prove, and what `pbm verify` notices in a game's folder."""

import datetime as dt
import json
import re
import shutil
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

import msgspec
import pytest
from pypdf import PdfReader

from pbm.mail.intake import collect
from pbm.mail.outbox import Outbox
from pbm.record.adjudicate import new_game, run_turn
from pbm.record.game import Game
from pbm.record.manifest import Manifest
from tests.helpers.commands import pbm
from tests.helpers.posting import DAY, MONDAY, SECRET, bag, letter, mail_game, sheet

FORMS = {"text": "txt", "html": "html", "json": "json", "pdf": "pdf"}
RULESETS = ["darkage", "twilight", "tours", "toy"]
FINGERPRINT = re.compile(r"Order fingerprint\s+([0-9a-f-]+)")
SOURCE = '\n[dice]\nsource = "The lottery of Saturday"\n'


def played(folder: Path, ruleset: str = "darkage", turns: int = 2) -> Game:
    game = new_game(folder, "g", ruleset, SECRET)
    for _ in range(turns):
        run_turn(game, empty=True)
    return game


def report(game: Game, form: str, out: Path, turn: int | str) -> list[Path]:
    """The roundup of a turn, by the game's own count, and the first power's report, in a form."""
    for power in (sorted(game.in_play(1))[0], "ROUNDUP"):
        done = pbm(game, "report", "g", power, "--form", form, "--turn", str(turn), "--out", out)
        assert done.exit_code == 0, done.output
    return sorted(out.rglob(f"*.{FORMS[form]}"))


def manifest(game: Game, turn: int) -> Manifest:
    return msgspec.json.decode((game.result(turn) / "manifest.json").read_bytes(), type=Manifest)


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_report_states_the_hash_of_its_turn(tmp_path: Path, ruleset: str) -> None:
    game = played(tmp_path, ruleset)
    made = [path for form in FORMS for path in report(game, form, tmp_path / "out", 1)]
    done = pbm(game, "verify", "g", *(word for path in made for word in ("--against", path)))
    assert (len(made), done.exit_code) == (8, 0), done.output
    for path in made:
        assert f"{path}: turn 1 of g still has this record hash." in done.output


def test_all_reports_of_a_turn_state_what_the_next_turn_is_chained_to(tmp_path: Path) -> None:
    game = played(tmp_path)
    assert pbm(game, "report", "g", "--form", "json", "--turn", "1", "--out", tmp_path / "out").exit_code == 0
    heads = [json.loads(path.read_text())["masthead"] for path in (tmp_path / "out").iterdir()]
    assert {head["record"] for head in heads} == {manifest(game, 2).previous}


@pytest.mark.slow
def test_a_history_that_was_rewritten_is_seen_by_whoever_has_an_old_report(tmp_path: Path) -> None:
    """Who has the secret can make another history that verifies; it is not the one in the report."""
    game = played(tmp_path)
    old = [path for form in FORMS for path in report(game, form, tmp_path / "out", 1)]
    for turn in (1, 2):
        shutil.rmtree(game.turn(turn))
    game.orders(1).mkdir(parents=True)
    (game.orders(1) / "MER.txt").write_text("1. LEVY TAM 2\n")
    run_turn(game)
    run_turn(game, empty=True)
    assert pbm(game, "verify", "g").exit_code == 0
    done = pbm(game, "verify", "g", *(word for path in old for word in ("--against", path)))
    assert (done.exit_code, done.output.count("the record has been changed since")) == (1, len(old))


def test_a_hash_alone_and_a_turn_that_was_run_again(tmp_path: Path) -> None:
    game = played(tmp_path)
    hash = str(game.manifest_hash(2))
    assert "turn 2 of g still has this" in pbm(game, "verify", "g", "--against", hash).output
    assert pbm(game, "undo", "g", "--reason", "a slip").exit_code == 0
    run_turn(game, empty=True)
    done = pbm(game, "verify", "g", "--against", hash)
    assert (done.exit_code, "was re-run or undone since" in done.output) == (0, True)
    assert pbm(game, "verify", "g", "--against", "0" * 64).exit_code == 1
    (tmp_path / "letter.txt").write_text("no hash here")
    assert "contains no record hash" in pbm(game, "verify", "g", "--against", tmp_path / "letter.txt").output


@pytest.mark.parametrize("final", [False, True])
def test_a_bundle_is_compared_with_a_report(tmp_path: Path, final: bool) -> None:
    game = played(tmp_path)
    old = report(game, "text", tmp_path / "out", 1)[0]
    more = ["--final", "--unfinished"] if final else []
    assert pbm(game, "bundle", "g", "--out", tmp_path / "g.zip", *more).exit_code == 0
    done = pbm(game, "verify", tmp_path / "g.zip", "--against", old)
    assert (done.exit_code, "turn 1 of g still has this record hash" in done.output) == (0, True)


def received(game: Game, turn: int = 1, orders: str = "1. TAX\n", number: int = 1) -> EmailMessage:
    raw, at = letter(sheet(turn=turn, orders=orders), number=number), MONDAY + dt.timedelta(hours=number - 1)
    (entry,) = collect(game, bag(raw, at=at), MONDAY + DAY).entries
    message = message_from_bytes(Outbox(game).path(entry.answers[0]).read_bytes(), policy=default)
    assert isinstance(message, EmailMessage)
    return message


def text(message: EmailMessage) -> str:
    body = message.get_body(("plain",))
    assert body
    return str(body.get_content())


def key_in(welcome: str) -> str:
    return welcome[welcome.index("Ed25519") :].split("verify-receipt):")[1].split(maxsplit=1)[0]


def test_a_receipt_proves_what_was_received_and_when(tmp_path: Path) -> None:
    from pbm.office.welcome import welcome, welcome_text

    game = mail_game(tmp_path / "games")
    key, receipt = key_in(welcome_text(welcome(game, "MER", 0), True)), received(game)
    path = tmp_path / "receipt.txt"
    path.write_text(text(receipt))
    done = pbm(game, "verify-receipt", path, "--key", key)
    assert done.exit_code == 0, done.output
    assert "orders of MER for turn 1 of g, received on\n2026-11-16 12:00:00 UTC" in done.output
    for before, after in (
        ("12:00:00", "11:00:00"),
        ("Power        MER", "Power        WSX"),
        ("Turn         1", "Turn 2"),
    ):
        path.write_text(text(receipt).replace(before, after))
        assert "is not genuine" in pbm(game, "verify-receipt", path, "--key", key).output
    path.write_text("no receipt")
    assert "no complete signed receipt" in pbm(game, "verify-receipt", path, "--key", key).output


def test_a_receipt_is_read_as_mail_and_compared_with_the_turn(tmp_path: Path) -> None:
    game = mail_game(tmp_path / "games")
    first, second = received(game), received(game, orders="1. LEVY TAM 2\n", number=2)
    for name, message in (("first", first), ("second", second)):
        (tmp_path / f"{name}.eml").write_bytes(message.as_bytes())
    assert "not been adjudicated yet" in pbm(game, "verify-receipt", tmp_path / "second.eml").output
    run_turn(game)
    assert "with these orders" in pbm(game, "verify-receipt", tmp_path / "second.eml").output
    assert "with other orders" in pbm(game, "verify-receipt", tmp_path / "first.eml").output


def test_a_receipt_states_the_record_hash_of_the_turn_before(tmp_path: Path) -> None:
    game = mail_game(tmp_path / "games")
    path = tmp_path / "receipt.eml"
    path.write_bytes(received(game).as_bytes())
    assert "turn 0 of g still has this" in pbm(game, "verify", "g", "--against", path).output


def test_the_key_is_private_and_the_same_for_every_receipt(tmp_path: Path) -> None:
    game = mail_game(tmp_path / "games")
    received(game)
    key = game.folder / "receipt-key"
    before = key.read_bytes()
    received(game, orders="2. TAX\n", number=2)
    assert (key.read_bytes(), key.stat().st_mode & 0o077) == (before, 0)
    assert SECRET.hex() not in before.decode()


def test_a_person_compares_eighty_bits(tmp_path: Path) -> None:
    mark = FINGERPRINT.search(text(received(mail_game(tmp_path / "games"))))
    assert mark
    assert 4 * len(mark[1].replace("-", "")) >= 80


@pytest.fixture
def mailed(tmp_path: Path) -> Game:
    """A game whose first turn came by mail and was reported."""
    game = mail_game(tmp_path / "games")
    received(game)
    run_turn(game)
    report(game, "text", tmp_path / "out", 1)
    assert pbm(game, "verify", "g").exit_code == 0
    return game


def assert_noticed(game: Game, words: str) -> None:
    done = pbm(game, "verify", "g")
    assert (done.exit_code, words in done.output) == (1, True), done.output


def test_a_deleted_last_result_is_noticed(mailed: Game) -> None:
    shutil.rmtree(mailed.result(1))
    assert_noticed(mailed, "is missing, but the turn has been adjudicated")
    shutil.rmtree(mailed.turn(2))
    assert_noticed(mailed, "is missing, but the turn has been adjudicated")


def test_a_deleted_second_result_is_noticed(mailed: Game, tmp_path: Path) -> None:
    new = tmp_path / "MER.txt"
    new.write_text("1. LEVY TAM 2\n")
    assert pbm(mailed, "redo", "g", "MER", "--sheet", new, "--reason", "a wrong sheet").exit_code == 0
    report(mailed, "text", tmp_path / "out", 1)
    shutil.rmtree(mailed.result(1))
    assert_noticed(mailed, "belongs to a result that is missing")


def test_a_changed_or_missing_letter_is_noticed(mailed: Game) -> None:
    (raw,) = (mailed.folder / "inbox").glob("*.eml")
    content = raw.read_bytes()
    raw.write_bytes(content.replace(b"TAX", b"CASH"))
    assert_noticed(mailed, f"{raw}: has been changed")
    raw.unlink()
    assert_noticed(mailed, "its letter is missing")
    raw.write_bytes(content)
    assert pbm(mailed, "verify", "g").exit_code == 0


def test_a_letter_that_was_erased_is_no_problem(mailed: Game) -> None:
    assert pbm(mailed, "erase", "g", "MER", "--yes").exit_code == 0
    assert pbm(mailed, "verify", "g").exit_code == 0


def test_a_planted_set_is_noticed(mailed: Game) -> None:
    (real,) = mailed.turn(1).glob("sets/MER/*.txt")
    planted = real.with_name(real.name.replace(real.stem.partition("-")[2], "0" * 32))
    planted.write_text("1. LEVY TAM 2\n")
    assert_noticed(mailed, f"{planted}: no letter in the inbox brought this set")


def shown(path: Path) -> str:
    content = path.read_text() if path.suffix != ".pdf" else PdfReader(path).pages[0].extract_text()
    return " ".join(content.split())


def drawing(folder: Path, ruleset: str) -> Game:
    folder.mkdir(exist_ok=True)
    game = new_game(folder, "g", ruleset, SECRET)
    with (game.folder / "game.toml").open("a") as file:
        file.write(SOURCE)
    return game


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_public_draw_is_an_input_of_the_turn(tmp_path: Path, ruleset: str) -> None:
    game = drawing(tmp_path / "games", ruleset)
    missing = pbm(game, "adjudicate", "g", "--no-orders")
    assert (missing.exit_code, "The lottery of Saturday" in missing.output) == (1, True)
    (game.turn(1) / "draw.txt").write_text("4  8 15 16\n23 42\n")
    run_turn(game, empty=True)
    assert "draw.txt" in manifest(game, 1).files
    for form in FORMS:
        for path in report(game, form, tmp_path / form, game.called(1)):
            assert "4 8 15 16 23 42 (The lottery of Saturday)" in shown(path), path
    assert pbm(game, "verify", "g").exit_code == 0
    (game.result(1) / "draw.txt").write_text("1 2 3")
    assert_noticed(game, "draw.txt: has been changed")


def test_every_stream_of_dice_changes_with_the_draw() -> None:
    from pbm.rules.dice import Dice, mixed

    plain, one, other = (Dice(mixed(SECRET, draw), 1) for draw in ("", "4 8 15", "4 8 16"))
    for name in ("order", "census", "unowned.ATH"):
        thrown = {tuple(dice.roll(name, 1000) for _ in range(8)) for dice in (plain, one, other)}
        assert len(thrown) == 3


def test_another_draw_gives_another_turn(tmp_path: Path) -> None:
    journals = []
    for place, draw in enumerate(("4 8 15", "4 8 16", "4  8  16\n")):
        game = drawing(tmp_path / str(place), "darkage")
        (game.turn(1) / "draw.txt").write_text(draw)
        run_turn(game, empty=True)
        journals.append(game.journal(1))
    assert (journals[0] != journals[1], journals[1] == journals[2]) == (True, True)


def test_a_draw_without_a_source_is_refused(tmp_path: Path) -> None:
    game = new_game(tmp_path, "g", "darkage", SECRET)
    (game.turn(1) / "draw.txt").write_text("1 2 3")
    assert "names no source under [dice]" in pbm(game, "adjudicate", "g", "--no-orders").output


def test_a_draw_put_beside_a_finished_turn_is_noticed(tmp_path: Path) -> None:
    game = drawing(tmp_path, "darkage")
    (game.turn(1) / "draw.txt").write_text("1 2 3")
    run_turn(game, empty=True)
    (game.turn(1) / "draw.txt").write_text("1 2 4")
    assert_noticed(game, f"{game.turn(1) / 'draw.txt'}: has been changed")
