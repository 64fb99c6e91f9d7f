"""Dice that anyone holding the game's secret can throw again.

A stream is named after what it decides. Its values come from HMAC-SHA-256 over the turn, the block and the
stream's name under the game's secret, so a new draw anywhere leaves every other stream as it was.
"""

import hmac
import struct
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, count
from typing import TypeVar

T = TypeVar("T")

WORDS = struct.Struct(">8I")
SPAN = 1 << 32


def stream(secret: bytes, turn: int, name: str) -> Iterator[int]:
    """Words of 32 bits, without end."""
    for block in count():
        yield from WORDS.unpack(hmac.digest(secret, f"{turn}:{block}:{name}".encode(), "sha256"))


class Dice:
    """The named streams of one turn; `fixed` gives the first throws of some of them."""

    def __init__(self, secret: bytes, turn: int, fixed: Mapping[str, Sequence[int]] | None = None) -> None:
        self._secret = secret
        self._turn = turn
        self._fixed = {name: iter(values) for name, values in (fixed or {}).items()}
        self._streams: dict[str, Iterator[int]] = {}

    def roll(self, name: str, sides: int = 6) -> int:
        """1 to `sides`, every face equally likely: words past the last whole multiple are thrown again."""
        for value in self._fixed.get(name, ()):
            return (value - 1) % sides + 1
        words = self._streams.get(name)
        if words is None:
            words = self._streams[name] = stream(self._secret, self._turn, name)
        fair = SPAN - SPAN % sides
        return next(word for word in words if word < fair) % sides + 1

    def shuffle(self, name: str, items: Sequence[T]) -> list[T]:
        """The items in a random order, each order equally likely."""
        left = list(items)
        return [left.pop(self.roll(name, len(left)) - 1) for _ in chain(items)]
