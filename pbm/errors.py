"""Errors that people see."""

import re

LIMIT = re.compile(r"Expected `(?:int|float)` (<=|>=|<|>) ([-\d.]+)(?: - at `\$(?:.*\.)?(\w*)`)?")
OF_LIMITS = {">=": "{} or more", "<=": "{} at most", ">": "more than {}", "<": "less than {}"}


class GameError(Exception):
    """An error that the game master can fix; the text says what is wrong and how to fix it."""


class Busy(GameError):
    """Another process is at work there: a moment later it may be done."""


class NotWritten(GameError):
    """The disk takes no more. Only the game master can help, so no letter to a player says it."""


def within(fault: str) -> str:
    """What is wrong with a value out of its bounds, for people who do not know what `int` is."""
    if not (found := LIMIT.search(fault)):
        return fault
    bound = OF_LIMITS[found[1]].format(found[2])
    return f"{found[3]} is {bound}" if found[3] else f"it is {bound}"


def said(error: Exception) -> str:
    """What a person reads of an error: a fault of the program is named as such."""
    if isinstance(error, GameError | OSError):
        return str(error)
    return fault(error)


def fault(error: Exception) -> str:
    """A fault of the program, and where in the turn it was."""
    where = "".join(f", {note}" for note in getattr(error, "__notes__", ()))
    return f"internal error ({type(error).__name__}: {error}{where})"
