"""Proposals, votes and concessions as they come in: what is allowed, who may vote, and when a matter is settled."""

import datetime as dt
from collections.abc import Iterator

from msgspec.structs import replace

from pbm.errors import GameError
from pbm.mail.authority import Effect, Permit
from pbm.mail.calendar import deadline
from pbm.mail.sets import expected
from pbm.mail.settings import VoteRules, dates, vote_rules
from pbm.record.correcting import coming, keep_correction, take_back
from pbm.record.corrections import Correction
from pbm.record.game import Game
from pbm.record.holders import LEFT, history
from pbm.record.proposals import Proposal, change, needed, proposals, settle_votes
from pbm.record.standby import resigned
from pbm.rules.votes import BINDING, OUTCOMES, Motion, Outcome

MOST_IN_A_TURN = 3
"""The proposals of one player in a turn."""
CONCEDED = "its player has conceded"
CALLED = {"win": "conceding the game to somebody", "end": "an early end", "concede": "conceding"}


def voters(game: Game) -> list[str]:
    """Whoever plays, once each; in some games a player has more than one power."""
    turn = game.last() + 1
    world, seats = coming(game).world, game.config().ruleset.seats
    powers = expected(game, turn)
    return list(dict.fromkeys(seats.orders_for(world, who) if seats.orders_for else who for who in powers))


def voter(game: Game, power: str) -> str:
    """The power under which the player of a power votes."""
    orders_for = game.config().ruleset.seats.orders_for
    return orders_for(coming(game).world, power) if orders_for else power


def open_proposals(game: Game) -> list[Proposal]:
    return [one for one in proposals(game) if one.is_open]


def propose(permit: Permit, game: Game, motion: Motion, letter: str, now: dt.datetime) -> Proposal:
    """Make a proposal, to which its maker agrees; whoever proposes what stands already agrees to that."""
    who, rules, every = voter(game, permit.of(Effect.VOTE)), vote_rules(game), proposals(game)
    if again := [one for one in every if letter and one.letter == letter and one.motion.kind == motion.kind]:
        return again[0]
    motion = whole(game, motion, rules, who)
    if same := [one for one in every if one.is_open and one.motion == motion]:
        return vote(permit, game, same[0], True, now)
    turn = game.last() + 1
    if sum((one.by, one.turn) == (who, turn) and one.motion.kind != "concede" for one in every) >= MOST_IN_A_TURN:
        raise GameError(f"You have made {MOST_IN_A_TURN} proposals in this turn, and no more are taken.")
    number = max((one.number for one in every), default=0) + 1
    until = stands_until(game, motion, now + dt.timedelta(days=rules.days), now)
    made = Proposal(number, who, motion, turn, now, until, letter, rules.agree, rules.secret, {who: True})
    return counted(game, made, now)


def stands_until(game: Game, motion: Motion, usual: dt.datetime, now: dt.datetime) -> dt.datetime:
    """A deadline can be moved only while it is to come."""
    due = deadline(game, game.last() + 1)
    return min(usual, due.astimezone(dt.UTC)) if motion.kind == "deadline" and due and due > now else usual


def whole(game: Game, motion: Motion, rules: VoteRules, who: str) -> Motion:
    """The motion with all that it leaves out, if it can be voted on."""
    refuse_barred(rules, motion)
    there = voters(game)
    if who not in there:
        raise GameError("Only players who are in the game may propose something.")
    if motion.kind == "draw":
        motion = replace(motion, powers=tuple(sorted(motion.powers)) or tuple(sorted(there)))
    strange = [power for power in motion.powers if power not in there]
    if strange:
        raise GameError(f"{', '.join(strange)} {'has' if len(strange) == 1 else 'have'} no player.")
    if motion.kind == "win" and len(motion.powers) != 1:
        raise GameError("Name the one power that is to win, for example: PROPOSE CONCEDE TO " + there[0])
    most = {"pause": rules.longest_pause, "deadline": rules.longest_delay}.get(motion.kind)
    if most is not None and not 1 <= motion.days <= most:
        raise GameError(f"It can be from 1 to {most} days.")
    if motion.kind == "deadline" and not dates(game):
        raise GameError("This game has no deadlines.")
    return motion


def refuse_barred(rules: VoteRules, motion: Motion) -> None:
    if motion.kind not in rules.allowed:
        called = CALLED.get(motion.kind, f"a {motion.kind}")
        raise GameError(f"In this game there are no votes on {called}." if motion.kind != "concede" else NO_CONCEDING)


TOO_NEW = (
    "You have only just taken this seat, so there is nothing to concede. If you do not want it after all, write LEAVE "
    "{game} in a letter of its own, or write to the game master."
)
NO_CONCEDING = "In this game nobody can concede. If you want to leave it, write to the game master."


def meant(game: Game, number: int) -> Proposal:
    """The open proposal with a number, or the only one."""
    there = open_proposals(game)
    if not number and len(there) == 1:
        return there[0]
    if not number:
        which = ", ".join(str(one.number) for one in there)
        raise GameError(f"Say which proposal you mean, with its number: {which}." if there else "No proposal stands.")
    found = next((one for one in proposals(game) if one.number == number), None)
    if not found or found.motion.kind == "concede":
        raise GameError(f"There is no proposal {number}.")
    if found.outcome:
        raise GameError(f"Proposal {number} is settled: {OUTCOMES[found.outcome]} it.")
    return found


def vote(permit: Permit, game: Game, one: Proposal, agrees: bool, now: dt.datetime) -> Proposal:
    """A vote counts until its voter changes it or the matter is settled."""
    who = voter(game, permit.of(Effect.VOTE))
    if who not in voters(game):
        raise GameError("Only players who are in the game may vote.")
    if now > one.until:
        settled(game, one, "lapsed")
        raise GameError(f"Proposal {one.number} no longer stands: too few agreed in time.")
    return counted(game, replace(one, votes=one.votes | {who: agrees}), now)


def counted(game: Game, one: Proposal, now: dt.datetime) -> Proposal:
    """Save a proposal, settled if its outcome is certain."""
    there = voters(game)
    needs, powers = needed(one.needs, len(there)), among(game, one, there)
    if len(powers) < min(2, len(one.motion.powers)) or (one.motion.kind == "deadline" and one.turn <= game.last()):
        return settled(game, one, "lapsed")  # those whom it names have left, or its turn has been played
    one = replace(one, motion=replace(one.motion, powers=powers))
    if len(one.votes_of(there, True)) >= needs and not is_alone(game, one):
        return settled(game, one, "agreed")
    if len(there) - len(one.votes_of(there, False)) < needs:
        return settled(game, one, "refused")
    return settled(game, one, "lapsed") if now > one.until else change(game, one)


def among(game: Game, one: Proposal, there: list[str]) -> tuple[str, ...]:
    """Whom a proposal names and who still plays; of all, if one player alone is left and the game master decides."""
    named = one.motion.powers
    return named if is_alone(game, one) else tuple(power for power in named if power in there)


def is_alone(game: Game, one: Proposal) -> bool:
    """Whether only one player is left to end the game, because others have left their seats: the game master decides,
    or somebody takes a seat and votes too."""
    if one.motion.kind not in BINDING or len(voters(game)) != 1:
        return False
    story, there = history(game), game.in_play(game.last() + 1)
    empty = {leave.power for leave in story.leaves if leave.why in LEFT} - {*story.holders()}
    return bool(({*there} & empty) or resigned(game, game.last() + 1))


def settled(game: Game, one: Proposal, outcome: Outcome, reason: str = "") -> Proposal:
    """Close a matter; a concession that is overruled gives the power back."""
    turn = game.last() + 1
    if one.motion.kind == "concede" and outcome == "overruled":
        take_back(game, concession(game, one.by))
    done = replace(one, outcome=outcome, settled=turn, voters=tuple(voters(game)), reason=reason)
    change(game, done)
    settle_votes(game, turn)
    return done


def recount(game: Game, now: dt.datetime) -> Iterator[Proposal]:
    """Settle what has lapsed, and what is settled because a voter has left."""
    for one in open_proposals(game):
        done = counted(game, one, now)
        if not done.is_open:
            yield done


def concede(permit: Permit, game: Game, letter: str, now: dt.datetime) -> Proposal:
    """A player gives up their own game: the computer plays the power from the open turn on."""
    who, turn, every = permit.of(Effect.CONCEDE), game.last() + 1, proposals(game)
    if again := [one for one in conceded(game, letter) if one.by == who]:
        return carried_out(permit, game, again[0])
    refuse_barred(vote_rules(game), Motion("concede"))
    if is_newcomer(game, who):
        raise GameError(TOO_NEW.format(game=game.name))
    if who not in expected(game, turn):
        raise GameError("You do not play in this game any more.")
    number = max((one.number for one in every), default=0) + 1
    made = Proposal(number, who, Motion("concede", (who,)), turn, now, now, letter, votes={who: True})
    return carried_out(permit, game, change(game, made))


def is_newcomer(game: Game, who: str) -> bool:
    """Whether somebody has a power from the open turn on: there is no game yet that they could concede."""
    return who in game.config().joining(game.last() + 1)


def conceded(game: Game, letter: str) -> list[Proposal]:
    """The concessions that a letter has made already, in a run that broke off before the answer."""
    every = [one for one in proposals(game) if letter and one.letter == letter]
    return [one for one in every if one.motion.kind == "concede" and one.outcome != "overruled"]


def carried_out(permit: Permit, game: Game, one: Proposal) -> Proposal:
    """A concession of the open turn, with all that it brings, though a run broke off in between."""
    if one.turn <= game.last():
        return one
    keep_correction(game, concession(game, permit.of(Effect.CONCEDE)))
    return settled(game, one, "agreed")


def concession(game: Game, power: str) -> Correction:
    return Correction(game.config().ruleset.seats.resigned(power), CONCEDED)


def overrule(game: Game, number: int, outcome: Outcome, reason: str) -> Proposal:
    """The game master ends a matter, takes an agreement back, or declares that it is agreed."""
    with game.locked():
        one = next((one for one in proposals(game) if one.number == number), None)
        if not one:
            raise GameError(f"{game.name} has no proposal {number}: pbm votes {game.name} lists them.")
        if one.settled and one.settled <= game.last():
            raise GameError(
                f"Proposal {number} is in the record of {game.named(one.settled)}. To change it, undo that turn."
            )
        if one.motion.kind in BINDING or not one.carried:
            return settled(game, one, outcome, reason)
        undo = "pbm resume" if one.motion.kind == "pause" else "pbm extend"
        raise GameError(f"Proposal {number} was carried out. To change what it did: {undo} {game.name}.")
