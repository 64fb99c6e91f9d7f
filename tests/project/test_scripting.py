"""What pbm tells other programs: JSON with a schema that stays, a turn judged on standard streams, and completion."""

import json
import os
import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from pbm.cli import main
from pbm.commands.completion import ADDED
from pbm.commands.report import TELLING
from pbm.office.told import FORMS, schema
from pbm.overview import COMMANDS
from pbm.record.config import read_config
from pbm.record.game import Game, all_games
from tests import ROOT

SAMPLES = ROOT / "games"
NAMES = sorted(game.name for game in all_games(SAMPLES))
CALLS = {
    "credits": (),
    "games": (),
    "letters": (),
    "people": (),
    "players": ("game42",),
    "rules": ("tours",),
    "simulate": ("homelands", "--turns", "1", "--jobs", "1"),
    "status": (),
    "verify": ("game42",),
    "votes": ("game42",),
}


def pbm(*words: str, text: str | bytes = "", **env: str) -> Any:
    return CliRunner().invoke(main, words, input=text, env=env, prog_name="pbm")


@pytest.mark.parametrize("name", FORMS)
def test_a_form_stays_as_it_was_published(name: str) -> None:
    """A change of what is told needs a new number."""
    _, called = FORMS[name]
    assert (ROOT / "docs" / "schema" / f"{called}.json").read_bytes() == schema(name)


def test_every_form_can_be_asked_for() -> None:
    assert {*CALLS} == {*TELLING} == {*FORMS} - {"request", "judgement"}
    for name in FORMS:
        assert pbm("schema", name).output.encode() == schema(name)


@pytest.mark.parametrize("command", CALLS)
def test_a_command_tells_what_its_schema_says(command: str, tmp_path: Path) -> None:
    """Nothing but that JSON is on standard output, and nothing of it is lost when it is read by its form."""
    kind, called = FORMS[command]
    shutil.copytree(SAMPLES, tmp_path / "games")
    (tmp_path / "games" / "_office").mkdir()
    (tmp_path / "games" / "_office" / "office.toml").write_text("[credits]\n")
    games = () if command in ("simulate", "rules") else ("--games", str(tmp_path / "games"))
    more = ("--games", "1", "--out", str(tmp_path / "out")) if command == "simulate" else ()
    done = pbm(command, *CALLS[command], *games, *more, "--json")
    assert done.exit_code == 0, done.output
    told = msgspec.json.decode(done.stdout, type=kind)
    assert json.loads(msgspec.json.encode(told)) == {**json.loads(done.stdout), "schema": called}


def test_a_game_with_a_problem_is_told_with_exit_code_1(tmp_path: Path) -> None:
    (tmp_path / "odd").mkdir()
    (tmp_path / "odd" / "game.toml").write_text("[game]\nname = 3\n")
    done = pbm("status", "--json", "--games", str(tmp_path))
    [game] = json.loads(done.stdout)["games"]
    assert (done.exit_code, game["game"], bool(game["problems"])) == (1, "odd", True)


# a turn on standard streams


def request(game: Game, turn: int) -> dict[str, Any]:
    """A turn of a game as somebody else would ask for it."""
    config = read_config(game.record(turn, "game.toml"), "here")
    rows = game.journal(turn - 1).splitlines() if turn else ()
    files = (game.result(turn) / "orders").iterdir() if turn else ()
    asked: dict[str, Any] = {
        "ruleset": config.ruleset.name,
        "secret": game.secret().hex(),
        "turn": turn,
        "house": msgspec.to_builtins(config.settings),
        "seats": dict(config.seats),
        "journal": [json.loads(row) for row in rows],
        "sheets": {path.stem: path.read_text(encoding="utf-8") for path in files},
        "away": game.away(turn).decode().split(),
    }
    return asked | ({"position": json.loads(game.position(turn - 1))} if turn else {})


TURNS = [(name, turn) for name in NAMES for turn in (0, 1, Game(SAMPLES / name).last())]


@pytest.mark.parametrize(("name", "turn"), TURNS)
def test_a_turn_is_judged_as_the_game_judged_it(name: str, turn: int) -> None:
    game = Game(SAMPLES / name)
    done = pbm("judge", text=json.dumps(request(game, turn)))
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert told["position"] == json.loads(game.position(turn))
    assert told["journal"] == [json.loads(row) for row in game.journal(turn).splitlines()]
    assert {*told["views"]} >= {*game.in_play(turn + 1)} or game.ended(turn)


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("{", "This is no turn to judge"),
        ('{"ruleset": "chess", "secret": "00"}', "There is no ruleset chess"),
        ('{"ruleset": "toy", "secret": "0"}', "even number of hexadecimal digits"),
        ('{"ruleset": "toy", "secret": "00", "turn": 1}', "needs the position before it"),
        ('{"ruleset": "toy", "secret": "00", "turn": 1, "position": 5}', "position is damaged"),
    ],
)
def test_a_request_that_cannot_be_judged_says_why(asked: str, answer: str) -> None:
    done = pbm("judge", text=asked)
    assert (done.exit_code, done.stdout) == (1, "")
    assert answer in done.stderr


# completion


def offered(line: str) -> list[str]:
    words = line.split(" ")
    env = {"_PBM_COMPLETE": "bash_complete", "COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
    done = pbm(**env, PBM_GAMES=str(SAMPLES))
    assert not done.exception or isinstance(done.exception, SystemExit), done.output
    return [row.partition(",")[2] for row in done.stdout.split()]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("pbm veri", ["verify", "verify-receipt"]),
        ("pbm show ", NAMES),
        ("pbm report game42 M", ["MDA", "MER"]),
        ("pbm report game42 MER --turn ", ["0", "1", "2", "3"]),
        ("pbm rules ho", ["homelands"]),
        ("pbm report nowhere M", []),
        ("pbm report game42 --fo", ["--form"]),
    ],
)
def test_names_are_completed(line: str, found: list[str]) -> None:
    assert offered(line) == found


def test_powershell_is_answered_too() -> None:
    env = {"_PBM_COMPLETE": "powershell_complete", "COMP_WORDS": "pbm rules tw", "COMP_WORD": "tw"}
    assert pbm(**env).stdout.split() == ["twilight"]


@pytest.mark.parametrize("shell", ADDED)
def test_each_shell_gets_what_it_needs(shell: str) -> None:
    told = pbm("completion", shell).output
    assert "_PBM_COMPLETE" in told
    assert "pbm" in told


def test_every_command_has_a_man_page(tmp_path: Path) -> None:
    assert pbm("man", "--out", str(tmp_path)).exit_code == 0
    made = {path.stem: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    assert {*made} >= {"pbm", "pbm-letters-show", *(f"pbm-{name}" for name in COMMANDS)}
    for name, page in made.items():
        macros = [line.split(" ")[0] for line in page.splitlines() if line.startswith((".", "'"))]
        assert {*macros} <= {".TH", ".ad", ".SH", ".PP", ".TP", ".nf", ".fi"}, name
        assert (macros.count(".nf"), "\b" in page) == (macros.count(".fi"), False), name


@pytest.mark.skipif(os.name == "nt", reason="bash")
def test_bash_takes_it() -> None:
    import subprocess

    subprocess.run(["bash", "-n"], input=pbm("completion", "bash").output.encode(), check=True)
    assert "completion" in COMMANDS
