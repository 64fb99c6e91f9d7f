"""A person in several games is known once: what they say of themselves counts in all of them, unless they name one."""

import datetime as dt
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbm.cli import main
from pbm.mail.absences import absences, away
from pbm.mail.calendar import deadline
from pbm.mail.intake import collect
from pbm.mail.outbox import Outbox
from pbm.office.requests import answer_requests
from pbm.office.signup import move_people, places_of
from pbm.office.visitors import leavable
from pbm.record.codes import code_of
from pbm.record.game import Game
from pbm.record.holders import players
from pbm.record.people import people, place
from tests.helpers.posting import MONDAY, bag, letter

SETTINGS = '[mail]\naddress = "gm@example.org"\n[calendar]\ndays = 7\nzone = "Europe/London"\n'
ANN = "ann@example.org"
NOW = MONDAY + dt.timedelta(hours=1)


def pbm(games: Path, *words: str) -> str:
    done = CliRunner().invoke(main, [*words, "--games", str(games)])
    assert done.exit_code == 0, done.output
    return done.output


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Ann plays in spring and in vale; bob only in vale."""
    monkeypatch.setattr("pbm.commands.clock.now", lambda: NOW)
    office = tmp_path / "_office"
    office.mkdir()
    (office / "game.toml").write_text(SETTINGS)
    pbm(
        tmp_path, "signup", "spring", "ann", "--name", "Ann", "--email", ANN, "--prefers", "RED", "--zone", "Asia/Tokyo"
    )
    pbm(tmp_path, "signup", "vale", "ann", "--prefers", "BLU")
    pbm(tmp_path, "signup", "vale", "bob", "--email", "bob@example.org", "--prefers", "RED")
    for name in ("spring", "vale"):
        pbm(tmp_path, "start", name, "--ruleset", "toy", "--secret", "07" * 32)
    return tmp_path


def texts(game: Game, kind: str) -> list[str]:
    outbox = Outbox(game)
    return [outbox.path(id).read_text() for id in sorted(outbox.ids()) if kind in id]


def due_day(game: Game) -> dt.date:
    due = deadline(game, 1)
    assert due
    return due.date()


def test_a_second_game_needs_only_the_id_and_nothing_is_written_twice(games: Path) -> None:
    assert players(Game(games / "vale"))["BLU"].email == ANN
    assert [path.name for path in games.rglob("*.toml") if ANN in path.read_text()] == ["people.toml"]
    assert not [path for path in games.rglob("*.jsonl") if ANN in path.read_text()]
    assert place(games).stat().st_mode & 0o077 == 0


def test_away_from_one_game_says_that_it_is_for_that_one_alone(games: Path) -> None:
    game = Game(games / "vale")
    words = f"Game: vale\nCode: {code_of(game, 1, 'BLU')}\nAWAY until 1 Dec\n"
    collect(game, bag(letter(words, ANN, 7)), NOW)
    (told,) = texts(game, "-away-")
    assert "That counts for vale alone, which your letter names, and not for spring." in " ".join(told.split())
    assert not absences(Game(games / "spring"))


def test_an_address_changes_in_every_game(games: Path) -> None:
    pbm(games, "address", "spring", "RED", "--email", "new@example.org")
    assert players(Game(games / "vale"))["BLU"].email == "new@example.org"


def test_a_change_of_address_by_mail_says_that_it_counts_in_every_game(games: Path) -> None:
    spring = Game(games / "spring")
    collect(spring, bag(letter(f"Code: {code_of(spring, 1, 'RED')}\nNew email: new@example.org\n", ANN)), NOW)
    assert "all your games: spring, vale." in texts(spring, "-move-")[0]


def test_what_one_game_says_otherwise_counts_there_alone(games: Path) -> None:
    with (games / "vale" / "players.toml").open("a") as file:
        file.write('form = "text"\n')  # of bob, the last entry
    assert players(Game(games / "vale"))["RED"].form == "text"
    pbm(games, "address", "vale", "BLU", "--email", "new@example.org")
    assert people(games)["bob"].form == "pdf"
    assert players(Game(games / "vale"))["RED"].form == "text"


def test_away_counts_in_all_games_unless_one_is_named(games: Path) -> None:
    spring, vale = Game(games / "spring"), Game(games / "vale")
    day = due_day(spring)
    away_then = f"AWAY {day} to {day}"
    collect(spring, bag(letter(f"Code: {code_of(spring, 1, 'RED')}\n", ANN, Subject=away_then)), NOW)
    assert (away(spring, 1), away(vale, 1)) == (["RED"], ["BLU"])
    assert "all your games: spring, vale" in texts(spring, "away")[0]
    back = letter(f"Code: {code_of(vale, 1, 'BLU')}\n", ANN, 2, Subject="NOT AWAY")
    collect(vale, bag(back), NOW)
    assert (absences(spring), absences(vale)) == ([], [])
    only = letter(f"Code: {code_of(vale, 1, 'BLU')}\n", ANN, 3, Subject=f"vale: {away_then}")
    collect(vale, bag(only), NOW)
    assert (away(spring, 1), away(vale, 1)) == ([], ["BLU"])


def test_a_game_that_is_over_is_not_left(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert leavable(games, "ann") == ["spring", "vale"]
    monkeypatch.setattr(Game, "ended", lambda self: self.name == "vale")
    assert leavable(games, "ann") == ["spring"]


def test_days_away_that_were_told_twice_stand_once(games: Path) -> None:
    spring = Game(games / "spring")
    day = due_day(spring)
    for number, text in enumerate(["See you.\n", f"Code: {code_of(spring, 1, 'RED')}\n"], 1):
        collect(spring, bag(letter(text, ANN, number, Subject=f"AWAY {day} to {day}")), NOW)
    assert len(absences(spring)) == 2
    assert ";" not in pbm(games, "players", "spring")


def test_an_absence_without_a_code_names_all_games(games: Path) -> None:
    spring = Game(games / "spring")
    day = due_day(spring)
    collect(spring, bag(letter("See you.\n", ANN, Subject=f"AWAY {day} to {day}")), NOW)
    (told,) = texts(spring, "away")
    assert "If the computer is to play for you in spring, vale in these days" in " ".join(told.split())


def test_a_request_is_answered_for_all_games_unless_one_is_named(games: Path) -> None:
    vale = Game(games / "vale")
    collect(vale, bag(letter("Please.\n", ANN, Subject="WHO"), letter("", ANN, 2, Subject="vale: WHO")), NOW)
    list(answer_requests(vale, NOW))
    first, second = sorted(texts(vale, "asked"), key=len, reverse=True)
    assert "spring" in first
    assert "spring" not in second


def test_deadlines_in_the_readers_own_zone(games: Path) -> None:
    [welcome] = texts(Game(games / "spring"), "welcome-ann")
    assert "18:00 GMT (" in welcome.replace("=\n", "").replace("\n", " ")
    assert "03:00 JST for you)" in welcome.replace("=\n", "").replace("\n", " ")


def test_dates_are_written_as_the_reader_is_used_to_in_every_game(games: Path) -> None:
    """Set by mail, with the code; known once, and used in the letters of all their games."""
    spring, vale = Game(games / "spring"), Game(games / "vale")
    collect(spring, bag(letter("DATES us\n", ANN)), NOW)
    list(answer_requests(spring, NOW))
    assert people(games)["ann"].dates == "24h"
    coded = f"Code: {code_of(spring, 1, 'RED')}\nDates: klingon\nDates: us\nZone: Mars\nZone: America/New_York\n"
    collect(spring, bag(letter(coded, ANN, 2)), NOW)
    list(answer_requests(spring, NOW))
    asked, told = (" ".join(text.replace("=\n", "").split()) for text in sorted(texts(spring, "asked"), key=len))
    assert "It has no code, so nothing was changed" in asked
    assert '"klingon" is none of the ways' in told
    assert "'Mars' is not a time zone" in told
    due = "Mon Nov 23, 2026 6:00 pm GMT"
    assert f"orders for turn 1 are due on {due} (" in told
    assert (people(games)["ann"].dates, people(games)["ann"].zone) == ("us", "America/New_York")
    pbm(games, "extend", "vale", "7")
    moved, other = (" ".join(text.replace("=\n", "").split()) for text in texts(vale, "-deadline-"))
    assert "Subject: vale turn 1: the deadline is now Mon Nov 30, 2026 6:00 pm GMT" in moved
    assert "Mon Nov 30, 2026 6:00 pm GMT (1:00 pm EST for you)" in moved
    assert "Mon 30 Nov 2026 18:00 GMT." in other


def test_whoever_leaves_the_last_game_is_forgotten(games: Path) -> None:
    pbm(games, "resign", "spring", "RED")
    assert people(games)["ann"].email == ANN
    assert places_of(games, "ann") == ["vale"]
    pbm(games, "resign", "vale", "BLU")
    assert "ann" not in people(games)
    assert ANN not in place(games).read_text()


def test_erasing_reaches_the_record_of_people(games: Path) -> None:
    told = pbm(games, "erase", "spring", "ann", "--yes")
    assert "who is still in vale" in told
    pbm(games, "erase", "vale", "ann", "--yes")
    assert not [path for path in games.rglob("*") if path.is_file() and ANN.encode() in path.read_bytes()]


def test_an_older_file_moves_over_by_itself(games: Path) -> None:
    path = games / "vale" / "players.toml"
    path.write_text('[BLU]\nid = "cat"\nname = "Cat"\nemail = "cat@example.org"\n')
    move_people(Game(games / "vale"))
    assert "cat@example.org" not in path.read_text()
    assert people(games)["cat"].name == "Cat"
    assert players(Game(games / "vale"))["BLU"].email == "cat@example.org"
