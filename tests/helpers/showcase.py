"""A site with every kind of page: all sample games, and a game of the toy that is over."""

import shutil
from pathlib import Path

from pbm.office.site_settings import Site
from pbm.record.adjudicate import new_game, run_turn
from pbm.record.game import Game
from pbm.rulesets import load
from pbm.site.publish import publish
from tests import ROOT

SAMPLES = ROOT / "games"
OVER = "vale"
GAMES = (*sorted(path.name for path in SAMPLES.iterdir()), OVER)


def games(folder: Path) -> dict[str, Game]:
    return {name: over(folder) if name == OVER else copied(name, folder) for name in GAMES}


def copied(name: str, folder: Path) -> Game:
    """A sample; commands may write into the copy."""
    shutil.copytree(SAMPLES / name, folder / name)
    return Game(folder / name)


def over(folder: Path) -> Game:
    """A game of the toy, played until somebody has won."""
    game = new_game(folder, OVER, "toy", b"0" * 32, [])
    config = game.config()
    while not config.ruleset.state.result(config.open(game.position(game.last()))):
        run_turn(game, empty=True)
    return game


def showcase(folder: Path) -> Path:
    """The site; the games that are made for it lie beside it."""
    (folder / "games").mkdir()
    publish([(game, Site("site")) for game in games(folder / "games").values()], folder / "site", "Our games")
    return folder / "site"


LONG = {"darkage": ("points_target=9999",), "homelands": ("years=9",)}
"""House rules with which a game is not over before its thirtieth turn."""


def long_game(folder: Path, ruleset: str, turns: int = 30) -> Game:
    """A game of computer players."""
    state = load(ruleset).state
    seats = [*state.seats(state.settings())]
    game = new_game(folder, f"long-{ruleset}", ruleset, bytes.fromhex("5e" * 32), seats, house=LONG[ruleset])
    while game.last() < turns:
        run_turn(game, empty=True)
    return game
