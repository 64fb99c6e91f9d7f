"""Several orders in one line: TAX x3, tax and then levy TAM 2."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pbm.reading.pieces import bare
from pbm.reading.vocabulary import COUNTED, TIMES
from pbm.rules.order import Order

MOST_TIMES = 20
CONDITION = re.compile(r"\b(?:if|or|unless|but)\b", re.IGNORECASE)
REPEATED = re.compile(
    r"(?P<before>.*?\S)[\s,]*[(\[]?\s*(?:(?:(?<!\w)x|[×*])\s*(?P<after>\d{1,2}|[a-z]+)|(?P<count>\d{1,2}|[a-z]+)(?:\s*[x×]|\s+times)"
    r"|(?P<word>once|twice|thrice))\s*[)\]]?[\s.!]*",
    re.IGNORECASE,
)
FIRST = re.compile(r"\s*(?P<count>\d{1,2}|[a-z]+)\s*(?:[x×*]|times)\s+(?P<rest>\S.*)", re.IGNORECASE)
JOINT = re.compile(r"\s*(?:[.;&,+]\s*(?:and\s+then|then|and)?|\band\s+then\b|\bthen\b|\band\b)\s+", re.IGNORECASE)
POLITE = re.compile(r"please|pls|plz|thanks|thank you", re.IGNORECASE)
NUMBERED = re.compile(r"\s*(?:order|orders)\s*\d+\s*[.:)]", re.IGNORECASE)
"""`Order 1. LEVY CON 2` may be the first line, or the action ORDER and another: a question."""


@dataclass(frozen=True)
class Several:
    orders: Callable[[str], list[Order]]
    """What a text without such habits may mean."""
    verb: Callable[[str], str | None]
    """The action with whose word a text begins."""
    gaps: Callable[[list[str]], list[str]]
    """The texts of the orders in parts that share words."""

    def of(self, text: str) -> list[str]:
        """The texts of the orders in a line that holds more than one; none if it does not."""
        if repeated := self._repeated(text):
            return repeated
        said = (each.strip(" .,;") for each in JOINT.split(bare(text)))
        parts = [part for part in said if part and not POLITE.fullmatch(part)]
        if len(parts) < 2 or NUMBERED.match(text):
            return []
        orders = [[part] if self._is_order(part) else self._repeated(part) for part in parts]
        if all(orders):
            return [order for each in orders for order in each]
        if CONDITION.search(text):
            return []
        return self.gaps(parts)

    def _repeated(self, text: str) -> list[str]:
        """A line that is meant more than once: tax x3, 3 x tax, tax twice."""
        for once, times in repetitions(bare(text)):
            if self._is_order(once) and not self._is_order(f"{once} {times}"):
                return [once] * times
        return []

    def ways(self, text: str) -> list[str]:
        """What a line may mean that either counts something or is meant more than once: LEVY CON x3."""
        for once, times in repetitions(bare(text)):
            if (number := self.orders(f"{once} {times}")) and (single := self.orders(once)):
                return [str(number[0]), f"{single[0]} on {times} lines"]
        return []

    def _is_order(self, text: str) -> bool:
        return self.verb(text) is not None and len(self.orders(text)) == 1


def repetitions(text: str) -> Iterator[tuple[str, int]]:
    """The line once, and how many times it is meant."""
    if end := REPEATED.fullmatch(text):
        yield from counted(end["before"], end["after"] or end["count"] or end["word"])
    if begin := FIRST.fullmatch(text):
        yield from counted(begin["rest"], begin["count"])


def counted(once: str, count: str) -> Iterator[tuple[str, int]]:
    number = COUNTED.get(count.casefold(), TIMES.get(count.casefold(), count))
    if number.isdecimal() and 1 <= int(number) <= MOST_TIMES:
        yield once.strip(" ,"), int(number)
