"""The orders in one line of a sheet: usually one; several with their numbers; or a question."""

import re
from dataclasses import dataclass
from typing import Protocol

from pbm.reading.inner_numbers import numbered_parts
from pbm.reading.sheet_lines import HASHED, REMARK, SheetLine, ordered
from pbm.rules.order import Lines, Order, Refusal, Shape

ONE_EACH = "write one action on each line"
COUNT = re.compile(r"#\s*(\d{1,2})\s*$")
UNIT = re.compile(r"[^\W\d_]{1,3}\d+\b")
OF = re.compile(r"of\b", re.IGNORECASE)
Reading = tuple[Order | None, Refusal | None]


class Orders(Protocol):
    """A reader of a game's order lines."""

    @property
    def shape(self) -> Shape: ...
    def read(self, text: str) -> Reading: ...
    def order(self, text: str) -> Order | None: ...
    def several(self, text: str) -> list[str]: ...
    def resembles(self, text: str) -> bool: ...
    def begins(self, text: str) -> bool: ...
    def may_be_meant(self, text: str) -> bool: ...


@dataclass(frozen=True)
class Readings:
    orders: Orders
    rule: str

    def in_line(self, entry: SheetLine, place: int) -> list[tuple[str, Reading]]:
        """The orders in a line of a sheet. On a list a number before it may be that of its place, or say how many: 3 LI
        from Dumnonia to Durotrigia."""
        value, whole = entry.value, f"{entry.number} {entry.value}"
        if not self._may_count(entry):
            return self.of(value)
        order, other = self.orders.order(whole), self.orders.order(value)
        both = not order and not other and self.orders.several(whole)
        if self._counts(entry) or (entry.number != place and not other and (order or both)):
            return self.of(whole)
        if order and other and order != other:
            return [self._unclear(whole, [str(other), str(order)])]
        return self.of(value)

    def _may_count(self, entry: SheetLine) -> bool:
        """Whether the number before a line may say how many, as none does before an action or a thing with a number."""
        listed = isinstance(self.orders.shape, Lines) and entry.number is not None and not entry.dotted
        return listed and not (self.orders.begins(entry.value) or UNIT.match(entry.value))

    def _counts(self, entry: SheetLine) -> bool:
        """Whether that number cannot be the number of a line: 500 of A3."""
        return bool(OF.match(entry.value)) or (entry.number or 0) > self.orders.shape.most

    def of(self, value: str) -> list[tuple[str, Reading]]:
        """The orders in a line without its comment, usually one; a ; may also stand between the boxes of an order."""
        short, whole = ordered(REMARK.sub("", value)), ordered(HASHED.sub("", value))
        if (parts := numbered_parts(whole)) and not self.orders.order(whole):
            return self._numbered(whole, parts)
        if len(ways := self._ways(short, whole) if whole != short else self._counted(short, value)) > 1:
            return [self._unclear(whole if whole != short else ordered(value), ways)]
        short = whole if not self.orders.order(short) and self.orders.order(whole) else short
        reading = self.orders.read(short)
        parts = self.orders.several(short) if reading[1] else []
        return [(part, self.orders.read(part)) for part in map(ordered, parts)] or [(short, reading)]

    def _numbered(self, whole: str, parts: list[str]) -> list[tuple[str, Reading]]:
        """The orders of a line in which each has its number; a number may also belong to the order before it."""
        orders = [str(order) for part in parts if ";" not in part and (order := self.orders.order(part))]
        several = self.orders.several(whole)
        others = [str(self.orders.order(part)) for part in several]
        if len(orders) == len(parts) and others not in ([], orders):
            return [self._unclear(whole, [" and ".join(orders), " and ".join(others)])]
        if len(orders) < len(parts) and not others:
            each = f"this may be {len(parts)} orders: {ONE_EACH}"
            return [(whole, (None, Refusal(self.rule, each, 1, "read", tuple(parts))))]
        return [(part, self.orders.read(part)) for part in map(ordered, several or parts)]

    def _unclear(self, whole: str, ways: list[str]) -> tuple[str, Reading]:
        unclear = f"this can be read in two ways: write {' or '.join(ways)}"
        return whole, (None, Refusal(self.rule, unclear, 1, "read", tuple(ways)))

    def _counted(self, short: str, value: str) -> list[str]:
        """What a line may mean whose comment is a number: LEVY TAM #3."""
        count = COUNT.search(value)
        found = [self.orders.order(text) for text in (short, f"{short} {count[1]}")] if count else []
        return [str(order) for order in found if order]

    def _ways(self, short: str, whole: str) -> list[str]:
        """What a line with a ; may mean: an order and a comment, or an order with more in it, or two orders."""
        first, second = self.orders.order(short), self.orders.order(whole)
        parts = self.orders.several(whole) if first else []
        both = " and ".join(str(self.orders.order(part) or part) for part in parts)
        ways = [str(order) for order in (first, second) if order] + [both] * bool(parts)
        return list(dict.fromkeys(ways))
