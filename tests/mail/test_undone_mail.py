"""After an undo everybody who may have had the report is told once, and nobody else is."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from pbm.cli import main
from pbm.commands import clock
from pbm.mail.outbox import Outbox
from pbm.mail.smtp import write_out
from pbm.office.observers import observe, queue_roundups
from pbm.office.post_letters import told_of_letters
from pbm.office.report_mail import queue_reports
from pbm.office.round import make_round
from pbm.office.signup import Signup, resign, sign_up, take_over
from pbm.office.welcome import queue_welcomes
from pbm.record.adjudicate import run_turn
from pbm.record.game import Game
from pbm.record.holding import resume
from tests.helpers.posting import DAY, MONDAY, SETTINGS, mail_game
from tests.mail.test_mail_receipts import mails, text

REASON = "Last month's sheets were used."


def played(folder: Path, settings: str = SETTINGS, queued: bool = True, sent: bool = True) -> Game:
    game = mail_game(folder, settings=settings)
    observe(game, "Joan", "joan@example.org")
    (game.orders(1) / "MER.txt").write_text("1. TAX\n")
    run_turn(game)
    if queued:
        queue_reports(folder, game, 1, MONDAY)
        queue_roundups(game, MONDAY)
    if sent:
        write_out(Outbox(game), folder / "sent", lambda: MONDAY)
    return game


def undo(game: Game) -> str:
    words = ["undo", "g", "--reason", REASON, "--games", str(game.folder.parent)]
    return CliRunner().invoke(main, words, catch_exceptions=False).output


@pytest.fixture(autouse=True)
def on_monday(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: MONDAY)


def test_players_and_observers_are_told_with_reason_and_deadline(tmp_path: Path) -> None:
    game = played(tmp_path)
    with (game.folder / "players.toml").open("a") as file:
        file.write('zone = "Europe/Vienna"\n')  # Wessex
    assert "3 readers of its report are told by mail, with your reason: pbm send g" in undo(game)
    told = {str(mail["To"]): text(mail) for mail in mails(game, "-undone-").values()}
    assert sorted(told) == ["joan@example.org", "mercia@example.org", "wessex@example.org"]
    assert "Turn 1 of g was undone" in told["mercia@example.org"]
    assert f"The reason: {REASON}" in told["mercia@example.org"]
    assert "The deadline is Fri 20 Nov 2026 18:00 UTC." in " ".join(told["mercia@example.org"].split())
    assert "18:00 UTC (19:00 CET for you)." in " ".join(told["wessex@example.org"].split())
    assert "rders" not in told["joan@example.org"]
    assert set(Outbox(game).waiting()) == {id for id in Outbox(game).ids() if "-undone-" in id}


def test_after_the_deadline_nobody_is_promised_more_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = played(tmp_path)
    monkeypatch.setattr(clock, "now", lambda: MONDAY + 10 * DAY)
    undo(game)
    (told,) = mails(game, "MER-undone").values()
    assert "Orders that you sent in time still count. If the deadline is moved" in text(told)
    assert "newer" not in text(told)


def test_it_is_said_once(tmp_path: Path) -> None:
    game = played(tmp_path)
    undo(game)
    write_out(Outbox(game), tmp_path / "sent", lambda: MONDAY)
    list(make_round(tmp_path, lambda: MONDAY, lambda _: None))
    assert len(mails(game, "-undone-")) == 3
    assert not [id for id in Outbox(game).waiting() if "-undone-" in id]


@pytest.mark.parametrize("queued", [True, False])
def test_of_a_turn_whose_reports_never_left_nobody_is_told(tmp_path: Path, queued: bool) -> None:
    game = played(tmp_path, queued=queued, sent=False)
    assert "told by mail" not in undo(game)
    assert not mails(game, "-undone-")


def test_a_turn_that_is_played_again_is_told_by_its_new_report_alone(tmp_path: Path) -> None:
    game = played(tmp_path)
    undo(game)
    run_turn(game)
    queue_reports(tmp_path, game, 1, MONDAY)
    assert sorted(id.split("-")[2] for id in Outbox(game).waiting()) == ["report", "report"]


def test_a_run_finishes_what_an_interrupted_command_left(tmp_path: Path) -> None:
    game = played(tmp_path)
    undo(game)
    for id in list(mails(game, "-undone-")):
        Outbox(game).path(id).unlink()
    list(make_round(tmp_path, lambda: MONDAY, lambda _: None))
    assert len(mails(game, "-undone-")) == 3


def test_a_game_without_mail_is_undone_in_silence(tmp_path: Path) -> None:
    game = played(tmp_path, settings="", queued=False, sent=False)
    assert "Turn 1 of g is undone" in undo(game)


def newcomer(game: Game, sent: bool) -> None:
    """Gus takes over Wessex after turn 1, and his first letter has the report of that turn in it."""
    folder = game.folder.parent
    sign_up(folder, "g", Signup("Gus", "gus@example.org", form="text", id="gus"))
    resign(game, "WSX")
    take_over(folder, game, "WSX", "gus")
    list(queue_welcomes(game, MONDAY))
    if sent:
        write_out(Outbox(game), folder / "sent", lambda: MONDAY)


def play_again(game: Game) -> None:
    resume(game)
    (game.orders(1) / "MER.txt").write_text("1. TAX\n2. TAX\n")
    run_turn(game)
    list(make_round(game.folder.parent, lambda: MONDAY, lambda _: None))


def test_a_newcomer_is_told_and_gets_the_corrected_report(tmp_path: Path) -> None:
    game = played(tmp_path)
    newcomer(game, sent=True)
    undo(game)
    assert str(mails(game, "WSX-undone").popitem()[1]["To"]) == "gus@example.org"
    play_again(game)
    [(id, mail)] = mails(game, "WSX-welcome-gus--2").items()
    assert "corrected report" in str(mail["Subject"])
    assert "CORRECTED" in text(mail)
    assert "Turn: 2" in text(mail)
    assert id in Outbox(game).waiting()


def test_a_first_letter_with_an_undone_report_is_not_sent(tmp_path: Path) -> None:
    game = played(tmp_path)
    newcomer(game, sent=False)
    undo(game)
    assert not mails(game, "WSX-undone")
    play_again(game)
    assert [id for id in Outbox(game).waiting() if "welcome" in id] == ["001-WSX-welcome-gus--2"]
    assert "Welcome to g" in text(mails(game, "WSX-welcome-gus--2").popitem()[1])


def test_whoever_has_the_report_on_paper_is_named_and_gets_a_letter(tmp_path: Path) -> None:
    game = mail_game(tmp_path)
    with (game.folder / "players.toml").open("a") as file:
        file.write('[KNT]\nname = "Kim"\nform = "paper"\naddress = ["3 Quiet Lane"]\n')
    (game.orders(1) / "MER.txt").write_text("1. TAX\n")
    run_turn(game)
    words = ["--games", str(tmp_path)]
    assert CliRunner().invoke(main, ["print", "g", *words]).exit_code == 0
    (game.orders(1) / "MER.txt").write_text("1. PASS\n")
    run_turn(game, again=True, reason="A slip.")
    assert "The report was printed for KNT. A letter tells them: pbm print g" in undo(game)
    assert list(told_of_letters(game)) == ["1 letter to print: KNT (pbm print)"]
    assert "a letter" in CliRunner().invoke(main, ["print", *words]).output
