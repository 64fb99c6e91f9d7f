"""When orders are due. Nothing here reads a clock: the caller gives the time."""

import datetime as dt
import os
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from zoneinfo import ZoneInfo

import msgspec

from pbm.errors import GameError
from pbm.files import put, read_json, stamp
from pbm.mail.settings import Dates, calendar_of, dates, holiday
from pbm.record.clockface import USUAL, Clockface
from pbm.record.game import Game
from pbm.rules.event import Count

EXTENSION = "extension.json"
REMEDY = 'It should contain, for example, {"days": 3}.'
READ = 32
"""The dates of so many games are kept in memory."""
WEEK = 7


class Extension(msgspec.Struct, frozen=True, omit_defaults=True):
    """What has moved the deadline of a turn, and when the turn was played."""

    days: int = 0
    """Extra days that the game master has given."""
    times: int = 1
    """How often the deadline was moved."""
    not_before: dt.date | None = None
    """The turn opened late: without the extra days its deadline is this day or a later one."""
    known: dt.datetime | None = None
    """The deadline as the players know it, so that a calendar that was edited is noticed."""
    result: str = ""
    """The hash of the turn's result: with another result, the time for the next turn begins again."""
    played: dt.datetime | None = None
    """When that result was made."""
    mailed: dt.datetime | None = None
    """When the first report of it went out."""


class Moved(msgspec.Struct, frozen=True, eq=False):
    """The extensions of a game, by turn; the same ones are the same object."""

    days: Mapping[int, int] = {}
    not_before: Mapping[int, dt.date] = {}


def deadline(game: Game, turn: int) -> dt.datetime | None:
    """When the orders for a turn are due, as players are told; None if the game has no calendar, or no such turn."""
    calendar = dates(game)
    return due(calendar, moved(game), turn) if calendar and game.comes(turn) else None


def closes(game: Game, turn: int) -> dt.datetime | None:
    """When the turn is to be played: the deadline and the grace after it."""
    calendar, end = dates(game), deadline(game, turn)
    return end + dt.timedelta(hours=calendar.grace_hours) if calendar and end else None


@lru_cache(READ)
def due(calendar: Dates, moved: Moved, turn: int) -> dt.datetime:
    """Each deadline follows from the one before, so that a holiday or an extension never makes a turn short."""
    day = calendar.first
    for number in range(1, turn + 1):
        day = after_holidays(calendar, step_from(calendar, day) if number > 1 else day)
        day = max(day, moved.not_before.get(number, day)) + dt.timedelta(moved.days.get(number, 0))
    return at_hour(calendar, day)


def at_hour(calendar: Dates, day: dt.date) -> dt.datetime:
    return dt.datetime.combine(day, dt.time.fromisoformat(calendar.hour), ZoneInfo(calendar.zone))


def step_from(calendar: Dates, day: dt.date) -> dt.date:
    """The next day of a deadline; few days and a weekday make a week."""
    later = on_weekday(calendar, day + dt.timedelta(calendar.days))
    return later if later > day else later + dt.timedelta(WEEK)


def fitting(calendar: Dates, moment: dt.datetime) -> dt.datetime:
    """The first deadline that the calendar allows at a moment or after it."""
    day = moment.astimezone(ZoneInfo(calendar.zone)).date()
    while not is_fitting(calendar, day) or at_hour(calendar, day) < moment:
        day += dt.timedelta(1)
    return at_hour(calendar, day)


def in_full(calendar: Dates, now: dt.datetime) -> dt.datetime:
    """The first deadline that leaves the full time, counted in whole days, and never less than the least."""
    here = now.astimezone(ZoneInfo(calendar.zone))
    day = dt.datetime.combine(here.date() + calendar.full, dt.time(), here.tzinfo)
    return fitting(calendar, max(day, now + calendar.least))


def is_fitting(calendar: Dates, day: dt.date) -> bool:
    on_its_day = not calendar.weekday or day.weekday() == calendar.first.weekday()
    return on_its_day and after_holidays(calendar, day) == day


def on_weekday(calendar: Dates, day: dt.date) -> dt.date:
    """The nearest day that is the game's weekday, so that deadlines return to it after an extension."""
    if not calendar.weekday:
        return day
    ahead = (calendar.first.weekday() - day.weekday()) % WEEK
    return day + dt.timedelta(ahead if ahead <= WEEK // 2 else ahead - WEEK)


def after_holidays(calendar: Dates, day: dt.date) -> dt.date:
    step = dt.timedelta(WEEK if calendar.weekday else 1)
    spans = [holiday(text) for text in calendar.holidays]
    while any(first <= day <= last for first, last in spans):
        day += step
    return day


def moved(game: Game) -> Moved:
    paths = ((turn, f"{game.folder}/turns/{turn:03}/{EXTENSION}") for turn in game.turns())
    return all_moved(tuple((turn, path, stamp(os.stat(path))) for turn, path in paths if os.access(path, os.F_OK)))


@lru_cache(maxsize=READ)
def all_moved(written: tuple[tuple[int, str, tuple[int, ...]], ...]) -> Moved:
    """What the files say; they are read again only when one of them was written."""
    every = {turn: read_json(Path(path), Extension, Extension(0, 0), REMEDY) for turn, path, _ in written}
    return Moved(
        {turn: each.days for turn, each in every.items()},
        {turn: each.not_before for turn, each in every.items() if each.not_before},
    )


def extension(game: Game, turn: int) -> Extension:
    return read_json(game.turn(turn) / EXTENSION, Extension, Extension(0, 0), REMEDY)


def keep_extension(game: Game, turn: int, kept: Extension) -> None:
    put(game.turn(turn) / EXTENSION, msgspec.json.encode(kept) + b"\n", private=True)


def move_to(game: Game, turn: int, moment: dt.datetime) -> None:
    """Let a turn be due at a moment at which the calendar allows it."""
    before = extension(game, turn)
    day = moment.date() - dt.timedelta(before.days)
    moved = msgspec.structs.replace(before, not_before=day, times=before.times + 1, known=moment)
    keep_extension(game, turn, moved)


def extended(game: Game, turn: int, days: int) -> tuple[int, dt.datetime]:
    """The days given for a turn in all, with so many more, and the deadline they make."""
    calendar, so_far = calendar_of(game), moved(game)
    if turn <= game.last():
        raise GameError(
            f"{game.named(turn).capitalize()} of {game.name} has been adjudicated: its deadline cannot be extended."
        )
    if not days:
        raise GameError("0 days change nothing: give the number of days, for example 3, or -3 to take 3 back.")
    total = extension(game, turn).days + days
    if total < 0:
        given = f"Only {Count(total - days):day was/days were}" if total > days else "No days were"
        raise GameError(f"{given} given before: no more can be removed.")
    return total, due(calendar, Moved({**so_far.days, turn: total}, so_far.not_before), turn)


def extend(game: Game, turn: int, days: int) -> dt.datetime:
    """Give more days for a turn, in addition to those given before; return its deadline."""
    total, moment = extended(game, turn, days)
    before = extension(game, turn)
    known = moment if before.known else None
    keep_extension(game, turn, msgspec.structs.replace(before, days=total, times=before.times + 1, known=known))
    return moment


def day(moment: dt.date, clock: Clockface = USUAL) -> str:
    """11 Dec 2026."""
    return clock.day(moment)


def weekday(moment: dt.date, clock: Clockface = USUAL) -> str:
    """Fri 11 Dec 2026."""
    return clock.weekday(moment)


def spoken(moment: dt.datetime, clock: Clockface = USUAL) -> str:
    """A date and time as printed in letters: Fri 11 Dec 2026 18:00 GMT, in the reader's own way."""
    return clock.moment(moment)


def hours(span: dt.timedelta) -> str:
    """7 days, or 36 hours."""
    whole = span // dt.timedelta(hours=1)
    return f"{Count(whole // 24):day/days}" if whole and whole % 24 == 0 else f"{Count(whole):hour/hours}"
