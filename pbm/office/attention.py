"""What needs the game master in a game: letters, envelopes, missed turns, lost mail, deadlines that are near."""

import datetime as dt
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from pbm.mail.calendar import deadline, spoken
from pbm.mail.front_door import if_open
from pbm.mail.intake import KEPT
from pbm.mail.outbox import Outbox
from pbm.mail.sets import displaced
from pbm.mail.waiting import waiting
from pbm.office.attendance import came
from pbm.office.due import waits
from pbm.office.enlisting import waiting_for_nod
from pbm.office.post_letters import told_of_letters
from pbm.office.printed import unprinted
from pbm.office.vacancies import told_of_seats
from pbm.office.votes import for_the_gm
from pbm.record.game import Game
from pbm.record.holders import history
from pbm.record.holding import held
from pbm.rules.event import Count

SAYS = {"join": "join", "standby": "stand by for"}
TOMORROW = dt.timedelta(days=1)


def attention(game: Game, now: dt.datetime) -> Iterator[str]:
    """Each in a line that stays the same until it is dealt with."""
    yield from letters(game)
    yield from lost_mail(game)
    yield from envelopes(game)
    yield from told_of_letters(game)
    turn = game.last()
    if not game.ended(turn):
        if absent := silent(game, turn):
            yield f"{game.named(turn)} was played without orders from {', '.join(absent)}"
        yield from (KEPT.format(power=power) for power in displaced(game, turn + 1))
        yield from told_of_seats(game)
        yield from for_the_gm(game)
        yield from near(game, turn + 1, now)


def silent(game: Game, turn: int) -> list[str]:
    """Whose orders did not come for a turn; not if they have left since, or somebody else has their seat."""
    story = history(game)
    absent = came(game, turn).silent if turn else []
    before, now = (story.holders(turn - 1), story.latest()) if absent else ({}, {})
    return [power for power in absent if not story.entries or (power in before and before[power] == now.get(power))]


def office_attention(games: Path) -> list[str]:
    """What needs the game master in the office itself: letters, and people who want to join."""
    office = if_open(games)
    if not office:
        return []
    nods = [
        f"{one.id} ({one.email}) wants to {SAYS[thing.act]} {thing.game}: pbm signup {thing.game} {one.id} "
        f"says yes, with --remove no"
        for one, thing in waiting_for_nod(games)
    ]
    return [*letters(office), *lost_mail(office), *nods]


def letters(game: Game) -> Iterator[str]:
    for one in waiting(game):
        yield f"letter {one.entry.number} from {one.sender}: {one.line()} (pbm letters show {one.name})"


def lost_mail(game: Game) -> Iterator[str]:
    outbox = Outbox(game)
    for note in outbox.failed():
        again = f"correct the address, then: pbm send {game.name} --failed"
        yield f"mail {note.id} to {outbox.recipient(note.id)} was refused: {note.words} ({again})"


def envelopes(game: Game) -> Iterator[str]:
    if codes := Counter(power for powers in unprinted(game).values() for power in powers):
        named = [power if times == 1 else f"{power} with {times} reports" for power, times in codes.items()]
        yield f"{Count(len(codes)):envelope/envelopes} to print: {', '.join(named)} (pbm print {game.name})"


def near(game: Game, turn: int, now: dt.datetime) -> Iterator[str]:
    """A deadline that is tomorrow, or why the game waits."""
    due = None if held(game) else deadline(game, turn)
    if due and due.date() == (now.astimezone(due.tzinfo) + TOMORROW).date():
        yield f"{game.named(turn)} is due tomorrow, {spoken(due)}"
    if wait := waits(game, turn, now):
        yield str(wait)
