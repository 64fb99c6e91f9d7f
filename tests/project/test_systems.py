"""On every game master's machine: without what only Unix has, on old consoles, with names that Windows takes."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbm import rulesets
from pbm.cli import main
from pbm.errors import GameError
from pbm.files import RESERVED, refuse_name
from pbm.mail import sources
from pbm.mail.settings import Post
from pbm.mail.sources import Maildir
from pbm.office.signup import Signup, sign_up
from pbm.record.adjudicate import new_game
from pbm.record.game import find
from pbm.rulesets import load
from tests import ROOT
from tests.helpers.posting import SETTINGS, letter, sheet

FORBIDDEN = re.compile(r'[<>:"/\\|?*\x00-\x1f]|[. ]$')
LONGEST = 120
"""Letters of a path below the games: Windows has 260 for all of it."""
SECRET = "00" * 32


def masked(*command: str, games: Path, encoding: str = "cp1252") -> str:
    """What a command prints where Unix is not."""
    environment = os.environ | {"PYTHONIOENCODING": encoding, "PYTHONPATH": str(ROOT), "PBM_GAMES": str(games)}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "tests.helpers.masked", *command],
        cwd=games.parent,
        env=environment | {"PBM_DEBUG": "1"},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, (command, done.stderr.decode(encoding))
    return done.stdout.decode(encoding, "replace")


def strange_names(folder: Path) -> list[str]:
    """What Windows would not have."""
    paths = [path.relative_to(folder) for path in folder.rglob("*")]
    strange = [path for path in paths if FORBIDDEN.search(path.name) or RESERVED.fullmatch(path.name.partition(".")[0])]
    return [str(path) for path in paths if path in strange or len(str(path)) > LONGEST]


def test_every_module_is_imported_where_unix_is_not(tmp_path: Path) -> None:
    masked(games=tmp_path / "games")


@pytest.mark.slow
def test_the_main_commands_run_where_unix_is_not(tmp_path: Path) -> None:
    games, inbox = tmp_path / "games", tmp_path / "post"
    for place in (games, inbox / "new", inbox / "cur", inbox / "tmp"):
        place.mkdir(parents=True)

    def pbm(*command: str) -> str:
        return masked(*command, games=games)

    pbm("new", "g", "--secret", SECRET)
    with (games / "g" / "game.toml").open("a", newline="\r\n") as file:
        file.write(SETTINGS.replace("[mail]\n", '[mail]\nafter = "move"\n'))
    (games / "g" / "players.toml").write_bytes(b'[MER]\r\nname = "\xc5\x81ucja"\r\nemail = "mercia@example.org"\r\n')
    text = sheet(orders="1. TAX\n", code=code_of(games))
    (inbox / "new" / "1795000000.M1.here").write_bytes(letter(text))
    (tmp_path / "WSX.txt").write_bytes(b"1. TAX\r\n")
    pbm("collect", "g", str(inbox), "--clock-is-right")
    pbm("check", str(tmp_path / "WSX.txt"), "--game", "g", "--power", "WSX")
    (games / "g" / "turns" / "001" / "orders" / "WSX.txt").write_bytes(b"1. TAX\r\n2. LEVY WIN 1\r\n")
    pbm("adjudicate", "g", "--anyway")
    for form in ("text", "html", "json"):
        pbm("report", "g", "MER", "--form", form)
    pbm("report", "g", "MER", "--form", "pdf", "--out", str(tmp_path / "out"))
    pbm("report", "g", "--out", str(tmp_path / "out"), "+", "show", "g", "+", "status", "g")
    pbm("run")
    pbm("send", "g", "--eml", str(tmp_path / "sent"), "+", "undo", "g", "--reason", "to try it")
    pbm("adjudicate", "g", "--anyway")
    assert "every hash holds" in pbm("verify", "g", "+", "archive", "g", "--out", str(tmp_path / "kept"))
    pbm("case", str(ROOT / "tests" / "cases" / "darkage" / "6.01-levy.yaml"))
    pbm("simulate", "darkage", "--games", "1", "--turns", "2", "--jobs", "1", "--out", str(tmp_path / "run"))
    assert [path.name for path in (inbox / ".Taken" / "cur").iterdir()] == ["1795000000.M1.here!2,S"]
    assert strange_names(tmp_path) == []


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", [name for name in rulesets.names() if name != rulesets.USUAL])
def test_every_game_is_played_where_unix_is_not(tmp_path: Path, ruleset: str) -> None:
    games = tmp_path / "games"
    games.mkdir()
    out = str(tmp_path / "out")
    played = ("new", "g", "--ruleset", ruleset, "+", "adjudicate", "g", "--no-orders", "+", "report", "g", "--out", out)
    assert "every hash holds" in masked(*played, "+", "verify", "g", games=games)
    assert strange_names(tmp_path) == []


def code_of(games: Path) -> str:
    from pbm.reading.sheet_code import sheet_code

    return sheet_code(find(games, "g").secret(), "g", 1, "MER")


@pytest.mark.parametrize("encoding", ["cp1252", "cp437"])
def test_a_console_that_lacks_letters_shows_the_rest(tmp_path: Path, encoding: str) -> None:
    games = tmp_path / "games"
    games.mkdir()
    new_game(games, "g", "darkage", bytes(32))
    (games / "g" / "players.toml").write_text('[MER]\nname = "Łucja ☃"\n', encoding="utf-8")
    assert "?ucja ?" in masked("report", "g", "MER", "--turn", "0", games=games, encoding=encoding)


@pytest.mark.parametrize("name", ["con", "NUL", "Aux", "com1", "LPT9", "a.b", "x" * 61, "-a", "a b", "", "trailing."])
def test_a_name_that_some_system_cannot_have_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(GameError, match="cannot be the name of a game"):
        refuse_name(name)
    answer = CliRunner().invoke(main, ["new", "--games", str(tmp_path), "--", name])
    assert "cannot be the name of a game" in answer.output
    with pytest.raises(GameError, match="cannot be the name of a game"):
        sign_up(tmp_path, name, Signup("A", "a@example.org", id="a"))


def test_a_game_is_found_only_as_it_is_written(tmp_path: Path) -> None:
    new_game(tmp_path, "Spring", "darkage", bytes(32))
    assert find(tmp_path, "Spring").name == "Spring"
    for other in ("spring", "Spring/", "../" + tmp_path.name + "/Spring"):
        with pytest.raises(GameError, match="There is no game"):
            find(tmp_path, other)


@pytest.mark.parametrize("name", rulesets.names())
def test_no_power_has_a_code_that_windows_reserves(name: str) -> None:
    state = load(name).state
    assert not [code for code in state.seats(state.settings()) if RESERVED.fullmatch(code)]


@pytest.mark.parametrize("mark", [":", "!", ";"])
def test_a_maildir_of_any_system_is_read_and_put_away(
    tmp_path: Path, mark: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "FLAGS", "!")
    for part in ("new", "cur"):
        (tmp_path / part).mkdir()
    (tmp_path / "cur" / f"1795000000.M1.here{mark}2,RS").write_bytes(b"x")
    (found,) = Maildir(tmp_path, Post(after="move")).letters(lambda place: False)
    assert found.place == f"maildir:{tmp_path}/1795000000.M1.here"
    found.release()
    assert [path.name for path in (tmp_path / ".Taken" / "cur").iterdir()] == ["1795000000.M1.here!2,S"]
