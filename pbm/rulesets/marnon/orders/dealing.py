"""Crowns: buying, repairs, tribute, loans, bids, courting [5.63 to 5.87]."""

from collections.abc import Mapping
from typing import ClassVar

from pbm.rules.code import Place
from pbm.rulesets.marnon.order import MarnonOrder, action
from pbm.rulesets.marnon.tables import price, up
from pbm.rulesets.marnon.world import World

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
