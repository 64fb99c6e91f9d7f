"""What a game brings to the suites besides itself: cases, better orders than random ones, and what is secret in it."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pbm.rules.order import Sheet

Hands = Callable[[Any, random.Random], Mapping[str, Sheet]]
"""Write a sheet for everyone in a world."""


@dataclass(frozen=True)
class Brought:
    cases: Path | None = None
    """The folder of its cases, with a folder of its name or its files in it."""
    hands: Hands | None = None
    """Orders that make better sense than those from forms and vocabulary alone."""
    table: Callable[[], Any] | None = None
    """Who may know what of its events: a `pbm.kit.knowledge.Knowledge`."""
    hides: Callable[[Any, Any, random.Random], None] | None = None
    """Changes in a world whatever a power may not know of it, by a `pbm.kit.knowledge.Known`."""


BROUGHT: dict[str, Brought] = {}


def brings(name: str, **parts: Any) -> None:
    """A game says what it brings; in the `conftest.py` of its tests."""
    BROUGHT[name] = Brought(**parts)


def brought(name: str) -> Brought:
    return BROUGHT.get(name, Brought())
