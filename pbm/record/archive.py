"""A whole game in one file, with its secret and its players' data: for the game master only."""

import os
from collections.abc import Mapping
from pathlib import Path

from pbm.errors import GameError
from pbm.files import put
from pbm.record.game import Game
from pbm.record.zips import zipped


def archive(game: Game, out: Path, beside: Mapping[str, bytes]) -> Path:
    """Save the game in one file, with the papers about it `beside` its folder; the same game gives the same bytes."""
    with game.locked():
        place = out / f"{game.name}-{game.last():03}.zip"
        put(place, zipped(game.name, {**everything(game), **beside}), private=True)
    return place


def everything(game: Game) -> dict[str, bytes]:
    """Every file of a game, except locks and unfinished files; a link may lead anywhere and is refused."""
    found = {}
    for folder, below, names in os.walk(game.folder):
        below[:] = [name for name in below if name[0] != "."]
        for path in (Path(folder) / name for name in (*below, *names) if name[0] != "."):
            if path.is_symlink():
                raise GameError(f"{path} is a link. Put what it leads to there, or remove it, and try again.")
            if path.is_file():
                found[path.relative_to(game.folder).as_posix()] = path.read_bytes()
    return found
