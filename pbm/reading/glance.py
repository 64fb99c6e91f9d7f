"""A glance at a letter that proves nothing: what its headings say, and whether it has orders. No line is parsed."""

import re

from msgspec.structs import replace

from pbm.reading.courtesy import is_small_talk
from pbm.reading.language import Reader
from pbm.reading.letter import Letter
from pbm.reading.sheet_lines import in_lines
from pbm.rules.order import Order, Refusal

MOST_LINES, LONGEST = 100, 300
"""So many lines of the beginning and of the end of a letter are looked at, and so many letters of each."""
ASKS = re.compile(r"\w\?(?:\s|$)|\b(?:send|mail|give|tell|show) +(?:me|us)\b", re.IGNORECASE)
NOT_READ = "it was not read, because the letter does not show who sent it"


def shortened(letter: Letter) -> Letter:
    """The beginning and the end of each text, where headings stand; of many texts, less of each."""
    most = max(1, MOST_LINES // max(1, len(letter.texts)))

    def ends(text: str) -> str:
        lines = [line[:LONGEST] for line in in_lines(text)]
        return "\n".join(lines if len(lines) <= 2 * most else [*lines[:most], *lines[-most:]])

    return replace(letter, texts=tuple(replace(each, text=ends(each.text)) for each in letter.texts))


def says_else(line: str) -> bool:
    """Whether a line greets or asks a person: it is no order, whatever it begins with."""
    return bool(ASKS.search(line)) or is_small_talk(line)


class Unread(Order, frozen=True, gc=False):
    """A line that begins like an order, whatever it says."""

    text: str
    word = "UNREAD"
    rule = ""
    boxes = ("text",)

    def __str__(self) -> str:
        return self.text


class Glance(Reader):
    """Knows the words that begin an order, and takes whatever follows them for one."""

    def __init__(self, reader: Reader) -> None:
        vars(self).update(vars(reader))
        self._seen: dict[str, Order | None] = {}

    def read(self, text: str) -> tuple[Order | None, Refusal | None]:
        order = self.order(text)
        return order, None if order or not text.strip() else Refusal(self.words.rule, NOT_READ, kind="read")

    def several(self, text: str) -> list[str]:
        return []

    def order(self, text: str) -> Order | None:
        if text not in self._seen:
            fits = len(text) <= self.shape.longest and not says_else(text) and self._leads_to_action(text)
            self._seen[text] = Unread(text) if fits else None
        return self._seen[text]

    def is_order(self, text: str) -> bool:
        """No line is for certain, as none is parsed: SEND REPORT is a request where SEND begins an order too."""
        return False

    def resembles(self, text: str) -> bool:
        return self.order(text) is not None

    def may_be_meant(self, text: str) -> bool:
        return self.resembles(text)
