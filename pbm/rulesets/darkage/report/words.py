"""Names, and how a report speaks of counts and places."""

from functools import cache

from pbm.rules.event import counted
from pbm.rules.names import Names, Word, word
from pbm.rulesets.darkage.map import britain, full_names


@cache
def names() -> Names:
    """The full name of every code of the game."""
    return full_names(britain())


def name(code: str | None) -> Word:
    """As a sentence calls it."""
    return Word("nobody") if code is None else word(names(), code)


def named(code: str) -> str:
    """With its code, where a player may want to write it on a sheet."""
    return f"{name(code)} ({code})"


def style(code: str) -> str:
    """How a letter speaks of a kingdom."""
    return f"the kingdom of {name(code)}"


def armies(count: int) -> str:
    return counted(count, "army", "armies")
