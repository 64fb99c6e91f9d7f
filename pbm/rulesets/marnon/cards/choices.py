"""What players choose on this turn's card [5.90, 5.98]."""

from collections.abc import Callable, Iterator
from typing import ClassVar

from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.order import Refusal
from pbm.rules.plan import Done, failed
from pbm.rulesets.marnon.map import is_area
from pbm.rulesets.marnon.memory import Remember
from pbm.rulesets.marnon.order import MarnonOrder, Scene, Words, action
from pbm.rulesets.marnon.playing import UNPLAYED, played
from pbm.rulesets.marnon.tables import cards
from pbm.rulesets.marnon.world import World


@action("5.90", form="CARD {card}< {choice}>", meaning="for card {card}: {choice}")
class CardChoice(MarnonOrder, frozen=True):
    """A choice on this turn's card."""

    step: ClassVar = "choices"
    card: int
    choice: Words

    def wrong(self, world: World, who: str) -> Refusal | None:
        return (
            None
            if world.card(self.card) or self.crusading(world)
            else Refusal("5.90", f"card {self.card} is not this turn's")
        )

    def crusading(self, world: World) -> bool:
        return self.card == 32 and world.ongoing.crusade is not None and world.ongoing.crusade.age == 0

    def plan(self, at: Scene) -> Done:
        if at.world.card(self.card) is None:
            return failed("5.90", f"card {self.card} is not this turn's card")
        if not concerned(at.world, at.who, self.card):
            return failed("5.90", "that card does not concern you")
        chosen = RULES.get(self.card)
        return chosen(at, self) if chosen else failed(self.rule, UNPLAYED)


CHOICES = CardChoice.step
Chosen = Callable[[Scene, CardChoice], str]
"""Why a choice cannot be had; empty if it can."""
RULES: dict[int, Callable[[Scene, CardChoice], Done]] = {}
"""What comes of a choice, by its card."""


def concerned(world: World, who: str, number: int) -> bool:
    event = world.card(number)
    if event is None:
        return False
    if event.port:
        return world.owner(event.port) == who
    return cards()[number].scope == "all" or world.card_of(who, number)


def not_theirs(turn: Turn[World]) -> Iterator[Event]:
    """CARD lines for another card, or on another's choice, fail at once."""
    for who in turn.world.senders():
        yield from not_of(turn, who)


def not_of(turn: Turn[World], who: str) -> Iterator[Event]:
    return played(turn, who, CHOICES, only=lambda order: not concerned(turn.world, who, order.card))


def chosen(turn: Turn[World], who: str) -> Iterator[Event]:
    """The lines of a power on this turn's card."""
    return played(turn, who, CHOICES, only=lambda order: turn.world.card(order.card) is not None)


def once(*cards: int) -> Callable[[Chosen], Chosen]:
    """Declare why a choice on these cards cannot be had: the first that can counts, and is kept for the effect."""

    def declare(wrong: Chosen) -> Chosen:
        def rule(at: Scene, order: CardChoice) -> Done:
            if at.who in at.world.now.choices:
                return failed("5.90", "an earlier line made the choice")
            why = wrong(at, order)
            return failed("5.98", why) if why else Done("ok", remembered(at, order))

        RULES.update(dict.fromkeys(cards, rule))
        return wrong

    return declare


def remembered(at: Scene, order: CardChoice) -> Iterator[Event]:
    yield Remember("choices", at.who, tuple(map(str, order.choice)))


def choice_of(world: World, who: str) -> tuple[str, ...]:
    return world.now.choices.get(who, ())


def recipients(world: World) -> list[str]:
    """Whom the card concerns, in the order of the turn."""
    assert world.event
    return [who for who in world.ranked(world.players()) if concerned(world, who, world.event.card)]


@once(44)
def own_force_named(at: Scene, order: CardChoice) -> str:
    good = len(order.choice) == 1 and order.choice[0] in at.power.forces
    return "" if good else "name a force of yours"


@once(45, 47, 48)
def force_at_home(at: Scene, order: CardChoice) -> str:
    """A force that stands in an own original area."""
    if why := own_force_named(at, order):
        return why
    where = at.power.forces[str(order.choice[0])].at
    good = is_area(where) and at.world.owner(where) == at.who and at.world.is_original(at.who, str(where))
    return "" if good else "that force is not in an original area of yours"
