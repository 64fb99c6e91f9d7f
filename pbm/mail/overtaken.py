"""A set that a newer one replaces before its receipt has gone out: the receipt is made again and says so."""

from collections.abc import Callable

from pbm.mail.answer import Handled
from pbm.mail.counter import Counter, Opened
from pbm.mail.inbox import Arrival
from pbm.mail.outbox import mail_id
from pbm.mail.replies import answer, receipt_kind
from pbm.mail.sets import chosen, replaced
from pbm.mail.settled import brings_orders

Cases = Callable[[Counter, Arrival, Opened, tuple[str, ...]], list[Handled]]
"""Reads a letter again that was taken in."""


def answer_anew(counter: Counter, newer: Arrival, cases_of: Cases) -> None:
    """Make again the receipts that have not gone out, of the sets that a letter replaces. This comes before the letter
    counts as handled, so that a run that was broken off does it again."""
    for sheet in filter(brings_orders, newer.sheets):
        entry = overtaken(counter, sheet.turn, sheet.power, newer.hash)
        if entry and not has_gone(counter, mail_id(entry.turn, sheet.power, receipt_kind(entry))):
            letter = Opened(counter, counter.inbox.raw(entry.hash), entry.turn, entry.place)
            for case in cases_of(counter, entry, letter, entry.unread):
                if case.verdict.power == sheet.power:
                    list(answer(counter, entry, case, "", [], anew=True))


def overtaken(counter: Counter, turn: int, power: str, newer: str) -> Arrival | None:
    """The letter whose set counted until this one came."""
    counts = chosen(counter.game, turn, power)
    before = replaced(counter.game, turn, power, counts) if counts and counts.hash == newer else None
    return counter.inbox.find(before.hash) if before else None


def has_gone(counter: Counter, id: str) -> bool:
    """Whether a mail was sent, or is not there."""
    return counter.outbox.last().get(id, id) is not None
