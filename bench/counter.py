"""Sheets handed in at the public counter: what one costs from the form to its receipt, and the memory of the server."""

import resource
import shutil
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from pbm.mail.inbox import Inbox
from pbm.mail.outbox import Outbox
from pbm.mail.sets import expected
from pbm.mail.smtp import write_out
from pbm.record.codes import code_of
from pbm.record.game import Game
from pbm.web.counter import counter_app

SHEETS = 200
GAMES = ("britannia1", "game42")
ROOT = Path(__file__).parent.parent


def handed_in(place: Path, name: str) -> list[float]:
    """The CPU seconds of each sheet; every one must be stored, filed and answered."""
    shutil.copytree(ROOT / "games" / name, place / name)
    game = Game(place / name)
    turn = game.last() + 1
    client = counter_app(place, now).test_client()
    powers = {who: lines(game.orders(turn) / f"{who}.txt") for who in expected(game, turn)}
    times = []
    for number in range(SHEETS):
        power = [*powers][number % len(powers)]
        said = {"power": power, "code": code_of(game, turn, power), "text": f"{powers[power]}\n# {number}"}
        start = process_time()
        answer = client.post(f"/{name}", data=said, environ_overrides={"REMOTE_ADDR": f"192.0.2.{number}"})
        times.append(process_time() - start)
        assert answer.status_code == 200, answer.text
        if power == [*powers][-1]:
            write_out(Outbox(game), place / "sent", now)  # as a run does; else each older receipt is made again
    taken = [entry for entry in Inbox(game).entries() if entry.place.startswith("web:")]
    assert [entry.verdict for entry in taken] == ["accepted"] * SHEETS
    return sorted(times)


def now() -> datetime:
    return datetime.now(UTC)


def lines(path: Path) -> str:
    return "\n".join(line for line in path.read_text(encoding="utf-8").splitlines() if ":" not in line)


def report() -> None:
    for name in GAMES:
        with TemporaryDirectory() as place:
            times = handed_in(Path(place), name)
        half, most, total = times[len(times) // 2] * 1000, times[-1] * 1000, sum(times)
        print(f"{name}: {SHEETS} sheets in {total:.0f} s of one core; a sheet {half:.0f} ms, the slowest {most:.0f} ms")
    print(f"memory of the process at most: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    report()
