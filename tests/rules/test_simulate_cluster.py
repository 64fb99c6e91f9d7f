"""Self-play on a cluster: a scheduler and two workers on this machine's own network."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbm.computer.simulate import workers
from pbm.computer.simulate.plan import make_plan
from pbm.computer.simulate.workers import alone, cluster, connected, the_engine
from pbm.errors import GameError

pytest.importorskip("distributed")

PATIENCE = 60
QUIET = ["--no-dashboard", "--host", "127.0.0.1"]


def started(part: str, file: Path, *options: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", f"distributed.cli.dask_{part}", "--scheduler-file", str(file), *QUIET, *options]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the scheduler listens, once both workers have come."""
    folder = tmp_path_factory.mktemp("cluster")
    file = folder / "scheduler.json"
    hands = ("--nthreads", "1", "--no-nanny", "--local-directory", str(folder))
    running = [started("scheduler", file, "--port", "0")]
    try:
        running += [started("worker", file, *hands) for _ in range(2)]
        yield listening(file)
    finally:
        for process in reversed(running):
            process.terminate()
            process.wait(PATIENCE)


def listening(file: Path) -> str:
    found = written(file)
    with connected(the_engine(), found) as client:
        client.wait_for_workers(2, timeout=PATIENCE)
    return found


def written(file: Path) -> str:
    """The address, once the scheduler has written it down."""
    for _ in range(PATIENCE * 10):
        if file.is_file() and file.stat().st_size:
            break
        time.sleep(0.1)
    return str(json.loads(file.read_text(encoding="utf-8"))["address"])


@pytest.mark.slow
def test_a_cluster_makes_the_same_games(address: str) -> None:
    plan = make_plan("darkage", 5, "cluster", by=["steward"])
    batches = [(first, first + 2) for first in range(0, 12, 2)]
    here = {made.batch: made.content for made in alone(plan, batches)}
    there = list(cluster(address)(plan, batches))
    assert {made.batch: made.content for made in there} == here
    assert 1 <= len({made.worker for made in there}) <= 2


@pytest.mark.slow
def test_nobody_works(tmp_path: Path) -> None:
    file = tmp_path / "scheduler.json"
    scheduler = started("scheduler", file, "--port", "0")
    try:
        with pytest.raises(GameError, match="dask worker"):
            list(cluster(written(file))(make_plan("darkage", 1, "x"), [(0, 1)]))
    finally:
        scheduler.terminate()
        scheduler.wait(PATIENCE)


@pytest.mark.slow
def test_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "PATIENCE", 1)
    with pytest.raises(GameError, match="dask scheduler"):
        list(cluster("tcp://127.0.0.1:1")(make_plan("darkage", 1, "x"), [(0, 1)]))
