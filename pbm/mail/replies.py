"""Answering a letter: what its player gets, what its writer gets, and when neither gets an answer."""

import datetime as dt
from collections.abc import Iterator

from pbm.errors import fault
from pbm.mail.answer import (
    Handled,
    elsewhere_mail,
    over_mail,
    person_mail,
    plain_mail,
    receipt_mail,
    refusal_mail,
    statement,
    trial_mail,
    untried_mail,
    words_mail,
)
from pbm.mail.authority import Effect, Proof
from pbm.mail.compose import Mail
from pbm.mail.counter import Counter
from pbm.mail.inbox import Arrival
from pbm.mail.loops import Headers, listed, reply_address, unanswerable
from pbm.mail.settled import NOT_ORDERS
from pbm.receipts.signature import signed_lines
from pbm.record.signing import signed
from pbm.rules.event import Count

HOUR, DAY = dt.timedelta(hours=1), dt.timedelta(days=1)
STRANGERS = 1
"""Answers per day to a sender who never was a player."""
MARK = 12


def reply(
    counter: Counter, entry: Arrival, letter: Headers, cases: list[Handled], remarks: list[str]
) -> tuple[tuple[str, ...], str]:
    """Queue the answers to a letter and return their ids, or why there are none."""
    if not counter.post.address:
        return (), "the game has no [mail] address"
    proved = {case.verdict.power for case in cases if case.verdict.accepted}
    if why := listed(letter) or too_often(counter, entry, proved):
        return (), why
    address = reply_address(letter, bool(proved))
    silence = unanswerable(address, counter.post)
    writer = "" if silence else address
    answers = tuple(id for case in cases for id in answer(counter, entry, case, writer, remarks))
    return answers, "" if answers else silence


def too_often(counter: Counter, entry: Arrival, powers: set[str | None]) -> str:
    """Why no more answers are sent, to stop mail loops; empty if the limit is not reached.

    Letters with the right code are counted separately, so that nobody who writes in a player's name can use up
    their receipts.
    """
    known = powers or counter.knows(entry.sender)
    limit, span = (counter.post.answers_per_hour, HOUR) if known else (STRANGERS, DAY)
    before = counter.letters.newest("" if powers else entry.sender, filter(None, powers), answered=True)
    recent = [other for other in before if other.taken > entry.taken - span]
    if len([other for other in recent if alike(other, entry.sender, powers)]) < limit:
        return ""
    each = "hour" if span == HOUR else "day"
    return f"{Count(limit):letter/letters} from {entry.sender} had an answer in this {each} already"


def alike(other: Arrival, sender: str, powers: set[str | None]) -> bool:
    """Whether a letter counts with this one: from the same powers, if the code was right, else from the same sender."""
    accepted = {sheet.power for sheet in other.sheets if sheet.accepted}
    return bool(powers & accepted) if powers else not accepted and other.sender == sender


def receipt_kind(entry: Arrival) -> str:
    return f"receipt-{entry.hash[:MARK]}"


def answer(
    counter: Counter, entry: Arrival, case: Handled, writer: str, remarks: list[str], anew: bool = False
) -> Iterator[str]:
    """A receipt goes to the player's own address; other answers go to the writer, if they can be answered. One that is
    still here may be made anew."""
    power, mark = case.verdict.power or "", entry.hash[:MARK]
    own = counter.addresses.get(power, "")

    def queue(kind: str, mail: Mail, to: str) -> str:
        leave = counter.leave(Effect.ANSWER, power, Proof.NONE)
        return counter.outbox.queue(entry.turn, leave.power, f"{kind}-{mark}", mail, to, counter.now, anew)

    if not case.verdict.accepted:
        if writer:
            yield queue("answer", not_taken(case), writer)
        return
    if own or writer:
        mail = acknowledged(counter, entry, case, remarks)
        counter.said.append((entry.hash, mail))
        yield queue("receipt", mail, own or writer)
    if own and writer and writer.casefold() != own.casefold():
        yield queue("note", elsewhere_mail(case), writer)


def not_taken(case: Handled) -> Mail:
    if case.over:
        return over_mail(case)
    return person_mail(case) if case.verdict.reason in NOT_ORDERS else refusal_mail(case)


def acknowledged(counter: Counter, entry: Arrival, case: Handled, remarks: list[str]) -> Mail:
    """The receipt; a plain one for another turn than the next, or if making it fails."""
    if case.tried:
        return tried(counter, entry, case, remarks)
    if not case.is_set:
        return words_mail(case)
    made = statement(case, counter.game.manifest_hash(counter.turn - 1) or "")
    signature = signed_lines(signed(counter.game, made))
    if entry.turn != counter.turn or case.ahead:
        return plain_mail(case, signature)
    try:
        return receipt_mail(case, counter.ground(case.verdict.power or ""), signature)
    except Exception as error:  # in any case the player must know that their orders have arrived
        remarks.append(f"Letter {entry.hash[:8]} got a plain receipt: {fault(error)}.")
        return plain_mail(case, signature)


def tried(counter: Counter, entry: Arrival, case: Handled, remarks: list[str]) -> Mail:
    try:
        return trial_mail(case, counter.ground(case.verdict.power or ""))
    except Exception as error:  # whoever asks for a trial has an answer
        remarks.append(f"The sheet in letter {entry.hash[:8]} could not be tried: {fault(error)}.")
        return untried_mail(case)
