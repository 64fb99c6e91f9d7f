"""The clock of a game: when the open turn is due, whatever has happened.

The calendar says when turns are due as long as all goes to plan. After a late start, a stall, a hold, a turn that was
played again or a machine that was off, a date of the calendar may be past or too near. Then the players have the full
time of a turn from now, on a day that the calendar allows, and are told of it.
"""

import datetime as dt
from collections.abc import Collection, Iterator

import msgspec

from pbm.mail.calendar import closes, deadline, extension, fitting, in_full, keep_extension, move_to, spoken
from pbm.mail.counter import open_counter
from pbm.mail.for_the_post import withdraw_from_post
from pbm.mail.inbox import Inbox
from pbm.mail.outbox import DONE, REPORT, WELCOME, Note, Outbox
from pbm.mail.reminders import DEADLINE, tell_of_extension
from pbm.mail.sets import senders
from pbm.mail.settings import Dates, dates
from pbm.office.frames import KEPT, read_kept
from pbm.record.game import Game
from pbm.record.holding import refuse_free, the_hold

DAY = dt.timedelta(days=1)
HELD = "held"
"""The kind of mail that says that the game is held."""
NO_TIME = dt.timedelta.min


def slack(calendar: Dates) -> dt.timedelta:
    """How much later than planned a turn may be played before the next deadline moves."""
    return min(DAY, calendar.full / 4)


def is_over(game: Game) -> bool:
    return game.ended() is not None


def wind(game: Game, now: dt.datetime) -> list[str]:
    """Set the clock if there is a new result or the calendar was edited; say so if the players are told of it."""
    if not (calendar := dates(game)):
        return []
    last = game.last()
    before, result = extension(game, last), game.manifest_hash(last) or ""
    fresh = before.result != result
    planned, words = is_planned(game, fresh), list[str]()
    if not is_over(game):
        words = list(set_clock(game, calendar, fresh, now))
    if fresh:
        played = None if planned else now
        keep_extension(game, last, msgspec.structs.replace(before, result=result, played=played, mailed=None))
    return words


def set_clock(game: Game, calendar: Dates, fresh: bool, now: dt.datetime) -> Iterator[str]:
    turn = game.last() + 1
    due = deadline(game, turn)
    assert due
    known = None if fresh else extension(game, turn).known
    right = due if is_planned(game, fresh) else put_right(calendar, due, now, enough(game, calendar, fresh, now))
    believed = spoken(known.astimezone(due.tzinfo)) if known else said_in_letters(game)
    if right != due or (believed is not None and believed != spoken(right)):
        yield from move(game, right, now, tell=believed is not None, anew=take_back(game) if fresh else ())
    elif known != due:
        keep_extension(game, turn, msgspec.structs.replace(extension(game, turn), known=due))


def is_planned(game: Game, fresh: bool) -> bool:
    """Whether the turn was open before the game had a clock: letters with this deadline have gone out, or orders or
    other letters have come."""
    last = game.last()
    due = deadline(game, last + 1)
    if not fresh or not due or any(extension(game, turn).result for turn in (last, max(0, last - 1))):
        return False
    if never_sent(game) and not senders(game, last + 1):
        return False
    return said_in_letters(game) == spoken(due) or bool(senders(game, last + 1)) or any(Inbox(game).entries())


def said_in_letters(game: Game) -> str | None:
    """The deadline in the letters that came with the last result; None if there are none yet."""
    last = game.last()
    kept = read_kept(game.turn(last) / KEPT)
    return kept.frames[""].deadline if kept and kept.manifest == game.manifest_hash(last) else None


def is_known(game: Game, due: dt.datetime) -> bool:
    """Whether the players have that deadline in their letters, and no mail with another has gone out or may have."""
    parted = ((id.split("-", 2), note) for id, note in Outbox(game).last().items())
    moved = [note for (turn, _, kind), note in parted if int(turn) == game.last() + 1 and kind.startswith(DEADLINE)]
    return said_in_letters(game) == spoken(due) and all(note is None or note.what == "deferred" for note in moved)


def enough(game: Game, calendar: Dates, fresh: bool, now: dt.datetime) -> dt.timedelta:
    """The time that players must have from now."""
    last = game.last()
    if fresh:
        end = closes(game, last) if last else None
        return calendar.full if end and now > end + slack(calendar) else calendar.least
    known, due = extension(game, last + 1).known, deadline(game, last + 1)
    return calendar.least if known is None or (due and due < known) else NO_TIME


def put_right(calendar: Dates, due: dt.datetime, now: dt.datetime, wanted: dt.timedelta) -> dt.datetime:
    return due if due - now >= wanted else in_full(calendar, now)


def move(
    game: Game,
    due: dt.datetime,
    now: dt.datetime,
    tell: bool = True,
    resumed: bool = False,
    anew: Collection[str] = (),
) -> Iterator[str]:
    """Let the open turn be due then, and tell everybody, if they have another date or none, and no letter of theirs is
    made anew; they are told first, so that an interrupted run is finished by the next."""
    turn = game.last() + 1
    told, posted = tell_of_extension(open_counter(game, now), due, resumed, anew) if tell else ([], [])
    move_to(game, turn, due)
    yield f"{game.named(turn)} is now due {spoken(due)}"
    if told:
        yield f"told by mail: {', '.join(told)}"
    if posted:
        yield f"told by post: {', '.join(posted)} (pbm print)"


def note_mailing(game: Game, now: dt.datetime) -> list[str]:
    """Note when the first report of the last result went out; if that is long after it was made, players have the full
    time from then, and never less than the least."""
    last, calendar = game.last(), dates(game)
    kept, due = extension(game, last), deadline(game, last + 1)
    if not calendar or not due or kept.mailed or not kept.played or is_over(game) or not (gone := gone_out(game)):
        return []
    gone = min(gone, now)
    keep_extension(game, last, msgspec.structs.replace(kept, mailed=gone))
    right = put_right(calendar, due, gone, time_from_mail(game, calendar, gone))
    return list(move(game, right, now)) if right != due else []


def time_from_mail(game: Game, calendar: Dates, gone: dt.datetime) -> dt.timedelta:
    """The time that players must have from the mail that brings the last result: the full time if that is late."""
    last = game.last()
    played = extension(game, last).played
    return calendar.full if last and played and gone > played + slack(calendar) else calendar.least


def freshen(game: Game, now: dt.datetime) -> list[str]:
    """Before mail goes out: if it is long since the letters with the last result were made, and none of them has gone,
    they are made anew with the full time from now, so that nobody is given a date that is past or too near."""
    last, calendar = game.last(), dates(game)
    kept, due = extension(game, last), deadline(game, last + 1)
    if not calendar or not due or not kept.played or is_over(game) or senders(game, last + 1):
        return []
    right = put_right(calendar, due, now, time_from_mail(game, calendar, now))
    return list(move(game, right, now, anew=take_back(game))) if right != due and never_sent(game) else []


def take_back(game: Game) -> list[str]:
    """Take the letters with the last result back, if none has gone out, to be made anew; return whose they were, and
    whose reports are still to be printed."""
    from pbm.office.printed import lacking  # slow to import, and most letters go out in time

    outbox, unsent = Outbox(game), never_sent(game)
    for id in unsent:
        outbox.path(id).unlink()
    if unsent:
        (game.turn(game.last()) / KEPT).unlink(missing_ok=True)
    return [*(id.split("-", 2)[1] for id in unsent), *(lacking(game, game.last()) if unsent else ())]


def never_sent(game: Game) -> list[str]:
    """The letters with the last result, if none of them has gone out or may have."""
    notes = letters_of_last(game)
    return [*notes] if all(note is None or note.what == "deferred" for note in notes.values()) else []


def letters_of_last(game: Game) -> dict[str, Note | None]:
    """The letters that bring the last result, and what happened to each."""
    last, result = game.last(), (game.manifest_hash(game.last()) or "")[:8]
    parted = ((id, id.split("-", 2), note) for id, note in Outbox(game).last().items())
    return {
        id: note
        for id, (number, _, kind), note in parted
        if int(number) == last and (kind == f"{REPORT}-{result}" or kind.startswith(WELCOME))
    }


def gone_out(game: Game) -> dt.datetime | None:
    """When the last result was first sent to anybody."""
    gone = (note.at for note in letters_of_last(game).values() if note and note.what in DONE)
    return min(gone, default=None)


def give_time_again(game: Game, now: dt.datetime) -> list[str]:
    """Before a held game goes on: the clock stood still, so what was left of the turn is left again, and at least the
    least time. A turn that was due before the game was held is played. The hold ends last, so that whatever is
    interrupted can be done again."""
    refuse_free(game)
    since, calendar = the_hold(game).since, dates(game)
    due = deadline(game, game.last() + 1)
    withdraw_from_post(game, game.last() + 1, HELD)
    if not calendar or not due or is_over(game) or (since and due <= since) or due - now >= calendar.least:
        return []
    if since and now - since <= slack(calendar) and now < due:
        return []
    left = max(calendar.least, due - since if since else NO_TIME)
    return list(move(game, fitting(calendar, now + left), now, resumed=True))
