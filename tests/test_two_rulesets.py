"""Two rulesets in one run of every command that serves many games."""

import datetime as dt
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbm.cli import main
from pbm.office.round import make_round
from pbm.record.adjudicate import new_game
from pbm.record.game import Game, all_games
from pbm.record.verify import verify
from pbm.rulesets.cases import documents

CALENDAR = "\n[calendar]\nfirst = 2026-11-15\n"
NOW = dt.datetime(2026, 11, 16, 12, tzinfo=dt.UTC)
HERE = Path(__file__).parent

GAMES = (
    ("first", "darkage", "MER", "LEVY TAM 1\n"),
    ("second", "toy", "RED", "LEVY ASH 1\n"),
    ("third", "darkage", "MER", "LEVY TAM 1\n"),
)


@pytest.fixture
def games(tmp_path: Path) -> Path:
    for name, ruleset, who, orders in GAMES:
        game = new_game(tmp_path, name, ruleset, bytes(32))
        with (game.folder / "game.toml").open("a") as file:
            file.write(CALENDAR)
        (game.orders(1) / f"{who}.txt").write_text(orders)
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
    assert [rules_of(game)[0] for game in all_games(games)] == ["darkage", "toy", "darkage"]
    assert [problem for game in all_games(games) for turn in (0, 1) for problem in verify(game, turn)] == []


def test_one_status_shows_games_of_both(games: Path) -> None:
    shown = pbm("status", "--games", str(games))
    assert all(name in shown for name in ("Games in", "first", "second", "third"))


def test_events_of_one_name_are_read_as_the_event_of_their_game(games: Path) -> None:
    list(make_round(games, lambda: NOW, lambda _: None))
    for game in all_games(games):
        journal = game.config().ruleset.book.journal
        levies = [event for event in journal.read(game.journal(1)) if type(event).__name__ == "Levied"]
        assert levies
        assert {type(event).__module__.split(".")[-2:][0] for event in levies} == {rules_of(game)[0]}
        assert journal.write(journal.read(game.journal(1))) == game.journal(1)


def test_one_run_of_cases_plays_both(games: Path) -> None:
    files = [HERE / "cases/darkage/6.01-levy.yaml", HERE / "toy_package/cases/toy/2.1-levy.yaml"]
    both = sum(len(documents(file)) for file in files)
    assert pbm("case", *map(str, files)).endswith(f"{both} passed, 0 failed\n")


def test_one_process_simulates_both(games: Path, tmp_path: Path) -> None:
    short = ("--games", "1", "--turns", "2", "--jobs", "1", "--out")
    for number, name in enumerate(("darkage", "toy", "darkage")):
        pbm("simulate", name, *short, str(tmp_path / f"run{number}"))
    first, second, third = ((tmp_path / f"run{number}" / "turns.csv").read_bytes() for number in range(3))
    assert first == third != second
