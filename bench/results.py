"""The figures that a release is held to, as a row for docs/bench.md: `python -m bench.results`.

Each is the processor time of the quickest of several tries. A row is compared with others of its machine only, which
the floor tells: the least that a turn can cost there.
"""

import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path
from unittest.mock import patch

from bench.adjudication import DARKAGE, TURNS, mixed_sheets, settled_world, timed_floor, timed_turns
from bench.clock import best
from bench.idle import many, year
from bench.reports import SAMPLE, Sample, text_of_all
from bench.startup import child
from pbm import __version__
from pbm.record.game import Game
from tests import ROOT

PAGE = ROOT / "docs" / "bench.md"
END = "<!-- /results -->"


def row() -> list[str]:
    floor = timed_floor()
    told = [f"{each:.2f}" for each in (turn() / floor, helped())]
    return [named(), machine(), f"{1000 * floor:.2f}", *told, f"{1000 * text():.1f}", *idle(), f"{adjudicated():.1f}"]


def named() -> str:
    words = ["git", "rev-parse", "--short=8", "HEAD"]
    commit = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    return f"{__version__}, {commit.stdout.strip() or 'no commit'}"


def machine() -> str:
    return f"{platform.python_version()}, {os.cpu_count()} cores"


def turn() -> float:
    positions = [settled_world(seed) for seed in range(TURNS)]
    settings = DARKAGE.state.settings()
    sets = [mixed_sheets(DARKAGE.state.read(place, settings), seed) for seed, place in enumerate(positions)]
    return timed_turns(positions, sets, True)[0]


def helped() -> float:
    return child("-m", "pbm", "--help") / child("-c", "pass")


def text() -> float:
    sample = Sample(Game(SAMPLE))
    return best(lambda: text_of_all(sample))


def idle() -> tuple[str, str]:
    with tempfile.TemporaryDirectory() as place, patch.object(os, "fsync", lambda handle: None):
        many(Path(place), year(Path(place)), 100)
        run, status = (child("-m", "pbm", command, "--games", place) for command in ("run", "status"))
    return f"{run:.2f}", f"{status:.2f}"


def adjudicated() -> float:
    with tempfile.TemporaryDirectory() as place:
        subprocess.run(["cp", "-r", str(SAMPLE.parent), f"{place}/games"], check=True)
        again = ("--again", "--reason", "measured")
        pbm = ("-m", "pbm", "adjudicate", "game42", "--games", f"{place}/games")
        subprocess.run([sys.executable, *pbm], check=True, capture_output=True)
        return child(*pbm, *again)


def keep(cells: list[str]) -> None:
    before, end, after = PAGE.read_text(encoding="utf-8").partition(END)
    PAGE.write_text(f"{before}| {' | '.join(cells)} |\n{end}{after}", encoding="utf-8")


if __name__ == "__main__":
    keep(row())
    print(PAGE.relative_to(ROOT))
