"""What the game master does with a letter: answers it, or takes it as orders."""

import datetime as dt
import hashlib

from pbm.errors import GameError
from pbm.mail.addresses import addresses, powers_at
from pbm.mail.answer import gm_mail
from pbm.mail.compose import Attachment, Mail, body
from pbm.mail.enclosures import attachments
from pbm.mail.inbox import Inbox
from pbm.mail.loops import headers, reply_address, unanswerable
from pbm.mail.outbox import GM, Outbox
from pbm.mail.sets import settle
from pbm.mail.settings import checked_address, post
from pbm.mail.waiting import Waiting, close

MOST_QUOTED = 40
"""The lines of a letter that are quoted below an answer."""
MARK = 12


def power_of(letter: Waiting) -> str:
    """The power whose player sent a letter, by their address; empty if it is nobody's or several powers'."""
    found = powers_at(addresses(letter.game), letter.entry.sender)
    return found[0] if len(found) == 1 else ""


def answer_mail(letter: Waiting, text: str) -> tuple[str, Mail]:
    """An answer to the sender of a letter, and the address it goes to."""
    if not text.strip():
        raise GameError("The answer is empty, so nothing was done.")
    head, settings = headers(Inbox(letter.game).raw(letter.entry.hash)), post(letter.game)
    to = reply_address(head, bool(power_of(letter)))
    if why := unanswerable(to, settings):
        raise GameError(f"Letter {letter.name} cannot be answered by mail: {why}.")
    opened = letter.letter
    quoted = "\n".join(body(one) for text in opened.texts[:1] for one in text.text.strip().splitlines()[:MOST_QUOTED])
    return to, gm_mail(letter.game.name, opened.subject, text, quoted, head.get("Message-ID"))


def queue_answer(letter: Waiting, text: str, now: dt.datetime) -> str:
    """Queue an answer to the sender of a letter, and return the address."""
    to, mail = answer_mail(letter, text)
    kind = f"{GM}-{letter.entry.hash[:MARK]}-{hashlib.sha256(text.encode()).hexdigest()[:MARK]}"
    Outbox(letter.game).queue(letter.entry.turn, power_of(letter), kind, mail, to, now)
    return to


def queue_forward(letter: Waiting, to: str, text: str, now: dt.datetime) -> None:
    """Queue a mail with a letter and its files to somebody else."""
    if why := unanswerable(checked_address(to, "--to"), post(letter.game)):
        raise GameError(f"The letter cannot go to {to}: {why}.")
    raw, opened = Inbox(letter.game).raw(letter.entry.hash), letter.letter
    quoted = "\n".join(
        f"> {line}".rstrip() for one in opened.texts if not one.spare for line in body(one.text).splitlines()
    )
    said = f"{text.strip()}\n\n" * bool(text.strip())
    words = f"{said}{letter.sender} wrote on {letter.entry.arrived:%Y-%m-%d %H:%M} UTC:\n\n{quoted}\n"
    files = tuple(Attachment(name, content) for name, _, content in attachments(raw))
    kind = f"{GM}-{letter.entry.hash[:MARK]}-{hashlib.sha256(f'{to} {text}'.encode()).hexdigest()[:MARK]}"
    mail = Mail(f"Fwd: {opened.subject or letter.game.name}", words, attachments=files)
    Outbox(letter.game).queue(letter.entry.turn, "", kind, mail, to, now)


def is_keyed(letter: Waiting, power: str) -> bool:
    """Whether its orders have been typed in, by a command that was interrupted after that."""
    return any(
        entry.place == "keyed" and entry.arrived == letter.entry.arrived and power == sheet.power and sheet.accepted
        for entry in Inbox(letter.game).entries()
        for sheet in entry.sheets
    )


def take_as_orders(letter: Waiting) -> None:
    """Let the orders that were typed in count, also if the typing was interrupted after they were filed."""
    with letter.game.locked():
        settle(letter.game, letter.game.last() + 1)
    close(letter, "accepted")
