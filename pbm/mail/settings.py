"""The tables [mail], [calendar] and [votes] of game.toml; every key may be left out."""

import datetime as dt
from collections.abc import Sequence
from email.headerregistry import Address
from functools import lru_cache
from typing import Literal
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import msgspec

from pbm.errors import GameError
from pbm.record.game import CONFIG, Game
from pbm.record.proposals import Needs
from pbm.rules.votes import KINDS, Kind

MOST_DAYS = 366
"""The longest that a turn may take, or a proposal may stand."""
A_YEAR = dt.timedelta(days=MOST_DAYS)
LAST = dt.date(9000, 1, 1)
"""Far enough from the last day that a computer knows."""
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


class Post(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[mail]: how letters come in and go out."""

    address: str = ""
    """The address for orders, and the sender of our mail."""
    name: str = "The game master"
    policy: Literal["code", "address"] = "code"
    """Whether a sheet needs its code, or the player's registered address is enough."""
    authserv: str = ""
    """The name of our mail server in Authentication-Results; only its checks prove an address."""
    inbox: str | list[str] = ""
    """imaps://user@host/FOLDER, or the path of a Maildir, an mbox, a folder or a file."""
    after: Literal["keep", "move", "delete"] = "keep"
    """What to do with a letter in an IMAP folder or a Maildir once it is stored."""
    moved_to: str = "Taken"
    smtp: str = ""
    """smtp://user@host:587 (STARTTLS) or smtps://user@host:465 (TLS)."""
    copy_to: str = ""
    """An address of our own inbox that gets a copy of every mail, as proof that the server accepted it."""
    doubt_seconds: int = 600
    """How long to wait for that copy after a broken connection before sending a mail again."""
    counter: str = ""
    """Where the public counter is on the web, such as https://example.org/counter: order desks send there."""
    digest_to: str = ""
    """The game master's own address, for a digest after a run in which something new needs them."""
    hold_unpaid: bool = False
    """Whether to hold the reports of players who have not paid for the turn."""
    answers_per_hour: int = 20
    """The most letters per hour and sender that get an answer; more are taken but not answered."""
    messages_to_all: int = 3
    """The most messages to everyone per player and day that go out by mail; more come with the next reports."""
    mails_per_hour: int = 200
    """The most mails that go out in an hour; the rest waits for the next."""
    brake: int = 10
    """If more than this many times the usual is queued, nothing goes out until the game master says so; 0: never."""

    @property
    def inboxes(self) -> list[str]:
        several = [self.inbox] if isinstance(self.inbox, str) else self.inbox
        return [place for place in several if place]

    def own(self, address: str) -> bool:
        """Whether it is an address of ours."""
        return address.casefold() in {mine.casefold() for mine in (self.address, self.copy_to) if mine}


class Dates(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[calendar]: when orders are due."""

    first: dt.date
    """The deadline of turn 1."""
    days: int = 14
    weekday: str = ""
    hour: str = "18:00"
    zone: str = "UTC"
    grace_hours: int = 0
    """Hours after the deadline in which a set still counts; players are not told."""
    holidays: tuple[str, ...] = ()
    """Days without a deadline: 2026-12-25, or a range such as 2026-12-20/2027-01-03."""
    early: Literal["no", "in", "final"] = "no"
    """Whether a turn is adjudicated before its deadline: once all sheets are in, or once all are marked FINAL."""
    least_hours: int | None = None
    """The least time that players have from a report to the next deadline; by default half of `days`."""
    unanswered: Literal["day", "play", "wait"] = "day"
    """A turn for which nobody sent orders: it waits a day and the computers play it then, at once, or not at all."""
    tell_late: bool = False
    """Whether everyone learns after the deadline whose orders did not come."""
    tell_record: bool = False
    """Whether everyone reads how many turns each player has sent and missed."""

    @property
    def full(self) -> dt.timedelta:
        """The time from one deadline to the next."""
        return dt.timedelta(days=self.days)

    @property
    def least(self) -> dt.timedelta:
        return self.full / 2 if self.least_hours is None else dt.timedelta(hours=self.least_hours)


class VoteRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[votes]: what players may vote on, and what it takes."""

    allowed: tuple[Kind, ...] = KINDS
    """The matters they may propose, and whether they may concede; a game may have rules that allow less."""
    agree: Needs = "all"
    """How many of the players must agree. Silence is not consent."""
    secret: bool = False
    """Whether nobody learns who voted how."""
    days: int = 14
    """How long a proposal stands."""
    longest_pause: int = 60
    longest_delay: int = 28


def vote_rules(game: Game) -> VoteRules:
    """What players may vote on: what both the settings and the rules of the game allow."""
    found, fits = game.table("votes", VoteRules) or VoteRules(), game.config().ruleset.voting.kinds
    if not 1 <= found.days <= MOST_DAYS:
        raise GameError(f"{CONFIG}, [votes]: days = {found.days} must be from 1 to {MOST_DAYS}.")
    return msgspec.structs.replace(
        found, allowed=tuple(kind for kind in KINDS if kind in found.allowed and kind in fits)
    )


def post(game: Game) -> Post:
    found = game.table("mail", Post) or Post()
    for key in ("address", "copy_to", "digest_to"):
        if getattr(found, key):
            checked_address(getattr(found, key), f"{CONFIG}, [mail] {key}")
    if found.policy == "address" and not found.authserv:
        raise GameError(
            f'{CONFIG}, [mail]: policy = "address" needs authserv = the name under which your mail server writes '
            "Authentication-Results, since anyone can write any sender. Without a policy, sheets need codes."
        )
    if found.counter and urlsplit(found.counter).scheme not in ("http", "https"):
        raise GameError(
            f"{CONFIG}, [mail] counter: {found.counter!r} is no address on the web, like https://example.org."
        )
    for place in (*found.inboxes, found.smtp):
        if urlsplit(place).password:
            raise GameError(
                f"{CONFIG}, [mail]: a password must not be in a file of the game. Remove it from the address and "
                "set PBM_IMAP_PASSWORD or PBM_SMTP_PASSWORD, or keep it in the keyring."
            )
    return found


@lru_cache(1024)
def checked_address(address: str, where: str) -> str:
    """The address, if mail can be sent to it."""
    try:
        parsed = Address(addr_spec=address)
        if parsed.username and parsed.domain and address.isascii():
            return parsed.addr_spec
    except Exception:  # the standard parser raises several kinds of error on odd text
        pass
    raise GameError(f"{where}: {address!r} is not a mail address. Write it like mercia@example.org.")


def dates(game: Game) -> Dates | None:
    found = game.table("calendar", Dates)
    if found:
        for problem in problems(found):
            raise GameError(f"{CONFIG}, [calendar]: {problem}")
    return found


def calendar_of(game: Game) -> Dates:
    if not (found := dates(game)):
        raise GameError(f"{game.name} has no calendar: add a [calendar] to game.toml, with first = a date.")
    return found


def problems(dates: Dates) -> list[str]:
    found = []
    if dates.weekday and dates.weekday.casefold() not in WEEKDAYS:
        found.append(f"weekday = {dates.weekday!r} is not one of {', '.join(WEEKDAYS)}.")
    elif dates.weekday and (day := WEEKDAYS[dates.first.weekday()]) != dates.weekday.casefold():
        found.append(f"first = {dates.first} is a {day.capitalize()}, not a {dates.weekday.capitalize()}.")
    if not 1 <= dates.days <= MOST_DAYS:
        found.append(f"days = {dates.days} must be from 1 to {MOST_DAYS}, the days that a turn takes.")
    if dates.first > LAST:
        found.append(f"first = {dates.first} is too far off. Write the day on which turn 1 is due.")
    if not 0 <= dates.grace_hours <= 24 * MOST_DAYS:
        found.append(f"grace_hours = {dates.grace_hours} must be from 0 to {24 * MOST_DAYS}.")
    if not 0 <= (dates.least_hours or 0) <= 24 * dates.days:
        found.append(f"least_hours = {dates.least_hours} must be from 0 to {24 * dates.days}, the hours of a turn.")
    return found + [text for text in (bad_hour(dates.hour), bad_zone(dates.zone), bad_days(dates.holidays)) if text]


def bad_hour(text: str) -> str:
    try:
        dt.time.fromisoformat(text)
        return ""
    except ValueError:
        return f"hour = {text!r} is not a time of day. Write it like 18:00."


def bad_zone(text: str) -> str:
    try:
        ZoneInfo(text)
        return ""
    except (ValueError, OSError, KeyError):
        return f"zone = {text!r} is not a time zone. Write it like Europe/London."


def bad_days(texts: Sequence[str]) -> str:
    try:
        endless = [text for text in texts if (span := holiday(text))[1] - span[0] > A_YEAR]
        too_long = "the holiday {} is longer than a year, so no turn could be due. To stop the game: pbm hold."
        return too_long.format(endless[0]) if endless else ""
    except ValueError:
        return "holidays are dates such as 2026-12-25, or ranges such as 2026-12-20/2027-01-03."


def holiday(text: str) -> tuple[dt.date, dt.date]:
    """The first and last day of a holiday."""
    first, _, last = text.partition("/")
    span = dt.date.fromisoformat(first), dt.date.fromisoformat(last or first)
    if span[1] < span[0]:
        raise ValueError(text)
    return span
