"""Tables without boxes: words to the left, figures to the right, hairlines between groups, rows never split."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from pbm.reports.pdf.blocks import Block
from pbm.reports.pdf.fields import Field, add_field
from pbm.reports.pdf.sheet import Sheet
from pbm.reports.pdf.type import Run, SetLine, broken, clusters, measure, single

THIN = 0.3
CLOSEST = 1.4
"""Columns come no nearer to each other than this."""
FEW = 3
"""A table is not split so that fewer rows than this stand alone."""
INSET = 4.0
"""From the left edge of a box to what is printed in it."""
PAGE = 620.0
"""A table higher than this is split even if it had rather not be: it would not fit on a page under its heading."""


@dataclass(frozen=True)
class Column:
    """How wide it is, in points (0: as its widest cell; negative: that share of what is left), and how it is set."""

    width: float = 0.0
    align: str = "l"

    @property
    def elastic(self) -> bool:
        return self.width < 0


@dataclass(frozen=True, slots=True)
class Cell:
    runs: Sequence[Run] = ()
    span: int = 1
    field: Field | None = None


@dataclass(frozen=True, slots=True)
class Row:
    cells: Sequence[Cell] = ()
    height: float = 0.0
    rule: float = 0.0
    """The weight of a line above it."""
    tint: str = ""
    keep: bool = False
    """It stays with the row below it."""


Laid = list[tuple[float, float, list[SetLine], Cell, str]]


@dataclass
class TableBlock(Block):
    columns: Sequence[Column] = ()
    rows: Sequence[Row] = ()
    head: Sequence[Row] = ()
    """Rows that stand again at the top of every page."""
    leading: float = 11.0
    gap: float = 7.0
    ink: str = "#000000"
    hair: str = "#000000"
    """The ink of lines thinner than THIN."""
    whole: bool = False
    """It is not split if it fits on a page."""
    _height: dict[float, float] = field(default_factory=dict)
    _widths: dict[float, list[float]] = field(default_factory=dict)
    _laid: dict[tuple[float, int], tuple[Laid, float]] = field(default_factory=dict)

    def widths(self, width: float) -> list[float]:
        if width not in self._widths:
            fixed = [self.natural(n) if not c.width else c.width for n, c in enumerate(self.columns)]
            left = width - self.gap * (len(self.columns) - 1) - sum(w for w in fixed if w > 0)
            shares = -sum(w for w in fixed if w < 0) or 1.0
            self._widths[width] = self.eased([w if w > 0 else max(left, 1.0) * -w / shares for w in fixed])
        return self._widths[width]

    def eased(self, widths: list[float]) -> list[float]:
        """Room for the longest word of every elastic column, as far as the others can give it."""
        least = [self.longest_word(n) if column.elastic else 0.0 for n, column in enumerate(self.columns)]
        lack = sum(max(0.0, need - wide) for need, wide in zip(least, widths, strict=True))
        spare = [max(0.0, wide - need) if need else 0.0 for need, wide in zip(least, widths, strict=True)]
        if not lack:
            return widths
        if sum(spare) < lack:
            return self.closer(widths, lack)
        share = lack / sum(spare)
        return [max(wide, need) - over * share for wide, need, over in zip(widths, least, spare, strict=True)]

    def closer(self, widths: list[float], lack: float) -> list[float]:
        """The columns nearer to each other, for a word that has no room otherwise."""
        saved = min(lack, (self.gap - CLOSEST) * (len(widths) - 1))
        elastic = [number for number, column in enumerate(self.columns) if column.elastic]
        if saved <= 0:
            return widths
        self.gap -= saved / (len(widths) - 1)
        return [wide + saved / len(elastic) * (number in elastic) for number, wide in enumerate(widths)]

    def longest_word(self, number: int) -> float:
        words = (sum(map(measure, word)) for cell in self.cells_of(number) for word in clusters(cell.runs, PAGE))
        return max(words, default=0.0) + 0.1

    def natural(self, number: int) -> float:
        """As wide as its widest cell."""
        return max((sum(map(measure, cell.runs)) for cell in self.cells_of(number)), default=0.0) + 0.1

    def cells_of(self, number: int) -> Iterator[Cell]:
        """The cells of one column, without those that span several."""
        for row in (*self.head, *self.rows):
            place = 0
            for cell in row.cells:
                if place == number and cell.span == 1 and cell.runs:
                    yield cell
                place += cell.span

    def laid(self, row: Row, width: float) -> tuple[Laid, float]:
        """The cells of a row with their lines and places, and its height."""
        key = (width, id(row))
        if key not in self._laid:
            self._laid[key] = self.lay(row, self.widths(width))
        return self._laid[key]

    def lay(self, row: Row, widths: list[float]) -> tuple[Laid, float]:
        cells: Laid = []
        place, x, most = 0, 0.0, 1
        for cell in row.cells:
            room = sum(widths[place : place + cell.span]) + self.gap * (cell.span - 1)
            column = self.columns[place]
            lines = self.set(cell, column, room)
            most = max(most, len(lines))
            cells.append((x, room, lines, cell, column.align if cell.span == 1 else "l"))
            x += room + self.gap
            place += cell.span
        return cells, max(most * self.leading, row.height) + (2.0 if row.rule else 0.0)

    def set(self, cell: Cell, column: Column, room: float) -> list[SetLine]:
        if not cell.runs:
            return []
        if column.elastic or cell.span > 1:
            return broken(cell.runs, room)
        return [single(cell.runs)]

    def height(self, rows: Sequence[Row], width: float) -> float:
        """Of rows under each other; tables are measured again and again while pages are filled."""
        known = self._laid
        return sum((known.get((width, id(row))) or self.laid(row, width))[1] for row in rows)

    def measure(self, width: float) -> float:
        if width not in self._height:
            self._height[width] = self.height((*self.head, *self.rows), width)
        return self._height[width]

    def least(self, width: float) -> float:
        if self.unsplit(width):
            return self.measure(width)
        few = self.together(min(FEW, len(self.rows)) - 1) if self.rows else 0
        return self.height((*self.head, *self.rows[:few]), width)

    def unsplit(self, width: float) -> bool:
        return self.whole and self.measure(width) < PAGE

    def together(self, start: int) -> int:
        """Where the group that begins with a row ends."""
        end = start
        while end < len(self.rows) - 1 and self.rows[end].keep:
            end += 1
        return end + 1

    def split(self, width: float, room: float) -> tuple[Block, Block] | None:
        if self.unsplit(width):
            return None
        used = self.height(self.head, width)
        cut = 0
        while cut < len(self.rows):
            end = self.together(cut)
            used += self.height(self.rows[cut:end], width)
            if used > room:
                break
            cut = end
        cut = self.moved_up(cut)
        return (self.part(0, cut, width), self.part(cut, len(self.rows), width)) if 0 < cut < len(self.rows) else None

    def moved_up(self, cut: int) -> int:
        """The cut so far up that a few rows go over together, if enough are left above it."""
        wanted = min(cut, len(self.rows) - FEW)
        while wanted > FEW and self.rows[wanted - 1].keep:
            wanted -= 1
        return wanted if wanted >= FEW else cut

    def part(self, start: int, end: int, width: float) -> "TableBlock":
        before = 8.0 if start else self.before
        rows = self.rows[start:end]
        widths = {width: self.widths(width)}
        return replace(self, before=before, keep=False, rows=rows, _height={}, _widths=widths)

    def draw(self, sheet: Sheet, x: float, y: float, width: float) -> None:
        for row in (*self.head, *self.rows):
            cells, height = self.laid(row, width)
            self.ground(row, sheet, x, y, width, height)
            y += 2.0 if row.rule else 0.0
            for across, room, lines, cell, align in cells:
                if cell.field:
                    add_field(sheet, cell.field, x + across, y, room, height)
                self.write(sheet, lines, x + across + (INSET if cell.field else 0.0), y, room, align)
            y += height - (2.0 if row.rule else 0.0)

    def ground(self, row: Row, sheet: Sheet, x: float, y: float, width: float, height: float) -> None:
        if row.tint:
            sheet.panel(x - 3, y, x + width + 3, y + height, row.tint)
        if row.rule:
            sheet.rule(x, y + 0.8, x + width, row.rule, self.hair if row.rule < THIN else self.ink)

    def write(self, sheet: Sheet, lines: list[SetLine], x: float, y: float, room: float, align: str) -> None:
        for number, line in enumerate(lines):
            spare = room - line.width
            across = {"r": spare, "c": spare / 2}.get(align, 0.0)
            sheet.line(line, x + across, y + (number + 0.78) * self.leading)
