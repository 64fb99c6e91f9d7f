"""Reading replies: a report that comes back with its sheet filled in, in every way of replying, and loose lines."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from pbm.reading.letter import Text
from pbm.reading.sheet import read_sheet
from tests.helpers.round_trip import GAMES, PLAIN, TYPED, mails, received

SPOKEN = Path("tests/habits/spoken")


def report() -> None:
    """Print the processor time of a reply by game, and of everyday lines that the reader has never seen."""
    for name in GAMES:
        spent = [*replies(name)]
        worst, kind = max(spent)
        mean = sum(each for each, _ in spent) / len(spent)
        print(f"a reply to {name}: {1000 * mean:.0f} ms, at most {1000 * worst:.0f} ms ({kind})")
    for file in sorted(SPOKEN.glob("*.txt")):
        lines, took = everyday(file)
        print(f"a line of everyday English in {file.stem}: {1000 * took / lines:.1f} ms")


def replies(name: str) -> Iterator[tuple[float, str]]:
    sent = mails(name)[0]
    for kind, way in (PLAIN | TYPED).items():
        raw = way(sent.filled(Random(kind)))
        yield timed(lambda raw=raw: received(sent, raw)), kind  # type: ignore[misc]


def everyday(file: Path) -> tuple[int, float]:
    """How many lines a file has, and the time that they take as one sheet each."""
    games = {mails(name)[0].counter.ruleset.name: mails(name)[0] for name in GAMES}
    reader = games[file.stem].reader
    lines = [line.rpartition(" => ")[0] for line in file.read_text(encoding="utf-8").splitlines()]
    return len(lines), sum(timed(lambda line=line: read_sheet(Text("", line), reader)) for line in lines)  # type: ignore[misc]


def timed(work: Callable[[], object]) -> float:
    before = time.process_time()
    work()
    return time.process_time() - before


if __name__ == "__main__":
    report()
