"""What the authors of reports have in common: a view, the world as its player knows it, and the names in both."""

from collections.abc import Iterable, Iterator, Mapping
from textwrap import wrap
from typing import Any, Generic, TypeVar

V = TypeVar("V")
W = TypeVar("W")


class Author(Generic[V, W]):
    """What the author of a report knows, and nothing else."""

    def __init__(self, view: V, world: W, names: Mapping[str, str]) -> None:
        self.view, self.world, self.names = view, world, names

    def name(self, code: str | None) -> str:
        return "nobody" if code is None else self.names.get(code, code)

    def named(self, code: str) -> str:
        """With the code, where a player may want to write it on a sheet."""
        return f"{self.name(code)} ({code})"

    def all_named(self, codes: Iterable[str], nothing: str = "none") -> str:
        return listed((self.named(code) for code in codes), nothing)


def notes(text: str, width: int) -> Iterator[str]:
    """A remark of a turnsheet in as many lines as it takes: a line that a mail breaks would be read as an order."""
    return (f"; {line}" for line in wrap(text, width - 2))


def listed(items: Iterable[Any], nothing: str = "none") -> str:
    return ", ".join(map(str, items)) or nothing
