"""The steward: he sows, feeds, withdraws and keeps the pay; he spends no prestige and undoes nothing [11.1]."""

from collections.abc import Iterator

from pbm.rules.event import Count
from pbm.rules.order import ALL, Number, Order
from pbm.rulesets.homelands.board import Board
from pbm.rulesets.homelands.fields import Sow
from pbm.rulesets.homelands.household import Household
from pbm.rulesets.homelands.market import Cull
from pbm.rulesets.homelands.standing import ClaimOrder, FestivalOrder, Keep
from pbm.rulesets.homelands.tables import SPRING, WINTER, tables
from pbm.rulesets.homelands.trade import Buy
from pbm.rulesets.homelands.units import number, total
from pbm.rulesets.homelands.victory import counting_points, goals
from pbm.rulesets.homelands.withdrawal import Withdraw

Chosen = tuple[Order, str]
"""An order, and why it is given."""


class Steward:
    """Lines in the order of the rule's numbers, with the first behind the fourth."""

    makes_war = False

    def __init__(self, board: Board, who: str) -> None:
        self.board, self.world, self.who = board, board.world, who
        self.house = Household(board, who)
        self.gold, self.lack = self.house.gold, self.house.lack

    def lines(self) -> Iterator[Chosen]:
        yield from self.sowing()
        yield from self.winter()
        yield from self.withdrawals()
        yield from self.pay()
        yield from self.claim()

    def sowing(self) -> Iterator[Chosen]:
        if self.world.season == SPRING and self.world.on("agriculture"):
            yield Sow("ALL", None), "what is not sown now cannot be harvested"

    def winter(self) -> Iterator[Chosen]:
        """Herds are culled and grain is bought until the household has enough."""
        if self.world.season != WINTER:
            return
        if self.world.on("agriculture"):
            yield from self.culled()
            yield from self.grain_bought()
        yield FestivalOrder(self.festival()), f"the larder {larder(self.lack)}"

    def festival(self) -> str:
        return "SMALL"

    def culled(self) -> Iterator[Chosen]:
        rows, herds = tables().herds, self.house.herds
        for code in sorted(herds, key=lambda code: (-rows[herds[code]].full, code)):
            rich = self.makes_war and self.board.chart[code].grain >= 2
            if self.lack > 0 or rich:
                yield Cull(code), "its field is better sown" if self.lack <= 0 else f"the larder {larder(self.lack)}"
                self.lack -= rows[herds[code]].feed + rows[herds[code]].full

    def grain_bought(self) -> Iterator[Chosen]:
        price = int(tables().buys("GRAIN", False) or 1)
        for code in self.house.cus:
            own = self.world.fields[code].settlement
            room = own.room("grain") - own.grain if own else 0
            amount = min(self.lack, room, self.gold // price)
            if amount > 0:
                yield Buy("GRAIN", code, Number(amount), None), f"the larder {larder(self.lack)}"
                self.lack -= amount
                self.gold -= amount * price

    def withdrawals(self) -> Iterator[Chosen]:
        for code in self.house.cus:
            idle, near = total(self.house.idle(code)), self.house.near(code)
            if idle and near:
                yield (
                    Withdraw(code, None, ALL, idle + 1),
                    f"{Count(near):enemy/enemies} next to it, {idle} of ours in it",
                )

    def pay(self) -> Iterator[Chosen]:
        hired = sum(number(units, "ME") for _, _, units in self.world.stands(self.who))
        if hired:
            yield Keep(hired), f"{hired} mercenaries want their pay"

    def claim(self) -> Iterator[Chosen]:
        if (points := counting_points(self.world, self.who)) >= tables().vp.dominance:
            yield ClaimOrder("DOMINANCE", None, None), f"{points} victory points are enough"
            return
        have = goals(self.board, self.who)
        reached = [goal for goal in have if have[goal] >= tables().might[goal]]
        if len(reached) >= 2:
            yield ClaimOrder("MIGHT", reached[0], reached[1]), "both goals are reached"


def larder(lack: int) -> str:
    """How the household stands before winter."""
    return f"lacks {lack} food" if lack > 0 else f"has {-lack} food to spare"
