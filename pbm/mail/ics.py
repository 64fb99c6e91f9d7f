"""A deadline as a file for calendars (iCalendar, RFC 5545): a newer one replaces the older."""

import datetime as dt
from collections.abc import Iterator

from pbm.mail.calendar import deadline, extension
from pbm.mail.compose import Attachment
from pbm.record.game import Game
from pbm.rules.turn_names import headed

NAME = "deadline.ics"


def deadline_attached(game: Game, turn: int) -> tuple[Attachment, ...]:
    """The file for a turn that has a deadline."""
    due = deadline(game, turn)
    if not due:
        return ()
    return (Attachment(NAME, "".join(f"{line}\r\n" for line in lines(game, turn, due)).encode(), "text/calendar"),)


def lines(game: Game, turn: int, due: dt.datetime) -> Iterator[str]:
    moment, what = f"{due.astimezone(dt.UTC):%Y%m%dT%H%M%SZ}", f"{game.name}: orders for {game.named(turn)} are due"
    yield from ("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//pbm//deadlines//EN", "BEGIN:VEVENT")
    yield f"UID:{game.name}-{headed(game.called(turn)).replace(' ', '-')}@pbm"
    yield f"SEQUENCE:{extension(game, turn).times}"
    yield from (f"DTSTAMP:{moment}", f"DTSTART:{moment}", f"SUMMARY:{what}")
    yield from ("BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-P1D", f"DESCRIPTION:{what}", "END:VALARM")
    yield from ("END:VEVENT", "END:VCALENDAR")
