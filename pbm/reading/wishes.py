"""What players say about their sheet or themselves on a line of its own: FINAL, NOT YET, PASS, AWAY 1 Aug to 15 Aug.

Such a line counts anywhere among the sender's own lines, but not in a message, which everyone reads.
"""

import re
from collections.abc import Callable, Iterable, Iterator

import msgspec

from pbm.reading.sheet_lines import HEADINGS, ORDER_LINES, WISHES, SheetLine

CLOSING = {*HEADINGS, "end", "closed", "blank", "phone", "email"}
"""The kinds of line that end a message."""
WE = r"(?:(?:i|we)(?:'ll| will| shall|'d like to| would like to| want to)? +)?"
HAVE = r"(?:(?:i|we) +(?:have|give|send|order|do|have +got) +)?"
TIME = r"(?:(?:for|in) +)?(?:this|the|my|our) +(?:one|turn|time|season|year|round)"
PASSING = re.compile(
    r"(?:(?:sorry|hi|hello|please|pls)[,.]? +)?(?:"
    rf"{WE}(?:pass|skip|sit (?:this|it) (?:one |turn )?out)(?: +{TIME})?(?: +for +(?:me|us))?"
    rf"|{HAVE}(?:no|nothing|none)(?: +(?:new|more|further))?(?: +(?:orders?|actions?|moves?|to +(?:order|do)))?"
    rf"(?: +from +(?:me|us))? +{TIME}(?: +from +(?:me|us))?"
    rf"|{HAVE}no +orders?(?: +from +(?:me|us))?|orders: *none"
    r")(?:[,.]? +(?:sorry|thanks|thank you|please))?",
    re.IGNORECASE,
)
"""What people write who want to do nothing."""


def outside_messages(lines: Iterable[SheetLine]) -> Iterator[SheetLine]:
    inside = False
    for line in lines:
        inside = line.kind == "message" or (inside and line.kind not in CLOSING)
        if not inside:
            yield line


def is_pass(text: str) -> bool:
    return bool(PASSING.fullmatch(text.strip(" .!")))


def with_passes(lines: Iterable[SheetLine], is_order: Callable[[str], object]) -> Iterator[SheetLine]:
    """The lines, with those that say that nothing is ordered marked as such; in some games PASS is an order."""
    for line in lines:
        said = line.kind in ORDER_LINES and is_pass(line.value) and not is_order(line.value)
        yield msgspec.structs.replace(line, kind="passes") if said else line


def passes(lines: Iterable[SheetLine]) -> bool:
    return any(line.kind == "passes" for line in outside_messages(lines))


def is_final(lines: Iterable[SheetLine]) -> bool | None:
    """Whether a sheet is its player's last word for the turn; None if it does not say."""
    said = {line.kind for line in outside_messages(lines)} & {"final", "not_yet"}
    return None if not said else said == {"final"}


TRIAL = re.compile(r"(?:re: *)*try\b", re.IGNORECASE)


def is_trial_subject(subject: str) -> bool:
    """Whether a subject begins with TRY, or has it in capitals."""
    return bool(TRIAL.match(subject)) or "TRY" in subject.split()


def is_trial(lines: Iterable[SheetLine]) -> bool:
    """Whether a sheet is to be tried, and not to be kept."""
    return any(line.kind == "trial" for line in outside_messages(lines))


def absence(lines: Iterable[SheetLine]) -> str | None:
    """What stands after AWAY; "" after NOT AWAY; None if neither is there."""
    said = [line for line in outside_messages(lines) if line.kind in WISHES]
    return next((line.value if line.kind == "away" else "" for line in said if line.kind in ("away", "not_away")), None)
