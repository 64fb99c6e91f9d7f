"""How far long work is, for whoever watches. Nobody does, unless a command on a terminal asks to see it."""

from collections.abc import Callable, Iterator
from contextvars import ContextVar
from typing import Any, Protocol, TypeVar

T_co = TypeVar("T_co", covariant=True)


class Known(Protocol[T_co]):
    """Things whose number is known before they are there."""

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[T_co]: ...


PROGRESS = "PBM_PROGRESS"
"""Names a file in which a command notes how far it is, for the process that watches it."""
Show = Callable[[Known[Any], str], Iterator[Any]]
watcher: ContextVar[Show | None] = ContextVar("watcher", default=None)


def watched(things: Known[T_co], label: str) -> Iterator[T_co]:
    """The things one by one; what is watched while another is watched already is not shown."""
    show = watcher.get()
    if show is None:
        yield from things
        return
    watcher.set(None)
    try:
        yield from show(things, label)
    finally:
        watcher.set(show)
