"""The command line: help with an example for every command, and a clear word for every mistake."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbm.cli import main
from pbm.overview import COMMANDS
from pbm.rulesets import RULESETS, load

SECRET = "00" * 32


def pbm(*words: str | Path) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


@pytest.fixture
def games(tmp_path: Path) -> Path:
    assert pbm("new", "g", "--games", tmp_path, "--secret", SECRET).exit_code == 0
    (tmp_path / "g/turns/001/orders/MER.txt").write_text("LEVY TAM 2\nMOVE TAM LEX\n17. TAX\n")
    return tmp_path


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command: str) -> None:
    result = pbm(command, "--help")
    assert result.exit_code == 0
    assert "xample" in result.output
    assert f"pbm {command}" in result.output
    assert COMMANDS[command][1].rstrip(".") in pbm("--help").output


def test_a_turn(games: Path) -> None:
    result = pbm("adjudicate", "g", "--games", games)
    assert result.exit_code == 0
    for part in ("turn 1 of Dark Age is adjudicated", "2 actions: 1 done, 1 failed", "^", "[2.2]", "17", "LES (Leic"):
        assert part in result.output
    assert "turns/002/orders" in result.output


def test_show_and_verify(games: Path) -> None:
    pbm("adjudicate", "g", "--games", games)
    assert "Mercia" in pbm("show", "g", "--games", games).output
    shown = json.loads(pbm("show", "g", "--games", games, "--json", "--turn", "0").output)
    assert shown["turn"] == 1
    assert pbm("verify", "g", "--games", games).exit_code == 0
    (games / "g/turns/001/orders/MER.txt").write_text("TAX\n")
    broken = pbm("verify", "g", "--games", games)
    assert broken.exit_code == 1
    assert "MER.txt: has been changed" in broken.output


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (("adjudicate", "h"), "There is no game h"),
        (("adjudicate", "g", "--turn", "5"), "The next turn of g is 1, not 5"),
        (("adjudicate", "g", "--again"), "no turn to re-run"),
        (("show", "g", "--turn", "9"), "no result for turn 9"),
        (("new", "g"), "exists already"),
        (("new", "../x"), "cannot be the name"),
        (("new", "x", "--ruleset", "chess"), "There is no ruleset chess; there are darkage"),
        (("new", "x", "--secret", "zz"), "hexadecimal"),
        (("new", "x", "--dummy", "QQQ"), "QQQ"),
    ],
)
def test_every_mistake_gets_a_clear_answer(games: Path, words: tuple[str, ...], answer: str) -> None:
    result = pbm(*words, "--games", games)
    assert result.exit_code == 1
    assert answer in result.output
    assert "Traceback" not in result.output
    assert [path.name for path in games.iterdir() if path.is_dir()] == ["g"]


def test_mistakes_about_rules_and_cases(tmp_path: Path) -> None:
    assert "Did you mean MOVE" in pbm("rules", "darkage", "MOV").output
    assert "there are darkage" in pbm("rules", "chess").output
    assert "there are darkage" in pbm("map", "chess").output
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text("case: 9.6-x\nruleset: darkage\nposition: {kingdoms: {MER: {}}}\nwhat: 1\n")
    result = pbm("case", wrong)
    assert result.exit_code == 1
    assert "FAIL 9.6-x" in result.output
    assert result.output.endswith("0 passed, 1 failed\n")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_table_of_actions_fits_a_screen(ruleset: str) -> None:
    table = pbm("rules", ruleset).output
    assert max(map(len, table.splitlines())) <= 80
    assert all(f"  {word}" in table for word in load(ruleset).book.actions)


def test_a_mistyped_command_suggests_the_right_one() -> None:
    result = pbm("adjudicat", "g")
    assert result.exit_code == 2
    assert "Did you mean adjudicate?" in result.output


def test_show_says_that_a_game_is_over(tmp_path: Path) -> None:
    assert pbm("new", "g", "--games", tmp_path, "--ruleset", "tours", "--house", "setup=fixed").exit_code == 0
    (tmp_path / "g/turns/001/orders/FRA.txt").write_text("RESIGN\n")
    assert "is over" not in pbm("show", "g", "--games", tmp_path).output
    pbm("adjudicate", "g", "--games", tmp_path)
    assert "The game is over: " in pbm("show", "g", "--games", tmp_path).output


def test_a_fault_of_our_own_shows_no_traceback(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("pbm.record.adjudicate.play", broken)
    result = pbm("adjudicate", "g", "--games", games)
    assert result.exit_code == 1
    assert "internal error (ZeroDivisionError: oh)" in result.output


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys\nfrom pbm.cli import main\ntry: main(['--help'])\nexcept SystemExit: pass\n"
        "print([m for m in ('lark', 'reportlab', 'jinja2', 'yaml', 'msgspec') if m in sys.modules])"
    )
    output = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert output.endswith("[]\n")
