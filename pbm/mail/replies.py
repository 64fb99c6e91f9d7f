"""Answering a letter: what goes to its player, what to who wrote it, and when nothing does."""

import datetime as dt
from collections.abc import Iterator

from pbm.mail.answer import Case, elsewhere_mail, plain_mail, receipt_mail, refusal_mail
from pbm.mail.compose import Mail
from pbm.mail.counter import Desk
from pbm.mail.inbox import Entry
from pbm.mail.loops import Headers, listed, reply_address, unanswerable

HOUR = dt.timedelta(hours=1)
MARK = 12


def reply(
    desk: Desk, entry: Entry, letter: Headers, cases: list[Case], remarks: list[str]
) -> tuple[tuple[str, ...], str]:
    """Queue the answers to a letter and say what they are known by; or say why there are none."""
    if not desk.post.address:
        return (), "the game has no [mail] address"
    if why := listed(letter) or too_often(desk, entry, cases):
        return (), why
    silence = unanswerable(letter, desk.post)
    writer = "" if silence else reply_address(letter)
    answers = tuple(id for case in cases for id in answer(desk, entry, case, writer, remarks))
    return answers, "" if answers else silence


def too_often(desk: Desk, entry: Entry, cases: list[Case]) -> str:
    """Whether the sender, or the player, has had his fill of answers for this hour: nothing may answer our answers."""
    powers = {case.verdict.power for case in cases if case.verdict.accepted}
    recent = [
        other
        for other in desk.letters
        if other.answers
        and other.taken > entry.taken - HOUR
        and (other.sender == entry.sender or powers & {sheet.power for sheet in other.sheets if sheet.accepted})
    ]
    limit = desk.post.answers_per_hour
    return f"more than {limit} letters in an hour from {entry.sender}" if len(recent) >= limit else ""


def answer(desk: Desk, entry: Entry, case: Case, writer: str, remarks: list[str]) -> Iterator[str]:
    """A receipt goes to the player's own address, whoever wrote; other words to who wrote, if he can be answered."""
    power, mark = case.verdict.power or "", entry.hash[:MARK]
    own = desk.addresses.get(power, "")

    def queue(kind: str, mail: Mail, to: str) -> str:
        return desk.outbox.queue(entry.turn, power, f"{kind}-{mark}", mail, to, desk.now)

    if not case.verdict.accepted:
        if writer:
            yield queue("answer", refusal_mail(case), writer)
        return
    if own or writer:
        yield queue("receipt", acknowledged(desk, entry, case, remarks), own or writer)
    if own and writer and writer.casefold() != own.casefold():
        yield queue("note", elsewhere_mail(case), writer)


def acknowledged(desk: Desk, entry: Entry, case: Case, remarks: list[str]) -> Mail:
    """The receipt; a plain one if the turn has moved on since the letter came, or if making it fails."""
    if entry.turn != desk.turn:
        return plain_mail(case)
    try:
        return receipt_mail(case, desk.ground(case.verdict.power or ""))
    except Exception as error:  # whatever it is, the player must know that his orders have arrived
        fault = f"{type(error).__name__}: {error}"
        remarks.append(f"Letter {entry.hash[:8]} got a plain receipt: a fault in pbm ({fault}).")
        return plain_mail(case)
