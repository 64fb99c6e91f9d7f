"""A turn that is due is played, or the run says since when and why the game waits, and what ends it."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import msgspec

from pbm.files import put_json, read_json
from pbm.mail.calendar import closes, deadline, extension, spoken
from pbm.mail.early import is_early
from pbm.mail.reminders import unreminded
from pbm.mail.sets import expected, missing, senders, too_many_missing
from pbm.mail.settings import calendar_of
from pbm.mail.stopped import stopped_at
from pbm.office.clock import slack
from pbm.record.game import Game
from pbm.record.holding import the_hold

UNANSWERED = "unanswered.json"
A_DAY = dt.timedelta(days=1)
"""How long a turn waits that nobody has answered, or hardly anybody."""


class Unanswered(msgspec.Struct, frozen=True, omit_defaults=True):
    """When it was noticed that nobody had answered a turn, and the deadline that had passed by then."""

    since: dt.datetime
    due: dt.datetime
    some: bool = False
    """Whether somebody had: the turn waits for the others."""


@dataclass(frozen=True)
class Waits:
    """Why a game waits, since when, and the command that ends it."""

    what: str
    since: dt.datetime | None
    why: str
    command: str

    def __str__(self) -> str:
        since = f" since {spoken(self.since)}" if self.since else ""
        return f"{self.what}{since}: {self.why.rstrip('.')} ({self.command})"


def is_due(game: Game, turn: int, now: dt.datetime) -> bool:
    """Whether the deadline of a turn has passed."""
    end = closes(game, turn)
    return end is not None and end <= now


def is_ready(game: Game, turn: int, now: dt.datetime) -> bool:
    """Whether a turn is to be adjudicated: after its deadline, or early when all are in."""
    return (is_early(game, turn, now) or is_due(game, turn, now)) and waits(game, turn, now) is None


def waits(game: Game, turn: int, now: dt.datetime) -> Waits | None:
    """Why a turn is not played although it is due, or the game is held; else nothing."""
    if (found := the_hold(game)).reason:
        return Waits("held", in_zone(game, turn, found.since), found.reason, f"pbm resume {game.name}")
    if not (is_due(game, turn, now) or is_early(game, turn, now)):
        return None
    wait = partial(Waits, f"{game.named(turn)} waits", deadline(game, turn))
    if not expected(game, turn):
        seat = f"pbm takeover {game.name} POWER PLAYER"
        return wait("nobody plays any power", f"{seat}, or pbm adjudicate {game.name} --no-orders")
    return waits_for_orders(game, turn, now, wait)


def waits_for_orders(game: Game, turn: int, now: dt.datetime, wait: Callable[[str, str], Waits]) -> Waits | None:
    """Whether a turn that is due waits because nobody sent orders, hardly anybody, or not all could be reminded."""
    play = f"pbm adjudicate {game.name}"
    if is_unanswered(game, turn):
        at_once = calendar_of(game).unanswered == "play"
        nobody = wait("nobody has sent orders", f"{play} --no-orders")
        return None if at_once else waits_a_day(game, turn, now, nobody, "The computers play it")
    if (warning := too_many_missing(game, turn)) and not was_unanswered(game, turn):
        few = wait(warning, f"to play it without them: {play} --anyway")
        return waits_a_day(game, turn, now, few, "It is played without them")
    if is_outage(game, turn, now):
        late = wait("it was due while nothing ran, and not all could be reminded", play)
        return waits_a_day(game, turn, now, late, "It is played with what is there")
    return None


def stopped(game: Game, turn: int) -> Waits | None:
    """A turn that stopped for a ruling: the next run plays it once the ruling is there."""
    at = in_zone(game, turn, stopped_at(game, turn))
    command = f"to see what: pbm adjudicate {game.name} --preview"
    return Waits(f"{game.named(turn)} waits", at, "you must decide something", command) if at else None


def in_zone(game: Game, turn: int, moment: dt.datetime | None) -> dt.datetime | None:
    """A moment in the game's own zone."""
    due = deadline(game, turn)
    return moment.astimezone(due.tzinfo) if moment and due else moment


def is_unanswered(game: Game, turn: int) -> bool:
    """Whether nobody has sent orders though somebody is there who should."""
    return not senders(game, turn) and bool(missing(game, turn))


def was_unanswered(game: Game, turn: int) -> bool:
    """Whether all were told that nobody had sent orders, and that one sheet has the turn played."""
    found = noticed(game, turn)
    return found is not None and not found.some


def is_outage(game: Game, turn: int, now: dt.datetime) -> bool:
    """Whether the deadline was noticed long after it, as after an outage, and somebody who sent nothing had not been
    reminded of it."""
    calendar, end, found = calendar_of(game), closes(game, turn), noticed(game, turn)
    seen = found.since if found else now
    if not end or seen <= end + slack(calendar) or (found and not found.some):
        return False
    return not was_looked_after(game, turn) and bool(unreminded(game, turn))


def was_looked_after(game: Game, turn: int) -> bool:
    """Whether a turn has stopped for a ruling, was played and undone, or was open before the game was served at all."""
    return bool(stopped_at(game, turn) or game.results(turn)) or not extension(game, turn - 1).played


def waits_for_ever(game: Game, turn: int) -> bool:
    """Whether a turn whose orders are missing waits for the game master, as the calendar may say."""
    lacks = is_unanswered(game, turn) or bool(too_many_missing(game, turn))
    return calendar_of(game).unanswered == "wait" and lacks


def waits_a_day(game: Game, turn: int, now: dt.datetime, wait: Waits, then: str) -> Waits | None:
    """A turn that nobody answered, or hardly anybody, waits for a day, or for ever, as the calendar says."""
    until = waits_until(game, turn)
    if waits_for_ever(game, turn):
        then = "It waits for a sheet or for you"
    elif until and until <= now:
        return None
    else:
        then += f" from {spoken(until)} on" if until else " after a day"
    return Waits(wait.what, wait.since, f"{wait.why.rstrip('.')}. {then}", wait.command)


def waits_until(game: Game, turn: int) -> dt.datetime | None:
    """When the day of waiting is over; nothing if it has not begun."""
    found = noticed(game, turn)
    return in_zone(game, turn, found.since + A_DAY) if found else None


def noticed(game: Game, turn: int) -> Unanswered | None:
    """The day of waiting that began after the deadline as it is now."""
    found = read_json(game.turn(turn) / UNANSWERED, Unanswered, None, "Delete it: the day begins again.")
    return found if found and found.due == deadline(game, turn) else None


def begin_to_wait(game: Game, turn: int, now: dt.datetime) -> dt.datetime | None:
    """Begin the day of waiting, unless it has begun; return its end, if the calendar gives it one."""
    due = deadline(game, turn)
    assert due
    if noticed(game, turn) is None:
        put_json(game.turn(turn) / UNANSWERED, Unanswered(now, due, bool(senders(game, turn))), private=True)
    return None if waits_for_ever(game, turn) else waits_until(game, turn)
