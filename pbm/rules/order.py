"""Orders: what a line of a turnsheet means, and why one may not be carried out."""

import re
from typing import ClassVar, Self

from msgspec import Struct

BOX_WORDS = {"origin": "from", "target": "to", "toward": "to"}
ALL_BUT = re.compile(r"(?:AB|ALL\s+BUT)\s*-?\s*(\d+)", re.IGNORECASE)


class Number(Struct, frozen=True):
    """A number as players write it: 3, ALL, or AB-2 (all but two)."""

    value: int
    all_but: bool = False

    def of(self, most: int) -> int:
        return most - self.value if self.all_but else self.value

    @classmethod
    def read(cls, text: str) -> Self:
        if match := ALL_BUT.fullmatch(text):
            return cls(int(match[1]), True)
        return cls(0, True) if text.upper() == "ALL" else cls(int(text))

    def __str__(self) -> str:
        if not self.all_but:
            return str(self.value)
        return f"AB-{self.value}" if self.value else "ALL"


ONE = Number(1)
ALL = Number(0, True)


class Refusal(Struct, frozen=True, gc=False):
    """Why a line is not carried out: the paragraph, the reason, and where in the line if it could not be read."""

    rule: str
    text: str
    column: int | None = None


class Unreadable(Exception):
    """A line that makes no order. It stays inside the reading of a line, which answers with a Refusal."""

    def __init__(self, text: str, column: int | None = None) -> None:
        super().__init__(text)
        self.column = column


class Order(Struct, frozen=True, gc=False):
    """An order as understood. The class says what the action is; the fields are the boxes that were filled in."""

    word: ClassVar[str]
    rule: ClassVar[str]
    boxes: ClassVar[tuple[str, ...]]
    costs: ClassVar[str]

    @classmethod
    def written_boxes(cls) -> tuple[str, ...]:
        """The boxes as players know them."""
        return tuple(BOX_WORDS.get(box, box) for box in cls.boxes)

    @classmethod
    def read(cls, *boxes: str | Number | None) -> Self:
        """The order from its boxes as written; boxes left off the end are blank."""
        filled = dict(zip(cls.boxes, boxes, strict=False))
        return cls(**{name: filled.get(name) for name in cls.boxes})

    def __str__(self) -> str:
        written = [getattr(self, name) for name in self.boxes]
        while written and written[-1] is None:
            written.pop()
        return " ".join([self.word, *("-" if box is None else str(box) for box in written)])


class Line(Struct, frozen=True):
    """One line of a sheet: its number, the text as written, and the order it makes or why it makes none."""

    number: int
    text: str
    order: Order | None = None
    refusal: Refusal | None = None


class Sheet(Struct, frozen=True):
    """A player's orders for a turn, line by line."""

    player: str
    lines: dict[int, Line]
    stray: tuple[Line, ...] = ()
    """Lines that could not be given a number of their own: they are answered, never played."""
    messages: tuple[str, ...] = ()
    """For everyone to read, signed by the player's power."""
    contacts: dict[str, str] = {}
    """Lines for the roundup that stay: PHONE, EMAIL."""
    by: str = ""
    """The temperament of the computer player who wrote it; empty if the player did."""
