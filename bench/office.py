"""A hundred games in one folder: what `pbm status` costs over a bare walk of the folder."""

import datetime as dt
import os
import shutil
import tempfile
from pathlib import Path

from bench.clock import best
from pbm.office.status import status
from pbm.record.adjudicate import new_game
from pbm.record.game import all_games

GAMES = 100


def report() -> None:
    with tempfile.TemporaryDirectory() as folder:
        games = Path(folder)
        first = new_game(games, "g000", "darkage", b"bench")
        for number in range(1, GAMES):
            shutil.copytree(first.folder, games / f"g{number:03}")
        now = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
        walk = best(lambda: [*os.walk(games)], 3)
        look = best(lambda: [status(game, now) for game in all_games(games)], 3)
    print(f"pbm status of {GAMES} games: {look - walk:.2f} s over a bare walk of the folder ({look / walk:.0f} times)")
