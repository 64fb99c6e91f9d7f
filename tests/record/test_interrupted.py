"""A disk that fills up in the middle of a command: run again, it finishes the work, and does nothing twice."""

import datetime as dt
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pbm.errors import GameError
from pbm.mail.calendar import deadline
from pbm.office.signup import sign_up, start
from pbm.record.adjudicate import new_game
from pbm.record.game import Game
from pbm.record.holders import players
from pbm.record.holding import held, hold
from tests.helpers.commands import pbm
from tests.helpers.posting import SECRET
from tests.office.test_office import CALENDAR, MAIL, joined

LATE = dt.datetime(2026, 11, 20, tzinfo=dt.UTC)


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    for id in ("mercia", "wessex"):
        sign_up(tmp_path, "g", joined(id, form="text"))
    game, _ = start(tmp_path, "g", "toy", SECRET)
    with (game.folder / "game.toml").open("a") as config:
        config.write(MAIL + CALENDAR)
    monkeypatch.setattr("pbm.commands.clock.now", lambda: LATE)
    return game


def full(*asked: object, **more: object) -> None:
    raise GameError("the file cannot be written: No space left on device. Nothing is lost. Run the command again.")


def broken_off(game: Game, *words: str, at: str) -> str:
    """What a command says if the disk is full where something is written."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(at, full)
        done = pbm(game, *words)
    assert done.exit_code == 1
    return done.output


@pytest.mark.parametrize(
    ("words", "at"),
    [(("erase", "g", "mercia", "--yes"), "pbm.record.erase.put"), (("resign", "g"), "pbm.office.signup.write_players")],
)
def test_who_leaves_is_forgotten_though_the_disk_was_full(game: Game, words: tuple[str, ...], at: str) -> None:
    known = game.folder.parent / "_office/people.toml"
    assert "mercia@example.org" in known.read_text()
    power = next(power for power, one in players(game).items() if one.id == "mercia")
    words = words if "--yes" in words else (*words, power)
    broken_off(game, *words, at=at)
    assert pbm(game, *words).exit_code == 0
    left = known.read_text() + (game.folder / "players.toml").read_text()
    assert ("mercia" if words[0] == "erase" else "mercia@example.org") not in left
    assert "wessex@example.org" in left


@pytest.mark.parametrize("at", ["pbm.office.clock.move_to", "pbm.office.hold_mail.resume"])
def test_a_game_that_goes_on_has_its_time_again_though_the_disk_was_full(game: Game, at: str) -> None:
    hold(game, "mail was lost", LATE - dt.timedelta(days=8))
    before = deadline(game, 1)
    broken_off(game, "resume", "g", at=at)
    assert held(game)
    assert pbm(game, "resume", "g").exit_code == 0
    after = deadline(game, 1)
    assert before
    assert after
    assert not held(game)
    assert LATE + dt.timedelta(days=7) <= after <= LATE + dt.timedelta(days=8)


def test_a_turn_that_is_kept_is_not_to_be_adjudicated_again(game: Game) -> None:
    said = broken_off(game, "adjudicate", "g", "--turn", "1", "--anyway", "--no-orders", at="pbm.office.clock.wind")
    assert "Turn 1 was adjudicated and is kept, but the next deadline was not set" in said
    assert "command again" not in said
    assert not (game.turn(2) / "extension.json").exists()
    assert "has been adjudicated" in pbm(game, "adjudicate", "g", "--turn", "1", "--anyway", "--no-orders").output
    assert game.last() == 1
    assert (game.turn(2) / "extension.json").is_file()


def test_a_game_that_appears_meanwhile_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two who set up a game of one name at once: the second waits, and finds it there."""

    @contextmanager
    def alone(place: Path, taken: str, wait: bool) -> Iterator[None]:
        (place / "h").mkdir()
        yield

    monkeypatch.setattr("pbm.record.adjudicate.alone", alone)
    with pytest.raises(GameError, match="exists already"):
        new_game(tmp_path, "h", "toy", SECRET)
    assert list(tmp_path.iterdir()) == [tmp_path / "h"]
    assert list((tmp_path / "h").iterdir()) == []
