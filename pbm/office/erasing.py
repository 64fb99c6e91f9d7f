"""Erases somebody from the office's own post: requests, letters and answers, of which is left that a letter came; and
from what the game master was told."""

import datetime as dt
import re
from collections.abc import Collection, Iterator
from email import message_from_bytes
from email.policy import default
from pathlib import Path

from msgspec.structs import replace

from pbm.files import put, put_json
from pbm.mail.asking import STANDS, Asking, all_asked, keep_asked
from pbm.mail.front_door import Office, if_open
from pbm.mail.inbox import Inbox
from pbm.mail.outbox import Outbox
from pbm.office.credits import office as office_folder
from pbm.office.digest import DIGEST, GM, TOLD, read_told
from pbm.office.quiet import PRINTED, Printed
from pbm.record.erase import ERASED
from pbm.record.game import all_games
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


def erase_lists(games: Path, addresses: Collection[str]) -> Iterator[str]:
    """What the game master was told of them: the lists of the last runs, and the digests by mail."""
    theirs = [address.casefold() for address in addresses if address]
    folder, told, printed = office_folder(games), read_told(games), Printed(games, quiet=True).before
    if (left := {to: without(lines, theirs) for to, lines in told.items()}) != told:
        put_json(folder / TOLD, left, private=True)
        yield f"{folder / TOLD}: lines erased"
    if (kept := without(printed, theirs)) != printed:
        put_json(folder / PRINTED, kept, private=True)
        yield f"{folder / PRINTED}: lines erased"
    office = if_open(games)
    for game in (*all_games(games), *([office] if office else [])):
        outbox = Outbox(game)
        for id in (id for id in outbox.ids() if f"-{GM}-{DIGEST}-" in id and mentions(outbox.path(id), theirs)):
            put(outbox.path(id), ERASED, private=True)
            yield f"{outbox.path(id)}: letter erased"


def without(lines: list[str], theirs: Collection[str]) -> list[str]:
    return [line for line in lines if not named_in(line, theirs)]


def mentions(mail: Path, theirs: Collection[str]) -> bool:
    body = message_from_bytes(mail.read_bytes(), policy=default).get_body(("plain",))
    return body is not None and named_in(str(body.get_content()), theirs)


def named_in(text: str, theirs: Collection[str]) -> bool:
    return any(re.search(rf"(?<![\w.+-]){re.escape(address)}(?![\w-])", text.casefold()) for address in theirs)


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
