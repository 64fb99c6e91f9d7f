"""Reminders to players whose orders are missing, and notices of a new deadline."""

import datetime as dt
from collections.abc import Callable, Collection
from functools import partial
from typing import NamedTuple

import msgspec

from pbm.mail.absences import may_be_away
from pbm.mail.addresses import addresses
from pbm.mail.answer import extension_mail, late_mail, reminder_mail, resumed_mail, unanswered_mail, waiting_mail
from pbm.mail.calendar import closes, deadline, extension
from pbm.mail.compose import Attachment, Mail
from pbm.mail.counter import Counter
from pbm.mail.for_the_post import leave_for_the_post, withdraw_from_post
from pbm.mail.ics import deadline_attached
from pbm.mail.outbox import Outbox, mail_id
from pbm.mail.sets import expected, missing
from pbm.mail.settings import calendar_of, dates, post
from pbm.record.clockface import Clockface
from pbm.record.game import Game
from pbm.record.holders import players

DEADLINE = "deadline"
"""The kind of letter that gives a new deadline."""


class Reminded(NamedTuple):
    """Whose orders are missing: who is reminded now, who was before, and who has no address."""

    now: list[str]
    before: list[str]
    unreachable: list[str]


def remind(counter: Counter, within: dt.timedelta) -> Reminded:
    """Queue a reminder to everyone missing, once for each deadline."""
    game, turn = counter.game, counter.turn
    calendar_of(game)
    due = deadline(game, turn)
    if not due or not counter.now <= due <= counter.now + within:
        return Reminded([], [], [])
    stilled, called = may_be_away(game, turn), game.called(turn)
    absent = [power for power in missing(game, turn) if power not in stilled]
    found = Reminded([], [], [])
    for power in absent:
        if to := counter.addresses.get(power):
            id = mail_id(turn, power, kind := reminder_kind(due))
            (found.before if counter.outbox.path(id).exists() else found.now).append(power)
            clock = counter.clocks[power]
            mail = reminder_mail(game.name, called, counter.name(power), due, counter.post.address, clock)
            counter.outbox.queue(turn, power, kind, mail, to, counter.now)
        else:
            found.unreachable.append(power)
    return found


def reminder_kind(due: dt.datetime) -> str:
    return f"reminder-{due:%Y%m%d}"


def unreminded(game: Game, turn: int) -> list[str]:
    """The powers whose orders are missing though their players would have been reminded of this deadline by mail, and
    were not."""
    due, outbox, stilled, known = deadline(game, turn), Outbox(game), may_be_away(game, turn), addresses(game)
    if not due or not post(game).address:
        return []
    there = [power for power in missing(game, turn) if power in known and power not in stilled]
    return [power for power in there if not outbox.path(mail_id(turn, power, reminder_kind(due))).exists()]


def tell_who_is_late(counter: Counter) -> list[str]:
    """Queue a mail to everyone, once for each deadline, if it has passed and the game wants it; return who is late if
    anybody is told now."""
    calendar, due = dates(counter.game), deadline(counter.game, counter.turn)
    if not calendar or not calendar.tell_late or not due or counter.now < due:
        return []
    late = sorted(missing(counter.game, counter.turn))
    names, end = [counter.name(power) for power in late], closes(counter.game, counter.turn)
    played = end if end and end > counter.now else None
    mail = partial(late_mail, counter.game.name, counter.game.called(counter.turn), names, due, played)
    return late if late and tell_everyone(counter, f"late-{due:%Y%m%d}", mail, by_post=False) else []


def tell_nobody_answered(counter: Counter, until: dt.datetime | None) -> list[str]:
    """Queue a mail to everyone, once for each deadline, that the turn waits; return who is told now."""
    due, called = deadline(counter.game, counter.turn), counter.game.called(counter.turn)
    assert due
    mail = partial(unanswered_mail, counter.game.name, called, due, until)
    return tell_everyone(counter, f"unanswered-{due:%Y%m%d}", mail, by_post=False)


def tell_it_waits(counter: Counter, until: dt.datetime | None, outage: bool) -> list[str]:
    """Queue a mail to everyone, once for each deadline, that the turn waits for orders, and if the game wants it for
    whose; return who is told now."""
    due, called = deadline(counter.game, counter.turn), counter.game.called(counter.turn)
    assert due
    late = sorted(missing(counter.game, counter.turn)) if calendar_of(counter.game).tell_late else []
    names = [counter.name(power) for power in late]
    mail = partial(waiting_mail, counter.game.name, called, names, due, until, outage)
    return tell_everyone(counter, f"waits-{due:%Y%m%d}", mail, by_post=False)


def tell_everyone(
    counter: Counter,
    kind: str,
    mail: Callable[[Clockface], Mail],
    by_post: bool = True,
    to: Collection[str] | None = None,
    dates: tuple[Attachment, ...] = (),
) -> list[str]:
    """Queue a mail, with times as they are written to its reader, to everyone who plays and has an address, or to some
    of them; return those for whom it is new. Whoever wants files for calendars gets the dates with it. For those who
    have only a postal address it is left for the post, unless that is too slow for it."""
    there = [power for power in expected(counter.game, counter.turn) if to is None or power in to]
    for power in (power for power in homes(counter) if by_post and power in there):
        leave_for_the_post(counter.game, counter.turn, power, kind, partial(mail, counter.clocks[power]))
    if not counter.post.address:
        return []
    told = [power for power in there if power in counter.addresses]
    new = [power for power in told if not counter.outbox.path(mail_id(counter.turn, power, kind)).exists()]
    wanting = [power for power, one in players(counter.game).items() if dates and one.calendar]
    for power in new:
        letter = mail(counter.clocks[power])
        letter = msgspec.structs.replace(letter, attachments=dates) if power in wanting else letter
        counter.outbox.queue(counter.turn, power, kind, letter, counter.addresses[power], counter.now)
    return new


def homes(counter: Counter) -> list[str]:
    """The powers whose players are reached by post alone."""
    there = players(counter.game)
    return [
        power
        for power in expected(counter.game, counter.turn)
        if power not in counter.addresses and power in there and there[power].address
    ]


def tell_of_extension(
    counter: Counter, due: dt.datetime, resumed: bool = False, without: Collection[str] = ()
) -> tuple[list[str], list[str]]:
    """Queue a notice of the new deadline to everyone, or not to some, before the deadline is moved, in place of those
    with another that are still to be posted; return who is told by mail, and who by post."""
    called, before = counter.game.called(counter.turn), extension(counter.game, counter.turn).times
    kind = f"{DEADLINE}-{before + 1}-{due:%Y%m%d}" if before else f"{DEADLINE}-{due:%Y%m%d}"
    withdraw_from_post(counter.game, counter.turn, DEADLINE)
    mail = partial(resumed_mail if resumed else extension_mail, counter.game.name, called, due)
    there = [power for power in expected(counter.game, counter.turn) if power not in without]
    tell_everyone(counter, kind, mail, to=there, dates=deadline_attached(counter.game, counter.turn, due))
    mailed = [power for power in there if power in counter.addresses] if counter.post.address else []
    return mailed, [power for power in homes(counter) if power in there]
