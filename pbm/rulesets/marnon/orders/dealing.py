"""Crowns: buying, repairs, tribute, loans, bids, courting [5.63 to 5.87]."""

from collections.abc import Mapping
from typing import ClassVar

from pbm.rules.code import Place, Power
from pbm.rules.order import Refusal
from pbm.rulesets.marnon.orders.base import SWITCHED_OFF, MarnonOrder, Words, action, not_in_play
from pbm.rulesets.marnon.tables import price, up
from pbm.rulesets.marnon.world import World

SUPPORT_STEP, MOST_SUPPORT = 5, 10
PRICED = {"FLEET": "fleet", "MERCHANT": "merchant", "CARAVAN": "caravan", "FORT": "fort", "GENERAL": "general"}


@action(
    "5.70",
    form="BUY {what}< {number}>< {where}>< PAY {parts}>",
    meaning="buy {what}< {number}>< for {where}>",
    costs="table 6.9",
)
class Buy(MarnonOrder, frozen=True):
    """Buy army points, a fleet, a merchant fleet, a caravan, a fort, a general or supplies."""

    waits: ClassVar = True
    what: str
    number: int | None
    where: Place | None
    parts: int | None

    def flaw(self) -> str:
        counted = self.what in ("ARMY", "SUPPLY")
        if counted != (self.number is not None):
            return f"BUY {self.what} {'needs a number' if counted else 'takes no number'}"
        if self.where is None:
            return f"BUY {self.what} needs a place or a force"
        if self.parts is not None and self.what not in ("FLEET", "MERCHANT", "FORT", "GENERAL"):
            return f"{self.what} cannot be paid in parts"
        return ""

    def spends(self, world: World, who: str) -> Mapping[str, int]:
        return {"crowns": self.costs_now()}

    def costs_now(self) -> int:
        if self.what == "ARMY":
            return (self.number or 0) // 10 * price("army_per_10")
        if self.what == "SUPPLY":
            return 2 * (self.number or 0)
        whole = price(PRICED[self.what])
        return up(whole, self.parts) if self.parts else whole


@action("5.65", form="REPAIR {fleets}", meaning="repair {fleets}", costs="8")
class Repair(MarnonOrder, frozen=True):
    """Repair only these fleets, in this order; NONE for none. Without this order all are repaired."""

    noted: ClassVar = True
    fleets: Words


@action("5.63", form="TRIBUTE {power} {crowns}", meaning="pay {power} {crowns:crown/crowns}", costs="n")
class Tribute(MarnonOrder, frozen=True):
    """Pay crowns to another power; everyone is told."""

    waits: ClassVar = True
    power: Power
    crowns: int

    def spends(self, world: World, who: str) -> Mapping[str, int]:
        return {"crowns": self.crowns}

    def wrong(self, world: World, who: str) -> Refusal | None:
        return not_in_play(world, who, self.power, "5.63")


@action(
    "5.85",
    form="LOAN {power} {crowns}< {turns}>",
    meaning="lend {power} {crowns:crown/crowns}< for {turns} turns>",
    costs="n",
)
class Loan(MarnonOrder, frozen=True):
    """Lend crowns to another power."""

    power: Power
    crowns: int
    turns: int | None

    def wrong(self, world: World, who: str) -> Refusal | None:
        if not world.settings.advanced_economics:
            return Refusal("5.85", SWITCHED_OFF.format("loans"))
        return not_in_play(world, who, self.power, "5.85")


@action("5.85", form="REPAY {power} {crowns}", meaning="pay {power} back {crowns:crown/crowns}", costs="n")
class Repay(MarnonOrder, frozen=True):
    """Pay back a loan, the oldest first."""

    power: Power
    crowns: int

    def wrong(self, world: World, who: str) -> Refusal | None:
        if not world.settings.advanced_economics:
            return Refusal("5.85", SWITCHED_OFF.format("loans"))
        return not_in_play(world, who, self.power, "5.85")


@action(
    "5.83",
    form="BID {lot} {crowns}< {where}>",
    meaning="bid {crowns:crown/crowns} for {lot}< to join {where}>",
    costs="n",
)
class Bid(MarnonOrder, frozen=True):
    """A sealed bid for a mercenary card or a company on offer; the highest pays."""

    waits: ClassVar = True
    lot: str
    crowns: int
    where: Place | None

    def spends(self, world: World, who: str) -> Mapping[str, int]:
        return {"crowns": self.crowns}


@action("5.83", form="KEEP {lot} {answer}", meaning="keep {lot} for another turn: {answer}", costs="fee")
class Keep(MarnonOrder, frozen=True):
    """Whether a hired card stays for its fee."""

    lot: str
    answer: str

    def wrong(self, world: World, who: str) -> Refusal | None:
        hired = world.mercs.hired.get(self.lot)
        return None if hired and hired.power == who else Refusal("5.83", f"you have not hired {self.lot}")


@action(
    "5.92", form="SUPPORT {area} {crowns}", meaning="support the rebels of {area} with {crowns:crown/crowns}", costs="n"
)
class Support(MarnonOrder, frozen=True):
    """Pay rebels in a region beside your own."""

    waits: ClassVar = True
    area: Place
    crowns: int

    def spends(self, world: World, who: str) -> Mapping[str, int]:
        return {"crowns": self.crowns}

    def wrong(self, world: World, who: str) -> Refusal | None:
        if self.crowns % SUPPORT_STEP or not 0 < self.crowns <= MOST_SUPPORT:
            return Refusal("5.92", "rebels are supported with 5 or 10 crowns", kind="lasting")
        return None if self.area in world.ongoing.rebellion else Refusal("5.92", f"{self.area} is not in rebellion")


@action("5.87", form="COURT {place} {trend}< {power}>", meaning="court {place}: {trend}< {power}>", costs="5")
class Court(MarnonOrder, frozen=True):
    """Win or spoil the favour of a castle or region without a player."""

    place: str
    trend: str
    power: Power | None

    def flaw(self) -> str:
        if (self.trend == "DOWN") != (self.power is not None):
            return "COURT place UP moves your own marker; COURT place DOWN power another's"
        return ""

    def wrong(self, world: World, who: str) -> Refusal | None:
        if not world.settings.np_track:
            return Refusal("5.87", SWITCHED_OFF.format("the favour of castles and regions"))
        there = self.place in world.np_castles or self.place in world.np_regions
        return None if there else Refusal("5.87", f"a player has {self.place}, or it is not there")
