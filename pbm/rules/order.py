"""Orders: the meaning of a line on a turnsheet, the reasons for refusing it, and the shapes of a sheet."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Self, TypeAlias

from msgspec import Struct

from pbm.rules.form import Form

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

Box: TypeAlias = "str | int | Number | Order | tuple[Box, ...] | None"
"""What a player may fill in: a code, a word, a number, an order around which others stand, or a list of these."""
Cause = Literal["now", "purse", "lasting", "read"]
"""As things stand; for want of means; in the map, the seat or the line itself, so that no order of anyone can remove
it; or the line could not be read."""


class Refusal(Struct, frozen=True, gc=False, omit_defaults=True):
    """Why a line is not carried out: the paragraph, the reason, and where in the line if it could not be read."""

    rule: str
    text: str
    column: int | None = None
    kind: Cause = "now"
    choices: tuple[str, ...] = ()
    """The codes or words that may have been meant, most likely first."""


def lasting(rule: str, text: str) -> Refusal:
    """A reason that nobody's orders can remove."""
    return Refusal(rule, text, kind="lasting")


class Unreadable(Exception):
    """A line that is not an order. It is raised only while reading a line, which returns a Refusal."""

    def __init__(self, text: str, column: int | None = None, choices: tuple[str, ...] = ()) -> None:
        super().__init__(text)
        self.column = column
        self.choices = choices


class Order(Struct, frozen=True, gc=False):
    """An order as understood. The class says what the action is; the fields are the boxes that were filled in."""

    word: ClassVar[str]
    rule: ClassVar[str]
    form: ClassVar[Form]
    boxes: ClassVar[tuple[str, ...]]
    costs: ClassVar[str] = "-"
    values: ClassVar[str] = ""
    """What may stand in its last box, if that is a choice of words: `YES, NO or a number`."""
    meaning: ClassVar[str] = ""
    """What it does, in the wording language of events."""

    @classmethod
    def written_boxes(cls) -> tuple[str, ...]:
        """The boxes as players know them."""
        return cls.form.boxes

    @classmethod
    def written_form(cls) -> str:
        """How it is written, with its boxes as players know them."""
        return " ".join((cls.word, *cls.written_boxes()))

    @classmethod
    def read(cls, *boxes: Box) -> Self:
        """The order from its boxes as written; boxes left off the end are blank."""
        filled: dict[str, Any] = dict(zip(cls.boxes, boxes, strict=False))
        order = cls(**{name: filled.get(name) for name in cls.boxes})
        if flaw := order.flaw():
            raise Unreadable(flaw)
        return order

    def flaw(self) -> str:
        """Why the line cannot be read, beyond what a grammar can say; empty if it can."""
        return ""

    def __str__(self) -> str:
        return self.form.written(self)


class Line(Struct, frozen=True):
    """One line of a sheet: its number, the text as written, and the order or why there is none."""

    number: int
    text: str
    order: Order | None = None
    refusal: Refusal | None = None


class Private(Struct, frozen=True):
    """A message to one power. It is no part of the turn: the office passes it on."""

    to: str
    message: str


class Sheet(Struct, frozen=True):
    """A player's orders for a turn, line by line."""

    player: str
    lines: dict[int, Line]
    stray: tuple[Line, ...] = ()
    """Extra lines without a number of their own: they are reported, not played."""
    messages: tuple[str, ...] = ()
    """For everyone to read, signed by the player's power."""
    contacts: dict[str, str] = {}
    """Contact lines for every roundup: PHONE, EMAIL."""
    by: str = ""
    """The temperament of the computer player who wrote it; empty if the player did."""
    private: tuple[Private, ...] = ()

    @property
    def is_only_words(self) -> bool:
        """Whether there is nothing on it but messages."""
        return not (self.lines or self.stray or self.contacts)


@dataclass(frozen=True)
class Slots:
    """A sheet with numbered actions: each line has the number before it, and any may be left empty."""

    most: int
    longest: int = 200
    """The characters of a line."""
    words: int = 6
    """The most words after the action in a line that resembles an order."""
    called: str = "action"


@dataclass(frozen=True)
class Lines:
    """A sheet that is a list: lines are played as written, and a number before a line is only a label."""

    most: int = 40
    longest: int = 200
    words: int = 24
    as_written: bool = False
    """Whether lines count as they are written: empty ones have their numbers, and comments their length."""
    boxes: bool = False
    """Whether its sheet has rows of boxes, each of which stands for a line."""
    called: str = "line"


Shape = Slots | Lines


def blocks(sheet: Sheet, opener: type[Order] | None) -> Iterator[tuple[str, list[Line]]]:
    """The lines for each power: the sender's own, then a block for each `FOR BYZ`, which stands first in it.

    A block whose first line could not be read belongs to no power: its power is empty.
    """
    who, lines = sheet.player, list[Line]()
    for _, line in sorted(sheet.lines.items()):
        if opener and (isinstance(line.order, opener) or (line.order is None and first_word(line) == opener.word)):
            yield who, lines
            who = str(getattr(line.order, opener.boxes[0])) if line.order else ""
            lines = []
        lines.append(line)
    yield who, lines


def first_word(line: Line) -> str:
    return next(iter(line.text.upper().split()), "")
