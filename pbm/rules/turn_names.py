"""What people call a turn. The record counts sheets from 1; where the first is for a set-up, turn 1 is the second."""

import re

from msgspec import Struct

START, SET_UP = "start", "set-up"
DIGITS = 4
"""A turn has no more."""
Called = int | str
"""A turn as it stands on a sheet behind `Turn:`, the number or the word."""


class TurnNames(Struct, frozen=True):
    """The names of a game's turns."""

    set_up: bool = False
    """Whether the first sheet is for the set-up."""

    def called(self, turn: int) -> Called:
        """A turn of the record as people call it."""
        if self.set_up:
            return (START, SET_UP)[turn] if turn < 2 else turn - 1
        return turn

    def named(self, turn: int) -> str:
        return spoken(self.called(turn))

    def read(self, written: str) -> int | None:
        """The turn of the record that people mean; None if it is none or more than one."""
        numbers = re.findall(r"\d+", written)
        if self.set_up and not numbers:
            return 1 if is_set_up(written) else 0 if written.casefold() == START else None
        if len(numbers) != 1 or len(numbers[0]) > DIGITS:
            return None
        return int(numbers[0]) + self.set_up


AS_RECORDED = TurnNames()
"""For a game whose first sheet is for turn 1."""


def is_set_up(written: str) -> bool:
    """Whether the word is written: set-up, Setup, the set up."""
    return re.sub("[^a-z]", "", written.casefold()).removeprefix("the") == "setup"


def spoken(turn: Called) -> str:
    """In a sentence: turn 4, the set-up."""
    return f"turn {turn}" if isinstance(turn, int) else f"the {turn}"


def headed(turn: Called) -> str:
    """In a heading or a subject: turn 4, set-up."""
    return spoken(turn).removeprefix("the ")


def filed(turn: Called) -> str:
    """In the name of a file: 004, set-up."""
    return f"{turn:03}" if isinstance(turn, int) else turn
