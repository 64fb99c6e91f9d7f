"""What needs the game master in a game: letters, envelopes, missed turns, lost mail, deadlines that are near."""

import datetime as dt
from collections.abc import Iterator

from pbm.mail.calendar import deadline, spoken
from pbm.mail.intake import KEPT
from pbm.mail.outbox import Outbox
from pbm.mail.sets import displaced, missing
from pbm.mail.waiting import waiting
from pbm.office.due import waits
from pbm.office.printing import unprinted
from pbm.office.signup import signups
from pbm.office.votes import for_the_gm
from pbm.record.game import Game
from pbm.record.holders import history
from pbm.record.holding import held
from pbm.record.standby import resigned
from pbm.rules.event import Count

TOMORROW = dt.timedelta(days=1)


def attention(game: Game, now: dt.datetime) -> Iterator[str]:
    """Each in a line that stays the same until it is dealt with."""
    yield from letters(game)
    yield from lost_mail(game)
    yield from envelopes(game)
    turn = game.last()
    if turn and (absent := missing(game, turn)):
        yield f"{game.named(turn)} was played without orders from {', '.join(absent)}"
    if not game.ended(turn):
        yield from (KEPT.format(power=power) for power in displaced(game, turn + 1))
        yield from vacant(game)
        yield from for_the_gm(game)
        yield from near(game, turn + 1, now)


def vacant(game: Game) -> Iterator[str]:
    """The powers that their players have left, and who waits for one."""
    story, last = history(game), game.last()
    left = {leave.power for leave in story.leaves if leave.why in ("dropped", "resigned")} | {*resigned(game, last + 1)}
    taken = {*story.holders(), *game.config().joining(last + 1)}
    if powers := [power for power in game.in_play(last + 1) if power in left and power not in taken]:
        listed = [one.id for one in signups(game.folder.parent, game.name)]
        waiting = f"on the standby list: {', '.join(listed)}" if listed else "nobody is on the standby list"
        player = listed[0] if listed else "PLAYER"
        yield f"vacant: {', '.join(powers)}; {waiting} (pbm takeover {game.name} {powers[0]} {player})"


def letters(game: Game) -> Iterator[str]:
    for one in waiting(game):
        yield f"letter {one.entry.number} from {one.sender}: {one.line()} (pbm letters show {one.name})"


def lost_mail(game: Game) -> Iterator[str]:
    outbox = Outbox(game)
    for note in outbox.failed():
        again = f"correct the address, then: pbm send {game.name} --failed"
        yield f"mail {note.id} to {outbox.recipient(note.id)} was refused: {note.words} ({again})"


def envelopes(game: Game) -> Iterator[str]:
    if codes := unprinted(game):
        yield f"{Count(len(codes)):envelope/envelopes} to print: {', '.join(codes)} (pbm print {game.name})"


def near(game: Game, turn: int, now: dt.datetime) -> Iterator[str]:
    """A deadline that is tomorrow, or why the game waits."""
    due = None if held(game) else deadline(game, turn)
    if due and due.date() == (now.astimezone(due.tzinfo) + TOMORROW).date():
        yield f"{game.named(turn)} is due tomorrow, {spoken(due)}"
    if wait := waits(game, turn, now):
        yield str(wait)
