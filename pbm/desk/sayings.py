"""What is said against orders. Many are told the same but for their codes: a saying has marks in place of these, and
the page puts them back, so that a player reads what the rules said."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from msgspec import Struct

from pbm.rules.order import Refusal

DICE = "dice"
"""The kind of what stands against an order by some throws and not by others."""


class Saying(Struct, frozen=True):
    """Why an order cannot be done; {1} stands for its first code, {1:place} for its name, {n} for its number."""

    kind: str
    rule: str
    text: str


class Sayings:
    """Puts marks into texts."""

    def __init__(self, kinds: Mapping[str, Mapping[str, str]]) -> None:
        self.kinds = kinds
        """The names of codes, by kind."""

    def said(self, refusal: Refusal, codes: Sequence[str], number: str) -> Saying:
        return Saying(refusal.kind, refusal.rule, self.marked(refusal.text, codes, number))

    def marked(self, text: str, codes: Sequence[str], number: str) -> str:
        for thing, mark in self.marks(codes, number):
            if thing in text:
                text = alone(thing).sub(mark, text)
        return text

    def marks(self, codes: Sequence[str], number: str) -> Iterator[tuple[str, str]]:
        """What the marks stand for, names first: a code may be part of a name."""
        for place, code in enumerate(codes, 1):
            named = [(name, kind) for kind, names in self.kinds.items() if (name := names.get(code))]
            yield from ((name, f"{{{place}:{kind}}}") for name, kind in named)
        yield from ((code, f"{{{place}}}") for place, code in enumerate(codes, 1))
        if number:
            yield number, "{n}"


@cache
def alone(thing: str) -> re.Pattern[str]:
    """Where it is no part of another word or mark."""
    return re.compile(rf"(?<![\w{{-]){re.escape(thing)}(?![\w}}-])")
