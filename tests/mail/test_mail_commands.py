"""The commands as the game master types them: collect, enter, send, remind, extend."""

import datetime as dt
import tomllib
from pathlib import Path

import pytest

from pbm.commands import clock
from pbm.mail.outbox import Outbox
from pbm.mail.smtp import write_out
from pbm.reading.sheet_code import sheet_code
from pbm.record.game import Game
from tests import ROOT
from tests.helpers.commands import pbm
from tests.helpers.posting import DAY, MONDAY, SECRET, letter, mail_game, sheet

CODE = sheet_code(SECRET, "g", 1, "MER")


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    monkeypatch.setattr(clock, "now", lambda: MONDAY)
    return mail_game(tmp_path)


def orders(game: Game, power: str = "MER") -> str:
    return (game.orders(1) / f"{power}.txt").read_text()


def test_collect_says_who_is_in(game: Game, tmp_path: Path) -> None:
    (tmp_path / "a.eml").write_bytes(letter(sheet()))
    (tmp_path / "b.eml").write_bytes(letter(sheet(code="K7Q-2MX-F"), number=2))
    said = pbm(game, "collect", "g", str(tmp_path / "a.eml"), str(tmp_path / "b.eml"))
    assert said.exit_code == 0, said.output
    assert "MER turn 1 accepted" in said.output
    assert "REFUSED" in said.output
    assert "Turn 1, due Fri 20 Nov 2026 18:00 UTC: 1 of 16 are in." in said.output
    assert "missing: " in said.output
    assert "MER" not in said.output.split("missing: ")[1]


def test_collect_asks_where_if_it_does_not_know(game: Game) -> None:
    said = pbm(game, "collect", "g")
    assert said.exit_code == 1
    assert "Where are the letters of g?" in said.output


def test_collect_uses_the_inbox_of_the_game(game: Game, tmp_path: Path) -> None:
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "a.txt").write_text(sheet())
    config = game.folder / "game.toml"
    config.write_text(config.read_text().replace("\n[mail]", f'\n[mail]\ninbox = "{tmp_path / "letters"}"'))
    assert "1 letter taken." in pbm(game, "collect", "g").output


ONCE = "LEVY TAM 2\nMOVE TAM STS\nend\n01234 567890\n\nHail\nto all\n\n"


def test_a_sheet_keyed_twice_alike_is_filed(game: Game) -> None:
    said = pbm(game, "enter", "g", "mer", typed=f"{CODE}\n{ONCE}{ONCE}")
    assert said.exit_code == 0, said.output
    assert "TAM Tamworth" in said.output
    assert orders(game) == sheet(orders="1. LEVY TAM 2\n2. MOVE TAM STS\nPhone: 01234 567890\n").replace(
        "End\n", "Message:\n| Hail\n| to all\nEnd\n"
    )
    assert Outbox(game).recipient(Outbox(game).ids()[0]) == "mercia@example.org"


def test_a_second_keying_that_differs_is_shown_box_by_box(game: Game) -> None:
    other = ONCE.replace("MOVE TAM STS", "MOVE TAM CHE 2")
    said = pbm(game, "enter", "g", "MER", typed=f"\n{ONCE}{other}2\n")
    assert "action 2, to: first STS, then CHE" in said.output
    assert "action 2, number: first -, then 2" in said.output
    assert "2. MOVE TAM CHE 2\n" in orders(game)


def test_a_line_may_be_keyed_a_third_time(game: Game) -> None:
    other = ONCE.replace("LEVY TAM 2", "TAX")
    said = pbm(game, "enter", "g", "MER", typed=f"\n{ONCE}{other}LEVY TAM 3\n")
    assert "action 1, line: first LEVY TAM 2" in said.output
    assert "1. LEVY TAM 3\n" in orders(game)


def test_a_message_keyed_in_two_ways_is_asked_about(game: Game) -> None:
    other = ONCE.replace("Hail", "Hale")
    said = pbm(game, "enter", "g", "MER", typed=f"\n{ONCE}{other}x\n1\n")
    assert "The message was typed in two ways" in said.output
    assert "| Hail\n" in orders(game)


def test_a_line_that_cannot_be_read_is_shown_at_once(game: Game) -> None:
    said = pbm(game, "enter", "g", "MER", "--once", typed="\nMOV TAM STS\nMOVE TAM STS\nend\n\n\n\n")
    assert "did you mean MOVE?" in said.output
    assert "1. MOVE TAM STS\n" in orders(game)


def test_a_line_that_stands_wrong_on_the_paper_is_kept_as_it_stands(game: Game) -> None:
    pbm(game, "enter", "g", "MER", "--once", typed="\nMOV TAM STS\n\nend\n\n\n\n")
    assert "1. MOV TAM STS\n" in orders(game)


def test_a_wrong_code_is_asked_for_again(game: Game) -> None:
    other = sheet_code(SECRET, "g", 1, "WSX")
    said = pbm(game, "enter", "g", "MER", "--once", typed=f"ABC\n{other}\n{CODE}\nTAX\nend\n\n\n\n")
    assert "check your typing" in said.output
    assert "another turn's or kingdom's" in said.output
    assert "1. TAX\n" in orders(game)


def test_a_contact_too_long_is_asked_for_again(game: Game) -> None:
    said = pbm(game, "enter", "g", "MER", "--once", typed=f"\nTAX\nend\n{'1' * 29}\n{'1' * 28}\n\n\n")
    assert "it has 29 characters; the limit is 28" in said.output
    assert f"Phone: {'1' * 28}\n" in orders(game)


def test_the_day_the_post_came_counts(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: MONDAY + 6 * DAY)
    pbm(game, "enter", "g", "MER", "--once", typed="\nLEVY TAM 2\nend\n\n\n\n")
    pbm(game, "enter", "g", "MER", "--once", "--arrived", "2026-11-19", typed="\nTAX\nend\n\n\n\n")
    assert "1. LEVY TAM 2\n" in orders(game)


def test_a_sheet_typed_in_after_its_turn_was_played_is_late(game: Game) -> None:
    pbm(game, "adjudicate", "g", "--no-orders", "--no-reports")
    late = pbm(game, "enter", "g", "WSX", "--once", "--turn", "1", typed="\nTAX\nend\n\n\n\n")
    assert "accepted, but late" in late.output


@pytest.mark.parametrize("words", [["XYZ"], ["MER", "--turn", "7"]])
def test_a_sheet_of_nobody_or_of_another_turn_is_not_keyed(game: Game, words: list[str]) -> None:
    said = pbm(game, "enter", "g", *words, typed="\n")
    assert said.exit_code == 1
    assert "Error: " in said.output


def test_a_keying_broken_off_files_nothing(game: Game) -> None:
    assert pbm(game, "enter", "g", "MER", typed="\nTAX\n").exit_code == 1
    assert not list(game.orders(1).iterdir())


def test_reminders_go_once_for_each_deadline_to_who_is_missing(game: Game, tmp_path: Path) -> None:
    (tmp_path / "a.eml").write_bytes(letter(sheet()))
    pbm(game, "collect", "g", str(tmp_path / "a.eml"))
    assert "Reminders" not in pbm(game, "remind", "g").output
    for _ in range(2):
        said = pbm(game, "remind", "g", "--within", "7")
        assert "Reminders queued: WSX. Now: pbm send g" in said.output
        assert "No email address in players.toml: " in said.output
    assert [id for id in Outbox(game).ids() if "reminder" in id] == ["001-WSX-reminder-20261120"]
    pbm(game, "extend", "g", "2", "--untold")
    pbm(game, "remind", "g", "--within", "7")
    assert len([id for id in Outbox(game).ids() if "reminder" in id]) == 2


def test_no_reminder_after_the_deadline(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: MONDAY + 10 * DAY)
    assert "Reminders" not in pbm(game, "remind", "g", "--within", "30").output


def test_an_extension_is_told_to_the_players(game: Game) -> None:
    said = pbm(game, "extend", "g", "3")
    assert "Turn 1 of g is now due Mon 23 Nov 2026 18:00 UTC." in said.output
    assert len(Outbox(game).ids()) == 2


def test_only_the_newest_deadline_is_sent(game: Game) -> None:
    pbm(game, "extend", "g", "3")
    pbm(game, "extend", "g", "2")
    assert [id.rpartition("-")[2] for id in Outbox(game).waiting() if "-deadline-" in id] == ["20261125"] * 2


def test_a_deadline_that_was_moved_back_and_forth_is_told_each_time(game: Game, tmp_path: Path) -> None:
    for number, days in enumerate(["9", "-2", "2"], 1):
        assert "Mail to 2 players is queued" in pbm(game, "extend", "g", days).output
        sent = write_out(Outbox(game), tmp_path / f"sent-{number}", clock.now)
        assert len(sent) == 2


def test_of_notices_that_wait_only_the_newest_is_sent_even_for_the_same_day(game: Game) -> None:
    for days in ("9", "-2", "2"):
        pbm(game, "extend", "g", days)
    assert Outbox(game).waiting() == ["001-MER-deadline-3-20261129", "001-WSX-deadline-3-20261129"]


def test_an_extension_by_no_days_is_refused(game: Game) -> None:
    said = pbm(game, "extend", "g", "0")
    assert said.exit_code == 1
    assert "0 days change nothing" in said.output
    assert Outbox(game).ids() == []


def test_an_empty_note_is_refused(game: Game) -> None:
    said = pbm(game, "notice", "g", " ")
    assert said.exit_code == 1
    assert "The note is empty" in said.output


def test_an_extension_needs_a_calendar(tmp_path: Path) -> None:
    said = pbm(mail_game(tmp_path, settings=""), "extend", "g", "3")
    assert said.exit_code == 1
    assert "has no calendar" in said.output


def test_mail_is_shown_and_written_to_files(game: Game, tmp_path: Path) -> None:
    pbm(game, "extend", "g", "3")
    shown = pbm(game, "send", "g", "--dry-run")
    assert shown.exit_code == 0
    assert "001-MER-deadline-20261123  to mercia@example.org" in shown.output
    assert "4 mails written" in pbm(game, "send", "g", "--eml", str(tmp_path / "out")).output
    assert "No mails written" in pbm(game, "send", "g", "--eml", str(tmp_path / "out")).output
    assert "No mail to send." in pbm(game, "send", "g").output


def test_without_a_server_sending_says_what_to_do(game: Game) -> None:
    pbm(game, "extend", "g", "3")
    said = pbm(game, "send", "g")
    assert said.exit_code == 1
    assert "smtp" in said.output
    assert "--eml DIR" in said.output


def test_the_settings_in_the_docs_are_understood(tmp_path: Path) -> None:
    """Every key of every table that the page shows, read as a game would."""
    from pbm.mail.calendar import deadline
    from pbm.mail.settings import Dates, Post, post

    page = (ROOT / "docs/mail.md").read_text(encoding="utf-8")
    shown = page.split("```toml\n")[1].split("```")[0]
    game = mail_game(tmp_path, settings=shown)
    assert post(game).address
    assert deadline(game, 1) == dt.datetime.fromisoformat("2026-11-20T18:00:00+00:00")
    keys = tomllib.loads(shown)
    assert set(keys["mail"]) == set(Post.__struct_fields__)
    assert set(keys["calendar"]) == set(Dates.__struct_fields__)
