"""What the forms of reports are made with: their templates, and the filters in them."""

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pbm.files import folder
from pbm.reading.sheet_rows import field_name
from pbm.reports import grid
from pbm.reports.grid import NOTHING
from pbm.reports.plain import WIDTH, is_even, width, wrapped
from pbm.reports.sections import Box, Cell, Deed, Episode, FormRow, Grid, Refused
from pbm.rules.event import enumerated
from pbm.rules.turn_names import headed, spoken

if TYPE_CHECKING:
    from pbm.reports.sandbox import Sandbox

ILLEGAL = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""What markup does not allow."""
MINUS = "−"
PLACES = [folder("templates")]
"""Where templates are looked for."""


@cache
def environment(escape: bool) -> "Sandbox":
    """The templates, for a form in which text must be escaped or for one in which it is taken as it is."""
    from jinja2 import FileSystemLoader, StrictUndefined  # slow to import, and most commands print no report

    from pbm.reports.kinds import sheet_text
    from pbm.reports.sandbox import Sandbox

    made = Sandbox(
        loader=FileSystemLoader(PLACES),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
        autoescape=escape,
        finalize=harmless if escape else None,
    )
    made.filters |= {
        "n": n,
        "ordinal": ordinal,
        "dot": dot,
        "signed": signed,
        "left": left,
        "right": right,
        "led": led,
        "flow": flow,
        "caret": caret,
        "caps": caps,
        "number": number,
        "figure": figure,
        "parts": parts,
        "lines": lines,
        "field_name": box_field,
        "sheet_text": sheet_text,
        "folded": folded,
        "turn_name": spoken,
        "turn_head": headed,
        "enumerated": enumerated,
    }
    made.globals |= {"WIDTH": WIDTH, "own_look": own_look}
    return made


def join_templates(place: Path) -> None:
    """The templates of a game that comes in a package of its own."""
    if place not in PLACES:
        PLACES.append(place)
        own_look.cache_clear()
        environment.cache_clear()


@cache
def own_look(game: str, key: str, form: str) -> str:
    """A game's own template for one of its sections, if it brings one."""
    name = f"{game}/{key}.{form}.j2"
    return name if any((place / name).is_file() for place in PLACES) else ""


def page(template: str, **values: object) -> str:
    """A text page other than a report: a letter, a file."""
    return environment(False).get_template(f"{template}.j2").render(**values)


def harmless(value: Any) -> Any:
    return ILLEGAL.sub("", value) if type(value) is str else value


def n(count: int, one: str, many: str) -> str:
    """`1 line`, `3 lines`."""
    return f"{count} {one if count == 1 else many}"


def ordinal(number: int) -> str:
    teen = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def caps(text: str) -> str:
    return text[:1].upper() + text[1:]


def dot(number: int) -> str:
    return str(number) if number else NOTHING


def signed(number: int | None) -> str:
    return "" if number is None else f"{number:+}" if number else NOTHING


def number(value: int) -> str:
    return str(value).replace("-", MINUS)


def figure(cell: Cell) -> str:
    """A cell as it is printed: a thin dot for nothing, and a true minus."""
    shown = grid.shown(cell)
    return shown.replace("-", MINUS) if isinstance(cell, int) or shown.lstrip("-").isdigit() else shown


def parts(cell: str) -> tuple[str, str]:
    """A figure out of another, `3/12`, in its two parts."""
    first, slash, second = cell.partition("/")
    return (first, slash + second) if first.isdigit() and second.isdigit() else (cell, "")


def lines(table: Grid | Episode) -> str:
    """A table as text."""
    if isinstance(table, Episode):
        return "\n".join(grid.lines(table.columns, table.rows))
    return "\n".join(grid.lines(table.columns, table.rows, table.total, table.note))


def boxes(row: FormRow) -> str:
    """A row of boxes as text, in as many lines as it takes; what is wanted is written behind the arrows."""
    found: list[str] = []
    for box in row.boxes:
        text = f"{box.words} ({box.value}) >    " if box.value else f"{box.words} >          "
        if found and width(found[-1]) + width(text) + 2 <= WIDTH:
            found[-1] += f"| {text}"
        else:
            found.append(text)
    return "\n".join(line.rstrip() for line in found)


def box_field(box: Box, number: int) -> str:
    return field_name(number, box.words, box.value)


def left(text: object, room: int) -> str:
    """The text at the left of so many columns; what is longer pushes on."""
    shown = str(text)
    return shown.ljust(room) if shown.isascii() else shown + " " * (room - width(shown))


def right(text: object, room: int) -> str:
    shown = str(text)
    return shown.rjust(room) if shown.isascii() else " " * (room - width(shown)) + shown


def led(text: object, room: int) -> str:
    """The text with dots that lead the eye to the figure at the end of the line."""
    shown = f"{text} "
    dots = " ." * room
    return shown + dots[len(dots) - max(0, room - width(shown)) :]


def flow(text: str, first: str = "", rest: str | None = None, room: int = WIDTH) -> str:
    """The text in as many lines as it takes, the first after `first` and the others after `rest`."""
    taken = len(first) if rest is None else max(len(first), len(rest))
    if taken + len(text) <= room and text.isascii() and "\n" not in text and is_even(first + (rest or "")):
        return first + text
    rest = " " * width(first) if rest is None else rest
    room -= max(width(first), width(rest))
    head, *tail = wrapped(text, room)
    return "\n".join([first + head, *(rest + line for line in tail)])


class Run(NamedTuple):
    """Lines of a sheet, one after the other, that say the same and came out alike; most runs have one line."""

    deed: Deed
    """The last of them."""
    numbers: str
    times: int


def folded(deeds: Sequence[Deed]) -> list[Run]:
    """What a sheet did, with lines that repeat each other drawn together."""
    found: list[list[Deed]] = []
    for deed in deeds:
        if found and repeats(found[-1][-1], deed):
            found[-1].append(deed)
        else:
            found.append([deed])
    return [Run(run[-1], numbered(run), len(run)) for run in found]


def repeats(before: Deed, deed: Deed) -> bool:
    """Whether a line of one's own is the next on the sheet, in the same words and with the same result."""
    if deed.by != "self" or before.by != "self" or deed.number is None or before.number is None:
        return False
    same = (deed.order, deed.who, deed.outcome, deed.lines, deed.refusals) == (
        before.order, before.who, before.outcome, before.lines, before.refusals,
    )  # fmt: skip
    costs = deed.figures[:-1] == before.figures[:-1]
    return same and costs and deed.number == before.number + 1 and deed.outcome in ("ok", "empty")


def numbered(run: Sequence[Deed]) -> str:
    first, last = run[0].number, run[-1].number
    return f"{first}-{last}" if first != last else str(first or "")


def caret(refusal: Refused, order: str) -> str:
    """A mark under the place in the line where reading it stopped."""
    return "" if refusal.column is None else " " * (min(refusal.column, len(order) + 1) - 1) + "^"
