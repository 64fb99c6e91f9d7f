"""Two rulesets in one run of every command that serves many games."""

import datetime as dt
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from pbm import rulesets
from pbm.cli import main
from pbm.office.round import make_round
from pbm.record.adjudicate import new_game
from pbm.record.game import Game, all_games
from pbm.record.verify import verify

CALENDAR = "\n[calendar]\nfirst = 2026-11-15\n"
NOW = dt.datetime(2026, 11, 16, 12, tzinfo=dt.UTC)
CASE = Path(__file__).parent / "cases" / "darkage" / "6.01-levy.yaml"


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setitem(rulesets.RULESETS, "twin", "tests.twin")
    for name, ruleset in (("first", "darkage"), ("second", "twin"), ("third", "darkage")):
        game = new_game(tmp_path, name, ruleset, bytes(32))
        with (game.folder / "game.toml").open("a") as file:
            file.write(CALENDAR)
        (game.orders(1) / "MER.txt").write_text("TAX\n")
    return tmp_path


def pbm(*command: str) -> str:
    answer = CliRunner().invoke(main, command)
    assert answer.exit_code == 0, answer.output
    return answer.output


def rules_of(game: Game) -> tuple[str, str]:
    return game.config().ruleset.name, game.config().ruleset.version


def test_one_round_serves_games_of_both(games: Path) -> None:
    said = list(make_round(games, lambda: NOW, lambda _: None))
    assert said == [(name, "turn 1 adjudicated", False) for name in ("first", "second", "third")]
    assert [rules_of(game)[0] for game in all_games(games)] == ["darkage", "twin", "darkage"]
    assert [problem for game in all_games(games) for turn in (0, 1) for problem in verify(game, turn)] == []


def test_one_status_shows_games_of_both(games: Path) -> None:
    shown = pbm("status", "--games", str(games))
    assert all(name in shown for name in ("Games in", "first", "second", "third"))


def test_one_run_of_cases_plays_both(games: Path, tmp_path: Path) -> None:
    written = CASE.read_text(encoding="utf-8")
    twin = tmp_path / "twin.yaml"
    twin.write_text(written.replace("ruleset: darkage", "ruleset: twin"), encoding="utf-8")
    both = 2 * len([case for case in yaml.safe_load_all(written) if case])
    assert pbm("case", str(CASE), str(twin)).endswith(f"{both} passed, 0 failed\n")


def test_one_process_simulates_both(games: Path, tmp_path: Path) -> None:
    short = ("--games", "1", "--turns", "2", "--jobs", "1", "--out")
    for name in ("darkage", "twin", "darkage"):
        pbm("simulate", name, *short, str(tmp_path / f"run-{name}"))
    first, second = ((tmp_path / f"run-{name}" / "turns.csv").read_bytes() for name in ("darkage", "twin"))
    assert first == second
