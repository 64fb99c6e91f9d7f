"""The sandbox the forms of reports are made in: an unknown name is an error, and nothing of the machine is in reach."""

from functools import cache
from typing import Any

from jinja2 import FileSystemLoader, StrictUndefined
from jinja2.sandbox import ImmutableSandboxedEnvironment
from msgspec import Struct

from pbm.reports import Refused
from pbm.reports.plain import WIDTH, width, wrapped
from pbm.resources import folder

NOTHING = "·"
"""How a zero is shown."""


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
        "dot": dot,
        "signed": signed,
        "left": left,
        "right": right,
        "led": led,
        "flow": flow,
        "caret": caret,
    }
    made.globals |= {"WIDTH": WIDTH}
    return made


def dot(number: int) -> str:
    return str(number) if number else NOTHING


def signed(number: int | None) -> str:
    return "" if number is None else f"{number:+}" if number else NOTHING


def left(text: object, room: int) -> str:
    """The text at the left of so many columns; what is longer pushes on."""
    shown = str(text)
    return shown + " " * (room - width(shown))


def right(text: object, room: int) -> str:
    shown = str(text)
    return " " * (room - width(shown)) + shown


def led(text: object, room: int) -> str:
    """The text with dots that lead the eye to the figure at the end of the line."""
    shown = f"{text} "
    dots = " ." * room
    return shown + dots[len(dots) - max(0, room - width(shown)) :]


def flow(text: str, first: str = "", rest: str | None = None) -> str:
    """The text in as many lines as it takes, the first after `first` and the others after `rest`."""
    rest = " " * width(first) if rest is None else rest
    room = WIDTH - max(width(first), width(rest))
    head, *tail = wrapped(text, room)
    return "\n".join([first + head, *(rest + line for line in tail)])


def caret(refusal: Refused, order: str) -> str:
    """A mark under the place in the line where reading it stopped."""
    return "" if refusal.column is None else " " * (min(refusal.column, len(order) + 1) - 1) + "^"
