"""The whole of a game in one file, for keeping: with its secret and its players' data, so it is for nobody else."""

import os
from pathlib import Path

from pbm.files import put
from pbm.record.game import Game
from pbm.record.zips import zipped


def archive(game: Game, out: Path) -> Path:
    """Put the game away as it stands; the same game gives the same bytes."""
    with game.locked():
        place = out / f"{game.name}-{game.last():03}.zip"
        put(place, zipped(game.name, everything(game)), private=True)
    return place


def everything(game: Game) -> dict[str, bytes]:
    """Every file of a game but locks and what was never finished."""
    found = {}
    for folder, below, names in os.walk(game.folder):
        below[:] = [name for name in below if name[0] != "."]
        for name in names:
            if name[0] != ".":
                path = Path(folder) / name
                found[path.relative_to(game.folder).as_posix()] = path.read_bytes()
    return found
