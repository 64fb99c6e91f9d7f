"""What is done, for whoever listens: the log of the office, and a terminal that asks for it.

It names games, turns, files and numbers, and never people.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from traceback import extract_tb

Listener = Callable[[str, Path | None], None]
listeners: ContextVar[tuple[Listener, ...]] = ContextVar("listeners", default=())


@contextmanager
def heard_by(listener: Listener) -> Iterator[None]:
    mark = listeners.set((*listeners.get(), listener))
    try:
        yield
    finally:
        listeners.reset(mark)


@contextmanager
def unheard() -> Iterator[None]:
    """What is done to a copy is nobody's business."""
    mark = listeners.set(())
    try:
        yield
    finally:
        listeners.reset(mark)


def did(game: str, what: str) -> None:
    for listener in listeners.get():
        listener(f"{game}: {what}", None)


def wrote(path: Path) -> None:
    for listener in listeners.get():
        listener(f"wrote {path}", path)


def fault(error: BaseException) -> str:
    """What went wrong, without the words of the error, which may name people."""
    own = [frame for frame in extract_tb(error.__traceback__) if "pbm" in Path(frame.filename).parts]
    place = f" in {Path(own[-1].filename).name}, line {own[-1].lineno}" if own else ""
    return f"{type(error).__name__}{place}"
