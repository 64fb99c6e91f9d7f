"""What players say about their sheet or themselves on a line of its own: FINAL, NOT YET, AWAY 1 Aug to 15 Aug.

Such a line counts anywhere among the sender's own lines, but not in a message, which everyone reads.
"""

from collections.abc import Iterable, Iterator

from pbm.reading.sheet_lines import HEADINGS, WISHES, SheetLine

CLOSING = {*HEADINGS, "end", "closed", "blank", "phone", "email"}
"""The kinds of line that end a message."""


def outside_messages(lines: Iterable[SheetLine]) -> Iterator[SheetLine]:
    inside = False
    for line in lines:
        inside = line.kind == "message" or (inside and line.kind not in CLOSING)
        if not inside:
            yield line


def is_final(lines: Iterable[SheetLine]) -> bool | None:
    """Whether a sheet is its player's last word for the turn; None if it does not say."""
    said = {line.kind for line in outside_messages(lines)} & {"final", "not_yet"}
    return None if not said else said == {"final"}


def absence(lines: Iterable[SheetLine]) -> str | None:
    """What stands after AWAY; "" after NOT AWAY; None if neither is there."""
    said = [line for line in outside_messages(lines) if line.kind in WISHES]
    return next((line.value if line.kind == "away" else "" for line in said if line.kind in ("away", "not_away")), None)
