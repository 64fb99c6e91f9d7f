"""How much mail goes out: so much in an hour, and nothing while far more than usual is queued.

Both are settings of [mail]: mails_per_hour, and brake, which is how many times the usual is too much.
"""

import datetime as dt
from collections import Counter

from pbm.mail.addresses import addresses
from pbm.mail.outbox import DONE, Outbox

HOUR = dt.timedelta(hours=1)
DAYS = 10
"""What is usual is the mean of so many days on which mail went out."""
FEWEST = 3
"""No game is so small that less than this is usual."""
DIGEST, MESSAGE = "-GM-digest-", "-message-"


def allowed(outbox: Outbox, now: dt.datetime, braked: bool) -> list[str]:
    """The mails that may go out now: messages between players last; to the game master alone while the brake is on."""
    waiting = sorted(outbox.waiting(now), key=lambda id: MESSAGE in id)
    if braked:
        return [id for id in waiting if DIGEST in id]
    return waiting[: max(0, outbox.post.mails_per_hour - in_this_hour(outbox, now))]


def in_this_hour(outbox: Outbox, now: dt.datetime) -> int:
    """Mails that went out in the last hour; what a clock that was wrong wrote of the future does not count."""
    return sum(note.what in DONE and now - HOUR < note.at <= now for note in outbox.notes())


def brake(outbox: Outbox) -> str:
    """Why nothing goes out; empty if it does."""
    waiting = sum(DIGEST not in id for id in outbox.waiting())
    times = outbox.post.brake
    if not times or waiting <= times * FEWEST or waiting <= times * usual(outbox):
        return ""
    return (
        f"{waiting} mails are queued, and {usual(outbox)} are usual in a day: nothing was sent. To see them: pbm send "
        f"{outbox.game.name} --dry-run. To send them all the same: pbm send {outbox.game.name} --all"
    )


def usual(outbox: Outbox) -> int:
    """The mails of a day on which any went out; a mail to everyone, if that is more."""
    days = Counter(note.at.date() for note in outbox.notes() if note.what in DONE)
    last = [days[day] for day in sorted(days)[-DAYS:]]
    return max(FEWEST, len(addresses(outbox.game)), -(-sum(last) // len(last)) if last else 0)
