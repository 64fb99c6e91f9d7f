"""Limits on what goes out: messages to everyone, mails in an hour, one answer to a letter, and the brake."""

import datetime as dt
from collections.abc import Iterable
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbm.cli import main
from pbm.mail import limits
from pbm.mail.compose import Mail
from pbm.mail.intake import collect
from pbm.mail.messages import kept
from pbm.mail.outbox import Outbox
from pbm.mail.smtp import Round, send
from pbm.office.requests import answer_requests
from pbm.record.adjudicate import new_game
from pbm.record.game import Game
from tests.helpers.posting import DAY, MONDAY, SECRET, SETTINGS, bag, letter, mail_game, sheet

POWERS = ("MER", "WSX", "KNT", "EAS", "GWD")
PLAYERS = "\n".join(f'[{power}]\nemail = "{power.lower()}@example.org"\n' for power in POWERS)


class Hand:
    """A server that takes everything."""

    def __init__(self) -> None:
        self.given: list[bytes] = []

    def offer(self, sender: str, recipients: Iterable[str]) -> None:
        pass

    def hand_over(self, content: bytes) -> None:
        self.given.append(content)

    def leave(self) -> None:
        pass


def mailing(folder: Path, more: str = "") -> Game:
    return mail_game(folder, settings=SETTINGS.replace("[calendar]", f"{more}\n[calendar]"), players=PLAYERS)


def sent(game: Game, now: dt.datetime = MONDAY, **more: bool) -> Round:
    return send(Outbox(game), Hand(), lambda: now, lambda _: None, **more)


def fill(game: Game, number: int, kind: str = "note", at: dt.datetime = MONDAY) -> list[str]:
    outbox = Outbox(game)
    return [
        outbox.queue(1, "MER", f"{kind}-{at:%d%H}-{each}", Mail("a", "b\n"), "mer@example.org", at)
        for each in range(number)
    ]


def to_all(game: Game, number: int, at: dt.datetime = MONDAY) -> None:
    """Letters to everyone from Mercia, each with its code, after one with orders."""
    said = [f"TO ALL: word {each}, of {at:%d}\n" for each in range(number)]
    letters = [letter(sheet(orders=text), "mer@example.org", each + 10) for each, text in enumerate(said)]
    collect(game, bag(*letters, at=at), at + dt.timedelta(hours=1))


def messages(game: Game) -> list[str]:
    return [id for id in Outbox(game).ids() if "-message-" in id]


def test_messages_to_everyone_go_out_by_mail_so_many_times_a_day(tmp_path: Path) -> None:
    game = mailing(tmp_path)
    collect(game, bag(letter(sheet(), "mer@example.org", 1)), MONDAY)
    to_all(game, 30)
    assert len(messages(game)) == 3 * (len(POWERS) - 1)
    by_report = {each.text for each in kept(game, 1) if each.by == "report" and each.to == "WSX"}
    assert len(by_report) == 27
    to_all(game, 2, MONDAY + DAY + dt.timedelta(minutes=1))
    assert len(messages(game)) == 5 * (len(POWERS) - 1)


def test_mail_beyond_the_hour_waits_for_the_next(tmp_path: Path) -> None:
    game = mailing(tmp_path, "mails_per_hour = 4")
    fill(game, 6)
    assert len(sent(game).sent) == 4
    assert len(sent(game, MONDAY + dt.timedelta(minutes=59)).sent) == 0
    assert len(sent(game, MONDAY + dt.timedelta(hours=1)).sent) == 2
    assert Outbox(game).waiting() == []


def test_a_clock_that_was_wrong_keeps_nothing_back(tmp_path: Path) -> None:
    game = mailing(tmp_path, "mails_per_hour = 4")
    fill(game, 4)
    sent(game, MONDAY + 365 * DAY)
    fill(game, 4, "later")
    assert len(sent(game).sent) == 4


def test_messages_go_out_after_everything_else(tmp_path: Path) -> None:
    game = mailing(tmp_path, "mails_per_hour = 2")
    fill(game, 2, "message")
    fill(game, 2, "report-0")
    assert [id.split("-")[2] for id in limits.allowed(Outbox(game), MONDAY, False)] == ["report", "report"]


def test_the_brake_holds_everything_but_the_word_to_the_game_master(tmp_path: Path) -> None:
    game = mailing(tmp_path)
    fill(game, 51)
    Outbox(game).queue(1, "GM", "digest-1", Mail("a", "b\n"), "gm@example.org", MONDAY)
    done = sent(game)
    assert done.sent == ["001-GM-digest-1"]
    assert "51 mails are queued, and 5 are usual in a day: nothing was sent" in done.held
    assert "pbm send g --all" in done.held
    assert len(sent(game, without_brake=True).sent) == 51


def test_what_is_usual_is_learned(tmp_path: Path) -> None:
    game = mailing(tmp_path)
    for day in range(3):
        fill(game, 40, at=MONDAY + day * DAY)
        assert len(sent(game, MONDAY + day * DAY).sent) == 40
    assert limits.usual(Outbox(game)) == 40
    fill(game, 200, "more", at=MONDAY + 4 * DAY)
    assert limits.brake(Outbox(game)) == ""


@pytest.mark.parametrize("word", ["brake = 0", "brake = 11"])
def test_the_brake_is_a_setting(tmp_path: Path, word: str) -> None:
    game = mailing(tmp_path, word)
    fill(game, 51)
    assert len(sent(game).sent) == 51


def test_the_run_tells_the_game_master_of_the_brake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = mailing(tmp_path, 'smtp = "smtp://localhost:2525"')
    fill(game, 70)
    monkeypatch.setattr("pbm.office.round.postman", lambda outbox: Hand())
    monkeypatch.setattr("pbm.commands.clock.now", lambda: MONDAY)
    done = CliRunner().invoke(main, ["run", "--games", str(tmp_path)])
    assert done.exit_code == 1
    assert "nothing was sent" in done.output
    assert not [note for note in Outbox(game).notes() if note.what == "sent"]


def test_all_that_a_letter_asks_for_is_one_mail(tmp_path: Path) -> None:
    game = mailing(tmp_path)
    collect(game, bag(letter("SEND RULES\nWHO\nHELP\n", "mer@example.org")), MONDAY)
    list(answer_requests(game, MONDAY))
    outbox = Outbox(game)
    (id,) = [id for id in outbox.ids() if "-asked-" in id]
    text = outbox.path(id).read_text()
    assert "Subject: g: RULES, WHO, HELP" in text
    assert "rulebook.pdf" in text


def test_thirty_letters_to_everyone_make_no_flood(tmp_path: Path) -> None:
    game = new_game(tmp_path, "g", "darkage", SECRET)
    powers = game.in_play(1)
    with (game.folder / "game.toml").open("a") as file:
        file.write(SETTINGS)
    people = "\n".join(f'[{power}]\nemail = "{power.lower()}@example.org"\n' for power in powers)
    (game.folder / "players.toml").write_text(people)
    collect(game, bag(letter(sheet(), "mer@example.org", 1)), MONDAY)
    to_all(game, 30)
    assert len(messages(game)) == 3 * (len(powers) - 1)
