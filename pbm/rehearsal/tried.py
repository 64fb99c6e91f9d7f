"""Lines to be tried, and which of them may stand on one sheet."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from pbm.rules.order import Order

FEW = 8
"""So many of those that are alike are tried first."""
T = TypeVar("T")
Part = tuple[str, str]
"""An action, and the part of a turn in which its line is played."""


@dataclass(frozen=True)
class Tried:
    """A line to be tried, and the lines that stand before it because it needs them."""

    order: Order
    needs: tuple[Order, ...] = ()
    codes: tuple[str, ...] | None = None
    """What it is about, if that is known to be less than all words in its boxes."""

    @property
    def about(self) -> tuple[str, ...]:
        """Lines that are about nothing are all about the same."""
        return (tuple(codes_of(self.order)) if self.codes is None else self.codes) or ("",)


def a_few(every: Sequence[T]) -> Sequence[T]:
    """Some, from all parts of a list."""
    return every[:: 1 + len(every) // FEW]


def codes_of(order: Order) -> Iterator[str]:
    """All that stands in its boxes but numbers."""
    for value in (getattr(order, box) for box in order.boxes):
        yield from (one for one in (value if isinstance(value, tuple) else (value,)) if isinstance(one, str))


def alike(lines: Iterable[Tried], part: Callable[[Order], Part]) -> Iterable[list[Tried]]:
    """Lines of one action that are played in one part of the turn and need the same."""
    found: dict[tuple[Part, tuple[Order, ...]], list[Tried]] = {}
    for line in lines:
        found.setdefault((part(line.order), line.needs), []).append(line)
    return found.values()


def companies(lines: Iterable[Tried], most: int) -> list[list[Tried]]:
    """Lines that share no code; each goes onto the first sheet that takes it."""
    sheets: list[tuple[set[str], list[Tried]]] = []
    tried: dict[str, int] = {}
    for line in lines:
        codes = line.about
        free = (
            at
            for at in range(tried.get(codes[0], 0), len(sheets))
            if len(sheets[at][1]) < most and sheets[at][0].isdisjoint(codes)
        )
        place = next(free, len(sheets))
        if place == len(sheets):
            sheets.append((set(), []))
        sheets[place][0].update(codes)
        sheets[place][1].append(line)
        tried[codes[0]] = place + 1
    return [sheet for _, sheet in sheets]
