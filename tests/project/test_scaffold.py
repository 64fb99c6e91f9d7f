"""A new game is written by one command: it loads, plays, and goes through the general suites as it is."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbm.cli import main

ENTRY = "[pbm.rulesets]\nmeadow = meadow:RULESET\n"


@pytest.fixture
def meadow(tmp_path: Path) -> Path:
    """A new game, installed as pip would do it."""
    made = CliRunner().invoke(main, ["scaffold", "meadow", "--title", "The Meadow", "--out", str(tmp_path)])
    assert made.exit_code == 0, made.output
    info = tmp_path / "meadow" / "meadow-0.1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: meadow\nVersion: 0.1\n")
    (info / "entry_points.txt").write_text(ENTRY)
    return tmp_path / "meadow"


def run(home: Path, *words: str) -> str:
    path = os.pathsep.join([str(home), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-m", *words],
        cwd=home,
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_it_plays_a_turn_and_its_cases_hold(meadow: Path) -> None:
    assert "The Meadow: 1 action." in run(meadow, "pbm.cli", "rules", "meadow")
    assert "6 passed, 0 failed" in run(meadow, "pbm.cli", "case", "cases")
    run(meadow, "pbm.cli", "new", "first", "--ruleset", "meadow")
    (meadow / "games" / "first" / "turns" / "001" / "orders" / "RED.txt").write_text("CLAIM BRK\nCLAIM DEL\n")
    said = run(meadow, "pbm.cli", "adjudicate", "first", "--anyway")
    assert "1 sheet, 2 lines: 1 done, 1 failed." in said
    assert "Red claimed The Brook" in run(meadow, "pbm.cli", "report", "first", "RED")


@pytest.mark.slow
def test_it_passes_the_general_suites(meadow: Path) -> None:
    assert " passed" in run(meadow, "pytest", "-q", "-p", "no:cacheprovider")


@pytest.mark.slow
def test_the_suites_find_what_is_wrong_with_it(meadow: Path) -> None:
    code = meadow / "meadow" / "__init__.py"
    code.write_text(code.read_text().replace('verb: ClassVar = "claim"', 'verb: ClassVar = "seize"'))
    with pytest.raises(AssertionError, match="test_every_case_holds"):
        run(meadow, "pytest", "-q", "-p", "no:cacheprovider", "-k", "case")


@pytest.mark.parametrize(
    ("name", "said"),
    [("Meadow", "cannot be the name of a ruleset"), ("tours", "There is a ruleset tours already"), ("x", "is there")],
)
def test_a_name_that_cannot_be_is_refused(tmp_path: Path, name: str, said: str) -> None:
    (tmp_path / "x").mkdir()
    done = CliRunner().invoke(main, ["scaffold", name, "--out", str(tmp_path)])
    assert done.exit_code == 1
    assert said in done.output
