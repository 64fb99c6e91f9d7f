"""The answers to lines that no step plays: when they are read, when their moment has passed, and FOR ANY [H2 to H4]."""

from collections.abc import Iterator
from typing import ClassVar

from pbm.rules.engine import Turn
from pbm.rules.event import Event, Outcome
from pbm.rules.order import Line, Refusal
from pbm.rules.plan import Done, ok, refused
from pbm.rulesets.twilight.board import INIT, Bid
from pbm.rulesets.twilight.leaders import LeaderFell
from pbm.rulesets.twilight.levy import Mustered
from pbm.rulesets.twilight.order import BIDS, READ, order_of
from pbm.rulesets.twilight.playing import scene, step_of
from pbm.rulesets.twilight.sheet import Papers, Tried, answer, answered, came_up, everyone
from pbm.rulesets.twilight.world import World, called, subject

LOST = Refusal("H3", "the FOR line above it could not be read")
UNREAD = Refusal("H2", "this line could not be read", kind="read")
INITIATIVE = "initiative"


class SheetsHeard(Event, frozen=True):
    """What needs nothing but to be read has been read."""

    written: ClassVar = False
    silent: ClassVar = True

    def apply(self, world: World) -> None:
        world.heard = True


def heard(turn: Turn[World], auction: bool = False) -> Iterator[Event]:
    """Lines that need nothing but to be read are answered as soon as any part of the year is played.

    Only bids may be left for a later part: they wait for the initiative and for the `auction`, if those are to come.
    """
    again = turn.world.heard
    yield SheetsHeard()
    for paper in everyone(turn):
        done = answered(turn, paper)
        for line in paper.of_step(BIDS) if again else paper.soon:
            if line.number not in done and (found := at_first(turn, paper, line, auction)):
                yield answer(paper, paper.seat, line, found)


def at_first(turn: Turn[World], paper: Papers, line: Line, auction: bool) -> Done | None:
    """A line that cannot be read fails in any block; one under a failed FOR is void, unless it is the player's own."""
    order = order_of(line)
    if order is None:
        return unread(line)
    if line in paper.lost and not order.of_player:
        return Done("void", (), (LOST,))
    if reason := order.untimely(turn.world):
        return refused(reason)
    if order.step == READ:
        return order.plan(scene(turn, paper, paper.seat))
    return ok() if isinstance(order, Bid) and not waits(turn, order, auction) else None


def waits(turn: Turn[World], bid: Bid, auction: bool) -> bool:
    """Whether a bid is still to be opened; one for the initiative only where the initiative is played."""
    if bid.power == INIT and turn.parts is not None and INITIATIVE not in turn.parts:
        return False
    return auction or not turn.world.slots


def unread(line: Line) -> Done:
    return refused(line.refusal or UNREAD)


# lines that did not arise, each with its reason: a power that was not won, a year that ended


NO_POWER = Refusal("H3", "no power came to you that has no FOR block of its own")


def void(turn: Turn[World], step: str) -> Iterator[Event]:
    """Lines whose moment has passed."""
    for paper in everyone(turn):
        done = came_up(turn, paper)
        for line in paper.lines:
            if line.number not in done and step_of(turn.world, paper.seat, line) == step:
                yield answer(paper, paper.seat, line, left(turn, paper, line))


def never_arose(turn: Turn[World]) -> Iterator[Event]:
    """At the end every line without an answer is void."""
    for paper in everyone(turn):
        done = answered(turn, paper)
        for line in paper.lines:
            if line.number not in done:
                yield answer(paper, paper.seat, line, left(turn, paper, line))


def left(turn: Turn[World], paper: Papers, line: Line) -> Done:
    return Done("void", (), (why(turn, paper, line),))


def why(turn: Turn[World], paper: Papers, line: Line) -> Refusal:
    world = turn.world
    order = order_of(line)
    if order and (reason := order.never(world)):
        return reason
    power = block_of(paper, line)
    if power is None:
        return NO_POWER if not any_powers(world, paper) else over(turn, "")
    return not_yours(world, paper.seat, power) or over(turn, power)


def block_of(paper: Papers, line: Line) -> str | None:
    """The power of a line's block; none for FOR ANY, and the seat for the player's own."""
    if line in paper.any:
        return None
    return next((power for power, lines in paper.named.items() if line in lines), paper.seat)


def any_powers(world: World, paper: Papers) -> list[str]:
    own = world.own_power(paper.seat)
    return [power for power in world.powers_of(paper.seat) if power != own and power not in paper.named]


def not_yours(world: World, seat: str, power: str) -> Refusal | None:
    """Why a player does not play a power."""
    if power == seat:
        return None
    if not world.in_play(power):
        return Refusal("24.1", f"{subject(power, 'is', 'are')} not in play")
    if world.powers[power].kind == "pp":
        return Refusal("24.1", f"{subject(power, 'is', 'are')} played by another player, and cannot be won")
    if world.player_of(power) != seat:
        return Refusal("24.1", f"you did not have {called(power)} when this line came up")
    return None


def over(turn: Turn[World], power: str) -> Refusal:
    """What ended the year of a power before a line came up."""
    own = turn.world.own_power(power)
    if any(isinstance(event, LeaderFell) and power in (event.who, event.seat) for event in turn.journal):
        return Refusal("23.0", "your leader fell before this line came up")
    if turn.world.over:
        return Refusal("25.0", "the game ended before this line came up")
    if power and not any(isinstance(event, Mustered) and event.who in (power, own) for event in turn.journal):
        return Refusal("11.0", f"{called(power)} had no turn of {'its' if power else 'their'} own this year")
    return Refusal("14.0", "its operations were over before this line came up")


# FOR ANY


BEST: tuple[Outcome, ...] = ("ok", "failed", "void")


def for_any(turn: Turn[World]) -> Iterator[Event]:
    """A line that was tried for several powers has one outcome of all the tries [H3]."""
    tries = [event for event in turn.journal if isinstance(event, Tried)]
    for paper in everyone(turn):
        own = [event for event in tries if event.sheet == paper.seat]
        for line in paper.any:
            if done := together([event for event in own if event.number == line.number]):
                yield answer(paper, paper.seat, line, done)


def together(tries: list[Tried]) -> Done | None:
    outcome = next((word for word in BEST for event in tries if event.outcome == word), None)
    reasons = (reason for event in tries if event.outcome == outcome for reason in event.refusals)
    return Done(outcome, (), tuple(reasons)) if outcome else None
