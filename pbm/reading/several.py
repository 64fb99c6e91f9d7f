"""Several orders in one line: TAX x3, tax and then levy TAM 2."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

from pbm.reading.pieces import bare
from pbm.reading.vocabulary import COUNTED, TIMES
from pbm.rules.order import Order

MOST_TIMES = 20
LEAST_SHARING = 3
"""An action with one thing alone shares its verb with no other: peace with BRE and WHI may be meant for one line."""
UNIT = re.compile(r"\b[A-Z]+\d+\b")
ONE = r"\b(?:force\s+\d|[a-z]{1,2}\d{1,3})\b"
DOERS = re.compile(
    rf"\s*(?:both\s+)?(?P<who>{ONE}(?:\s*,\s*{ONE})*\s*,?\s*(?:and|&)\s+{ONE})\s+(?P<what>[a-z].*)", re.IGNORECASE
)
"""Several who do the same."""
NAMED = re.compile(r"\b[a-z]+\d+[a-z]*\d*\b|\b(?:army|caravan|castle|fleet|force|general)\s+\d\b", re.IGNORECASE)
"""What has a number of its own."""
SO_MANY = rf"(?:\d+|an?|{'|'.join(COUNTED)})"
COUNTED_BOTH = [
    re.compile(
        rf"(?P<before>(?:[^\d,]*?\s)?)(?P<one>{SO_MANY}(?:\s+[a-z]+){{{one}}})\s+and\s+"
        rf"(?P<other>{SO_MANY}(?:\s+[a-z]+){{{other}}})(?P<rest>\s+\S.*)",
        re.IGNORECASE,
    )
    for one, other in product((1, 2), repeat=2)
]
"""So many of one thing and so many of another, each with one word or two."""
CONDITION = re.compile(r"\b(?:if|or|unless|but)\b", re.IGNORECASE)
REPEATED = re.compile(
    r"(?P<before>.*?\S)[\s,]*[(\[]?\s*(?:(?:(?<!\w)x|[×*])\s*(?P<after>\d{1,2}|[a-z]+)|(?P<count>\d{1,2}|[a-z]+)(?:\s*[x×]|\s+times)"
    r"|(?P<word>once|twice|thrice))\s*[)\]]?[\s.!]*",
    re.IGNORECASE,
)
FIRST = re.compile(r"\s*(?P<count>\d{1,2}|[a-z]+)\s*(?:[x×*]|times)\s+(?P<rest>\S.*)", re.IGNORECASE)
JOINT = re.compile(r"\s*(?:[.;&,+]\s*(?:and\s+then|then|and)?|\band\s+then\b|\bthen\b|\band\b)\s+", re.IGNORECASE)
NUMBERED = re.compile(r"\s*(?:order|orders)\s*\d+\s*[.:)]", re.IGNORECASE)
"""`Order 1. LEVY CON 2` may be the first line, or the action ORDER and another: a question."""


@dataclass(frozen=True)
class Several:
    orders: Callable[[str], list[Order]]
    """What a text without such habits may mean."""
    verb: Callable[[str], str | None]
    """The action with whose word a text begins."""

    def of(self, text: str) -> list[str]:
        """The texts of the orders in a line that holds more than one; none if it does not."""
        if repeated := self._repeated(text):
            return repeated
        parts = [part for each in JOINT.split(bare(text)) if (part := each.strip(" .,;"))]
        if len(parts) < 2 or NUMBERED.match(text):
            return []
        orders = [[part] if self._is_order(part) else self._repeated(part) for part in parts]
        if all(orders):
            return [order for each in orders for order in each]
        if CONDITION.search(text):
            return []
        return self._sharing(parts) or self._alike(bare(text)) or self._both(bare(text))

    def _alike(self, text: str) -> list[str]:
        """What several do of whom each must be ordered by itself: A1 and A2 march to Pembroke."""
        said = DOERS.fullmatch(text)
        if not said or has_number(said["what"]):
            return []
        parts = [f"{each} {said['what']}" for each in re.findall(ONE, said["who"], re.IGNORECASE)]
        return parts if all(len(self.orders(part)) == 1 for part in parts) else []

    def _both(self, text: str) -> list[str]:
        """What is done to so many of one and so many of another: move 2 LI and 1 HI from Lindum to Icenia."""
        for said in filter(None, (items.fullmatch(text) for items in COUNTED_BOTH)):
            parts = [f"{said['before']}{each}{said['rest']}" for each in (said["one"], said["other"])]
            orders = [self.orders(part) for part in parts]
            single = all(len(each) == 1 for each in orders) and orders[0] != orders[1]
            if single and not has_number(said["rest"]):
                return parts
        return []

    def _sharing(self, parts: list[str]) -> list[str]:
        """Orders of which each says who does it, or that share the verb of the first: levy W in PAR and M in BRU."""
        verb, found, size, others = self.verb(parts[0]), list[str](), 0, list[list[str]]()
        for part in parts:
            text = part if len(self.orders(part)) == 1 else f"{verb} {part}"
            orders = self.orders(text) if verb or text == part else []
            words = str(orders[0]).split() if len(orders) == 1 else []
            boxes, named = len(words), [word for word in words if not word.isdigit()]
            differs = self._meets(part, found) if text == part else boxes != size or named in others
            if boxes < LEAST_SHARING or differs:
                return []
            found.append(text)
            others.append(named)
            size = boxes
        return found

    def _meets(self, part: str, others: list[str]) -> bool:
        """Whether a unit is named in two orders: then one of them may only tell what another does."""
        return any(set(UNIT.findall(part.upper())) & set(UNIT.findall(other.upper())) for other in others)

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


def has_number(text: str) -> bool:
    """Whether a text counts something, so that it may be for each or for all: A1 and A2 march with 500."""
    words = re.findall(r"\w+", NAMED.sub("", text).casefold())
    return any(word.isdecimal() or word in COUNTED for word in words)


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
