"""Every fact of a report, section by section, as the pieces that a form must show together and in order."""

import html
import re
from bisect import bisect_right
from collections.abc import Iterator
from io import BytesIO
from itertools import permutations
from typing import Any

from pypdf import PdfReader

from pbm.reports import Masthead, Report, Roundup
from pbm.reports.forms import folded
from pbm.reports.grid import shown
from pbm.reports.html import render_html
from pbm.reports.layout import shown as sections_of
from pbm.reports.plain import WIDTH, width
from pbm.reports.sections import (
    Account,
    AnySection,
    Brief,
    Chart,
    Deed,
    Ending,
    Episodes,
    Facts,
    Figures,
    Grid,
    Hand,
    Map,
    Messages,
    News,
    Orders,
    Prose,
    Row,
    Slip,
    Standing,
    Turnsheet,
)
from pbm.reports.text import render_text

NEAR, FAR = 90, 700
"""How many letters may stand between two pieces of a fact."""
PAPER_TURNS = 9
"""So many turns has the table under a chart on paper."""

CONTINUED = re.compile(r"\d*[A-Z]?[a-z]*\d*,continued")
"""What stands over a column that goes on, perhaps in the middle of a sentence."""

Fact = tuple[Any, ...]


class Apart(tuple[Any, ...]):
    """A fact whose pieces have sentences between them."""


class Either(tuple[Any, ...]):
    """A fact whose pieces stand beside each other in any order."""


class Cells(tuple[Any, ...]):
    """A row of a table: in order, or in text with its long cells broken into lines beside each other."""


def facts(told: Report | Roundup) -> Iterator[Fact]:
    yield from head_facts(told.masthead)
    for section in sections_of(told):
        if not isinstance(section, Map):
            yield (section.title,)
            yield (section.caption,)
            yield from section_facts(section)


def head_facts(head: Masthead) -> Iterator[Fact]:
    yield from ((value,) for value in (head.game, head.style, head.who, head.player, head.gm, head.date))
    yield from ((line,) for line in head.note.split("\n"))
    yield from ((value,) for value in (head.deadline, head.orders_to, head.sheet_code, head.receipt, *head.post_to))
    yield from ((fact.label, fact.text) for fact in (*head.about, *head.facts))


def section_facts(section: AnySection) -> Iterator[Fact]:  # noqa: PLR0912 (one branch for each kind)
    match section:
        case Brief():
            yield from ((notice.text,) for notice in (*section.notices, *section.warnings))
        case Figures():
            yield from (Either((one.value, one.label, one.note)) for one in section.figures)
        case Account():
            yield from ((entry.label, entry.note, entry.amount) for entry in section.entries)
            yield section.total_label, section.total
        case Orders():
            yield from ((column,) for column in section.purse)
            for run in folded(section.deeds):
                yield from deed_facts(run.deed, run.numbers)
            for deed in section.stray:
                yield from deed_facts(deed, str(deed.number or ""))
        case Grid():
            yield from row_facts(section.rows)
            yield tuple(map(shown, section.total))
        case Facts():
            yield from ((fact.label, fact.text) for fact in section.facts)
        case Standing():
            yield from ((fact.label, fact.text) for fact in section.orders)
        case Hand():
            for card in section.cards:
                yield from (Apart((card.name, card.text, card.moment)), Apart((card.name, card.order)))
        case Episodes():
            for one in section.episodes:
                yield from ((one.when, one.title, *one.tags), (one.outcome, one.rest))
                yield from ((line.text,) for line in one.lines)
                yield from row_facts(one.rows)
        case News():
            yield from ((line.text,) for line in section.headlines)
            yield from ((line.phase,) for line in section.headlines)
        case Messages():
            yield from (Apart((one.text, one.name, one.to)) for one in section.messages)
        case Chart():
            for line in section.series if section.table else ():
                yield line.name, *map(shown, line.values[-PAPER_TURNS:])
        case Prose():
            yield (section.text,)
        case Ending():
            yield from ((text,) for text in (section.text, *section.lines))
        case Slip():
            yield from ((text,) for text in section.lines)
        case Turnsheet():
            yield from ((row.lstrip("; "),) for row in section.rows)


def deed_facts(deed: Deed, numbers: str) -> Iterator[Fact]:
    yield from ((line.text,) for line in deed.lines)
    yield numbers, deed.order
    if deed.by == "step" and deed.lines:
        yield Apart((deed.phase, deed.lines[0].text))
    if deed.order and deed.outcome in ("ok", "partial"):
        yield Apart((deed.order, *(shown(figure) for figure in deed.figures)))
    elif deed.order and deed.outcome == "void":
        yield Apart((deed.order, "void"))
    for refusal in deed.refusals:
        yield from ((refusal.text,), (refusal.rule,))


def row_facts(rows: tuple[Row, ...]) -> Iterator[Fact]:
    for row in rows:
        yield Cells(map(shown, row.cells))
        yield (row.note,)
        yield (row.group,)


# the forms, as one string without blanks


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def plain_text(told: Report | Roundup) -> str:
    return squeezed(render_text(told))


def plain_html(told: Report | Roundup) -> str:
    body = render_html(told).split("<body>")[1]
    return dashed(squeezed(html.unescape(re.sub(r"<[^>]*>", "", body))))


def dashed(text: str) -> str:
    """With plain hyphens for the signs of print."""
    return text.replace("−", "-").replace("–", "-")


def text_of(content: bytes) -> str:
    """What is printed, and what is filled in on the form."""
    pdf = PdfReader(BytesIO(content))
    filled = [str(field.value or "") for field in (pdf.get_fields() or {}).values()]
    written = dashed(squeezed("".join([*(page.extract_text() for page in pdf.pages), *filled])))
    return CONTINUED.sub("", written)


def absent(told: Report | Roundup, form: str) -> list[Fact]:
    """Facts that a form does not tell."""
    bare = re.sub(r"[*_]", "", form)
    return [fact for fact in facts(told) if not is_told(fact, bare)]


def is_told(fact: Fact, form: str) -> bool:
    pieces = [squeezed(re.sub(r"[*_]", "", str(piece))) for piece in fact if piece not in ("", None)]
    if isinstance(fact, Either):
        return any(is_told(tuple(order), form) for order in permutations(pieces))
    found = follow(pieces, form.lower(), FAR if isinstance(fact, Apart) else NEAR)
    return found or (isinstance(fact, Cells) and is_broken_up(fact, form))


def follow(pieces: list[str], form: str, gap: int) -> bool:
    """Whether the pieces stand behind each other in a form, each near the one before."""
    ends: list[int] | None = None if pieces else [0]
    for piece in map(str.lower, pieces):
        starts = [found.start() for found in re.finditer(f"(?={re.escape(piece)})", form)]
        ends = [at + len(piece) for at in starts if ends is None or is_near(ends, at, gap)]
    return bool(ends)


def is_near(ends: list[int], start: int, gap: int) -> bool:
    before = bisect_right(ends, start) - 1
    return before >= 0 and start - ends[before] <= gap


def is_broken_up(fact: Fact, form: str) -> bool:
    """Whether every word of a row stands not far behind its first cell."""
    pieces = [re.sub(r"[*_]", "", str(piece)) for piece in fact if piece not in ("", None)]
    first, *words = [squeezed(word) for piece in pieces for word in piece.split()] or [""]
    starts = [found.end() for found in re.finditer(re.escape(first), form)]
    return any(all(word in form[start : start + FAR] for word in words) for start in starts)


def assert_within_bounds(text: str) -> None:
    for line in text.split("\n"):
        assert width(line) <= WIDTH, line
        assert line == line.rstrip(), line
        assert "\t" not in line
        assert not [c for c in line if not c.isprintable() and c not in "\u200d\ufe0f"], line
