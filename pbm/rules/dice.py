"""Dice that anyone with the game's secret can throw again.

Each stream is named after what it decides. Its values come from HMAC-SHA-256 over the turn, the block and the
stream's name under the game's secret, so a new draw anywhere leaves every other stream as it was. A game may mix in
a public draw made after the deadline: then nobody, not even who knows the secret, could know the dice before.
"""

import hmac
import re
import struct
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import TypeVar

from pbm.rules.comparing import CaseError

T = TypeVar("T")

WORDS = struct.Struct(">8I")
SPAN = 1 << 32
TEN = 10
SUBJECT = re.compile(r"\{(\w+)\}")
ANY_WORD = "[^.]+"


def stream(secret: bytes, turn: int, name: str) -> Iterator[int]:
    """An endless stream of 32-bit words."""
    for block in count():
        yield from WORDS.unpack(hmac.digest(secret, f"{turn}:{block}:{name}".encode(), "sha256"))


def mixed(secret: bytes, draw: str) -> bytes:
    """The secret for the dice of one turn, with the public draw mixed in."""
    return hmac.digest(secret, f"draw:{draw}".encode(), "sha256") if draw else secret


class Dice:
    """The named streams of one turn; `fixed` gives the first throws of some of them.

    With `by_prefix` a fixed name applies to every stream that begins with it, the longest name first: `initiative`
    applies to `initiative.GOL`.
    """

    def __init__(
        self, secret: bytes, turn: int, fixed: Mapping[str, Sequence[int]] | None = None, by_prefix: bool = False
    ) -> None:
        self._secret = secret
        self._turn = turn
        self._fixed = {name: deque(values) for name, values in (fixed or {}).items()}
        self._by_prefix = by_prefix
        self._streams: dict[str, Iterator[int]] = {}

    def roll(self, name: str, sides: int = 6, low: int = 1) -> int:
        """One of `sides` faces from `low` up, all equally likely; words past the last whole multiple do not count."""
        if self._fixed and (values := self._fixed_for(name)):
            return face(name, values.popleft(), sides, low)
        fair = SPAN - SPAN % sides
        return next(word for word in self.words(name) if word < fair) % sides + low

    def words(self, name: str) -> Iterator[int]:
        """What is left of a stream."""
        words = self._streams.get(name)
        if words is None:
            words = self._streams[name] = stream(self._secret, self._turn, name)
        return words

    def pick(self, name: str, items: Sequence[T]) -> T:
        """One of the items, thrown for even if there is only one."""
        return items[self.roll(name, len(items)) - 1]

    def draw(self, name: str, items: Iterable[T], number: int) -> list[T]:
        """Draw a number of items, none twice."""
        left = list(items)
        return [left.pop(self.roll(name, len(left)) - 1) for _ in range(number)]

    def shuffle(self, name: str, items: Sequence[T]) -> list[T]:
        """The items in a random order, each order equally likely."""
        return self.draw(name, items, len(items))

    def spare(self) -> dict[str, list[int]]:
        """The fixed values that were never thrown."""
        return {name: list(values) for name, values in self._fixed.items() if values}

    def _fixed_for(self, name: str) -> deque[int] | None:
        if name in self._fixed or not self._by_prefix:
            return self._fixed.get(name)
        return next((self._fixed[part] for part in prefixes(name) if part in self._fixed), None)


def face(name: str, fixed: int, sides: int, low: int) -> int:
    """What a fixed value shows: on a die of ten, 0 and 10 are the same face."""
    if low <= fixed < low + sides or (sides == TEN and fixed in (0, TEN)):
        return (fixed - low) % sides + low
    raise CaseError(f"dice {name}: {fixed} is none of {low} to {low + sides - 1}")


def prefixes(name: str) -> Iterator[str]:
    """`a.b` and `a` for `a.b.c`."""
    while "." in name:
        name = name.rpartition(".")[0]
        yield name


class Streams:
    """The names that dice may have in a game: `Streams("order", "unowned.{place}", place=world.map)`.

    A subject without values stands for any word, for example for units that are made during a turn.
    """

    def __init__(self, *patterns: str, **subjects: Iterable[str]) -> None:
        self._words = {subject: "|".join(map(re.escape, codes)) for subject, codes in subjects.items()}
        self._names = [self._compiled(pattern) for pattern in patterns]
        self._beginnings = [self._compiled(part) for pattern in patterns for part in prefixes(pattern)]

    def __contains__(self, name: object) -> bool:
        return any(pattern.fullmatch(str(name)) for pattern in self._names)

    def begins(self, name: str) -> bool:
        """Whether it is the beginning of some name."""
        return any(pattern.fullmatch(name) for pattern in self._beginnings)

    def _compiled(self, pattern: str) -> re.Pattern[str]:
        escaped = pattern.replace(".", r"\.")
        return re.compile(SUBJECT.sub(lambda part: f"(?:{self._words.get(part[1], ANY_WORD)})", escaped))
