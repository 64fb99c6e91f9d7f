"""TRIBUTE, REDEEM and TAKE: peace for gold [5.11.2, 5.11.5]."""

from collections.abc import Iterator
from typing import ClassVar

from pbm.rules.code import Power
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.order import Line, Refusal
from pbm.rules.plan import Done, failed, ok, refused, unless
from pbm.rules.playing import answer, lines_of, of_kind
from pbm.rulesets.homelands.order import HomeOrder, Scene, action
from pbm.rulesets.homelands.pacts import BONDS, PACT_WORDS, TAKING, Gave, Offered, PactMade, stranger
from pbm.rulesets.homelands.stock import Points
from pbm.rulesets.homelands.tables import tables
from pbm.rulesets.homelands.world import Offer, OfferKind, World

RULE, OFFERS = "5.11.2", "5.11.5"
FOR_GOLD = ("TRIBUTE", "REDEEM")
Waiting = dict[tuple[str, str], Line]
"""The lines of offers that nobody has taken yet, by giver and taker."""


class PeaceForGold(HomeOrder, frozen=True):
    """An offer that must be taken in the same round or the next."""

    power: Power
    gold: int
    step: ClassVar = BONDS
    kind: ClassVar[OfferKind]
    least: ClassVar[str]

    def flaw(self) -> str:
        return "" if self.gold >= 1 else "the number must be 1 or more"

    def plan(self, at: Scene) -> Done:
        return unless(self.refused(at))

    def refused(self, at: Scene) -> Refusal | None:
        if reason := stranger(at, RULE, self.power):
            return reason
        least = tables().pacts[self.least]
        if self.gold < least:
            return Refusal(RULE, f"too little: at least {least} gold", kind="lasting")
        if is_bound(at.world, at.who, self.power):
            return Refusal(OFFERS, "bound already")
        if at.realm.gold < self.gold:
            return Refusal(RULE, f"not enough gold: you have {at.realm.gold}", kind="purse")
        return None


@action(RULE, form="TRIBUTE {power} {gold}", meaning="offer {power} {gold} gold as tribute", costs="gold, 3 or more")
class Tribute(PeaceForGold, frozen=True):
    """Peace until the next New Year for gold."""

    kind: ClassVar = "TRIBUTE"
    least: ClassVar = "tribute_min"


@action(RULE, form="REDEEM {power} {gold}", meaning="offer {power} {gold} gold as redemption", costs="gold, 5 or more")
class Redeem(PeaceForGold, frozen=True):
    """Peace for four rounds for gold, and the other's units leave your settlements."""

    kind: ClassVar = "REDEEM"
    least: ClassVar = "redeem_min"


@action(RULE, form="TAKE {power}", meaning="take the gold that {power} offers")
class Take(HomeOrder, frozen=True):
    """Accept a tribute or a redemption."""

    power: Power
    step: ClassVar = TAKING

    def plan(self, at: Scene) -> Done:
        return unless(self.refused(at))

    def refused(self, at: Scene) -> Refusal | None:
        offer = open_offer(at.world, self.power, at.who)
        if reason := stranger(at, RULE, self.power):
            return reason
        if offer is None:
            return Refusal(OFFERS, "there is no offer of theirs to take")
        return Refusal(OFFERS, "bound already") if is_bound(at.world, at.who, self.power) else None


def is_bound(world: World, one: str, other: str) -> bool:
    pact = world.pact(one, other)
    return pact is not None and pact.kind != "TRUCE"


def open_offer(world: World, giver: str, to: str) -> Offer | None:
    """The offer that can be taken: of this round before that of the last, of a round the first; none is older."""
    found = [
        offer
        for offer in world.offers
        if (offer.giver, offer.to) == (giver, to) and offer.kind in FOR_GOLD and offer.turn >= world.turn - 1
    ]
    return max(found, key=lambda offer: offer.turn, default=None)


def peace_for_gold(turn: Turn[World]) -> Iterator[Event]:
    """Tributes and redemptions of all are offered, then taken; a line that nobody took has failed [5.11.5]."""
    waiting: Waiting = {}
    for who in turn.world.codes:
        for line, order in of_kind(lines_of(turn, who, BONDS), PeaceForGold):
            yield from offer_made(turn, who, line, order, waiting)
    for who in turn.world.codes:
        for line, take in of_kind(lines_of(turn, who, TAKING), Take):
            yield from taken(turn, who, line, take, waiting)
    for (who, _), line in waiting.items():
        yield answer(who, line, failed(RULE, "not accepted: the offer stands for the next round"))


def offer_made(turn: Turn[World], who: str, line: Line, order: PeaceForGold, waiting: Waiting) -> Iterator[Event]:
    """A line is an offer, if the payer has the gold; of two to one power the first counts."""
    if reason := order.refused(Scene.now(turn.world, who)):
        yield answer(who, line, refused(reason))
    elif (who, order.power) in waiting:
        yield answer(who, line, failed(OFFERS, "the first offer to them on the sheet counts"))
    else:
        waiting[who, order.power] = line
        yield Offered(who, order.power, order.kind, turn.world.turn, order.gold)


def taken(turn: Turn[World], who: str, line: Line, order: Take, waiting: Waiting) -> Iterator[Event]:
    """TAKE makes the pact, and the gold changes hands [5.11.3]."""
    world = turn.world
    offer = open_offer(world, order.power, who)
    if reason := order.refused(Scene.now(world, who)) or unpaid(world, offer):
        yield answer(who, line, refused(reason))
        return
    assert offer
    yield answer(who, line, ok())
    if offer.turn == world.turn:
        yield answer(order.power, waiting.pop((order.power, who)), ok())
    yield from paid(world, order.power, who, offer.kind, offer.gold)


def unpaid(world: World, offer: Offer | None) -> Refusal | None:
    if offer and world.powers[offer.giver].gold < offer.gold:
        return Refusal(OFFERS, "not enough gold: they cannot pay it any more")
    return None


def paid(world: World, who: str, to: str, kind: OfferKind, gold: int) -> Iterator[Event]:
    """The gold changes hands, and the pact is made."""
    won, lost = tables().vp.bond
    friend = world.faction(who).redeem_forever
    forever = kind == "REDEEM" and bool(friend) and friend == world.powers[to].faction
    rounds = None if kind == "TRIBUTE" or forever else world.turn + tables().pacts["redeem_rounds"]
    yield Gave(who, to, gold, PACT_WORDS[kind])
    yield PactMade(to, who, "REDEEM" if kind == "REDEEM" else "TRIBUTE", rounds)
    yield Points(to, won, PACT_WORDS[kind], won)
    yield Points(who, lost, PACT_WORDS[kind])
