"""Makes the changes of address that players asked for, after the old address has had time to object."""

import datetime as dt
from collections.abc import Iterable, Iterator

from pbm.mail.addresses import powers_at
from pbm.mail.answer import spoken_move
from pbm.mail.inbox import Arrival, Inbox, Judged, Move
from pbm.mail.memory import amend
from pbm.mail.moves import is_due, notice, open_moves, unfit
from pbm.mail.outbox import Outbox
from pbm.mail.settings import post
from pbm.office.signup import change_address
from pbm.record.game import Game
from pbm.record.holders import players


def follow_moves(game: Game, now: dt.datetime, letters: Iterable[Arrival] | None = None) -> Iterator[str]:
    """Make the changes that are due and describe them. The next run finishes an interrupted one."""
    inbox, outbox = Inbox(game), Outbox(game)
    for entry, sheet in open_moves(inbox.entries() if letters is None else letters):
        if is_due(outbox, entry, sheet, now):
            yield made(game, entry, sheet, outbox.recipient(notice(entry, sheet.power)))
            amend(game, entry, moved=(*entry.moved, sheet.power))


def end_moves(game: Game, power: str) -> Iterator[str]:
    """What the game master says of an address ends what was asked for and still waits."""
    asked = [(entry, sheet) for entry, sheet in open_moves(Inbox(game).entries()) if sheet.power == power]
    for entry, sheet in asked:
        with game.locked():
            amend(game, entry, moved=(*entry.moved, power))
        yield f"The change that was asked for ({spoken_move(sheet.move or Move())}) does not take place."


def made(game: Game, entry: Arrival, sheet: Judged, old: str) -> str:
    move = sheet.move or Move()
    seat = seat_of(game, sheet.power, old)
    others = [player.email for power, player in players(game).items() if power != seat]
    if seat is None or unfit(move.email, post(game), others):
        return f"{sheet.power} asked for {spoken_move(move)}, but the address has changed since: nothing was done"
    asked = {"email": move.email, "address": move.address}
    change_address(game, seat, **{key: value for key, value in asked.items() if value})
    return f"{seat} has moved: {spoken_move(move)}"


def seat_of(game: Game, power: str, email: str) -> str | None:
    """The seat of the player who got the notice, who may have changed powers; none if their address has changed."""
    seats = powers_at({code: player.email for code, player in players(game).items()}, email)
    return power if power in seats else next(iter(seats), None)
