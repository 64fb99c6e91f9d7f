"""Seats of Carolingian Twilight in a game on disk: a player misses two years and drops out, and another takes over."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from pbm.cli import main
from pbm.record.adjudicate import new_game
from pbm.record.game import Game
from pbm.rules.event import Event
from pbm.rules.roster import BackInPlay, ComputerPlayed, TakenOver, TurnMissed
from pbm.rulesets.twilight.missed import DroppedOut
from pbm.rulesets.twilight.position import Player
from pbm.rulesets.twilight.world import World
from tests.helpers.twilight_hands import TWILIGHT


@pytest.fixture
def game(tmp_path: Path) -> Game:
    """A game of 843 after its set-up, which nobody sent."""
    game = new_game(tmp_path, "g", "twilight", bytes(32))
    year(game)
    return game


def pbm(game: Game, *words: str) -> str:
    done = CliRunner().invoke(main, [*words, "--games", str(game.folder.parent)])
    assert done.exit_code == 0, done.output
    return done.output


def year(game: Game, *seats: str) -> list[Event]:
    """A year for which these players sent sheets; the rest of the seats, or nobody, did not."""
    for seat in seats:
        (game.orders(game.last() + 1) / f"{seat}.txt").write_text("SLOT EARLY\n")
    pbm(game, "adjudicate", "g", *([] if seats else ["--no-orders"]))
    return TWILIGHT.book.journal.read(game.journal(game.last()))


def player(game: Game, seat: str) -> Player:
    world = game.config().open(game.position(game.last()))
    assert isinstance(world, World)
    return world.players[seat]


def test_a_set_up_that_nobody_sent_is_no_missed_turn(game: Game) -> None:
    assert player(game, "CHB") == Player("CHB")


def test_two_missed_years_make_a_dropout_whom_a_new_player_follows(game: Game) -> None:
    first = year(game, "LGE", "LO1")
    assert ComputerPlayed("CHB", "steward") in first
    assert TurnMissed("CHB", 1) in first
    assert DroppedOut("CHB") in year(game, "LGE", "LO1")
    assert player(game, "CHB").control == "computer"
    assert ComputerPlayed("CHB", "warlord") in year(game, "LGE", "LO1")
    assert "a player again from turn 4" in pbm(game, "standby", "g", "CHB")
    joined = year(game, "CHB", "LGE", "LO1")
    assert TakenOver("CHB") in joined
    assert not [event for event in joined if isinstance(event, ComputerPlayed)]
    assert player(game, "CHB") == Player("CHB")
    assert "every hash holds" in pbm(game, "verify", "g")


def test_a_sheet_after_a_missed_year_ends_the_count(game: Game) -> None:
    year(game, "LGE", "LO1")
    assert BackInPlay("CHB") in year(game, "CHB", "LGE", "LO1")
    assert player(game, "CHB").missed == 0


def test_a_new_player_who_sends_nothing_has_a_steward(game: Game) -> None:
    year(game, "LGE", "LO1")
    year(game, "LGE", "LO1")
    pbm(game, "standby", "g", "CHB")
    assert ComputerPlayed("CHB", "steward") in year(game, "LGE", "LO1")
    assert player(game, "CHB") == Player("CHB", "player", 1)


def test_a_dropout_is_public_and_a_missed_year_is_not(game: Game) -> None:
    year(game, "LGE", "LO1")
    assert "missed" not in pbm(game, "report", "g", "LGE")
    assert "1 turn missed in a row" in pbm(game, "report", "g", "CHB")
    year(game, "LGE", "LO1")
    assert "Charles the Bald has no player any more" in " ".join(pbm(game, "report", "g", "LGE").split())
