"""A deadline as a file for calendars (iCalendar, RFC 5545): a newer one replaces the older."""

import datetime as dt
from collections.abc import Iterable, Iterator

from pbm.mail.calendar import deadline, extension
from pbm.mail.compose import Attachment
from pbm.record.game import Game
from pbm.rules.turn_names import headed

NAME = "deadline.ics"
LONGEST = 74
"""Bytes in a line; what is longer goes on in the next, after a space."""
ESCAPES = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"})


def deadline_attached(game: Game, turn: int, coming: dt.datetime | None = None) -> tuple[Attachment, ...]:
    """The file for a turn that has a deadline, or is about to have another."""
    due = coming or deadline(game, turn)
    if not due:
        return ()
    return (Attachment(NAME, calendar(event(game, turn, due, coming is not None)), "text/calendar"),)


def calendar(events: Iterable[str], name: str = "") -> bytes:
    """A file with the lines of some events."""
    head = ("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//pbm//deadlines//EN")
    named = (f"X-WR-CALNAME:{name.translate(ESCAPES)}",) if name else ()
    lines = (*head, *named, *events, "END:VCALENDAR")
    return b"".join(part + b"\r\n" for line in lines for part in folded(line.encode()))


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


def event(game: Game, turn: int, due: dt.datetime, coming: bool = False) -> Iterator[str]:
    """A deadline, or one that the turn is about to have: one that was moved more often replaces it."""
    moment, what = f"{due.astimezone(dt.UTC):%Y%m%dT%H%M%SZ}", f"{game.name}: orders for {game.named(turn)} are due"
    yield "BEGIN:VEVENT"
    yield f"UID:{game.name}-{headed(game.called(turn)).replace(' ', '-')}@pbm"
    yield f"SEQUENCE:{extension(game, turn).times + coming}"
    yield from (f"DTSTAMP:{moment}", f"DTSTART:{moment}", f"SUMMARY:{what}")
    yield from ("BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-P1D", f"DESCRIPTION:{what}", "END:VALARM")
    yield "END:VEVENT"
