"""The run by cron: one at a time, silent about what is known, brief with a server that is down; and how to begin."""

import datetime as dt
from pathlib import Path

import pytest

from pbm.commands import clock
from pbm.files import alone, put_json
from pbm.mail.smtp import PAUSES, Postman, Unreachable
from pbm.office.credits import office
from pbm.office.offers import Offer, make_offer
from pbm.office.one_run import SINCE
from pbm.office.round import make_round
from pbm.office.signup import sign_up
from pbm.record.game import Game
from tests.helpers.commands import pbm
from tests.helpers.posting import MONDAY, SETTINGS, mail_game
from tests.office.test_office import joined


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    mail_game(tmp_path)
    monkeypatch.setattr(clock, "now", lambda: MONDAY)
    return tmp_path


def test_a_second_run_at_the_same_time_ends_at_once_with_one_line(games: Path) -> None:
    with alone(office(games) / "run", ""):
        loud, quiet = pbm(games, "run"), pbm(games, "run", "--quiet")
    assert (loud.exit_code, loud.output.count("\n")) == (1, 1)
    assert "Another run is at work on these games, so this one has done nothing." in loud.output
    assert (quiet.exit_code, quiet.output) == (0, "")
    assert "mails queued" in pbm(games, "run", "--quiet").output


def test_a_run_that_never_ends_is_named_even_by_a_quiet_one(games: Path) -> None:
    with alone(place := office(games) / "run", ""):
        put_json(place / SINCE, MONDAY - dt.timedelta(hours=2))
        said = pbm(games, "run", "--quiet")
    assert said.exit_code == 1
    assert "It began at 2026-11-16 10:00 UTC: if it is stuck, end its process." in said.output


def test_a_problem_that_lasts_is_printed_once_by_a_quiet_run(games: Path) -> None:
    (games / "g" / "secret").unlink()
    first, second, loud = (pbm(games, "run", *how) for how in (["--quiet"], ["--quiet"], []))
    assert "PROBLEM" in first.output
    assert "There were problems in g" in first.output
    assert (second.exit_code, second.output) == (1, "")
    assert "There were problems in g" in loud.output


class Down:
    """A server that cannot be reached."""

    tries = 0

    def offer(self, sender: str, recipients: object) -> None:
        Down.tries += 1
        raise Unreachable("example.org: no route")

    def hand_over(self, content: bytes) -> None:
        raise AssertionError

    def leave(self) -> None: ...


def test_a_server_that_is_down_is_waited_for_once_in_a_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("a", "b", "c"):
        mail_game(tmp_path, name, SETTINGS.replace("[mail]", '[mail]\nsmtp = "smtp://localhost:2525"'))
    postman: Postman = Down()
    monkeypatch.setattr("pbm.office.round.postman", lambda outbox: postman)
    pauses: list[float] = []
    done = list(make_round(tmp_path, lambda: MONDAY, pauses.append))
    wrong = [(name, words) for name, words, is_wrong in done if is_wrong]
    assert wrong == [(name, "the mail server says: example.org: no route") for name in ("a", "b", "c")]
    assert pauses == [*PAUSES]
    assert Down.tries == len(PAUSES) + 1


def test_an_empty_folder_says_how_to_begin(tmp_path: Path) -> None:
    for command in ("run", "status"):
        said = pbm(tmp_path, command)
        assert said.exit_code == 0
        assert f"No game has started in {tmp_path}. To see what can be played: pbm games" in said.output


def test_status_shows_who_is_on_the_list_of_a_game_that_is_offered(games: Path) -> None:
    make_offer(games, "spring", Offer("twilight", ("scenario=855",)))
    sign_up(games, "spring", joined("ann"))
    line = "spring is offered, with 5 seats; on its list: ann (pbm start spring)"
    assert line in pbm(games, "status").output
    assert line in pbm(games, "status", "spring").output
    assert Game(games / "g").name in pbm(games, "status").output


def test_without_a_name_every_game_is_verified(games: Path) -> None:
    mail_game(games, "h")
    done = pbm(games, "verify")
    assert done.exit_code == 0, done.output
    assert done.output.count("verified: same orders, same results") == 2
    (games / "h" / "turns" / "000" / "result" / "position.json").write_text("{}")
    done = pbm(games, "verify")
    assert done.exit_code == 1
    assert "Problems were found in h." in done.output
    assert "g: turns 0 to 0 verified" in done.output


def test_a_list_of_a_game_that_is_not_offered_is_not_begun_in_silence(games: Path) -> None:
    make_offer(games, "spring", Offer("toy"))
    said = pbm(games, "signup", "sprnig", "ann", "--email", "ann@example.org").output
    assert "sprnig is not offered, as spring is: pbm offer sprnig, or correct the name." in said
    assert "offered" not in pbm(games, "signup", "spring", "bob", "--email", "bob@example.org").output
