"""game.toml is opened once in a command, and again when it was changed meanwhile."""

import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from pbm.files import put, read_once
from pbm.record.config import read_config
from tests.record.test_samples import GAMES

COUNTING = """
import atexit, sys
atexit.register(lambda: print(*opened, sep="\\n", file=sys.stderr))
opened = []
def heard(event, given):
    if event == "open" and str(given[0]).endswith("game.toml") and "r" in (given[1] or ""):
        opened.append(given[0])
sys.addaudithook(heard)
from pbm.cli import main
main()
"""


def opened(games: Path, *command: str) -> Counter[str]:
    """How often each game.toml is read by a command, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", COUNTING, *command, "--games", str(games)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return Counter(line for line in done.stderr.splitlines() if line.endswith("game.toml"))


@pytest.mark.slow
@pytest.mark.parametrize("command", [("status", "game42"), ("adjudicate", "game42"), ("run",)], ids=" ".join)
def test_a_command_opens_game_toml_once(command: tuple[str, ...], tmp_path: Path) -> None:
    games = Path(shutil.copytree(GAMES, tmp_path / "games"))
    counts = opened(games, *command)
    assert counts[str(games / "game42" / "game.toml")] == 1
    assert set(counts.values()) == {1}


def test_a_file_is_read_again_when_it_was_changed(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    for content in (b"one", b"two", b"six"):
        path.write_bytes(content)
        assert read_once(path) == content
    for content in (b"one", b"two", b"six"):
        put(path, content)
        assert read_once(path) == content


def test_a_file_changed_long_ago_is_read_again_when_another_takes_its_place(tmp_path: Path) -> None:
    path, other = tmp_path / "game.toml", tmp_path / "other.toml"
    for each, content in ((path, b"one"), (other, b"two")):
        each.write_bytes(content)
        os.utime(each, (1_000_000_000, 1_000_000_000))
    assert read_once(path) == b"one"
    other.replace(path)
    assert read_once(path) == b"two"


def test_rules_are_read_once_for_each_content_and_each_house() -> None:
    plain, other = (f'[game]\nruleset = "darkage"\nname = "{name}"\n'.encode() for name in ("a", "b"))
    assert read_config(plain, "here") is read_config(plain, "there")
    assert read_config(plain, "here") is not read_config(other, "here")
    changed = read_config(plain, "here", {"dropout_after": 9})
    assert changed is read_config(plain, "here", {"dropout_after": 9})
    assert changed.settings.dropout_after == 9 != read_config(plain, "here").settings.dropout_after
