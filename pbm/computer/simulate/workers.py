"""The workers that play the batches: this process, several processes on this machine, or a cluster."""

import multiprocessing
import os
import platform
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing.process import BaseProcess
from typing import Any

import msgspec

from pbm.computer.simulate.game import Record, play_game
from pbm.computer.simulate.plan import Plan
from pbm.errors import GameError

Batch = tuple[int, int]
"""The first game, and the one after the last."""


class Made(msgspec.Struct, frozen=True):
    """A batch as a worker made it, with how much memory that worker has needed so far."""

    batch: Batch
    content: bytes
    worker: str
    memory: int
    """The peak, in KiB."""


KIB = 1024
PATIENCE = 10
"""Seconds to wait for a scheduler."""

Workers = Callable[[Plan, Iterable[Batch]], Iterator[Made]]


def make(plan: Plan, batch: Batch) -> Made:
    record = Record.empty()
    for number in range(*batch):
        record.add(play_game(plan, number))
    return Made(batch, msgspec.json.encode(record), f"{platform.node()}:{os.getpid()}", memory())


def memory() -> int:
    """The peak memory of this process; 0 if the system does not report it."""
    try:
        from resource import RUSAGE_SELF, getrusage
    except ImportError:
        return 0
    most = getrusage(RUSAGE_SELF).ru_maxrss
    return most // KIB if sys.platform == "darwin" else most


def alone(plan: Plan, batches: Iterable[Batch]) -> Iterator[Made]:
    return (make(plan, batch) for batch in batches)


def processes(jobs: int) -> Workers:
    """Fresh processes, not forks: the same on every system."""

    def work(plan: Plan, batches: Iterable[Batch]) -> Iterator[Made]:
        others = multiprocessing.active_children()
        with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), end_with_parent) as pool:
            try:
                for future in as_completed([pool.submit(make, plan, batch) for batch in batches]):
                    yield future.result()
            except BaseException:
                end_at_once(others)
                raise

    return alone if jobs == 1 else work


def end_with_parent() -> None:
    """End a worker whose parent is gone; it would wait for ever."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def end_at_once(others: list[BaseProcess]) -> None:
    """Stop without waiting for unfinished batches."""
    for child in multiprocessing.active_children():
        if child not in others:
            child.terminate()


def cluster(address: str) -> Workers:
    """The workers of a dask scheduler; pbm must be installed there too."""

    def work(plan: Plan, batches: Iterable[Batch]) -> Iterator[Made]:
        distributed = the_engine()
        with connected(distributed, address) as client:
            refuse_no_workers(client, address)
            futures = [client.submit(make, plan, batch, pure=False) for batch in batches]
            for _, made in distributed.as_completed(futures, loop=client.loop, with_results=True):
                yield made

    return work


def the_engine() -> Any:
    try:
        import distributed
    except ModuleNotFoundError:
        raise GameError("A cluster needs dask.distributed: install pbm with its extra, pbm[cluster].") from None
    return distributed


def connected(distributed: Any, address: str) -> Any:
    try:
        return distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise GameError(f"No scheduler answers at {address}: {error}. Start one with `dask scheduler`.") from None


def refuse_no_workers(client: Any, address: str) -> None:
    if not client.scheduler_info()["workers"]:
        raise GameError(f"The scheduler at {address} has no workers: start some with `dask worker {address}`.")
