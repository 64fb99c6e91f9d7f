"""Games stand apart: whatever one of them throws is told with its name, and the others are served."""

import datetime as dt
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

from pbm.cli import main
from pbm.mail.intake import collect
from pbm.office.signup import sign_up, start
from pbm.record.game import Game
from tests.helpers.commands import pbm
from tests.helpers.long import LONG
from tests.helpers.posting import MONDAY, SETTINGS, at_home, bag, letter
from tests.office.test_office import SECRET, joined

COMMANDS = ("run", "status", "site", "print", "letters")
HERE = str(Path(main.callback.__code__.co_filename).parent) if main.callback else ""
SITE = '\n[site]\nout = "public"\nshow = ["roundups"]\n'


def begun(games: Path, name: str) -> Game:
    at_home(games)
    sign_up(games, name, joined(f"{name}-mercia", "MER", form="paper"))
    sign_up(games, name, joined(f"{name}-wessex", "WSX", form="text"))
    game, _ = start(games, name, "darkage", SECRET)
    with (game.folder / "game.toml").open("a") as file:
        file.write(SETTINGS.replace("[calendar]", 'digest_to = "gm@example.net"\n\n[calendar]') + SITE)
    collect(game, bag(letter("When is the next turn?\n", f"{name}-mercia@example.org", len(name))), MONDAY)
    return game


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two games with mail and paper to make; the first by name is the one that breaks."""
    games = tmp_path_factory.mktemp("two")
    for name in ("bad", "good"):
        begun(games, name)
    return games


@pytest.fixture
def games(two: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("pbm.commands.clock.now", lambda: MONDAY + dt.timedelta(hours=1))
    return Path(shutil.copytree(two, tmp_path / "games"))


def about(frame: FrameType) -> bool:
    """Whether a call in pbm is about the bad game: it is given the game, or a path in it."""
    if not frame.f_code.co_filename.startswith(HERE) or not frame.f_code.co_argcount:
        return False
    first = frame.f_locals.get(frame.f_code.co_varnames[0])
    first = getattr(first, "game", first)
    return isinstance(first, Game) and first.folder.name == "bad"


@contextmanager
def watched(meet: Callable[[FrameType], None]) -> Iterator[None]:
    def profile(frame: FrameType, event: str, arg: Any) -> None:
        if event == "call" and about(frame):
            meet(frame)

    sys.setprofile(profile)
    try:
        yield
    finally:
        sys.setprofile(None)


def all_calls(games: Path, command: str) -> list[CodeType]:
    """Every function that a command calls for the bad game, in the order of their first calls."""
    found: dict[CodeType, None] = {}
    with watched(lambda frame: found.setdefault(frame.f_code)):
        pbm(games, command)
    return list(found)


class Thrown(RuntimeError):
    pass


def throwing(code: CodeType) -> Callable[[FrameType], None]:
    def meet(frame: FrameType) -> None:
        if frame.f_code is code:
            raise Thrown(code.co_name)

    return meet


SERVED: dict[str, Callable[[Path], list[str]]] = {
    "run": lambda games: sorted(path.name[:15] for path in (games / "good/outbox").glob("*.eml")),
    "status": lambda games: [],
    "letters": lambda games: [],
    "site": lambda games: sorted(path.name for path in (games / "public/good").glob("*.html")),
    "print": lambda games: sorted(path.name for path in (games / "good/turns/000").glob("print-*")),
}
"""What each command makes for the good game."""
QUIET = {"__repr__", "name", "__init__", "__hash__", "__eq__"}
"""Calls that name a game while it is listed, before anything is done for it."""
CATCHING = "status"
"""The call that catches what the others throw."""
SAID = ("status", "letters")
"""The commands that only say something."""
QUICK = (*SAID, "site")


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_whatever_one_game_throws_the_other_is_served(games: Path, tmp_path: Path, command: str) -> None:
    whole = Path(shutil.copytree(games, tmp_path / "whole"))
    calls = [code for code in all_calls(whole, command) if code.co_name not in (*QUIET, CATCHING)]
    wanted, told = SERVED[command](whole), pbm(whole, command).output.splitlines()
    told = [line for line in told if "good" in line and "show" not in line]
    assert told or command not in SAID
    assert len(calls) > (5 if command == "letters" else 10)
    for number, code in enumerate(calls[:: 1 if LONG or command in QUICK else 6]):
        place = Path(shutil.copytree(games, tmp_path / f"{number}"))
        with watched(throwing(code)):
            done = pbm(place, command)
        where = f"{code.co_filename}:{code.co_firstlineno} {code.co_name}\n{done.output}"
        assert done.exception is None or isinstance(done.exception, SystemExit), where
        assert SERVED[command](place) == wanted, where
        if command in SAID:
            assert [line for line in done.output.splitlines() if "good" in line and "show" not in line] == told, where
        if "Thrown" in done.output:
            assert "bad" in done.output, where
            assert done.exit_code == 1, where
        shutil.rmtree(place)


@pytest.mark.parametrize("command", ["run", "status"])
def test_holidays_without_end_are_the_fault_of_one_game(games: Path, command: str) -> None:
    path = games / "bad/game.toml"
    path.write_text(path.read_text().replace("[calendar]", '[calendar]\nholidays = ["2026-11-20/9999-12-31"]'))
    done = pbm(games, command)
    assert done.exit_code == 1
    assert isinstance(done.exception, SystemExit)
    assert "good" in done.output
    assert "bad" in done.output
    assert "longer than a year" in done.output
    assert "internal error" not in done.output


def test_a_site_keeps_the_pages_of_a_game_that_breaks(games: Path) -> None:
    assert pbm(games, "site").exit_code == 0
    before = {path: path.read_bytes() for path in (games / "public/bad").rglob("*") if path.is_file()}
    (games / "bad/turns/000/result/position.json").write_text("{")
    done = pbm(games, "site")
    assert done.exit_code == 1
    assert "bad: the site in" in done.output
    assert {path: path.read_bytes() for path in (games / "public/bad").rglob("*") if path.is_file()} == before
    assert "good" in (games / "public/index.html").read_text()


def test_everything_to_be_posted_is_printed_at_once(games: Path) -> None:
    done = pbm(games, "print")
    assert done.exit_code == 0, done.output
    assert (games / "_office/print-a4.pdf").exists()
    assert "2 envelopes" in done.output


def test_a_broken_game_hides_no_letter_of_another(games: Path) -> None:
    (games / "bad/.letters.json").unlink(missing_ok=True)
    for path in (games / "bad/inbox").glob("*.json"):
        path.write_text("{")
    done = pbm(games, "letters")
    assert done.exit_code == 1
    assert "good/1" in done.output
    assert "bad: PROBLEM" in done.output
    assert "All" not in pbm(games, "letters", "good").output
    assert pbm(games, "letters", "show", "good/1").exit_code == 0
    unclear = pbm(games, "letters", "done", "1")
    assert unclear.exit_code == 1
    assert "If you mean good/1, write it so." in unclear.output


def test_a_broken_game_stops_no_account(games: Path) -> None:
    (games / "_office").mkdir(exist_ok=True)
    (games / "_office/office.toml").write_text("[credits]\n")
    (games / "bad/players.toml").write_text("[")
    (games / "bad/game.toml").write_text("[")
    done = pbm(games, "credits", "good-mercia", "--buy", "3")
    assert done.exit_code == 0, done.output
