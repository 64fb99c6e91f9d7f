"""Deadlines: interval, weekday, hour, time zone, holidays, grace, extensions."""

import datetime as dt
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbm.errors import GameError
from pbm.mail.calendar import Moved, closes, deadline, due, extend, spoken
from pbm.mail.settings import Dates, holiday
from pbm.record.game import Game
from tests.helpers.posting import mail_game

FRIDAY = dt.date(2026, 11, 20)


def on(calendar: Dates, turn: int, **extended: int) -> str:
    days = {int(name[1:]): days for name, days in extended.items()}
    return due(calendar, Moved(days), turn).isoformat()


def test_deadlines_follow_each_other() -> None:
    calendar = Dates(FRIDAY, days=14, weekday="friday")
    assert [on(calendar, turn)[:10] for turn in (1, 2, 3)] == ["2026-11-20", "2026-12-04", "2026-12-18"]


def test_the_hour_stays_the_same_on_the_wall_when_the_clocks_change() -> None:
    calendar = Dates(dt.date(2026, 10, 23), days=7, zone="Europe/London")
    assert on(calendar, 1) == "2026-10-23T18:00:00+01:00"
    assert on(calendar, 2) == "2026-10-30T18:00:00+00:00"


def test_a_holiday_moves_the_deadline_and_those_after_it() -> None:
    calendar = Dates(FRIDAY, days=14, weekday="friday", holidays=("2026-12-18/2027-01-03",))
    assert [on(calendar, turn)[:10] for turn in (2, 3, 4)] == ["2026-12-04", "2027-01-08", "2027-01-22"]


def test_without_a_weekday_the_first_day_after_the_holiday_will_do() -> None:
    assert on(Dates(FRIDAY, days=10, holidays=("2026-11-30",)), 2)[:10] == "2026-12-01"


def test_an_extension_moves_its_turn_and_the_next_falls_back_into_step() -> None:
    calendar = Dates(FRIDAY, days=14, weekday="friday")
    assert on(calendar, 1, t1=2)[:10] == "2026-11-22"
    assert on(calendar, 2, t1=2)[:10] == "2026-12-04"
    assert on(calendar, 2, t1=7)[:10] == "2026-12-11"


calendars = st.builds(
    Dates,
    first=st.dates(dt.date(2020, 1, 1), dt.date(2040, 1, 1)),
    days=st.integers(1, 60),
    hour=st.sampled_from(["00:00", "01:30", "18:00", "23:59"]),
    zone=st.sampled_from(["UTC", "Europe/London", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia"]),
    holidays=st.lists(st.dates(dt.date(2020, 1, 1), dt.date(2042, 1, 1)).map(str), max_size=5).map(tuple),
)


@given(calendars, st.booleans(), st.integers(1, 30))
def test_deadlines_rise_and_keep_off_holidays(calendar: Dates, weekly: bool, turn: int) -> None:
    if weekly:
        names = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
        weekday = names[calendar.first.weekday()]
        calendar = Dates(calendar.first, calendar.days + 3, weekday, calendar.hour, calendar.zone, 0, calendar.holidays)
    this, after = due(calendar, Moved(), turn), due(calendar, Moved(), turn + 1)
    assert this < after
    assert not any(first <= this.date() <= last for first, last in map(holiday, calendar.holidays))
    assert not weekly or this.weekday() == calendar.first.weekday()


@given(calendars, st.integers(1, 12), st.dictionaries(st.integers(1, 12), st.integers(1, 40), max_size=4))
def test_no_extension_shortens_a_turn(calendar: Dates, turn: int, extended: dict[int, int]) -> None:
    this, after = due(calendar, Moved(extended), turn), due(calendar, Moved(extended), turn + 1)
    assert (after.date() - this.date()).days >= calendar.days


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return mail_game(tmp_path)


def test_a_game_without_a_calendar_has_no_deadline(tmp_path: Path) -> None:
    assert deadline(mail_game(tmp_path, settings=""), 1) is None


def test_grace_comes_on_top_of_what_players_are_told(tmp_path: Path) -> None:
    game = mail_game(tmp_path, settings="[calendar]\nfirst = 2026-11-20\ngrace_hours = 6\n")
    told, ends = deadline(game, 1), closes(game, 1)
    assert told
    assert ends
    assert ends - told == dt.timedelta(hours=6)


def test_the_game_master_extends(game: Game) -> None:
    assert extend(game, 1, 3).date() == dt.date(2026, 11, 23)
    assert extend(game, 1, 2).date() == dt.date(2026, 11, 25)
    assert extend(game, 1, -5).date() == FRIDAY
    with pytest.raises(GameError, match="No days were given before"):
        extend(game, 1, -1)
    with pytest.raises(GameError, match="has been adjudicated"):
        extend(game, 0, 1)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("first = 2026-11-20\nweekday = 'freitag'", "is not one of monday"),
        ("first = 2026-11-20\nweekday = 'monday'", "is a Friday, not a Monday"),
        ("first = 2026-11-20\nhour = '6pm'", "Write it like 18:00"),
        ("first = 2026-11-20\nzone = 'Mercia/Tamworth'", "is not a time zone"),
        ("first = 2026-11-20\nzone = '../../etc/passwd'", "is not a time zone"),
        ("first = 2026-11-20\ndays = 0", "from 1 to 366"),
        ("first = 2026-11-20\ndays = 99999999999", "from 1 to 366"),
        ("first = 9999-12-31", "too far off"),
        ("first = 2026-11-20\ngrace_hours = -1", "from 0 to 8784"),
        ("first = 2026-11-20\ngrace_hours = 99999999999", "from 0 to 8784"),
        ("first = 2026-11-20\nleast_hours = 99999999999", "the hours of a turn"),
        ("first = 2026-11-20\nholidays = ['Christmas']", "2026-12-20/2027-01-03"),
        ("first = 2026-11-20\nholidays = ['2027-01-03/2026-12-20']", "ranges such as"),
        ("first = 'soon'", "first"),
        ("weekday = 'friday'", "first"),
        ("first = 2026-11-20\ninterval = 3", "interval"),
    ],
)
def test_a_bad_calendar_is_explained(tmp_path: Path, line: str, words: str) -> None:
    game = mail_game(tmp_path, settings=f"[calendar]\n{line}\n")
    with pytest.raises(GameError, match=r"\[calendar\]") as caught:
        deadline(game, 1)
    assert words in str(caught.value)


def test_a_moment_is_spoken_in_english() -> None:
    assert spoken(due(Dates(FRIDAY, zone="Europe/London"), Moved(), 1)) == "Fri 20 Nov 2026 18:00 GMT"
