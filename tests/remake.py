"""Makes sample games anew under the present rules: the same secret, seats, house rules and orders, turn by turn.

`python -m tests.remake` makes all of games/, `python -m tests.remake game42` one.
"""

import re
import shutil
import sys

from pbm.files import write_folder
from pbm.office.issue import issue
from pbm.record.adjudicate import adjudicate, run_turn
from pbm.record.config import rules_of
from pbm.record.game import CONFIG, Game, find
from pbm.record.inputs import Inputs
from tests import ROOT

GAMES = ROOT / "games"
VERSION = re.compile(r'^version = ".*"$', re.MULTILINE)


def remake(game: Game) -> None:
    last, path = game.last(), game.folder / CONFIG
    version = f'version = "{game.config().ruleset.version}"'
    path.write_text(VERSION.sub(version, path.read_text(encoding="utf-8"), count=1), encoding="utf-8")
    for turn in range(last + 1):
        shutil.rmtree(game.turn(turn) / "result")
    start = Inputs(game.name, 0, rules_of(game.read(CONFIG), CONFIG), game.secret(), None, {}, None)
    write_folder(game.turn(0) / "result", adjudicate(start).files)
    for _ in range(last):
        run_turn(game, empty=True)
    if told := list(game.folder.glob("turns/*/letters.json")):
        for old in told:
            old.unlink()
        issue(game, last)


if __name__ == "__main__":
    for name in sys.argv[1:] or sorted(path.parent.name for path in GAMES.glob("*/game.toml")):
        remake(find(GAMES, name))
