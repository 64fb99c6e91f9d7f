"""Charts of a run as SVG; the same numbers give the same bytes."""

import math
from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

from pbm.computer.simulate.statistics import Interval, quantile

INK, FAINT, ACCENT, BAND, PAPER, GRID = "#2a221a", "#75695b", "#8c1d18", "#e6cfc0", "#fbf6ea", "#d9cdb8"
FONT = "'Fira Sans Condensed', 'Arial Narrow', sans-serif"
HEADING = "Alegreya, Georgia, serif"
WIDTH, ROW, LABEL, MARGIN, TITLE = 720, 20, 150, 16, 34
CELL_WIDTH, CELL_HEIGHT, COLUMNS = 172, 108, 4
FOOT = 22
EPSILON = 1e-9


class Bar(NamedTuple):
    label: str
    value: Interval
    note: str = ""


def number(value: float) -> str:
    """A number with at most two decimals, and never -0."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def text(x: float, y: float, words: str, size: int = 12, anchor: str = "start", fill: str = INK) -> str:
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-size="{size}" text-anchor="{anchor}" fill="{fill}">'
        f"{escape(words)}</text>"
    )


def rect(x: float, y: float, width: float, height: float, fill: str) -> str:
    box = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
    return f'<rect {box} fill="{fill}"/>'


def line(points: Iterable[tuple[float, float]], stroke: str = INK, width: float = 1) -> str:
    path = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return f'<polyline points="{path}" fill="none" stroke="{stroke}" stroke-width="{number(width)}"/>'


def dot(x: float, y: float, fill: str) -> str:
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="4" fill="{fill}"/>'


def picture(title: str, height: float, parts: Iterable[str]) -> str:
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {number(height)}" width="{WIDTH}" '
            f'height="{number(height)}" font-family="{FONT}" role="img" aria-label="{escape(title)}">',
            rect(0, 0, WIDTH, height, PAPER),
            f'<g font-family="{HEADING}" font-weight="700">{text(MARGIN, 22, title, 16, fill=ACCENT)}</g>',
            *parts,
            "</svg>",
        ]
    )


def ticks(low: float, high: float, most: int = 5) -> list[float]:
    """Round numbers across a range."""
    power = 10.0 ** math.floor(math.log10((high - low) / most))
    step = next(power * size for size in (1, 2, 5, 10) if (high - low) / (power * size) <= most)
    return [k * step for k in range(math.ceil(low / step - EPSILON), math.floor(high / step + EPSILON) + 1)]


def bars(title: str, rows: Sequence[Bar], percent: bool = True) -> str:
    """Horizontal bars, each with its interval."""
    top = max([bar.value.high for bar in rows] + [0.01])
    scale = (WIDTH - LABEL - 130) / top
    parts = grid(rows, 0, top, scale, percent)
    for index, bar in enumerate(rows):
        y = TITLE + ROW * index
        low, high = LABEL + bar.value.low * scale, LABEL + bar.value.high * scale
        shown = f"{bar.value.value:.1%}" if percent else number(bar.value.value)
        parts += [
            text(LABEL - 8, y + 14, bar.label, anchor="end"),
            rect(LABEL, y + 4, bar.value.value * scale, ROW - 8, ACCENT),
            *(whisker(low, high, y) if low < high else ()),
            text(WIDTH - MARGIN, y + 14, f"{shown} {bar.note}".strip(), anchor="end"),
        ]
    return picture(title, TITLE + ROW * len(rows) + FOOT, parts)


def whisker(low: float, high: float, y: float) -> list[str]:
    across = line([(low, y + ROW / 2), (high, y + ROW / 2)])
    return [across, *(line([(x, y + 6), (x, y + ROW - 6)]) for x in (low, high))]


def changes(title: str, rows: Sequence[Bar]) -> str:
    """A dot and its interval for each difference; significant ones stand out."""
    low = min([bar.value.low for bar in rows] + [-0.01])
    high = max([bar.value.high for bar in rows] + [0.01])
    scale = (WIDTH - LABEL - 130) / (high - low)
    parts = grid(rows, low, high, scale, False)
    for index, bar in enumerate(rows):
        y, fill = TITLE + ROW * index + ROW / 2, ACCENT if bar.value.apart() else FAINT
        x, start, end = (LABEL + (v - low) * scale for v in bar.value)
        parts += [
            text(LABEL - 8, y + 4, bar.label, anchor="end"),
            line([(start, y), (end, y)], fill, 2),
            dot(x, y, fill),
            text(WIDTH - MARGIN, y + 4, f"{bar.value.value:+.2f}", anchor="end"),
        ]
    return picture(title, TITLE + ROW * len(rows) + FOOT, parts)


def grid(rows: Sequence[Bar], low: float, high: float, scale: float, percent: bool) -> list[str]:
    foot, parts = TITLE + ROW * len(rows), []
    for tick in ticks(low, high):
        x = LABEL + (tick - low) * scale
        label = f"{tick:.0%}" if percent else number(tick)
        parts.append(line([(x, TITLE), (x, foot + 4)], GRID if tick else FAINT))
        parts.append(text(x, foot + 17, label, 11, "middle", FAINT))
    return parts


def columns(title: str, heights: Sequence[tuple[int, int]], foot: str) -> str:
    """A histogram: how often each number came."""
    top, base = max(count for _, count in heights), TITLE + 160
    step = (WIDTH - 2 * MARGIN) / len(heights)
    parts = [line([(MARGIN, base), (WIDTH - MARGIN, base)])]
    every = max(1, len(heights) // 20)
    for index, (value, count) in enumerate(heights):
        height, x = 140 * count / top, MARGIN + step * index
        parts.append(rect(x + 1, base - height, max(1.0, step - 2), height, ACCENT))
        if count:
            parts.append(text(x + step / 2, base - height - 4, str(count), 10, "middle"))
        if index % every == 0:
            parts.append(text(x + step / 2, base + 14, str(value), 11, "middle", FAINT))
    return picture(title, base + 36, [*parts, text(MARGIN, base + 30, foot, 11, fill=FAINT)])


def curves(title: str, seats: Sequence[tuple[str, Sequence[Sequence[int]]]], foot: str) -> str:
    """A small chart for each seat: the median game turn by turn, and the middle 80 % of games."""
    spans = [(name, [spread(column) for column in zip(*games, strict=True)]) for name, games in seats]
    top = max([high for _, span in spans for _, _, high in span] + [1])
    parts = []
    for index, (name, span) in enumerate(spans):
        left = MARGIN + CELL_WIDTH * (index % COLUMNS)
        parts += cell(name, span, left, TITLE + CELL_HEIGHT * (index // COLUMNS), top)
    rows = -(-len(spans) // COLUMNS)
    height = TITLE + CELL_HEIGHT * rows + FOOT
    return picture(title, height, [*parts, text(MARGIN, height - 8, foot, 11, fill=FAINT)])


def spread(values: Sequence[int]) -> tuple[int, int, int]:
    return quantile(values, 1), quantile(values, 5), quantile(values, 9)


def cell(name: str, span: Sequence[tuple[int, int, int]], left: float, top: float, most: int) -> list[str]:
    width, height = CELL_WIDTH - 34, CELL_HEIGHT - 36
    base = top + 16 + height
    across = [left + 26 + width * i / max(1, len(span) - 1) for i in range(len(span))]

    def at(value: float) -> float:
        return base - height * value / most

    band = [(x, at(high)) for x, (_, _, high) in zip(across, span, strict=True)]
    band += [(x, at(low)) for x, (low, _, _) in reversed(list(zip(across, span, strict=True)))]
    path = " ".join(f"{number(x)},{number(y)}" for x, y in band)
    marks = [mark for mark in ticks(0, most, 4) if mark]
    return [
        *(line([(left + 26, at(mark)), (left + 26 + width, at(mark))], GRID) for mark in marks),
        *(text(left + 22, at(mark) + 3, number(mark), 9, "end", FAINT) for mark in [0.0, *marks]),
        f'<polygon points="{path}" fill="{BAND}"/>',
        line([(x, at(middle)) for x, (_, middle, _) in zip(across, span, strict=True)], ACCENT, 2),
        line([(left + 26, base), (left + 26 + width, base)], FAINT),
        text(left + 26, top + 12, name, 12),
        text(left + 26 + width, base + 11, f"turn {len(span)}", 9, "end", FAINT),
    ]
