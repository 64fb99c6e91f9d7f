"""What follows from votes: matters that lapse are settled, pauses begin and end, deadlines move, everybody is told."""

import datetime as dt
from collections.abc import Iterator
from functools import partial

import msgspec
from msgspec.structs import replace

from pbm.files import put
from pbm.mail.answer import resumed_mail
from pbm.mail.ballots import is_alone, open_proposals, recount, voters
from pbm.mail.calendar import deadline, fitting, spoken
from pbm.mail.counter import open_counter
from pbm.mail.reminders import tell_everyone
from pbm.mail.settings import dates
from pbm.mail.votes import announce_all, names
from pbm.office.clock import give_time_again, move
from pbm.record.game import Game
from pbm.record.holding import HELD, hold, resume, the_hold
from pbm.record.proposals import PROPOSALS, Proposal, change, proposals

PAUSED = "the players agreed to pause until {day}"


def look_after_votes(game: Game, now: dt.datetime) -> Iterator[str]:
    """Everything that time brings; for a game in which nobody ever proposed anything, nothing."""
    if not (game.folder / PROPOSALS).is_file():
        return
    with game.locked():
        for one in recount(game, now):
            yield f"proposal {one.number} {one.outcome}"
        if mailed := announce_all(open_counter(game, now)):
            yield f"told of votes by mail: {', '.join(dict.fromkeys(mailed))}"
        for one in proposals(game):
            if one.outcome == "agreed" and not one.carried and one.settled == game.last() + 1:
                yield from carry_out(game, one, now)
        yield from end_pause(game, now)


def carry_out(game: Game, one: Proposal, now: dt.datetime) -> Iterator[str]:
    """Begin a pause, or move the deadline; what ends the game is in the record of the turn, and needs nothing more.
    The moment is written down first, so that an interrupted run does it once."""
    if not (then := one.then or moment(game, one, now)):
        return
    one = change(game, replace(one, then=then))
    if one.motion.kind == "pause":
        yield f"held: {hold(game, PAUSED.format(day=spoken(in_zone(game, then))), now, then)}"
    elif deadline(game, game.last() + 1) != then:
        yield from move(game, then, now)
    change(game, replace(one, carried=True))


def in_zone(game: Game, then: dt.datetime) -> dt.datetime:
    due = deadline(game, game.last() + 1)
    return then.astimezone(due.tzinfo if due else dt.UTC)


def moment(game: Game, one: Proposal, now: dt.datetime) -> dt.datetime | None:
    """When the pause that was agreed is over, or the turn is due."""
    if one.motion.kind == "pause":
        return now + dt.timedelta(days=one.motion.days)
    calendar, due = dates(game), deadline(game, game.last() + 1)
    if one.motion.kind != "deadline" or not calendar or not due:
        return None
    longer = dt.timedelta(days=one.motion.days)
    return due + longer if due > now else fitting(calendar, now.astimezone(due.tzinfo) + longer)


def end_pause(game: Game, now: dt.datetime) -> Iterator[str]:
    """Go on when the pause is over, and tell everybody; if the game master holds the game too, it stays held."""
    found = the_hold(game)
    if not found.until or now < found.until:
        return
    if others := found.reason.partition("; ")[2]:
        put(game.folder / HELD, msgspec.json.encode(replace(found, reason=others, until=None)) + b"\n")
        return
    words, turn = give_time_again(game, now), game.last() + 1
    due = deadline(game, turn)
    if not words and due:
        mail = partial(resumed_mail, game.name, game.called(turn), due)
        tell_everyone(open_counter(game, now), f"resumed-{now:%Y%m%d%H%M}", mail)
    resume(game)
    yield "the pause is over"
    yield from words


def for_the_gm(game: Game) -> Iterator[str]:
    """The matters that stand, and those that end the game with the open turn."""
    turn = game.last() + 1
    for one in open_proposals(game):
        what = one.motion.words(names(game))
        if is_alone(game, one):
            decide = f"pbm votes {game.name} --carry {one.number}, or --overrule {one.number}"
            yield f"proposal {one.number} waits for you, since one player alone is left to vote on {what} ({decide})"
        else:
            yield f"proposal {one.number} stands: {what} (pbm votes {game.name})"
    for one in proposals(game):
        if one.outcome == "agreed" and one.settled == turn and one.motion.kind in ("draw", "win", "end"):
            yield f"{game.named(turn)} is the last: the players agreed on {one.motion.words(names(game))}"


def listed(game: Game) -> Iterator[tuple[int, str, str, str, str]]:
    """Every matter for `pbm votes`: its number, who brought it, what it is, how it stands."""
    known, there = names(game), voters(game) if not game.ended() else []
    for one in proposals(game):
        what = "conceded" if one.motion.kind == "concede" else one.motion.words(known)
        yield one.number, "-" if one.secret else one.by, what, count(one, there), state(one)


def count(one: Proposal, there: list[str]) -> str:
    """How many agreed and opposed; with their codes where the vote is open."""
    who = list(one.voters) or there
    sides = [one.votes_of(who, True), one.votes_of(who, False)]
    if one.secret:
        return f"{len(sides[0])} of {len(who)} agreed, {len(sides[1])} opposed"
    return "; ".join(f"{word} {', '.join(side)}" for word, side in zip(("for", "against"), sides, strict=True) if side)


def state(one: Proposal) -> str:
    if one.motion.kind == "concede":
        return "taken back" if one.outcome == "overruled" else "settled"
    return f"stands until {one.until:%Y-%m-%d %H:%M} UTC" if not one.outcome else one.outcome
