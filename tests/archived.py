"""Archives the sample games as a release leaves them, each with what its next turn becomes: `python -m tests.archived`.

Run it at a release. From then on every run of the tests verifies these games and plays them on.
"""

import hashlib
import json
import shutil
import sys
import tempfile
from pathlib import Path
from zipfile import ZipFile

from pbm import __version__
from pbm.record.adjudicate import run_turn
from pbm.record.archive import archive
from pbm.record.game import JOURNAL, POSITION, Game, find
from tests import ROOT

PLACE = ROOT / "tests" / "archive"
GOES_ON = "goes-on.json"


def releases() -> list[Path]:
    return sorted(folder for folder in PLACE.iterdir() if folder.is_dir())


def unpacked(file: Path, games: Path) -> Game:
    with ZipFile(file) as held:
        held.extractall(games)
    return find(games, file.stem.rpartition("-")[0])


def played_on(game: Game) -> str:
    """The hash of what the next turn becomes."""
    turn, _ = run_turn(game, empty=True)
    return hashlib.sha256(game.record(turn, JOURNAL) + game.record(turn, POSITION)).hexdigest()


def keep(version: str) -> Path:
    place = PLACE / version
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    goes_on = {}
    for folder in sorted(path.parent for path in (ROOT / "games").glob("*/game.toml")):
        file = archive(Game(folder), place, {})
        with tempfile.TemporaryDirectory() as games:
            goes_on[file.name] = played_on(unpacked(file, Path(games)))
    (place / GOES_ON).write_text(json.dumps(goes_on, indent=1) + "\n")
    return place


if __name__ == "__main__":
    print(keep((*sys.argv[1:], __version__)[0]).relative_to(ROOT))
