"""The one clock of the benchmarks."""

import gc
from collections.abc import Callable
from time import process_time


def best(work: Callable[[], object], repeats: int = 7) -> float:
    """CPU seconds of the quickest of several runs: what the work costs when nothing disturbs it."""
    times = []
    for _ in range(repeats):
        gc.collect()
        start = process_time()
        work()
        times.append(process_time() - start)
    return min(times)
