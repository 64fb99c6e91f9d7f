"""The sandbox the forms of reports are made in: an unknown name is an error, and nothing of the machine is in reach."""

import re
from functools import cache
from typing import Any

from jinja2 import FileSystemLoader, StrictUndefined
from jinja2.sandbox import ImmutableSandboxedEnvironment
from msgspec import Struct

from pbm.files import folder
from pbm.reports import Headline, Refused, Told
from pbm.reports.plain import WIDTH, width, wrapped

NOTHING = "·"
"""How a zero is shown."""
COLUMN = re.compile(r"([a-z]\w*)([<>])(\d+)")


class Sandbox(ImmutableSandboxedEnvironment):
    """A field of a record is data: it is handed out at once, where anything else is looked at first."""

    def getattr(self, obj: Any, attribute: str) -> Any:
        if isinstance(obj, Struct) and attribute in obj.__struct_fields__:
            return getattr(obj, attribute)
        return super().getattr(obj, attribute)


@cache
def environment(escape: bool) -> Sandbox:
    """The templates, for a form in which text must be escaped or for one in which it is taken as it is."""
    made = Sandbox(
        loader=FileSystemLoader(folder("templates")),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=escape,
    )
    made.filters |= {
        "n": n,
        "ordinal": ordinal,
        "dot": dot,
        "signed": signed,
        "left": left,
        "right": right,
        "led": led,
        "row": row,
        "marked": marked,
        "flow": flow,
        "caret": caret,
    }
    made.globals |= {"WIDTH": WIDTH}
    return made


def page(template: str, **values: object) -> str:
    """A text page that is no report: a letter, a file."""
    return environment(False).get_template(f"{template}.j2").render(**values)


def n(count: int, one: str, many: str) -> str:
    """`1 line`, `3 lines`."""
    return f"{count} {one if count == 1 else many}"


def ordinal(number: int) -> str:
    teen = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def dot(number: int) -> str:
    return str(number) if number else NOTHING


def signed(number: int | None) -> str:
    return "" if number is None else f"{number:+}" if number else NOTHING


def left(text: object, room: int) -> str:
    """The text at the left of so many columns; what is longer pushes on."""
    shown = str(text)
    return shown.ljust(room) if shown.isascii() else shown + " " * (room - width(shown))


def right(text: object, room: int) -> str:
    shown = str(text)
    return shown.rjust(room) if shown.isascii() else " " * (room - width(shown)) + shown


def row(record: Struct, spec: str) -> str:
    """Fields of a record in columns: `name<17 points>6` is a name at the left of 17 and a figure at the right of 6."""
    return "".join(
        left(getattr(record, field), room) if sign == "<" else right(getattr(record, field) or NOTHING, room)
        for field, sign, room in columns_of(spec)
    )


@cache
def columns_of(spec: str) -> tuple[tuple[str, str, int], ...]:
    found = [COLUMN.fullmatch(word) for word in spec.split()]
    return tuple((match[1], match[2], int(match[3])) for match in found if match)


def marked(told: Told | Headline, capture: str, great: str) -> str:
    """What happened, between signs that stand for bold and for underlined."""
    text = f"{great}{told.text}{great}" if told.great else told.text
    return f"{capture}{text}{capture}" if told.capture else text


def led(text: object, room: int) -> str:
    """The text with dots that lead the eye to the figure at the end of the line."""
    shown = f"{text} "
    dots = " ." * room
    return shown + dots[len(dots) - max(0, room - width(shown)) :]


def flow(text: str, first: str = "", rest: str | None = None) -> str:
    """The text in as many lines as it takes, the first after `first` and the others after `rest`."""
    rest = " " * width(first) if rest is None else rest
    room = WIDTH - max(width(first), width(rest))
    if len(text) <= room and text.isascii() and "\n" not in text:
        return first + text
    head, *tail = wrapped(text, room)
    return "\n".join([first + head, *(rest + line for line in tail)])


def caret(refusal: Refused, order: str) -> str:
    """A mark under the place in the line where reading it stopped."""
    return "" if refusal.column is None else " " * (min(refusal.column, len(order) + 1) - 1) + "^"
