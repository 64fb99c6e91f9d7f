"""What powers give each other: tribute, support, loans, favour [5.63, 5.85, 5.87, 5.92]."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from pbm.rules.code import Place, Power
from pbm.rules.event import Count, Event, OfPower
from pbm.rules.order import Refusal
from pbm.rules.plan import Done, failed, ok, refused
from pbm.rulesets.marnon.changes.crowns import Paid
from pbm.rulesets.marnon.map import region_of, regions_beside
from pbm.rulesets.marnon.memory import Remember
from pbm.rulesets.marnon.order import SWITCHED_OFF, MarnonOrder, Scene, action, not_in_play
from pbm.rulesets.marnon.pieces import Debt
from pbm.rulesets.marnon.world import World

GIFTS = "gifts"
COURT_PRICE, COURT_NEEDS, MOST_FAVOUR = 5, 5, 2
SUPPORT_STEP, MOST_SUPPORT = 5, 10


class Sent(OfPower, frozen=True):
    """Crowns that one power gives another; everyone is told."""

    to: Power
    crowns: int
    what: str
    parties: ClassVar = ("who", "to")
    verb: ClassVar = "tribute"
    text: ClassVar = "{who} paid {to} {crowns:crown/crowns}: {what}"

    def apply(self, world: World) -> None:
        world.powers[self.who].cash -= self.crowns
        world.powers[self.to].cash += self.crowns


class Owed(OfPower, frozen=True):
    """A debt arises."""

    to: Power
    crowns: int
    due: int | None
    parties: ClassVar = ("who", "to")
    verb: ClassVar = "loan"
    text: ClassVar = "{who} {who:owes/owe} {to} {crowns:crown/crowns}<, due in turn {due}>"

    def apply(self, world: World) -> None:
        world.powers[self.who].debts.append(Debt(self.to, self.crowns, self.due))


class Cleared(OfPower, frozen=True):
    """A debt is paid back, in part or whole."""

    to: Power
    crowns: int
    parties: ClassVar = ("who", "to")
    text: ClassVar = "{who} paid back {crowns:crown/crowns} to {to}"

    def apply(self, world: World) -> None:
        left, kept = self.crowns, []
        for debt in world.powers[self.who].debts:
            part = min(left, debt.n) if debt.to == self.to else 0
            left -= part
            if debt.n > part:
                kept.append(Debt(debt.to, debt.n - part, debt.due))
        world.powers[self.who].debts = kept


class Courted(OfPower, frozen=True):
    place: Place
    power: Power
    mark: int
    text: ClassVar = "the marker of {power} at {place} stands at {mark}"

    def apply(self, world: World) -> None:
        world.track.setdefault(self.place, {})[self.power] = self.mark


def debts_due(world: World, who: str) -> Iterator[Event]:
    """Debts that are due are paid of themselves, oldest first [5.85]."""
    for debt in list(world.powers[who].debts):
        if debt.due is not None and debt.due <= world.turn and world.in_play(debt.to):
            crowns = min(debt.n, max(world.powers[who].cash, 0))
            if crowns:
                yield Sent(who, debt.to, crowns, "a debt")
                yield Cleared(who, debt.to, crowns)


# orders


def short_of(at: Scene, crowns: int, rule: str) -> Refusal | None:
    enough = 0 < crowns <= at.power.cash
    return None if enough else Refusal(rule, f"you have {Count(max(0, at.power.cash)):crown/crowns}")


class Gift(MarnonOrder, frozen=True):
    """Crowns leave the treasury."""

    step: ClassVar = GIFTS
    conditional: ClassVar = True
    spent: ClassVar = "crowns"


@action("5.63", form="TRIBUTE {power} {crowns}", meaning="pay {power} {crowns:crown/crowns}", costs="n")
class Tribute(Gift, frozen=True):
    """Pay crowns to another power; everyone is told."""

    power: Power
    crowns: int

    def wrong(self, world: World, who: str) -> Refusal | None:
        return not_in_play(world, who, self.power, "5.63")

    def plan(self, at: Scene) -> Done:
        if reason := self.wrong(at.world, at.who) or short_of(at, self.crowns, self.rule):
            return refused(reason)
        return ok(Sent(at.who, self.power, self.crowns, "tribute"))


class Credit(MarnonOrder, frozen=True):
    """Crowns that are owed."""

    step: ClassVar = GIFTS
    power: Power
    crowns: int

    def wrong(self, world: World, who: str) -> Refusal | None:
        if not world.settings.advanced_economics:
            return Refusal("5.85", SWITCHED_OFF.format("loans"))
        return not_in_play(world, who, self.power, "5.85")


@action(
    "5.85",
    form="LOAN {power} {crowns}< {turns}>",
    meaning="lend {power} {crowns:crown/crowns}< for {turns} turns>",
    costs="n",
)
class Loan(Credit, frozen=True):
    """Lend crowns to another power."""

    turns: int | None

    def plan(self, at: Scene) -> Done:
        if reason := self.wrong(at.world, at.who) or short_of(at, self.crowns, self.rule):
            return refused(reason)
        due = None if self.turns is None else at.world.turn + self.turns
        sent = Sent(at.who, self.power, self.crowns, "a loan")
        return ok(sent, Owed(self.power, at.who, self.crowns, due))


@action("5.85", form="REPAY {power} {crowns}", meaning="pay {power} back {crowns:crown/crowns}", costs="n")
class Repay(Credit, frozen=True):
    """Pay back a loan, the oldest first."""

    def plan(self, at: Scene) -> Done:
        if reason := self.wrong(at.world, at.who) or short_of(at, self.crowns, self.rule):
            return refused(reason)
        if not any(debt.to == self.power for debt in at.power.debts):
            return failed("5.85", f"you owe {self.power} nothing")
        return ok(Sent(at.who, self.power, self.crowns, "a debt"), Cleared(at.who, self.power, self.crowns))


@action(
    "5.92", form="SUPPORT {area} {crowns}", meaning="support the rebels of {area} with {crowns:crown/crowns}", costs="n"
)
class Support(Gift, frozen=True):
    """Pay rebels in a region beside your own."""

    area: Place
    crowns: int

    def wrong(self, world: World, who: str) -> Refusal | None:
        if self.crowns % SUPPORT_STEP or not 0 < self.crowns <= MOST_SUPPORT:
            return Refusal("5.92", "rebels are supported with 5 or 10 crowns", kind="lasting")
        return None if self.area in world.ongoing.rebellion else Refusal("5.92", f"{self.area} is not in rebellion")

    def plan(self, at: Scene) -> Done:
        """By powers whose home region borders the territory's."""
        if reason := self.wrong(at.world, at.who) or short_of(at, self.crowns, self.rule):
            return refused(reason)
        if at.power.home not in regions_beside(region_of(self.area) or ""):
            return failed("5.92", f"your region does not border that of {self.area}")
        return Done("ok", self.paid(at))

    def paid(self, at: Scene) -> Iterator[Event]:
        yield Paid(at.who, self.crowns, f"support for the rebels of {self.area}")
        yield Remember("supported", self.area, at.world.now.supported.get(self.area, 0) + self.crowns)


@action("5.87", form="COURT {place} {trend}< {power}>", meaning="court {place}: {trend}< {power}>", costs="5")
class Court(MarnonOrder, frozen=True):
    """Win or spoil the favour of a castle or region without a player."""

    step: ClassVar = GIFTS
    place: str
    trend: str
    power: Power | None

    def flaw(self) -> str:
        if (self.trend == "DOWN") != (self.power is not None):
            return "COURT place UP moves your own marker; COURT place DOWN power another's"
        return ""

    def spends(self, world: World, who: str) -> Mapping[str, int]:
        return {"crowns": COURT_PRICE}

    def wrong(self, world: World, who: str) -> Refusal | None:
        if not world.settings.np_track:
            return Refusal("5.87", SWITCHED_OFF.format("the favour of castles and regions"))
        there = self.place in world.np_castles or self.place in world.np_regions
        return None if there else Refusal("5.87", f"a player has {self.place}, or it is not there")

    def plan(self, at: Scene) -> Done:
        """One step on 5+; the crowns are gone in any case."""
        if reason := self.wrong(at.world, at.who) or short_of(at, COURT_PRICE, self.rule):
            return refused(reason)
        price = (Paid(at.who, COURT_PRICE, f"court of {self.place}"),)
        whose = self.power or at.who
        if at.dice.roll(f"court.{at.who}") < COURT_NEEDS:
            return Done("not obeyed", (), (Refusal("5.87", "they were not to be moved"),), before=price)
        mark = at.world.track.get(self.place, {}).get(whose, 0) + (1 if self.trend == "UP" else -1)
        moved = Courted(at.who, self.place, whose, min(max(mark, -MOST_FAVOUR), MOST_FAVOUR))
        return Done("ok", (moved,), before=price)
