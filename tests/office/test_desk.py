"""The game master's desk: typing sheets in, lists of players, accounts, what is kept and what is erased."""

import os
import zipfile
from pathlib import Path

import pytest
from click.testing import Result

from pbm.commands import clock
from pbm.mail.outbox import Outbox
from pbm.office.credits import Clerk, read
from pbm.office.report_mail import queue_reports
from pbm.office.signup import Signup, sign_up, signups, start
from pbm.office.status import folders, status
from pbm.record.adjudicate import run_turn
from pbm.record.game import Game
from tests.helpers.commands import pbm
from tests.helpers.posting import MONDAY, SECRET, mail_game, sheet


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    monkeypatch.setattr(clock, "now", lambda: MONDAY)
    return mail_game(tmp_path)


def entered(game: Game, keyed: str) -> Result:
    return pbm(game, "enter", "g", "MER", "--once", typed=keyed)


def orders(game: Game) -> str:
    return (game.orders(1) / "MER.txt").read_text()


@pytest.mark.parametrize(
    ("keyed", "expected"),
    [
        ("\nTAX\nfinal\nLEVY TAM 2\nend\n\n\n\n", "Final\n1. TAX\n2. LEVY TAM 2\n"),
        ("\nFINAL\nTAX\nNot yet\nend\n\n\n\n", "Not yet\n1. TAX\n"),
        ("\nTAX\nLEVY TAM 3\n<\nLEVY TAM 2\nend\n\n\n\n", "1. TAX\n2. LEVY TAM 2\n"),
        ("\n<\nTAX\nend\n\n\n\n", "1. TAX\n"),
        ("\nTAX\n\n<\nLEVY TAM 2\nend\n\n\n\n", "1. TAX\n2. LEVY TAM 2\n"),
        ("\nLEVY TAM 3\nend\n<\nTAX\nend\n\n\n\n", "1. TAX\n"),
        ("\nTAX\nend\n0123\n<\n0124\n\n\n", "1. TAX\nPhone: 0124\n"),
        ("\nTAX\nend\n\n\nHale\n<\nHail\n\n", "1. TAX\nMessage:\n| Hail\n"),
        ("\nTAX\nend\n0123\n\n<\n0124\n\nHail\n\n", "1. TAX\nPhone: 0124\nMessage:\n| Hail\n"),
    ],
)
def test_a_typist_may_go_back_a_line(game: Game, keyed: str, expected: str) -> None:
    said = entered(game, keyed)
    assert said.exit_code == 0, said.output
    assert orders(game) == sheet(orders=expected)


def test_what_was_typed_is_kept_when_broken_off(game: Game) -> None:
    said = entered(game, "\nTAX\nLEVY TAM 2\n")
    assert said.exit_code == 1
    assert "To go on: pbm enter g MER" in said.output
    assert not list(game.orders(1).iterdir())
    said = entered(game, "\n\nMOVE TAM STS\nend\n\n\n\n")
    assert "2 lines were typed before" in said.output
    assert orders(game) == sheet(orders="1. TAX\n2. LEVY TAM 2\n3. MOVE TAM STS\n")
    assert not list(game.turn(1).glob("typed/*"))


def test_a_typist_may_begin_again(game: Game) -> None:
    entered(game, "\nTAX\n")
    entered(game, "n\n\nLEVY TAM 2\nend\n\n\n\n")
    assert orders(game) == sheet(orders="1. LEVY TAM 2\n")


def test_the_second_typing_may_be_broken_off_too(game: Game) -> None:
    games = game.folder.parent
    assert pbm(games, "enter", "g", "MER", typed="\nTAX\nend\n\n\n\nTA").exit_code == 1
    said = pbm(games, "enter", "g", "MER", typed="\n\nend\n\n\n\n1\n")
    assert "typed before" in said.output
    assert orders(game) == sheet(orders="1. TAX\n")


def test_final_that_was_typed_only_once_is_asked_about(game: Game) -> None:
    said = pbm(game.folder.parent, "enter", "g", "MER", typed="\nTAX\nFINAL\nend\n\n\n\nTAX\nend\n\n\n\n1\n").output
    assert "FINAL is noted." in said
    assert "FINAL or NOT YET was typed in two ways:\n  1: FINAL\n  2: empty" in said
    assert "Final\n1. TAX\n" in orders(game)


def test_questions_end_in_colons(game: Game) -> None:
    said = entered(game, "\nTAX\nend\n\n\n\n").output
    assert "Code on the sheet (empty if you know whose it is): " in said
    assert " 1: " in said
    assert "Phone: " in said


def test_an_unknown_preference_is_refused_at_once(tmp_path: Path) -> None:
    said = pbm(tmp_path, "signup", "spring", "a", "--email", "a@example.org", "--prefers", "MER,QQQ")
    assert said.exit_code == 1
    assert "QQQ" in said.output
    assert "MER" in said.output
    assert signups(tmp_path, "spring") == []
    assert pbm(tmp_path, "signup", "spring", "a", "--email", "a@example.org", "--prefers", "LGE").exit_code == 0


def test_a_standby_may_prefer_only_powers_of_that_game(game: Game) -> None:
    said = pbm(game.folder.parent, "signup", "g", "a", "--email", "a@example.org", "--prefers", "LGE")
    assert said.exit_code == 1


def test_a_sign_up_can_be_undone(tmp_path: Path) -> None:
    sign_up(tmp_path, "spring", Signup("A", "a@example.org", id="a"))
    assert pbm(tmp_path, "signup", "spring", "a", "--remove").exit_code == 0
    assert signups(tmp_path, "spring") == []
    assert "not on the list" in pbm(tmp_path, "signup", "spring", "a", "--remove").output


@pytest.mark.parametrize("form", ["pdf", "text", "html", "json"])
def test_a_report_comes_in_the_form_that_was_chosen(tmp_path: Path, form: str) -> None:
    said = pbm(tmp_path, "signup", "spring", "a", "--email", "a@example.org", "--form", form, "--prefers", "MER")
    assert said.exit_code == 0, said.output
    game, _ = start(tmp_path, "spring", "darkage", SECRET)
    with (game.folder / "game.toml").open("a") as config:
        config.write('\n[mail]\naddress = "gm@example.org"\n')
    run_turn(game, empty=True)
    queue_reports(tmp_path, game, 1, MONDAY)
    (id,) = [id for id in Outbox(game).ids() if "report" in id]
    mail = Outbox(game).path(id).read_text()
    names = {f"spring-turn-1.{ending}" for ending in ("pdf", "html", "json") if f"spring-turn-1.{ending}" in mail}
    assert names == ({f"spring-turn-1.{form}"} if form != "text" else set())


def test_no_account_is_opened_for_a_name_nobody_knows(game: Game) -> None:
    games = game.folder.parent
    (games / "_office").mkdir(exist_ok=True)
    (games / "_office" / "office.toml").write_text("[credits]\n")
    Clerk(games, "2026-11-01").buy("mercia", 3)
    sign_up(games, "g", Signup("K", "kent@example.org", id="kent"))
    said = pbm(games, "credits", "merica", "--buy", "10")
    assert said.exit_code == 1
    assert "mercia" in said.output
    assert {entry.player for entry in read(games)} == {"mercia"}
    assert pbm(games, "credits", "kent", "--buy", "1").exit_code == 0
    assert pbm(games, "credits", "merica", "--buy", "10", "--new").exit_code == 0


def test_the_archive_has_the_papers_of_the_office(game: Game, tmp_path: Path) -> None:
    games = game.folder.parent
    (games / "_office").mkdir(exist_ok=True)
    (games / "_office" / "office.toml").write_text("[credits]\n")
    Clerk(games, "2026-11-01").buy("mercia", 3)
    sign_up(games, "g", Signup("K", "kent@example.org", id="kent"))
    sign_up(games, "other", Signup("W", "wessex@example.org", id="wessex"))
    pbm(games, "archive", "g", "--out", str(tmp_path / "kept"))
    names = zipfile.ZipFile(tmp_path / "kept" / "g-000.zip").namelist()
    assert {"g/_office/ledger.jsonl", "g/_office/office.toml", "g/_office/signups/g.jsonl"} <= {*names}
    assert "g/_office/signups/other.jsonl" not in names


def test_erasing_asks_first_and_reaches_the_lists(tmp_path: Path) -> None:
    sign_up(tmp_path, "spring", Signup("Offa of Nowhere", "offa@example.org", prefers=("MER",), id="offa"))
    game, _ = start(tmp_path, "spring", "darkage", SECRET)
    sign_up(tmp_path, "autumn", Signup("Offa of Nowhere", "offa@example.org", id="offa"))
    refused = pbm(tmp_path, "erase", "spring", "MER", typed="n\n")
    assert refused.exit_code == 1
    assert "Offa of Nowhere (MER) still plays. If they are leaving, first: pbm resign spring MER" in refused.output
    said = pbm(tmp_path, "erase", "spring", "MER", typed="y\n")
    assert said.exit_code == 0, said.output
    assert "pbm signup autumn offa --remove" in said.output
    kept = b"".join(path.read_bytes() for path in game.folder.rglob("*") if path.is_file())
    assert b"Offa" not in kept


def test_status_names_what_cannot_be_read(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    hidden = game.folder / "players.toml"
    real = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != hidden and real(path, mode))
    assert any("players.toml cannot be read" in problem for problem in status(game, MONDAY).problems)
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != game.folder and real(path, mode))
    assert list(folders(game.folder.parent)) == [f"{game.folder} cannot be read"]
    assert "PROBLEM" in pbm(game.folder.parent, "status").output


def test_next_names_a_power_that_a_player_has(tmp_path: Path) -> None:
    dummies = [word for code in ("BRT", "CMB", "CON", "DAL", "DAN") for word in ("--dummy", code)]
    said = pbm(tmp_path, "new", "h", *dummies)
    assert "for example DUM.txt" not in said.output
    assert "for example" in said.output
    for code in dummies[1::2]:
        assert f"for example {code}.txt" not in said.output


def test_letters_and_mails_are_counted_in_words(game: Game) -> None:
    from pbm.mail.compose import Mail

    Outbox(game).queue(1, "MER", "x", Mail("s", "t"), "mercia@example.org", MONDAY)
    assert "1 mail is queued." in pbm(game.folder.parent, "status", "g").output
    Outbox(game).queue(1, "MER", "y", Mail("s", "t"), "mercia@example.org", MONDAY)
    assert "2 mails are queued." in pbm(game.folder.parent, "status", "g").output
