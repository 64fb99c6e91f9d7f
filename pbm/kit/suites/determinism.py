"""The same inputs give the same bytes: under any hash seed, in another process, in another directory."""

import hashlib
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

from pbm.desk.page import desk_page
from pbm.kit.play import random_sheets
from pbm.office.issue import issue
from pbm.record.adjudicate import new_game, run_turn
from pbm.record.game import Game
from pbm.reports import Report, Roundup
from pbm.reports.html import render_html
from pbm.reports.schema import render_json
from pbm.reports.sections import Turnsheet
from pbm.reports.text import render_text

SECRET = bytes(range(32))
AGAIN = """
import sys
from pathlib import Path
from pbm.kit.suites.determinism import again
print(again(*map(Path, sys.argv[1:3]), sys.argv[3]))
"""


def made(games: Path, ruleset: str) -> Game:
    """Three turns with random orders."""
    game = new_game(games, "pinned", ruleset, SECRET)
    chance = random.Random(11)
    for turn in (1, 2, 3):
        config = game.config()
        world = config.open(game.position(turn - 1))
        for who, sheet in random_sheets(config.ruleset, world, chance).items():
            text = "\n".join(f"{line.number}. {line.text}" for line in sheet.lines.values())
            (game.orders(turn) / f"{who}.txt").write_text(text + "\n", encoding="utf-8")
        run_turn(game)
    return game


def again(games: Path, played: Path, ruleset: str) -> str:
    """The same orders in a game of its own."""
    game = new_game(games, "pinned", ruleset, SECRET)
    for turn in (1, 2, 3):
        shutil.copytree(Game(played).orders(turn), game.orders(turn), dirs_exist_ok=True)
        run_turn(game)
    return every_byte(game)


def every_byte(game: Game) -> str:
    """A hash of the record and of its reports."""
    return fingerprint(game) + read_out(game)


def fingerprint(game: Game) -> str:
    digest = hashlib.sha256()
    for path in sorted(game.folder.rglob("*")):
        if path.is_file() and path.name != ".lock":
            digest.update(path.relative_to(game.folder).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def read_out(game: Game) -> str:
    """Every report of the last turn, in the forms that are quickly made."""
    digest, issued = hashlib.sha256(), issue(game, game.last())
    told: list[Report | Roundup] = [issued.roundup, *issued.reports.values()]
    for one in told:
        digest.update(render_text(one).encode() + render_html(one).encode() + render_json(one))
    first = next(report for report in issued.reports.values() if any(report.of(Turnsheet)))
    digest.update(desk_page(issued.ruleset, first).encode())
    return digest.hexdigest()


def test_other_process_other_directory_other_hash_seed(tmp_path: Path, name: str) -> None:
    here, there = tmp_path / "here", tmp_path / "some" / "where else"
    here.mkdir()
    there.mkdir(parents=True)
    game = made(here, name)
    environment = os.environ | {
        "PYTHONHASHSEED": "4242",
        "PYTHONPATH": os.pathsep.join(filter(None, map(os.path.abspath, sys.path))),
        "LC_ALL": "C",
        "TZ": "Asia/Tokyo",
    }
    result = subprocess.run(
        [sys.executable, "-c", AGAIN, str(there), str(game.folder), name],
        env=environment,
        cwd=there,
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout.strip() == every_byte(game)
