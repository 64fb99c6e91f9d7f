"""What a grammar cannot say of a line: numbers that must be 1 or more, and the fields that each marker takes [H2]."""

import re
from collections.abc import Iterator
from typing import Any, ClassVar, Self

from pbm.rules.action import Action
from pbm.rules.order import Box, Unreadable
from pbm.rulesets.twilight.map import chart

HOME = "HOME"
FIELDS = {"ALY": "p", "MES": "pn?", "OAT": "p+", "ESP": "[lp]", "SUB": "lpn?", "REL": "lpn?", "HAR": ""}
"""The fields of PLAY by marker: l a place, p a power, n a number."""
CHOICES = {"INS": "l", "STL": "l", "PWR": "p", "FEU": "n"}
"""Those of CHOOSE."""


class Exact(Action, frozen=True):
    """An order that is read only if its fields fit."""

    may_be_nothing: ClassVar[bool] = False
    """Whether its numbers may be 0."""

    @classmethod
    def read(cls, *boxes: Box) -> Self:
        order = super().read(*boxes)
        if flaw := order.flaw():
            raise Unreadable(flaw)
        return order

    def flaw(self) -> str:
        """Why the line cannot be read; empty if it can."""
        zero = not self.may_be_nothing and any(
            number == 0 for number in numbers(*map(self.__getattribute__, self.boxes))
        )
        return "a number here is 1 or more" if zero else ""


def numbers(*boxes: Any) -> Iterator[int]:
    for box in boxes:
        if isinstance(box, tuple):
            yield from numbers(*box)
        elif isinstance(box, int):
            yield box


def fits(words: tuple[Any, ...], shape: str) -> bool:
    """Whether the words of a line are of the kinds of a shape, and in its order."""
    kinds = ("n" if isinstance(word, int) else "l" if word in chart() or word == HOME else "p" for word in words)
    return re.fullmatch(shape, "".join(kinds)) is not None
