"""Small charts: thin lines over time, one of them thick, each labelled at its end instead of in a legend."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from pbm.maps.scene import Disc, Item, Polyline, Text
from pbm.reports.sections import Chart

LABEL, TICK = 6.4, 6.6
ROW = 7.4
"""How near two labels may come."""
THIN, THICK = 0.7, 2.2
DASHES: tuple[tuple[float, float] | None, ...] = (None, (4.0, 1.6), (1.4, 1.4), (6.0, 2.0))
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
SVG_SIZE = 640.0, 300.0
GRID, FAINT, INK = "#cccccc", "#666666", "#000000"


@dataclass(frozen=True)
class Curve:
    """A line of the chart: a point for every turn."""

    label: str
    values: Sequence[int]
    ink: str
    thick: bool = False


@dataclass(frozen=True)
class Frame:
    """The chart's room on paper, y downwards, and the figures it spans."""

    width: float
    height: float
    turns: Sequence[int]
    low: int
    high: int
    left: float = 22.0
    right: float = 96.0
    foot: float = 14.0
    head: float = 6.0

    def across(self, number: int) -> float:
        span = max(len(self.turns) - 1, 1)
        return self.left + (self.width - self.left - self.right) * number / span

    def down(self, value: float) -> float:
        span = max(self.high - self.low, 1)
        return self.height - self.foot - (self.height - self.foot - self.head) * (value - self.low) / span


def chart(
    series: Sequence[Curve], turns: Sequence[int], width: float, height: float, saving: bool = False
) -> list[Item]:
    """Lines for all series; the thick ones are drawn last."""
    values = [value for line in series for value in line.values] or [0]
    step = stride(max(values) - min(0, *values))
    frame = Frame(width, height, turns, min(0, *values), -(-max(*values, 1) // step) * step)
    items = list(grid(frame, step))
    places = label_places([frame.down(line.values[-1]) for line in series], frame)
    for number, line in sorted(enumerate(series), key=lambda pair: pair[1].thick):
        items += curve(line, frame, places[number], DASHES[number % len(DASHES)], saving)
    return items


def stride(span: int) -> int:
    """Between the lines of the grid: a round number, about five to a chart."""
    return next((step for step in STEPS if span / step <= 6), STEPS[-1])


def grid(frame: Frame, step: int) -> Iterator[Item]:
    for value in range(-(-frame.low // step) * step, frame.high + 1, step):
        y = frame.down(value)
        yield Polyline(((frame.left, y), (frame.width - frame.right, y)), GRID, 0.4)
        yield Text((frame.left - 4, y + 2.2), str(value).replace("-", "−"), "sans", TICK, FAINT, "end")
    yield Text((0.0, frame.height - 3), "turn", "serif-italic", TICK, FAINT, "start")
    every = stride(len(frame.turns))
    for number, turn in enumerate(frame.turns):
        if turn % every == 0:
            x = frame.across(number)
            yield Text((x, frame.height - 3), str(turn), "sans", TICK, FAINT)


def curve(line: Curve, frame: Frame, label: float, dash: tuple[float, float] | None, saving: bool) -> Iterator[Item]:
    ink = INK if saving else line.ink
    points = tuple((frame.across(number), frame.down(value)) for number, value in enumerate(line.values))
    if len(points) > 1:
        yield Polyline(points, ink, THICK if line.thick else THIN, None if line.thick else dash)
    x, y = points[-1]
    yield Disc((x, y), 2.2 if line.thick else 1.2, ink)
    yield Polyline(((x + 3, y), (x + 13, label)), ink, 0.4)
    face = "sans-bold" if line.thick else "sans"
    yield Text((x + 15, label + 2.2), f"{line.label}  {line.values[-1]}".replace("-", "−"), face, LABEL, ink, "start")


def label_places(wanted: Sequence[float], frame: Frame) -> dict[int, float]:
    """Each label as near to its line's end as the others let it, none over another."""
    order = sorted(range(len(wanted)), key=lambda number: (wanted[number], number))
    places: dict[int, float] = {}
    lowest = frame.height - frame.foot + 4
    room = max(lowest - ROW * (len(order) - 1), 3.0)
    last = -ROW
    for rank, number in enumerate(order):
        last = max(wanted[number], last + ROW)
        places[number] = min(last, room + ROW * rank)
        last = places[number]
    return places


def as_svg(section: Chart, who: str = "") -> str:
    """In the colours of the page, light or dark; the reader's own line stands out."""
    width, height = SVG_SIZE
    series = [
        Curve(one.name, one.values, *(("own", True) if one.code == who else ("all", False))) for one in section.series
    ]
    items = chart(series, section.turns, width, height)
    label = escape(f"{section.title}, turn by turn; the table says the same")
    shapes = "\n".join(svg_part(item) for item in items)
    return f'<svg class="chart" viewBox="0 0 {width:g} {height:g}" role="img" aria-label="{label}">\n{shapes}\n</svg>'


def svg_part(item: Item) -> str:
    match item:
        case Polyline():
            points = " ".join(f"{x:.1f},{y:.1f}" for x, y in item.points)
            return f'<polyline class="{svg_class(item.colour)}" points="{points}"/>'
        case Disc():
            return f'<circle class="{svg_class(item.fill)}" cx="{item.centre[0]:.1f}" cy="{item.centre[1]:.1f}" r="2"/>'
        case Text():
            place = f'x="{item.at[0]:.1f}" y="{item.at[1]:.1f}" text-anchor="{item.anchor}"'
            return f'<text class="{svg_class(item.colour)}" {place}>{escape(item.content)}</text>'
    raise ValueError(f"a chart has no {item}")


def svg_class(ink: str) -> str:
    return ink if ink in ("own", "all") else "grid"
