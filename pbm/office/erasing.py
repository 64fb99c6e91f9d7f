"""Erases somebody from the office's own post: requests, letters and answers; what is left shows that a letter came."""

import datetime as dt
from collections.abc import Collection, Iterator
from pathlib import Path

from msgspec.structs import replace

from pbm.files import put
from pbm.mail.asking import STANDS, Asking, all_asked, keep_asked
from pbm.mail.front_door import Office, if_open
from pbm.mail.inbox import Inbox
from pbm.mail.outbox import Outbox
from pbm.record.erase import ERASED
from pbm.record.people import people


def erase_post(games: Path, addresses: Collection[str]) -> Iterator[str]:
    """All that concerns some addresses; a second run finds nothing to do."""
    office, theirs = if_open(games), {address.casefold() for address in addresses if address}
    if not office or not theirs:
        return
    left = [one for one in all_asked(games) if one.email.casefold() not in theirs]
    if left != all_asked(games):
        keep_asked(games, left)
    yield from erased_letters(office, theirs)
    outbox = Outbox(office)
    for id in outbox.ids():
        path = outbox.path(id)
        if path.read_bytes() != ERASED and outbox.recipient(id).casefold() in theirs:
            put(path, ERASED, private=True)
            yield f"{path}: letter erased"


def erased_letters(office: Office, theirs: Collection[str]) -> Iterator[str]:
    inbox = Inbox(office)
    for entry in inbox.entries():
        if entry.sender and entry.sender.casefold() in theirs:
            path = inbox.folder / f"{entry.hash}.eml"
            put(path, ERASED, private=True)
            inbox.record(replace(entry, sender="", note="", done=entry.done or "erased"))
            yield f"{path}: letter erased"


def forget_unconfirmed(office: Office, now: dt.datetime) -> None:
    """What nobody has confirmed in time is forgotten, with the letters of people who are new."""
    old = [one for one in all_asked(office.games) if is_old(one, now)]
    if not old:
        return
    keep_asked(office.games, [one for one in all_asked(office.games) if one not in old])
    known = {one.email.casefold() for one in people(office.games).values()}
    known |= {one.email.casefold() for one in all_asked(office.games)}
    list(erase_post(office.games, [one.email for one in old if one.email.casefold() not in known]))


def is_old(one: Asking, now: dt.datetime) -> bool:
    return not one.confirmed and one.made + STANDS <= now
