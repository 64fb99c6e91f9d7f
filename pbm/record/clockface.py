"""How dates and times are written to somebody: the usual ways of a few countries, beside the reader's time zone."""

import datetime as dt
from dataclasses import dataclass, replace
from typing import Literal, get_args
from zoneinfo import ZoneInfo

Way = Literal["24h", "12h", "us", "iso", "de", "es", "fr", "it", "nl"]
WAYS: tuple[Way, ...] = get_args(Way)
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
NAMES: dict[Way, tuple[str, str]] = {
    "de": ("Mo Di Mi Do Fr Sa So", "Jan. Feb. März April Mai Juni Juli Aug. Sept. Okt. Nov. Dez."),
    "es": ("lun mar mié jue vie sáb dom", "ene feb mar abr may jun jul ago sep oct nov dic"),
    "fr": ("lun. mar. mer. jeu. ven. sam. dim.", "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc."),
    "it": ("lun mar mer gio ven sab dom", "gen feb mar apr mag giu lug ago set ott nov dic"),
    "nl": ("ma di wo do vr za zo", "jan feb mrt apr mei jun jul aug sep okt nov dec"),
}
DATES: dict[Way, str] = {
    "us": "{month} {day}, {year}",
    "iso": "{year}-{number:02}-{day:02}",
    "de": "{day}. {month} {year}",
}
USUAL_DATE = "{day} {month} {year}"
TWELVE: tuple[Way, ...] = ("12h", "us")
"""Those with am and pm."""


@dataclass(frozen=True)
class Clockface:
    """A reader's way with dates, and the zone in which they are told times too."""

    way: Way = "24h"
    zone: str = ""

    @property
    def here(self) -> "Clockface":
        """Without the reader's own zone, for what must be short."""
        return replace(self, zone="")

    def day(self, moment: dt.date) -> str:
        """11 Dec 2026: by names of our own, whatever the locale."""
        _, months = self.names
        date, month = DATES.get(self.way, USUAL_DATE), months[moment.month - 1]
        return date.format(day=moment.day, month=month, year=moment.year, number=moment.month)

    def weekday(self, moment: dt.date) -> str:
        """Fri 11 Dec 2026."""
        return f"{self.names[0][moment.weekday()]} {self.day(moment)}"

    def hour(self, moment: dt.datetime) -> str:
        """18:00 GMT, or 6:00 pm GMT."""
        half = "am" if moment.hour < 12 else "pm"
        said = f"{(moment.hour + 11) % 12 + 1}:{moment:%M} {half}" if self.way in TWELVE else f"{moment:%H:%M}"
        return f"{said} {moment.tzname()}"

    def moment(self, moment: dt.datetime) -> str:
        """Fri 11 Dec 2026 18:00 GMT; for a reader elsewhere (19:00 CET for you)."""
        said = f"{self.weekday(moment)} {self.hour(moment)}"
        there = moment.astimezone(ZoneInfo(self.zone)) if self.zone else moment
        if there.utcoffset() == moment.utcoffset():
            return said
        other_day = "" if there.date() == moment.date() else f"{self.weekday(there)} "
        return f"{said} ({other_day}{self.hour(there)} for you)"

    @property
    def names(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The days of the week, and the months."""
        if self.way not in NAMES:
            return DAYS, MONTHS
        days, months = NAMES[self.way]
        return tuple(days.split()), tuple(months.split())


USUAL = Clockface()
EXAMPLE = dt.datetime(2026, 12, 11, 18, tzinfo=dt.UTC)


def ways_shown() -> str:
    """Every way with an example, for whoever must choose one."""
    return "\n".join(f"  {way:4} {Clockface(way).moment(EXAMPLE)}" for way in WAYS)
