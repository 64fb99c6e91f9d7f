"""When orders are due. Nothing here reads a clock: the caller gives the time."""

import datetime as dt
from collections.abc import Mapping
from zoneinfo import ZoneInfo

import msgspec

from pbm.errors import GameError
from pbm.files import put, read_json
from pbm.mail.settings import Dates, calendar_of, dates, holiday
from pbm.record.game import Game
from pbm.rules.event import Count

EXTENSION = "extension.json"
WEEK = 7
WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


class Extension(msgspec.Struct, frozen=True):
    """The extra days that the game master has given for a turn."""

    days: int


def deadline(game: Game, turn: int) -> dt.datetime | None:
    """When the orders for a turn are due, as players are told; None if the game has no calendar."""
    calendar = dates(game)
    return due(calendar, extensions(game), turn) if calendar else None


def closes(game: Game, turn: int) -> dt.datetime | None:
    """The time until which a set for that turn counts: the deadline and the grace after it."""
    calendar = dates(game)
    if not calendar:
        return None
    return due(calendar, extensions(game), turn) + dt.timedelta(hours=calendar.grace_hours)


def due(calendar: Dates, extended: Mapping[int, int], turn: int) -> dt.datetime:
    """Each deadline follows from the one before, so that a holiday or an extension never makes a turn short."""
    day = calendar.first
    for number in range(1, turn + 1):
        if number > 1:
            day = on_weekday(calendar, day + dt.timedelta(calendar.days))
        day = after_holidays(calendar, day) + dt.timedelta(extended.get(number, 0))
    return dt.datetime.combine(day, dt.time.fromisoformat(calendar.hour), ZoneInfo(calendar.zone))


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


def extensions(game: Game) -> dict[int, int]:
    paths = game.folder.glob(f"turns/*/{EXTENSION}")
    return {int(path.parent.name): read_extension(game, int(path.parent.name)) for path in paths}


def read_extension(game: Game, turn: int) -> int:
    remedy = 'It should contain, for example, {"days": 3}.'
    return read_json(game.turn(turn) / EXTENSION, Extension, Extension(0), remedy).days


def extended(game: Game, turn: int, days: int) -> tuple[int, dt.datetime]:
    """The days given for a turn in all, with so many more, and the deadline they make."""
    calendar = calendar_of(game)
    if turn <= game.last():
        raise GameError(
            f"{game.named(turn).capitalize()} of {game.name} has been adjudicated: its deadline cannot be extended."
        )
    if not days:
        raise GameError("0 days change nothing: give the number of days, for example 3, or -3 to take 3 back.")
    total = read_extension(game, turn) + days
    if total < 0:
        raise GameError(f"Only {Count(total - days):day was/days were} given before: no more can be removed.")
    return total, due(calendar, extensions(game) | {turn: total}, turn)


def extend(game: Game, turn: int, days: int) -> dt.datetime:
    """Give more days for a turn, in addition to those given before; return its deadline."""
    total, moment = extended(game, turn, days)
    put(game.turn(turn) / EXTENSION, msgspec.json.encode(Extension(total)) + b"\n", private=True)
    return moment


def day(moment: dt.datetime) -> str:
    """11 Dec 2026: English names, whatever the locale."""
    return f"{moment.day} {MONTHS[moment.month - 1]} {moment.year}"


def spoken(moment: dt.datetime) -> str:
    """A date and time as printed in letters: Fri 11 Dec 2026 18:00 GMT."""
    return f"{WEEKDAYS[moment.weekday()]} {day(moment)} {moment:%H:%M} {moment.tzname()}"
