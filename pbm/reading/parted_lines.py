"""The lines of a letter, each in its part."""

from collections.abc import Sequence
from dataclasses import dataclass

from pbm.reading.sheet_lines import SheetLine

BOTH = "orders are written in the quoted sheet, and others outside it"


@dataclass(frozen=True)
class Parted:
    """The lines of a letter, each in its part."""

    own: list[SheetLine]
    aside: list[SheetLine]
    rival: str = ""
    """Two sets of orders that are both the sender's own."""
    ours: Sequence[SheetLine] = ()
    """The lines of a sheet of ours that came back as they were."""
    remarks: Sequence[SheetLine] = ()
    """What the sender wrote into our mail beside the sheet."""
    doubt: str = ""
    """Why it cannot be told whose orders some lines are."""


def in_order(lines: Sequence[SheetLine]) -> list[SheetLine]:
    return sorted(lines, key=lambda entry: entry.line)
