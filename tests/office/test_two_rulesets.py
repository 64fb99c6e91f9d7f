"""All rulesets in one run of every command that serves many games."""

import datetime as dt
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbm import rulesets
from pbm.cli import main
from pbm.office.first_turn import suggested
from pbm.office.round import make_round
from pbm.record.adjudicate import new_game
from pbm.record.game import Game, all_games
from pbm.record.verify import verify
from pbm.rulesets.cases import documents
from tests import TESTS

CALENDAR = "\n[calendar]\nfirst = 2026-11-15\n"
NOW = dt.datetime(2026, 11, 16, 12, tzinfo=dt.UTC)
PLAYED = [*rulesets.names(), rulesets.USUAL]
"""Every ruleset, and the first of them again after all the others."""


@pytest.fixture
def games(tmp_path: Path) -> Path:
    for number, ruleset in enumerate(PLAYED):
        game = new_game(tmp_path, f"game{number}", ruleset, bytes(32))
        with (game.folder / "game.toml").open("a") as file:
            file.write(CALENDAR)
        power = game.in_play(1)[0]
        (game.orders(1) / f"{power}.txt").write_text(some_orders(game, power))
    return tmp_path


def some_orders(game: Game, power: str) -> str:
    config = game.config()
    rules, world = config.ruleset, config.open(game.position(0))
    view = rules.sight.view(world, rules.book.journal.read(game.journal(0)), power)
    return "".join(f"{order}\n" for order in suggested(rules, view, 1))


def pbm(*command: str) -> str:
    answer = CliRunner().invoke(main, command)
    assert answer.exit_code == 0, answer.output
    return answer.output


def test_one_round_serves_games_of_all(games: Path) -> None:
    said = list(make_round(games, lambda: NOW, lambda _: None))
    assert said == [(game.name, f"{game.named(1)} adjudicated", False) for game in all_games(games)]
    assert [game.config().ruleset.name for game in all_games(games)] == PLAYED
    assert [problem for game in all_games(games) for turn in (0, 1) for problem in verify(game, turn)] == []


def test_one_status_shows_games_of_all(games: Path) -> None:
    shown = pbm("status", "--games", str(games))
    assert all(game.name in shown for game in all_games(games))


def test_events_are_read_as_those_of_their_game(games: Path) -> None:
    """Several games have events of one name."""
    list(make_round(games, lambda: NOW, lambda _: None))
    for game in all_games(games):
        book = game.config().ruleset.book
        journal, own = book.journal, {kind.__name__: kind for kind in book.events}
        read = journal.read(game.journal(1))
        named = [event for event in read if type(event).__name__ in own]
        assert named
        assert all(type(event) is own[type(event).__name__] for event in named)
        assert journal.write(read) == game.journal(1)


def test_one_run_of_cases_plays_several(games: Path) -> None:
    files = [TESTS / "cases/darkage/6.01-levy.yaml", TESTS / "toy_package/cases/toy/2.1-levy.yaml"]
    both = sum(len(documents(file)) for file in files)
    assert pbm("case", *map(str, files)).endswith(f"{both} passed, 0 failed\n")


def test_one_process_simulates_all(tmp_path: Path) -> None:
    short = ("--games", "1", "--turns", "2", "--jobs", "1", "--out")
    for number, name in enumerate(PLAYED):
        pbm("simulate", name, *short, str(tmp_path / f"run{number}"))
    first, *others, again = ((tmp_path / f"run{number}" / "turns.csv").read_bytes() for number in range(len(PLAYED)))
    assert first == again
    assert first not in others
