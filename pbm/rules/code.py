"""Codes: the short words by which a game knows its powers, its places and whatever else it names.

A field of an event or an order says by its type what kind of code it holds, so that `WSX` in a message stays as it was
written, and `WSX` in a field of the type `Power` is told as Wessex.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, get_args, get_type_hints


@dataclass(frozen=True)
class Code:
    """The mark of a type whose values are codes of that kind."""

    kind: str
    named: bool = True
    """Whether the game has a full name for it."""


Power = Annotated[str, Code("power")]
Place = Annotated[str, Code("place")]
Named = Annotated[str, Code("code")]
"""A code of any kind."""
Term = Annotated[str, Code("term", named=False)]
"""A word of the rules that cases and histories look for, such as the way in which a game was won."""


@cache
def coded(owner: type[Any]) -> dict[str, Code]:
    """The fields of a class that hold codes, alone or in tuples."""
    hints = get_type_hints(owner, include_extras=True)
    return {name: code for name, hint in hints.items() for code in marks(hint)}


def marks(hint: Any) -> Iterator[Code]:
    """The first mark anywhere in a type: `Power`, `Place | None`, `tuple[Power, ...]`."""
    found = [part for part in get_args(hint) if isinstance(part, Code)]
    deeper = (code for part in get_args(hint) for code in marks(part))
    yield from found[:1] or list(deeper)[:1]
