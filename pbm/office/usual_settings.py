"""The office's usual settings, for every game that starts, with a first deadline that leaves its players time."""

import datetime as dt
import re
from pathlib import Path

from pbm.errors import GameError
from pbm.files import put
from pbm.mail.calendar import WEEK, Moved, due, hours, in_full, spoken
from pbm.mail.settings import Dates, problems
from pbm.office.credits import office
from pbm.record.config import read_config, read_table
from pbm.record.game import CONFIG, Game

TABLE = re.compile(r"^\[calendar\][^\n]*\n", re.MULTILINE)
FIRST = re.compile(r"^first[ \t]*=.*\n?", re.MULTILINE)


def usual_settings(games: Path, now: dt.datetime, first: dt.date | None = None) -> str:
    """The settings for a game that starts now; its first deadline may be given, or is the first that leaves the players
    the full time."""
    path = office(games) / CONFIG
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    text = f"{text}\n[calendar]\n" if first and not TABLE.search(text) else text
    if not TABLE.search(text):
        return text
    given = with_first(text, first) if first else text
    where = "--first" if first else ""
    if not FIRST.search(given):
        return with_first(given, in_full(any_calendar(given, path, now.date()), now).date())
    refuse_too_soon(calendar_in(given, path, where), now)
    return given


def any_calendar(text: str, path: Path, today: dt.date) -> Dates:
    """The calendar with some first day that fits its weekday."""
    week = [with_first(text, today + dt.timedelta(ahead)) for ahead in range(WEEK)]
    tables = [read_table(each.encode(), "calendar", Dates, str(path)) for each in week]
    good = next((one for one in tables if one and not problems(one)), None)
    return good or calendar_in(week[0], path)


def with_first(text: str, first: dt.date) -> str:
    return TABLE.sub(lambda head: f"{head[0]}first = {first}\n", FIRST.sub("", text), count=1)


def calendar_in(text: str, path: Path, where: str = "") -> Dates:
    calendar = read_table(text.encode(), "calendar", Dates, str(path))
    assert calendar
    for problem in problems(calendar):
        raise GameError(f"{where or f'{path}, [calendar]'}: {problem}")
    return calendar


def refuse_too_soon(calendar: Dates, now: dt.datetime) -> None:
    moment, better = due(calendar, Moved(), 1), in_full(calendar, now)
    if moment - now >= calendar.least:
        return
    wrong = "has passed" if moment <= now else f"leaves the players less than {hours(calendar.least)}"
    raise GameError(
        f"The first deadline, {spoken(moment)}, {wrong}. The next that leaves them the full time is {spoken(better)}: "
        f"add --first {better.date()} to the command. Leave the line first = ... out of the [calendar] in "
        f"_office/{CONFIG}, and every game that you start gets such a day by itself."
    )


def add_settings(game: Game, usual: str) -> None:
    """Add them to the settings of a game, once."""
    there = game.read(CONFIG)
    if not there.endswith(usual.encode()):
        read_config(there + b"\n" + usual.encode(), str(game.folder / CONFIG))
        put(game.folder / CONFIG, there + b"\n" + usual.encode())
