"""A turn played by hand before its deadline: pbm asks while orders may still come, and a script needs a flag."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbm.cli import main
from pbm.commands import clock, options
from pbm.record.game import Game
from tests.helpers.posting import DAY, MONDAY, SETTINGS, mail_game

PAST = MONDAY + 10 * DAY
WAITS = "are due Fri 20 Nov 2026 18:00 UTC, and none have come yet from "


@pytest.fixture(autouse=True)
def on_monday(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: MONDAY)


@pytest.fixture
def at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(options, "on_a_terminal", lambda: True)


def with_orders(folder: Path, settings: str = SETTINGS, everyone: bool = False) -> Game:
    game = mail_game(folder, settings=settings)
    for power in game.in_play(1) if everyone else ["MER"]:
        (game.orders(1) / f"{power}.txt").write_text("1. TAX\n")
    return game


def adjudicate(game: Game, *words: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, ["adjudicate", "g", *words, "--games", str(game.folder.parent)], input=typed)


@pytest.mark.usefixtures("at_a_terminal")
@pytest.mark.parametrize(("typed", "played"), [("y\n", 1), ("n\n", 0), ("\n", 0), ("", 0)])
def test_at_a_terminal_it_asks(tmp_path: Path, typed: str, played: int) -> None:
    game = with_orders(tmp_path)
    said = adjudicate(game, typed=typed)
    assert WAITS in said.output
    assert "Adjudicate turn 1 without them?" in said.output
    assert game.last() == played


def test_a_script_is_refused_unless_it_says_so(tmp_path: Path) -> None:
    game = with_orders(tmp_path)
    said = adjudicate(game, typed="y\n")
    assert said.exit_code == 1
    assert WAITS in said.output
    assert said.output.rstrip().endswith("To go on all the same, use --anyway.")
    assert game.last() == 0
    assert adjudicate(game, "--anyway").exit_code == 0
    assert game.last() == 1


@pytest.mark.usefixtures("at_a_terminal")
@pytest.mark.parametrize("reason", ["no deadline", "deadline has passed", "all are in", "preview"])
def test_nothing_is_asked_when_nothing_can_still_come(
    tmp_path: Path, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = SETTINGS.partition("[calendar]")[0] if reason == "no deadline" else SETTINGS
    game = with_orders(tmp_path, settings, everyone=reason == "all are in")
    if reason == "deadline has passed":
        monkeypatch.setattr(clock, "now", lambda: PAST)
    said = adjudicate(game, *(["--preview"] if reason == "preview" else []))
    assert said.exit_code == 0
    assert "?" not in said.output
