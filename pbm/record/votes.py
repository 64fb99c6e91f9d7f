"""Votes in the record: turns/007/votes.jsonl has the proposals made while the turn was open, what became of them, and
who conceded, as events. The turn is played as usual; if the players agreed to end the game, it is the last."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from pbm.errors import GameError
from pbm.rules.event import Event, Journal, Phase
from pbm.rules.result import Result
from pbm.rules.votes import BINDING, GameClosed, Motion, PlayerConceded, VoteProposed, VoteSettled, listed
from pbm.rulesets.contract import AnyRuleset

VOTES, ENDING = "votes.jsonl", "ending.json"
VOTED = Journal((VoteProposed, VoteSettled, PlayerConceded))
AGREED = "as the players agreed"


def read_votes(content: bytes) -> list[Event]:
    try:
        return VOTED.read(content)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise GameError(f"{VOTES} is damaged: {error}. Delete it: it is written again from proposals.json.") from None


def write_votes(events: Sequence[Event]) -> bytes:
    return Journal.write(events)


def counted(ruleset: AnyRuleset, world: Any, content: bytes) -> Iterator[Event]:
    """The events of the votes after a turn, and the end of the game if they bring it."""
    if not (voted := read_votes(content)):
        return
    yield Phase("", "the players' votes")
    yield from voted
    if closed := closed_by(ruleset, world, voted):
        yield closed


def closed_by(ruleset: AnyRuleset, world: Any, voted: Sequence[Event]) -> GameClosed | None:
    """What is agreed counts whatever happens in the last turn; an early end leaves it to the rules who has won."""
    binding = [event.motion for event in voted if isinstance(event, VoteSettled) and binds(event)]
    if binding and binding[0].kind != "end":
        return agreed(binding[0], ruleset.state.names(world))
    if ruleset.state.result(world):
        return None
    if binding:
        return as_event(ruleset.ended_early(world), f"the game ended early, {AGREED}")
    return left_alone(ruleset, world) if any(isinstance(event, PlayerConceded) for event in voted) else None


def binds(event: VoteSettled) -> bool:
    return event.outcome == "agreed" and event.motion.kind in BINDING


def agreed(motion: Motion, names: Any) -> GameClosed:
    people = listed([names.get(code, code) for code in motion.powers])
    if motion.kind == "draw":
        return GameClosed("draw", f"a draw between {people}, {AGREED}", motion.powers)
    return GameClosed("conceded", f"{people} won: all others conceded the game, {AGREED}", motion.powers)


def as_event(result: Result, why: str) -> GameClosed:
    return GameClosed(result.how, f"{result.text} ({why})", result.winners, dict(result.levels))


def left_alone(ruleset: AnyRuleset, world: Any) -> GameClosed | None:
    """Whoever is the last player has won when the others have conceded."""
    left = tuple(who for who in ruleset.state.players(world) if not ruleset.seats.is_vacant(world, who))
    if len(left) > 1:
        return None
    name = ruleset.state.names(world).get(left[0], left[0]) if left else ""
    said = f"{name} won: no other player is left" if left else "nobody won: no player is left"
    return GameClosed("conceded", said, left)
