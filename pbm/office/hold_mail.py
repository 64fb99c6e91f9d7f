"""A held game: its players are told when a deadline comes near or has passed, and when the game goes on."""

import datetime as dt
from functools import partial

from pbm.mail.answer import hold_mail, resumed_mail
from pbm.mail.calendar import deadline, hours
from pbm.mail.counter import open_counter
from pbm.mail.reminders import tell_everyone
from pbm.mail.settings import dates
from pbm.office.clock import HELD, give_time_again
from pbm.record.game import Game
from pbm.record.holding import resume, the_hold

NEAR = dt.timedelta(days=3)
"""How long before a deadline players learn that it does not count."""


def tell_of_hold(game: Game, now: dt.datetime) -> list[str]:
    """Queue a mail to everyone, once for each hold, if the deadline is near or passed while the game was held. Of a
    pause that they agreed on they know."""
    turn, calendar, since = game.last() + 1, dates(game), the_hold(game).since
    due = deadline(game, turn)
    if the_hold(game).until or not calendar or not due or due > now + NEAR or (since and due <= since):
        return []
    with game.locked():
        mail = hold_mail(game.name, game.called(turn), hours(calendar.least))
        told = tell_everyone(open_counter(game, now), held_kind(since), lambda clock: mail)
    return [f"told by mail: {', '.join(told)}"] if told else []


def held_kind(since: dt.datetime | None) -> str:
    return f"{HELD}-{since:%Y%m%d%H%M}" if since else HELD


def go_on_and_tell(game: Game, now: dt.datetime) -> list[str]:
    """Go on with a held game; whoever was told of the hold, or has a new deadline, gets a mail."""
    words = give_time_again(game, now) or tell_of_end(game, now)
    resume(game)
    return words


def tell_of_end(game: Game, now: dt.datetime) -> list[str]:
    """Tell everyone that the old deadline counts, if they were told that it does not."""
    since, turn = the_hold(game).since, game.last() + 1
    due, counter = deadline(game, turn), open_counter(game, now)
    was_told = any(f"-{held_kind(since)}" in id for id in counter.outbox.ids())
    if not was_told or not due or due <= now:
        return []
    mail = partial(resumed_mail, game.name, game.called(turn), due)
    told = tell_everyone(counter, f"resumed-{now:%Y%m%d%H%M}", mail)
    return [f"told by mail: {', '.join(told)}"] if told else []
