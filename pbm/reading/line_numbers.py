"""The numbers before the lines of a sheet, where one line may be several actions: `1. tax x3`, then `2. levy TAM`."""

from dataclasses import dataclass


@dataclass
class LineNumbers:
    """People number what they write. If a line is several actions, the numbers below it may count lines, not actions:
    then each of them follows the one before, and the first is already taken."""

    line: int = 0
    """The number of the last line, if each line were one action."""
    more: int = 0
    """So many actions more than lines there are."""
    shift: int = 0
    """By how much the numbers that count lines fall short of those of the actions."""

    def begins_to_count_lines(self, written: int | None, last: int) -> bool:
        """Whether this line is the first whose number counts lines; `last` is the number of the action before it."""
        if self.shift or written != self.line + 1 or not 0 < last - self.line <= self.more:
            return False
        self.shift = last - self.line
        return True

    def is_unclear(self, written: int | None) -> bool:
        """Whether a number leaves out some, so that it may count lines or actions."""
        return self.shift > 0 and written is not None and written != self.line + 1

    def meant(self, written: int | None) -> int | None:
        """The number of the action; one that goes back counts actions."""
        self.more = 0 if written is not None and written <= self.line else self.more
        self.line = self.line + 1 if written is None else written
        return written + self.shift if written is not None and self.shift else written

    def add(self, more: int) -> None:
        """One line was so many actions more than one."""
        self.more += more
        self.shift += more if self.shift else 0
