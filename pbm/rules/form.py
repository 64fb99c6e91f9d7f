"""The form of an order: it gives the printed order, its row in the table of actions and the help in errors.

`LEVY {where} {number}` has a box for each field; one left blank is a dash, and dashes at the end are left out.
`ATTACK {who} {crt}< MIN {least}>` leaves the part in <> out if its boxes are blank. `MOVE {units:,|..} {route:-}` says
how a list is joined, and the lists inside it: H01..H05,L01 and 2007-1907.
"""

import re
from functools import cache
from string import Formatter
from typing import Any, NamedTuple

BOX_WORDS = {"origin": "from", "target": "to", "toward": "to"}
BLANK = "-"
LEADING = re.compile(r"\w*")
PART = re.compile(r"<([^<>]*)>|([^<]+)")
TRAILING = re.compile(rf"(?:\s+{BLANK})+$")


class Box(NamedTuple):
    """The text before a box, its field, and what joins the items of a list in it."""

    before: str
    field: str
    joints: tuple[str, ...]


class Part(NamedTuple):
    boxes: tuple[Box, ...]
    optional: bool


class Form:
    """A parsed form."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.word = LEADING.match(text)[0]  # type: ignore[index]
        self.parts = tuple(part_of(match) for match in PART.finditer(text))
        self.fields = tuple(box.field for part in self.parts for box in part.boxes if box.field)

    def written(self, order: Any) -> str:
        """The order in this form."""
        shown = [self._part(part, order) for part in self.parts]
        return TRAILING.sub("", "".join(shown)).strip()

    def _part(self, part: Part, order: Any) -> str:
        values = [(box, getattr(order, box.field) if box.field else None) for box in part.boxes]
        if part.optional and all(value is None or value == () for _, value in values):
            return ""
        return "".join(box.before + (filled(value, box.joints) if box.field else "") for box, value in values)

    def box(self, order: Any, field: str) -> str:
        """One box of the order, as written."""
        [joints] = [box.joints for part in self.parts for box in part.boxes if box.field == field]
        return filled(getattr(order, field), joints)

    @property
    def boxes(self) -> tuple[str, ...]:
        """The boxes as players know them: from, to, number, [MIN least]."""
        return tuple(box for part in self.parts for box in named(part, self.word) if box)

    @property
    def own_words(self) -> set[str]:
        """The words printed between the boxes."""
        return {word.casefold() for part in self.parts for box in part.boxes for word in box.before.split()}

    def __str__(self) -> str:
        return " ".join((self.word, *self.boxes))


def part_of(match: re.Match[str]) -> Part:
    pieces = Formatter().parse(match[1] or match[2])
    return Part(tuple(Box(before, name or "", joints(spec or "")) for before, name, spec, _ in pieces), bool(match[1]))


@cache
def joints(spec: str) -> tuple[str, ...]:
    return tuple(spec.split("|")) if spec else ()


def named(part: Part, word: str) -> tuple[str, ...]:
    boxes = [f"{box.before.removeprefix(word)}{BOX_WORDS.get(box.field, box.field)}".strip() for box in part.boxes]
    return (f"[{' '.join(boxes)}]",) if part.optional else tuple(boxes)


def filled(value: Any, joints: tuple[str, ...] = ()) -> str:
    """A box as written; the items of a list in it are joined by the first joint, those of a list within by the next."""
    if isinstance(value, tuple):
        inside = joints[1:]
        return (joints[0] if joints else " ").join(filled(item, inside) for item in value if item is not None)
    return BLANK if value is None else str(value)
