"""The HTML form: one file that needs nothing else, reads well on a phone, and is dark where the reader's screen is."""

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from pbm.reports import Chapter
from pbm.reports.forms import environment

LEFT, RIGHT, TOP, BOTTOM = 30, 520, 10, 290
"""The chart, in its own units; the names of the powers stand to the right of it."""
LINE_HEIGHT = 16


class Curve(Struct, frozen=True):
    """A power's line in the chart of standings."""

    code: str
    label: str
    points: str
    y: int
    label_y: int
    own: bool


class Chart(Struct, frozen=True):
    curves: tuple[Curve, ...]
    height: int
    most: int
    turns: tuple[tuple[int, int], ...]
    """Turns with their place across."""


def render_html(report: Any, maps: Mapping[str, str] | None = None) -> str:
    """A report with the roundup in it, or a roundup alone; `maps` are drawings in SVG by their captions."""
    alone = report.schema.startswith("pbm-roundup")
    roundup = report if alone else report.roundup
    return (
        environment(True)
        .get_template(f"{report.masthead.ruleset}/report.html.j2")
        .render(
            report=None if alone else report,
            roundup=roundup,
            head=report.masthead,
            maps={caption: Markup(drawing) for caption, drawing in (maps or {}).items()},
            chart=chart(roundup.history, roundup.ranks, report.masthead.who),
        )
    )


def chart(history: Sequence[Chapter], ranks: Sequence[Any], who: str) -> Chart:
    """Every power's points turn by turn, labelled at the end, no label upon another."""
    most = max([1, *(value for chapter in history for value in chapter.points.values())])
    curves = [curve(history, row, most, row.code == who) for row in ranks]
    curves.sort(key=lambda line: (line.y, line.code))
    spread: list[Curve] = []
    for line in curves:
        lowest = spread[-1].label_y + LINE_HEIGHT if spread else TOP
        spread.append(Curve(line.code, line.label, line.points, line.y, max(line.y, lowest), line.own))
    turns = tuple((chapter.turn, across(index, len(history))) for index, chapter in enumerate(history))
    height = max([BOTTOM, *(line.label_y for line in spread)]) + 2 * LINE_HEIGHT
    return Chart(tuple(sorted(spread, key=lambda line: line.own)), height, most, turns)


def curve(history: Sequence[Chapter], row: Any, most: int, own: bool) -> Curve:
    met = [(across(i, len(history)), up(chapter.points.get(row.code, 0), most)) for i, chapter in enumerate(history)]
    y = met[-1][1]
    return Curve(row.code, row.name, " ".join(f"{x},{y}" for x, y in met), y, y, own)


def across(index: int, count: int) -> int:
    return LEFT + (RIGHT - LEFT) * index // max(1, count - 1)


def up(value: int, most: int) -> int:
    return BOTTOM - (BOTTOM - TOP) * max(0, value) // most
