"""What a game's language knows of the words in a line."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from msgspec.structs import fields

from pbm.rules.order import Order

UNIT = re.compile(r"\{\w+:([^}/]+)/([^}]+)\}")


@dataclass(frozen=True)
class Tongue:
    order: Callable[[str], Order | None]
    """The order in a text that stands exactly as the grammar wants it."""
    actions: Mapping[str, type[Order]]
    spellings: Mapping[str, str]
    codes: Callable[[str], Mapping[str, str]]
    """What a code or name stands for: its kinds, each with its code."""
    longest_name: int
    keywords: frozenset[str]
    """The words of the grammar other than actions, in small letters."""

    @cached_property
    def units(self) -> dict[str, frozenset[str]]:
        """What each action counts: armies, ships, as it says itself."""
        return {word: frozenset(unit_words(kind.meaning)) for word, kind in self.actions.items()}

    def action(self, word: str) -> str | None:
        upper = word.upper()
        known = self.spellings.get(upper, upper)
        return known if known in self.actions else None

    def comes_from(self, action: str) -> bool:
        """Whether an action has a box for where something comes from."""
        return any("from" in box for box in self.actions[action].written_boxes())


def unit_words(meaning: str) -> Iterator[str]:
    for one, many in UNIT.findall(meaning):
        yield from one.casefold().split()
        yield from many.casefold().split()


@cache
def takes_a_row(kind: type[Order]) -> bool:
    """Whether an order has a row of things, such as a route, whose beginning may be meant as a step or not."""
    return any("tuple[" in str(each.type) for each in fields(kind))
