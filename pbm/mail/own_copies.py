"""Copies of our own mail, sent to `copy_to`: each proves that the server took the mail."""

import datetime as dt
import re

from pbm.errors import GameError
from pbm.mail.compose import GAME, ID
from pbm.mail.loops import Headers
from pbm.mail.outbox import Outbox
from pbm.record.game import Game

OWN_ID = re.compile(r"[A-Za-z0-9-]{1,120}")


def is_own_copy(game: Game, outbox: Outbox, letter: Headers) -> bool:
    if letter.get(GAME) != game.name or not outbox.path(safe_id(letter)).is_file():
        return False
    return letter.get("Message-ID") == outbox.message_id(safe_id(letter))


def safe_id(letter: Headers) -> str:
    """The id of one of our own mails in a letter; it becomes a file name."""
    return letter.get(ID) if OWN_ID.fullmatch(letter.get(ID)) else "-"


def prove(outbox: Outbox, letter: Headers, place: str, now: dt.datetime) -> bool:
    """Note that the mail has been sent; while another run sends mail, leave the copy for the next run."""
    id = safe_id(letter)
    try:
        with outbox.alone():
            if (last := outbox.last()[id]) is None or last.what != "proved":
                outbox.note(id, now, "proved", place)
    except GameError:
        return False
    return True
