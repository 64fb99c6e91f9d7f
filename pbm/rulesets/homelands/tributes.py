"""TRIBUTE, REDEEM and TAKE: peace for gold [5.11.2, 5.11.5]."""

from collections.abc import Iterator
from typing import ClassVar

from pbm.rules.code import Power
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.order import Line, Refusal
from pbm.rulesets.homelands.board import Board
from pbm.rulesets.homelands.order import Done, HomeOrder, Scene, action, failed, ok
from pbm.rulesets.homelands.pacts import BONDS, TAKING, Gave, Offered, PactMade, stranger
from pbm.rulesets.homelands.playing import answer, lines_of, planned
from pbm.rulesets.homelands.stock import Points
from pbm.rulesets.homelands.tables import tables
from pbm.rulesets.homelands.world import OfferKind, World

RULE, OFFERS = "5.11.2", "5.11.5"


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
        if reason := self.refused(at):
            return Done("failed", (), (reason,))
        return ok()

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
        if reason := stranger(at, RULE, self.power):
            return Done("failed", (), (reason,))
        return ok() if old_offer(at.world, self.power, at.who) else failed(OFFERS, "no offer is known of yet")


def is_bound(world: World, one: str, other: str) -> bool:
    pact = world.pact(one, other)
    return pact is not None and pact.kind != "TRUCE"


def old_offer(world: World, giver: str, to: str) -> tuple[OfferKind, int] | None:
    """The offer of the round before, the first if there are two."""
    for offer in world.offers:
        if (offer.giver, offer.to) == (giver, to) and offer.kind in ("TRIBUTE", "REDEEM") and offer.turn < world.turn:
            return offer.kind, offer.gold
    return None


def peace_for_gold(turn: Turn) -> Iterator[Event]:
    """Tributes and redemptions of all, then what is taken; a line of this round goes before an older offer."""
    lines = {who: lines_of(turn, who, BONDS) for who in turn.world.codes}
    for who in turn.world.codes:
        for line in lines[who]:
            yield from offer_made(turn, who, line)
    for who in turn.world.codes:
        for line in lines_of(turn, who, TAKING):
            yield from taken(turn, who, line)


def takes(turn: Turn, who: str, giver: str) -> bool:
    """Whether a power's sheet accepts what another offers."""
    return any(getattr(line.order, "power", "") == giver for line in lines_of(turn, who, TAKING))


def offer_made(turn: Turn, who: str, line: Line) -> Iterator[Event]:
    """A line that is taken in the same round is paid at once; otherwise the offer stands one round more."""
    world: World = turn.world
    order = planned(line)
    assert isinstance(order, PeaceForGold)
    at = Scene(world, Board(world), who)
    if reason := order.refused(at):
        yield answer(who, line, Done("failed", (), (reason,)))
        return
    earlier = earlier_line(turn, who, order.power, line)
    if earlier:
        yield answer(who, line, failed(OFFERS, "the first offer to them on the sheet counts"))
    elif takes(turn, order.power, who):
        yield answer(who, line, ok())
        yield from paid(world, who, order.power, order.kind, order.gold)
        turn.kept.setdefault(taken, set()).add((order.power, who))
    else:
        yield answer(who, line, failed(RULE, "not accepted: the offer stands for the next round"))
        yield Offered(who, order.power, order.kind, world.turn, order.gold)


def earlier_line(turn: Turn, who: str, power: str, line: Line) -> bool:
    """Whether an earlier line of the sheet made an offer to the same power."""
    now = turn.world.turn
    return any((o.giver, o.to, o.turn) == (who, power, now) and o.gold for o in turn.world.offers)


def taken(turn: Turn, who: str, line: Line) -> Iterator[Event]:
    """TAKE: what was paid in this round, or the offer of the last."""
    world: World = turn.world
    order = planned(line)
    assert isinstance(order, Take)
    giver = order.power
    if reason := stranger(Scene(world, Board(world), who), RULE, giver):
        yield answer(who, line, Done("failed", (), (reason,)))
        return
    done: set[tuple[str, str]] = turn.kept.setdefault(taken, set())
    offer = old_offer(world, giver, who)
    if (who, giver) in done:
        done.discard((who, giver))
        yield answer(who, line, ok())
    elif offer is None:
        yield answer(who, line, failed(OFFERS, "no offer"))
    elif is_bound(world, who, giver):
        yield answer(who, line, failed(OFFERS, "bound already"))
    elif world.powers[giver].gold < offer[1]:
        yield answer(who, line, failed(OFFERS, "not enough gold: they cannot pay it any more"))
    else:
        yield answer(who, line, ok())
        yield from paid(world, giver, who, *offer)


def paid(world: World, who: str, to: str, kind: OfferKind, gold: int) -> Iterator[Event]:
    """The gold changes hands, and the pact is made."""
    won, lost = tables().vp["bond"]
    friend = world.faction(who).redeem_forever
    forever = kind == "REDEEM" and bool(friend) and friend == world.powers[to].faction
    rounds = None if kind == "TRIBUTE" or forever else world.turn + tables().pacts["redeem_rounds"]
    yield Gave(who, to, gold, kind.lower())
    yield PactMade(to, who, "REDEEM" if kind == "REDEEM" else "TRIBUTE", rounds)
    yield Points(to, won, kind.lower(), won)
    yield Points(who, lost, kind.lower())
