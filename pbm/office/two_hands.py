"""Work in many equal parts, with a second process to share it where the machine has another core to spare."""

import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import NoReturn

Part = Callable[[], object]
"""A part of the work; it may be done twice, and leaves what it makes on the disk."""


def shared(parts: Sequence[Part]) -> Iterator[int]:
    """Do all parts; yields as each is done. The first is done alone: what it reads, the others find read."""
    if not can_fork() or len(parts) < 4:
        yield from done(parts)
        return
    yield from done(parts[:1])
    mine, others = parts[1::2], parts[2::2]
    helper = Helper(others)
    yield from done(mine)
    yield from helper.finished()


def done(parts: Sequence[Part]) -> Iterator[int]:
    for part in parts:
        part()
        yield 1


def can_fork() -> bool:
    """Elsewhere a new process begins with nothing, and would load for longer than it helps."""
    return sys.platform == "linux" and threading.active_count() == 1 and len(os.sched_getaffinity(0)) > 1


class Helper:
    """A copy of this process that does parts of the work; whatever it leaves undone is done here."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = parts
        self.ear, mouth = os.pipe()
        self.process = os.fork()
        if not self.process:
            help_along(parts, mouth)
        os.close(mouth)

    def finished(self) -> Iterator[int]:
        """One for each part; a part that failed there fails here, where somebody hears of it."""
        count = 0
        try:
            while os.read(self.ear, 1):
                count += 1
                yield 1
        finally:
            os.close(self.ear)
            os.waitpid(self.process, 0)
        yield from done(self.parts[count:])


def help_along(parts: Sequence[Part], mouth: int) -> NoReturn:
    """Nothing of the process that was copied is cleared up here: that is for the other one to do."""
    try:
        for part in parts:
            part()
            os.write(mouth, b".")
    finally:
        os._exit(0)
