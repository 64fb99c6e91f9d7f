"""Tables as text: columns as wide as their text, in the width of the page."""

from collections.abc import Callable, Iterator, Sequence

from pbm.reports.plain import WIDTH, is_even, width, wrapped
from pbm.reports.sections import Cell, Column, Row

NOTHING = "·"
"""How a zero is shown."""
NARROWEST = 6
"""No column is made narrower than this to fit the page."""


def shown(cell: Cell) -> str:
    if cell is None:
        return ""
    return str(cell or NOTHING) if isinstance(cell, int) else cell


def lines(columns: Sequence[Column], rows: Sequence[Row], total: Sequence[Cell] = (), note: str = "") -> Iterator[str]:
    """The head, the rows with their notes under them, and the total."""
    body = [[shown(cell) for cell in row.cells] for row in rows]
    sums = [[shown(cell) for cell in total]] if total else []
    titles, widths, gap = fitted(columns, [*body, *sums], WIDTH)
    written = writer(columns, widths, gap)
    if any(titles):
        yield from written(titles)
    group = ""
    for row, cells in zip(rows, body, strict=True):
        if row.group != group:
            group = row.group
            yield from wrapped(group, WIDTH)
        yield from written(cells)
        yield from ("    " + line for line in (wrapped(f"{note} {row.note}".strip(), WIDTH - 4) if row.note else ()))
    for cells in sums:
        yield "-" * min(WIDTH, sum(widths) + gap * (len(widths) - 1))
        yield from written(cells)


def fitted(columns: Sequence[Column], cells: Sequence[Sequence[str]], room: int) -> tuple[list[str], list[int], int]:
    """Titles, widths and the gap between columns: the long titles if they fit, else the short ones. Where there is too
    little room, columns give up their least width first, and words are broken last."""
    content = [max(column.room, widest([row[i] for row in cells if i < len(row)])) for i, column in enumerate(columns)]
    for gap in (2, 1):
        for titles in ([c.title for c in columns], [c.short or c.title for c in columns]):
            widths = [max(wide, width(title)) for wide, title in zip(content, titles, strict=True)]
            if sum(widths) + gap * (len(widths) - 1) <= room:
                return titles, widths, gap
    left, least = room - len(widths) + 1, [column.room for column in columns]
    every = [titles, *cells]
    words = [widest([word for row in every if i < len(row) for word in row[i].split()]) for i in range(len(columns))]
    fair = [NARROWEST] * len(columns)
    for floor in ([*map(max, least, words, fair)], words, fair):
        widths = squeezed(widths, floor, left)
    return titles, widths, 1


def widest(cells: Sequence[str]) -> int:
    return max(map(len if is_even("".join(cells)) else width, cells), default=0)


def squeezed(widths: list[int], floor: list[int], room: int) -> list[int]:
    """The widest columns give way until all fit, but none below its floor."""
    found = list(widths)
    while sum(found) > room:
        wide = [i for i, number in enumerate(found) if number > floor[i]]
        if not wide:
            return found
        found[max(wide, key=found.__getitem__)] -= 1
    return found


def writer(columns: Sequence[Column], widths: Sequence[int], gap: int) -> Callable[[Sequence[str]], list[str]]:
    """What writes a row: at once where each cell has room and each sign one column, else in several lines."""
    pattern = (" " * gap).join(
        f"{{:{'>' if column.right else '<'}{wide or ''}}}" for column, wide in zip(columns, widths, strict=True)
    )
    total = sum(widths) + gap * (len(widths) - 1)

    def written(cells: Sequence[str]) -> list[str]:
        if len(cells) == len(widths) and is_even(row := pattern.format(*cells)) and len(row) == total:
            return [row.rstrip()]
        return list(broken(columns, cells, widths, gap))

    return written


def broken(columns: Sequence[Column], cells: Sequence[str], widths: Sequence[int], gap: int) -> Iterator[str]:
    """One row, in as many lines as its longest cell takes."""
    parts = [wrapped(cell, wide) for cell, wide in zip(cells, widths, strict=False)]
    for number in range(max(map(len, parts), default=0)):
        texts = [part[number] if number < len(part) else "" for part in parts]
        padded = (
            " " * (wide - width(text)) + text if column.right else text + " " * (wide - width(text))
            for column, text, wide in zip(columns, texts, widths, strict=False)
        )
        yield (" " * gap).join(padded).rstrip()
