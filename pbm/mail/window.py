"""Letters handed in over the counter: read before they are taken, and answered at once with what is mailed as well."""

import datetime as dt
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import EmailMessage

from pbm.mail.answer import Handled
from pbm.mail.compose import POLICY, Mail
from pbm.mail.counter import Counter, Opened, open_counter
from pbm.mail.handling import considered
from pbm.mail.inbox import Arrival, Delivery, Inbox, identity
from pbm.mail.intake import as_trial, beside_votes, cases_of, collect
from pbm.mail.replies import acknowledged, not_taken
from pbm.mail.sources import Known
from pbm.record.game import Game

WINDOW = "web:"
"""How the place of a letter begins that was handed in on the web."""


@dataclass(frozen=True)
class Handed:
    """A source of one letter."""

    delivery: Delivery

    def letters(self, known: Known) -> Iterator[Delivery]:
        yield self.delivery

    def holds(self, message_ids: set[str]) -> set[str]:
        return set()


def as_letter(text: str, now: dt.datetime) -> bytes:
    """A sheet as a letter without a sender: whose it is, its code says."""
    letter = EmailMessage(policy=POLICY)
    mark = hashlib.sha256(f"{now.isoformat()}\n{text}".encode()).hexdigest()[:32]
    letter["Message-ID"] = f"<{mark}@counter.invalid>"
    letter.set_content(text)
    return letter.as_bytes()


def read_at_window(counter: Counter, raw: bytes, place: str = WINDOW) -> list[Handled]:
    """What would become of each sheet of a letter; nothing is kept."""
    letter = Opened(counter, raw, counter.turn, place)
    entry = Arrival(identity(raw), counter.now, counter.now, counter.turn, place)
    judged = [(as_trial(filled, letter.tries), verdict) for filled, verdict in beside_votes(counter, letter)]
    return [considered(counter, entry, turn_of(filled, counter), filled, verdict) for filled, verdict in judged]


def turn_of(filled: object, counter: Counter) -> int:
    turn = getattr(filled, "turn", None)
    return turn if isinstance(turn, int) else counter.turn


def hand_in(game: Game, raw: bytes, now: dt.datetime, place: str) -> list[Mail]:
    """Take a letter in as if it had come by mail, and return what its player is told."""
    done = collect(game, [Handed(Delivery(raw, now, place))], now)
    hash = identity(raw)
    if made := [mail for about, mail in done.said if about == hash]:
        return made
    entry = next((one for one in done.entries if one.hash == hash), None) or Inbox(game).find(hash)
    if entry is None:
        return []
    counter = open_counter(game, now)
    letter = Opened(counter, raw, entry.turn, place)
    return [told(counter, entry, case) for case in cases_of(counter, entry, letter, entry.unread)]


def told(counter: Counter, entry: Arrival, case: Handled) -> Mail:
    return acknowledged(counter, entry, case, []) if case.verdict.accepted else not_taken(case)
