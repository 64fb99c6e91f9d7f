"""How often something may be tried, by address and by what it is tried on: kept in memory, within bounds."""

import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field

MOST = 20_000
"""So many addresses are remembered; the one that was quiet longest goes first."""


@dataclass
class Limit:
    """At most so many in so many seconds, for each key."""

    most: int
    seconds: float
    clock: Callable[[], float] = time.monotonic
    seen: "OrderedDict[Hashable, deque[float]]" = field(default_factory=OrderedDict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def is_reached(self, key: Hashable) -> bool:
        with self.lock:
            return len(self.recent(key)) >= self.most

    def count(self, key: Hashable) -> None:
        with self.lock:
            self.recent(key).append(self.clock())
            self.seen.move_to_end(key)
            while len(self.seen) > MOST:
                self.seen.popitem(last=False)

    def recent(self, key: Hashable) -> "deque[float]":
        times = self.seen.setdefault(key, deque(maxlen=self.most))
        while times and times[0] < self.clock() - self.seconds:
            times.popleft()
        return times
