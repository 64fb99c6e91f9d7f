"""A change of address that a player asks for on their sheet: the old address is told, and can stop it by answering.

All of it stands in the records of letters: what was asked for, stopped and done. So a run that was broken off is
finished by the next one, and nothing is done twice.
"""

import datetime as dt
from collections.abc import Collection, Iterable

from pbm.errors import GameError
from pbm.mail.answer import Handled, move_mail, no_move_mail, spoken_move, stopped_mail
from pbm.mail.compose import Mail
from pbm.mail.counter import Counter
from pbm.mail.inbox import Arrival, Judged, Move
from pbm.mail.loops import Headers
from pbm.mail.outbox import DONE, Outbox, mail_id
from pbm.mail.settings import Post, checked_address
from pbm.reading.verdict import Policy

WAIT = dt.timedelta(days=3)
"""From the sending of the notice to the old address until the change is made."""
MOST = 3
"""Changes that are taken from a player in one turn."""
MOST_LINES = 6
LONGEST = 254
ANSWERING = ("In-Reply-To", "References", "Subject")
Asked = tuple[Arrival, Judged]


def asked(case: Handled) -> Move | None:
    """What a sheet with the code of its turn asks for."""
    if not case.filled or not case.verdict.accepted or case.verdict.proof is not Policy.CODE or not case.filled.moves:
        return None
    email, address = case.filled.moves.get("new_email", ""), case.filled.moves.get("new_address", "")
    lines = [line.strip()[:LONGEST] for line in address.split(";") if line.strip()]
    return Move(email, tuple(lines[:MOST_LINES]))


def consider_move(counter: Counter, entry: Arrival, case: Handled) -> tuple[Move | None, str]:
    """The move of a sheet if it is taken, with the old address told; and what the game master should know."""
    move, power = asked(case), case.verdict.power or ""
    before = [sheet for _, sheet in all_asked(counter.letters) if (sheet.power, sheet.turn) == (power, case.turn)]
    if not move or case.turn != counter.turn or (before and before[-1].move == move):
        return None, ""
    wants = f"{power} asks for a change of address: {spoken_move(move)}"
    if (power, case.turn) in barred(counter.letters) or len(before) >= MOST:
        return None, f"{wants}. Not taken: it was stopped, or asked for too often, in this turn"
    others = [email for other, email in counter.addresses.items() if other != power]
    if why := unfit(move.email, counter.post, others):
        tell(counter, entry, power, no_move_mail(case, move))
        return None, f"{wants}. Not taken: {why}"
    if not tell(counter, entry, power, move_mail(case, move, token(counter.outbox, entry, power), WAIT.days)):
        options = f"--email {move.email}" if move.email else "--address ..."
        return None, f"{wants}. Nobody could be told; if it is right: pbm address {counter.game.name} {power} {options}"
    return move, f"{wants}. It waits {WAIT.days} days for an objection from {counter.addresses[power]}"


def tell(counter: Counter, entry: Arrival, power: str, mail: Mail) -> bool:
    """Queue a mail to the address we have; whether there is one. No limit on answers keeps it back."""
    to = counter.addresses.get(power)
    if not to or not counter.post.address:
        return False
    counter.outbox.queue(entry.turn, power, kind(entry), mail, to, counter.now)
    return True


def kind(entry: Arrival) -> str:
    return f"move-{entry.hash[:12]}"


def notice(entry: Arrival, power: str) -> str:
    """What the mail to the old address is known by."""
    return mail_id(entry.turn, power, kind(entry))


def token(outbox: Outbox, entry: Arrival, power: str) -> str:
    """What only who got the notice can know."""
    return outbox.message_id(notice(entry, power)).partition("@")[0].rpartition(".")[2]


def unfit(email: str, post: Post, others: Collection[str]) -> str:
    """Why a player's mail cannot go there; empty if it can, or if the email is not to be changed."""
    if not email:
        return ""
    try:
        right = checked_address(email, "") == email and len(email) <= LONGEST
    except GameError:
        right = False
    if not right:
        return "it is not a mail address"
    if post.own(email):
        return "it is the game's own"
    return "it is another player's" if email.casefold() in map(str.casefold, others) else ""


def all_asked(letters: Iterable[Arrival]) -> list[Asked]:
    """Every change that was taken, oldest first."""
    found = [(entry, sheet) for entry in letters for sheet in entry.sheets if sheet.move]
    return sorted(found, key=lambda each: (each[0].arrived, each[0].hash))


def barred(letters: Iterable[Arrival]) -> set[tuple[str, int]]:
    """The powers that stopped a change, with its turn: somebody else knows that turn's code."""
    letters = list(letters)
    stopped = {hash for entry in letters for hash in entry.stops}
    return {(sheet.power, sheet.turn) for entry, sheet in all_asked(letters) if entry.hash in stopped}


def open_moves(letters: Iterable[Arrival]) -> list[Asked]:
    """The newest change of each power, unless it was stopped or has been made."""
    letters = list(letters)
    newest = {sheet.power: (entry, sheet) for entry, sheet in all_asked(letters)}
    shut = barred(letters)
    return [
        (entry, sheet)
        for entry, sheet in newest.values()
        if (sheet.power, sheet.turn) not in shut and sheet.power not in entry.moved
    ]


def is_due(outbox: Outbox, entry: Arrival, sheet: Judged, now: dt.datetime) -> bool:
    """Whether the old address has been told, and has had its time to object."""
    note = outbox.last().get(notice(entry, sheet.power))
    return note is not None and note.what in DONE and note.at + WAIT <= now


def stopped_by(counter: Counter, letter: Headers) -> list[Asked]:
    """The changes that a letter stops: it answers the notice, as only who got it can. Each is stopped once."""
    said = " ".join(letter.get(name) for name in ANSWERING)
    before = {hash for entry in counter.letters for hash in entry.stops}
    known = [(entry, sheet) for entry, sheet in all_asked(counter.letters) if entry.hash not in before]
    return [(entry, sheet) for entry, sheet in known if token(counter.outbox, entry, sheet.power) in said]


def stop(counter: Counter, entry: Arrival, moves: list[Asked]) -> tuple[str, ...]:
    """Tell the old addresses that their change is stopped; the mails that do so."""
    return tuple(
        counter.outbox.queue(
            entry.turn,
            sheet.power,
            f"stop-{entry.hash[:12]}",
            stopped_mail(counter.game.name, sheet.turn, sheet.power in asking.moved),
            counter.outbox.recipient(notice(asking, sheet.power)),
            counter.now,
        )
        for asking, sheet in moves
    )
