"""The deadlines of games as a calendar that programs can subscribe to (iCalendar)."""

from collections.abc import Iterable, Iterator
from hashlib import sha256

from pbm.site.chronicle import Chronicle

LONGEST = 74
"""Bytes in a line; what is longer goes on in the next, after a space."""
ESCAPES = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"})


def calendar(games: Iterable[Chronicle], title: str) -> bytes:
    """The next deadline of each game. A deadline that moves keeps its name, so that calendars move it too."""
    head = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//pbm//deadlines//EN",
        f"X-WR-CALNAME:{title.translate(ESCAPES)}",
    ]
    lines = [*head, *(line for told in games if told.due_at for line in event(told)), "END:VCALENDAR"]
    return b"".join(part + b"\r\n" for line in lines for part in folded(line.encode()))


def event(told: Chronicle) -> Iterator[str]:
    moment = told.due_at.replace("-", "").replace(":", "")
    first = told.turns[0].roundup.masthead.record
    name = sha256(f"{told.game}:{first}:{told.coming}".encode()).hexdigest()[:32]
    yield from ("BEGIN:VEVENT", f"UID:{name}@pbm", f"DTSTAMP:{moment}", f"DTSTART:{moment}", f"DTEND:{moment}")
    yield f"SUMMARY:{f'{told.game}: orders for {told.coming} are due'.translate(ESCAPES)}"
    yield f"DESCRIPTION:{told.title.translate(ESCAPES)}"
    yield "END:VEVENT"


def folded(line: bytes) -> Iterator[bytes]:
    """A line in pieces that are short enough, none of which ends within a letter."""
    lead = b""
    while len(lead + line) > LONGEST:
        cut = LONGEST - len(lead)
        while line[cut] & 0xC0 == 0x80:
            cut -= 1
        yield lead + line[:cut]
        lead, line = b" ", line[cut:]
    yield lead + line
