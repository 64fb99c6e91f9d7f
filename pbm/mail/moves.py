"""Changes of address that players ask for on a sheet: the old address gets a notice, and can stop the change.

The records of letters hold all of it: what was asked for, stopped and done. So the next run finishes an interrupted
one, and nothing is done twice.
"""

import datetime as dt
from collections.abc import Collection, Iterable

from pbm.errors import GameError
from pbm.mail.answer import Handled, move_mail, no_move_mail, spoken_move, stopped_mail
from pbm.mail.authority import Effect, Permit, Proof, shown_by
from pbm.mail.compose import Mail
from pbm.mail.counter import Counter
from pbm.mail.elsewhere import other_games
from pbm.mail.inbox import Arrival, Judged, Move
from pbm.mail.loops import Headers
from pbm.mail.outbox import DONE, Outbox, mail_id
from pbm.mail.settings import Post, checked_address

WAIT = dt.timedelta(days=3)
"""The time between the notice to the old address and the change."""
MOST = 3
"""The most changes per player and turn."""
MOST_LINES = 6
LONGEST = 254
ANSWERING = ("In-Reply-To", "References", "Subject")
Asked = tuple[Arrival, Judged]


def asked(case: Handled) -> Move | None:
    """The change of address that a sheet with the right code asks for."""
    if not case.filled or not case.verdict.accepted or not case.filled.moves:
        return None
    email, address = case.filled.moves.get("new_email", ""), case.filled.moves.get("new_address", "")
    lines = [line.strip()[:LONGEST] for line in address.split(";") if line.strip()]
    return Move(email, tuple(lines[:MOST_LINES]))


def consider_move(counter: Counter, entry: Arrival, case: Handled) -> tuple[Move | None, str]:
    """The move of a sheet, if accepted, after a notice to the old address; and a remark for the game master."""
    move, power = asked(case), case.verdict.power or ""
    if not move or case.turn != counter.turn:
        return None, ""
    move = with_pending(counter, power, move)
    before = [sheet for _, sheet in all_asked(counter.letters) if (sheet.power, sheet.turn) == (power, case.turn)]
    if before and before[-1].move == move:
        return None, ""
    wants = f"{power} asks for a change of address: {spoken_move(move)}"
    if (power, case.turn) in barred(counter.letters) or len(before) >= MOST:
        return None, f"{wants}. Refused: it was stopped, or asked for too often, in this turn"
    leave = counter.leave(Effect.MOVE, power, shown_by(case.verdict.proof))
    others = [email for other, email in counter.addresses.items() if other != power]
    if why := unfit(move.email, counter.post, others):
        tell(counter, entry, leave, no_move_mail(case, move))
        return None, f"{wants}. Refused: {why}"
    notice = move_mail(case, move, token(counter.outbox, entry, power), WAIT.days, other_games(counter, power))
    if not tell(counter, entry, leave, notice):
        options = f"--email {move.email}" if move.email else "--address ..."
        return None, f"{wants}. No old address; to accept: pbm address {counter.game.name} {power} {options}"
    return move, f"{wants}. It waits {WAIT.days} days for an objection from {counter.addresses[power]}"


def with_pending(counter: Counter, power: str, move: Move) -> Move:
    """A change of one address leaves a change of the other that still waits as it is."""
    waits = next((sheet.move for _, sheet in open_moves(counter.letters) if sheet.power == power), None) or Move()
    return Move(move.email or waits.email, move.address or waits.address)


def tell(counter: Counter, entry: Arrival, leave: Permit, mail: Mail) -> bool:
    """Queue a mail to the registered address, if there is one; the limit on answers does not apply."""
    power = leave.of(Effect.MOVE)
    to = counter.addresses.get(power)
    if not to or not counter.post.address:
        return False
    counter.outbox.queue(entry.turn, power, kind(entry), mail, to, counter.now)
    return True


def kind(entry: Arrival) -> str:
    return f"move-{entry.hash[:12]}"


def notice(entry: Arrival, power: str) -> str:
    """The kind of the mail to the old address."""
    return mail_id(entry.turn, power, kind(entry))


def token(outbox: Outbox, entry: Arrival, power: str) -> str:
    """A token that only the recipient of the notice knows."""
    return outbox.message_id(notice(entry, power)).partition("@")[0].rpartition(".")[2]


def unfit(email: str, post: Post, others: Collection[str]) -> str:
    """Why mail cannot go to the new address; empty if it can, or if the email stays the same."""
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
    """Every accepted change, oldest first."""
    found = [(entry, sheet) for entry in letters for sheet in entry.sheets if sheet.move]
    return sorted(found, key=lambda each: (each[0].arrived, each[0].hash))


def barred(letters: Iterable[Arrival]) -> set[tuple[str, int]]:
    """The powers that stopped a change, and the turn: somebody else knows that turn's code."""
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
    """Whether the old address has had the notice and the time to object."""
    note = outbox.last().get(notice(entry, sheet.power))
    return note is not None and note.what in DONE and note.at + WAIT <= now


def stopped_by(counter: Counter, letter: Headers) -> list[Asked]:
    """The changes that a letter stops by answering the notice. Each is stopped once."""
    said = " ".join(letter.get(name) for name in ANSWERING)
    known = [(entry, sheet) for entry, sheet in counter.letters.moves if entry.hash not in counter.letters.stops]
    return [(entry, sheet) for entry, sheet in known if token(counter.outbox, entry, sheet.power) in said]


def stop(counter: Counter, entry: Arrival, moves: list[Asked]) -> tuple[str, ...]:
    """Queue mails to the old addresses that their change is stopped, and return the mails."""
    return tuple(
        counter.outbox.queue(
            entry.turn,
            counter.leave(Effect.STOP, sheet.power, Proof.MARK).power,
            f"stop-{entry.hash[:12]}",
            stopped_mail(counter.game.name, counter.game.called(sheet.turn), sheet.power in asking.moved),
            counter.outbox.recipient(notice(asking, sheet.power)),
            counter.now,
        )
        for asking, sheet in moves
    )
