"""What players choose on this turn's card [5.90, 5.98]."""

from collections.abc import Callable, Iterator

from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rulesets.marnon.map import is_area
from pbm.rulesets.marnon.orders.ruling import CardChoice
from pbm.rulesets.marnon.sheet import done, fails, orders_of
from pbm.rulesets.marnon.tables import cards
from pbm.rulesets.marnon.world import World

Chosen = Callable[[Turn, str, CardChoice], str]
"""Why a choice cannot be had; empty if it can."""


def concerned(world: World, who: str, number: int) -> bool:
    event = world.card(number)
    if event is None:
        return False
    if event.port:
        return world.owner(event.port) == who
    return cards()[number].scope == "all" or world.card_of(who, number)


def not_theirs(turn: Turn) -> Iterator[Event]:
    """CARD lines for another card, or on another's choice, fail at once."""
    world: World = turn.world
    for who in world.senders():
        for line, order in orders_of(turn, who, CardChoice):
            if world.card(order.card) is None:
                yield fails(turn, who, line, "5.90", f"card {order.card} is not this turn's card")
            elif not concerned(world, who, order.card):
                yield fails(turn, who, line, "5.90", "that card does not concern you")


def one_choice(turn: Turn, who: str, number: int, wrong: Chosen) -> Iterator[Event]:
    """The first choice that can be had counts, the others fail; what was chosen is kept for the effect."""
    for line, order in orders_of(turn, who, CardChoice):
        if order.card != number:
            continue
        if ("choice", who) in turn.kept:
            yield fails(turn, who, line, "5.90", "an earlier line made the choice")
        elif why := wrong(turn, who, order):
            yield fails(turn, who, line, "5.98", why)
        else:
            turn.kept["choice", who] = order.choice
            yield done(turn, who, line)


def choice_of(turn: Turn, who: str) -> tuple[str, ...]:
    return tuple(map(str, turn.kept.get(("choice", who), ())))


def recipients(turn: Turn) -> list[str]:
    """Whom the card concerns, in the order of the turn."""
    world: World = turn.world
    assert world.event
    return [who for who in world.ranked(world.players()) if concerned(world, who, world.event.card)]


def own_force_named(turn: Turn, who: str, order: CardChoice) -> str:
    good = len(order.choice) == 1 and order.choice[0] in turn.world.powers[who].forces
    return "" if good else "name a force of yours"


def force_at_home(turn: Turn, who: str, order: CardChoice) -> str:
    """A force that stands in an own original area."""
    world: World = turn.world
    if why := own_force_named(turn, who, order):
        return why
    at = world.force(who, str(order.choice[0])).at
    good = is_area(at) and world.owner(at) == who and world.is_original(who, str(at))
    return "" if good else "that force is not in an original area of yours"
