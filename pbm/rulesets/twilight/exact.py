"""What a grammar cannot say of a line: numbers that must be 1 or more, and the fields that each marker takes [H2]."""

import re
from collections.abc import Iterator
from typing import ClassVar

from pbm.rules.action import Action, Reasons
from pbm.rules.condition import Condition
from pbm.rules.order import Order, Refusal
from pbm.rulesets.twilight.map import chart
from pbm.rulesets.twilight.world import World

HOME, ANY = "HOME", "ANY"
FIELDS = {"ALY": "p", "MES": "pn?", "OAT": "p+", "ESP": "[lp]", "SUB": "l[pf]", "REL": "l[pf]", "HAR": ""}
"""The fields of PLAY by marker: l a place, p a power, f one of its forces, n a number."""
CHOICES = {"INS": "l", "STL": "l", "PWR": "p", "FEU": "n"}
"""Those of CHOOSE."""


class Exact(Action, frozen=True):
    """An order that is read only if its fields fit."""

    may_be_nothing: ClassVar[bool] = False
    """Whether its numbers may be 0."""

    def flaw(self) -> str:
        return "" if self.may_be_nothing else zero(self)

    def check(self, world: World, who: str) -> Reasons:
        """Nothing is known of it before its moment: receipts play the whole sheet."""
        return ()

    def never(self, world: World) -> Refusal | None:
        """Why its moment did not come, whoever's it is."""
        return None


class ExactCondition(Condition, frozen=True):
    """A condition whose number is 1 or more."""

    def flaw(self) -> str:
        return zero(self)


def zero(order: Order) -> str:
    boxes = (getattr(order, box) for box in order.boxes)
    return "a number here is 1 or more" if 0 in numbers(*boxes) else ""


def numbers(*boxes: object) -> Iterator[int]:
    for box in boxes:
        if isinstance(box, tuple):
            yield from numbers(*box)
        elif isinstance(box, int):
            yield box


def fits(words: tuple[object, ...], shape: str) -> bool:
    """Whether the words of a line are of the kinds of a shape, and in its order."""
    return re.fullmatch(shape, "".join(map(kind_of, words))) is not None


def kind_of(word: object) -> str:
    if isinstance(word, tuple):
        return "f" if kind_of(word[0]) == "p" else "?"
    return "n" if isinstance(word, int) else "l" if word in chart() or word == HOME else "p"
