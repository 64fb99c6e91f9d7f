"""Pacts, offers and rivals [5.11, 5.12.2]."""

from collections.abc import Iterator
from typing import ClassVar

from pbm.rules.code import Power
from pbm.rules.engine import Turn
from pbm.rules.event import Event, OfPower
from pbm.rules.order import Refusal
from pbm.rules.plan import Done, failed, ok, refused
from pbm.rulesets.homelands.order import HomeOrder, Scene, action
from pbm.rulesets.homelands.stock import Points, Prestige
from pbm.rulesets.homelands.tables import SPRING, tables
from pbm.rulesets.homelands.world import Offer, OfferKind, Pact, PactKind, World

RANK = {"TRUCE": 0, "TRIBUTE": 1, "REDEEM": 1, "VASSAL": 2, "TAKEVASSAL": 2}
PACT_WORDS = {
    "TRUCE": "a truce", "TRIBUTE": "a tribute", "REDEEM": "a redemption", "VASSAL": "vassalage",
}  # fmt: skip
OFFER_WORDS = PACT_WORDS | {"VASSAL": "to be their vassal", "TAKEVASSAL": "to be their lord"}
RIVALS, TREATIES = "0c", "0d"
GIFTS, BONDS, TAKING = "9a", "9b", "9c"


class RivalNamed(OfPower, frozen=True):
    rival: Power
    pp: int
    parties: ClassVar = ("who", "rival")
    verb: ClassVar = "rival"
    text: ClassVar = "{who} {who:names/name} {rival} {who:its/their} rival"

    def apply(self, world: World) -> None:
        world.powers[self.who].rival = self.rival
        world.powers[self.who].pp -= self.pp


class Offered(OfPower, frozen=True):
    to: Power
    kind: OfferKind
    turn: int
    gold: int = 0
    parties: ClassVar = ("who", "to")
    text: ClassVar = "{who} {who:offers/offer} {to} {kind}< of {gold} gold>"
    words: ClassVar = OFFER_WORDS

    def apply(self, world: World) -> None:
        world.offers.append(Offer(self.kind, self.who, self.to, self.turn, self.gold))


class PactMade(Event, frozen=True):
    """It takes the place of any other between the two, and ends a rivalry."""

    a: Power
    b: Power
    kind: PactKind
    until: int | None = None
    parties: ClassVar = ("a", "b")
    verb: ClassVar = "pact"
    text: ClassVar = "{a} and {b} agree on {kind}< until the end of round {until}>"
    words: ClassVar = PACT_WORDS

    def apply(self, world: World) -> None:
        world.pacts = [pact for pact in world.pacts if not pact.joins(self.a, self.b)]
        world.pacts.append(Pact(self.kind, self.a, self.b, self.until))
        for one, other in ((self.a, self.b), (self.b, self.a)):
            if world.powers[one].rival == other:
                world.powers[one].rival = None
        between = {self.a, self.b}
        world.offers = [
            offer for offer in world.offers if {offer.giver, offer.to} != between or RANK[offer.kind] > RANK[self.kind]
        ]
        if self.kind == "VASSAL":
            world.round.bonds.append((self.a, self.b))


class PactEnded(Event, frozen=True):
    a: Power
    b: Power
    kind: PactKind
    parties: ClassVar = ("a", "b")
    verb: ClassVar = "pact ends"
    text: ClassVar = "{kind} between {a} and {b} is over"
    words: ClassVar = PACT_WORDS

    def apply(self, world: World) -> None:
        world.pacts = [pact for pact in world.pacts if not (pact.joins(self.a, self.b) and pact.kind == self.kind)]


class TruceEnding(OfPower, frozen=True):
    other: Power
    parties: ClassVar = ("who", "other")
    text: ClassVar = "{who} {who:ends/end} the truce with {other}: it is over at the end of the round"

    def apply(self, world: World) -> None:
        world.round.ending.append((self.who, self.other))


class Gave(OfPower, frozen=True):
    to: Power
    gold: int
    why: str = "a gift"
    parties: ClassVar = ("who", "to")
    text: ClassVar = "{who} {who:gives/give} {to} {gold} gold: {why}"

    def apply(self, world: World) -> None:
        world.powers[self.who].gold -= self.gold
        world.powers[self.to].gold += self.gold


class OffersTidied(Event, frozen=True):
    turn: int
    silent: ClassVar = True

    def apply(self, world: World) -> None:
        world.offers = [offer for offer in world.offers if offer.turn >= self.turn]


def stranger(at: Scene, rule: str, power: str) -> Refusal | None:
    """Why a power cannot be dealt with."""
    if power not in at.world.powers or power == at.who:
        return Refusal(rule, "there is no such power to deal with", kind="lasting")
    return None


@action("5.12.2", form="RIVAL {power}", meaning="name {power} your rival", costs="8 PP after the first")
class Rival(HomeOrder, frozen=True):
    """Prestige won from your rival counts half as much again."""

    power: Power
    step: ClassVar = RIVALS

    def plan(self, at: Scene) -> Done:
        if reason := stranger(at, "5.12.2", self.power):
            return refused(reason)
        if at.realm.rival == self.power:
            return failed("5.12.2", "they are your rival already")
        if at.world.pact(at.who, self.power):
            return failed("5.12.2", "a pact binds you to them")
        price = tables().prestige["rival"] if at.realm.rival else 0
        if at.realm.pp < price:
            return failed("5.12.2", f"not enough prestige: it costs {price} PP", "purse")
        return ok(RivalNamed(at.who, self.power, price))


def matched(at: Scene, giver: str, kind: str) -> bool:
    """Whether the other offered it in this round or the last [5.11.1]."""
    return any(
        offer.kind == kind and (offer.giver, offer.to) == (giver, at.who) and offer.turn >= at.world.turn - 1
        for offer in at.world.offers
    )


class Agreed(HomeOrder, frozen=True):
    """Both must order it, in one round or the next [5.11.1]."""

    power: Power
    step: ClassVar = TREATIES
    wanted: ClassVar[OfferKind]
    """What the other orders."""

    def in_vain(self, world: World, who: str) -> Refusal | None:
        theirs = matched(self.scene(world, who), self.power, self.wanted)
        return None if theirs else Refusal(self.rule, "this is an offer: nothing changes until they order it too")


def offered(at: Scene, to: str, kind: OfferKind, gold: int = 0) -> tuple[Event, ...]:
    """An offer; of two alike in one round the first stands."""
    now = at.world.turn
    same = [o for o in at.world.offers if (o.kind, o.giver, o.to, o.turn) == (kind, at.who, to, now)]
    return () if same else (Offered(at.who, to, kind, now, gold),)


@action("5.11.1", form="TRUCE {power}", meaning="offer {power} a truce, or agree to theirs")
class Truce(Agreed, frozen=True):
    """Peace, if the other orders it too, in this round or the one before."""

    wanted: ClassVar = "TRUCE"

    def plan(self, at: Scene) -> Done:
        if reason := stranger(at, "5.11.1", self.power):
            return refused(reason)
        if at.world.pact(at.who, self.power):
            return ok()
        if matched(at, self.power, "TRUCE"):
            low, high = sorted((at.who, self.power))
            return ok(PactMade(low, high, "TRUCE"))
        return ok(*offered(at, self.power, "TRUCE"))


@action("5.11.1", form="ENDTRUCE {power}", meaning="end the truce with {power}")
class EndTruce(HomeOrder, frozen=True):
    """A truce is over at the end of the round."""

    power: Power
    step: ClassVar = TREATIES

    def plan(self, at: Scene) -> Done:
        if reason := stranger(at, "5.11.1", self.power):
            return refused(reason)
        pact = at.world.pact(at.who, self.power)
        if not pact or pact.kind != "TRUCE":
            return failed("5.11.1", "there is no truce with them")
        return ok(TruceEnding(at.who, self.power))


def bond_refusal(world: World, lord: str, vassal: str) -> Refusal | None:
    """Why one cannot become the other's vassal [5.11.3]."""
    other = world.called(vassal)
    if world.lord_of(vassal):
        return Refusal("5.11.3", f"{other} {other:has/have} a lord already")
    if world.vassals_of(vassal):
        return Refusal("5.11.3", f"{other} {other:has/have} vassals")
    if world.lord_of(lord):
        return Refusal("5.11.3", "a vassal takes no vassals")
    return None


def bound(lord: str, vassal: str) -> tuple[Event, ...]:
    won, paid = tables().vp.bond
    return (
        PactMade(lord, vassal, "VASSAL"),
        Prestige(lord, tables().prestige["vassal"], "a new vassal"),
        Points(lord, won, "a new vassal", won),
        Points(vassal, paid, "a new lord"),
    )


@action("5.11.3", form="VASSAL {power}", meaning="offer {power} to be their vassal, or agree to be")
class Vassal(Agreed, frozen=True):
    """Peace for good under a lord, if the lord takes you."""

    wanted: ClassVar = "TAKEVASSAL"

    def plan(self, at: Scene) -> Done:
        wrong = stranger(at, "5.11.3", self.power)
        if reason := wrong or bond_refusal(at.world, self.power, at.who):
            return refused(reason)
        if matched(at, self.power, "TAKEVASSAL"):
            return ok(*bound(self.power, at.who))
        return ok(*offered(at, self.power, "VASSAL"))


@action("5.11.3", form="TAKEVASSAL {power}", meaning="offer {power} to be their lord, or agree to be")
class TakeVassal(Agreed, frozen=True):
    """Become the lord of a power that wants it."""

    wanted: ClassVar = "VASSAL"

    def plan(self, at: Scene) -> Done:
        wrong = stranger(at, "5.11.3", self.power)
        if reason := wrong or bond_refusal(at.world, at.who, self.power):
            return refused(reason)
        if matched(at, self.power, "VASSAL"):
            return ok(*bound(at.who, self.power))
        return ok(*offered(at, self.power, "TAKEVASSAL"))


@action("5.11.3", form="REBEL {power}", meaning="rebel against {power}")
class Rebel(HomeOrder, frozen=True):
    """A vassal leaves its lord; in spring only."""

    power: Power
    step: ClassVar = "rebel"
    seasons: ClassVar = (SPRING,)

    def plan(self, at: Scene) -> Done:
        if at.world.lord_of(at.who) != self.power:
            return failed("5.11.3", f"{at.world.called(self.power)} {at.world.called(self.power):is/are} not your lord")
        return ok(PactEnded(self.power, at.who, "VASSAL"))


@action("5.11.5", form="GIVE {power} {gold}", meaning="give {power} {gold} gold", costs="gold")
class Give(HomeOrder, frozen=True):
    """Gold changes hands."""

    power: Power
    gold: int
    step: ClassVar = GIFTS
    counted: ClassVar = ("gold",)

    def plan(self, at: Scene) -> Done:
        if reason := stranger(at, "5.11.5", self.power):
            return refused(reason)
        if at.realm.gold < self.gold:
            return failed("5.11.5", f"not enough gold: you have {at.realm.gold}", "purse")
        return ok(Gave(at.who, self.power, self.gold))


def ended_truces(turn: Turn[World]) -> Iterator[Event]:
    """Truces that somebody ended, and redemptions whose time has come."""
    world = turn.world
    for pact in list(world.pacts):
        ends = any(pact.joins(one, other) for one, other in world.round.ending)
        if (pact.kind == "TRUCE" and ends) or (pact.until is not None and pact.until <= world.turn):
            yield PactEnded(pact.a, pact.b, pact.kind)


def offers_tidied(turn: Turn[World]) -> Iterator[Event]:
    yield OffersTidied(turn.world.turn)
