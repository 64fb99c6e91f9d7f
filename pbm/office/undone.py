"""A turn that was undone: everybody who may have had its report is told once, with the reason."""

import datetime as dt
from collections.abc import Iterator
from functools import partial

import msgspec

from pbm.mail.addresses import address_then
from pbm.mail.as_page import flowed
from pbm.mail.calendar import deadline, spoken
from pbm.mail.compose import Mail
from pbm.mail.for_the_post import leave_for_the_post
from pbm.mail.outbox import OF_A_RESULT, UNDONE, Outbox, first_letters, has_gone
from pbm.mail.settings import post
from pbm.office.observers import observers
from pbm.office.printed import printed_once
from pbm.record.clockface import Clockface
from pbm.record.game import Game
from pbm.record.holders import players
from pbm.record.manifest import Undone
from pbm.record.players import Player, listed
from pbm.rules.turn_names import headed


def tell_of_undone(game: Game, now: dt.datetime) -> list[str]:
    """Queue the mails about every undone turn that has not been played again; return who gets one."""
    last = game.last()
    turns = [turn for turn in game.turns() if turn > last]
    marks = [msgspec.json.decode(path.read_bytes(), type=Undone) for turn in turns for path in game.marks(turn)]
    for mark in marks:
        leave_letters(game, mark, now)
    if not post(game).address:
        return []
    return [who for mark in marks for who in told_of(game, mark, now)]


def told_of(game: Game, mark: Undone, now: dt.datetime) -> Iterator[str]:
    """Nobody needs to know of a turn whose reports all stayed here."""
    outbox, watching = Outbox(game), {one.mark: one for one in observers(game)}
    reports = [id for id in outbox.ids() if is_report(id, mark)]
    notes = outbox.last() if reports else {}
    if any(notes[id] for id in reports):
        for id in reports:
            who = id.split("-")[1]
            observer = watching.get(who)
            if to := observer.email if observer else home_of(game, outbox, id):
                queued(outbox, mark, who, undone_mail(game, mark, now, plays=not observer, who=who), to, now)
                yield f"{observer.name}, who observes" if observer else who
    for who, player in players(game, mark.turn).items():
        if player.joined == mark.turn and had_first_letter(outbox, mark, who, player):
            queued(outbox, mark, who, undone_mail(game, mark, now, plays=False, who=who), player.email, now)
            yield who


def leave_letters(game: Game, mark: Undone, now: dt.datetime) -> None:
    """For those who have the report on paper."""
    for who in printed(game, mark):
        mail = partial(undone_mail, game, mark, now, plays=who in players(game), who=who)
        leave_for_the_post(game, mark.turn, who, kind_of(mark), mail)


def home_of(game: Game, outbox: Outbox, id: str) -> str:
    """Where a report went, if a player is still there: whoever moved in the undone turn has not moved now."""
    went = outbox.recipient(id)
    here = {player.email.casefold() for player in listed(game).values()}
    return went if went.casefold() in here else address_then(game, id)


def queued(outbox: Outbox, mark: Undone, who: str, mail: Mail, to: str, now: dt.datetime) -> None:
    outbox.queue(mark.turn, who, kind_of(mark), mail, to, now)


def kind_of(mark: Undone) -> str:
    return f"{UNDONE}-{mark.manifest[:8]}"


def had_first_letter(outbox: Outbox, mark: Undone, who: str, player: Player) -> bool:
    """Whether a newcomer, whose first turn is the next, had the report of the undone turn in their first letter."""
    letters = first_letters(outbox, mark.turn, who, mark.edition)
    return any(has_gone(outbox, id) and outbox.recipient(id) == player.email for id in letters)


def is_report(id: str, mark: Undone) -> bool:
    found = OF_A_RESULT.fullmatch(id)
    return found is not None and (int(found[1]), found[2]) == (mark.turn, mark.manifest[:8])


def undone_mail(game: Game, mark: Undone, now: dt.datetime, plays: bool, who: str) -> Mail:
    named, clock = game.named(mark.turn), players(game).get(who, Player()).clock
    lines = [
        f"{named.capitalize()} of {game.name} was undone.",
        "It no longer counts, and neither does its report if you have it.",
        "",
        f"The reason: {mark.reason.rstrip('.')}.",
        "",
        *(orders_then(game, mark.turn, now, clock) if plays else []),
        f"When {named} has been played again, you will get a new report.",
    ]
    return Mail(f"{game.name} {headed(game.called(mark.turn))}: undone", flowed("\n".join(lines) + "\n"))


def orders_then(game: Game, turn: int, now: dt.datetime, clock: Clockface) -> list[str]:
    """What becomes of the orders for the turn."""
    due = deadline(game, turn)
    if due and due <= now:
        return ["Orders that you sent in time still count. If the deadline is moved, you will get a mail about it."]
    until = f" The deadline is {spoken(due, clock)}." if due else ""
    return [f"Orders that you sent still count, unless you send newer ones.{until}"]


def printed(game: Game, mark: Undone) -> list[str]:
    """The powers whose report of the undone turn was printed, with this result or one before it."""
    return [*printed_once(game, mark.turn).envelopes]
