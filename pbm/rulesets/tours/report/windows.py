"""Which part of the field a sheet or a close-up shows: columns and rows, cut so that each piece fits on paper."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from pbm.rules.hexes import Hex
from pbm.rulesets.tours.ground import GRID

Span = tuple[int, int]
"""The first and the last of some columns or rows."""


@dataclass(frozen=True)
class Window:
    columns: Span
    rows: Span

    @property
    def title(self) -> str:
        return f"columns {self.columns[0]} to {self.columns[1]}, rows {self.rows[0]} to {self.rows[1]}"

    @property
    def corners(self) -> tuple[Hex, ...]:
        """The hexes that span it."""
        return tuple(f"{column:02}{row:02}" for column in self.columns for row in self.rows)

    def has(self, place: Hex) -> bool:
        column, row = GRID.place(place)
        return self.columns[0] <= column <= self.columns[1] and self.rows[0] <= row <= self.rows[1]


def windows(places: Sequence[Hex], columns: int, rows: int) -> Iterator[Window]:
    """Even pieces with no more columns and rows than that, those that show some of the places; one more all round."""
    if not places:
        return
    across, down = zip(*map(GRID.place, places), strict=True)
    for wide in pieces(across, columns):
        for high in pieces(down, rows):
            if any(Window(wide, high).has(place) for place in places):
                yield Window(grown(wide, columns, WIDTH), grown(high, rows, HEIGHT))


def pieces(figures: Sequence[int], most: int) -> Iterator[Span]:
    low, high = min(figures), max(figures)
    count = ceil((high - low + 1) / most)
    step = ceil((high - low + 1) / count)
    return ((start, min(start + step - 1, high)) for start in range(low, high + 1, step))


def grown(span: Span, most: int, edge: int) -> Span:
    """One more at both ends, as far as there is room on paper and on the field."""
    spare = most - (span[1] - span[0] + 1)
    low = max(span[0] - min(spare, 1), 1)
    return low, min(span[1] + min(most - (span[1] - low + 1), 1), edge)


WIDTH, HEIGHT = (max(figures) for figures in zip(*map(GRID.place, GRID), strict=True))
