"""The steward: he sows, feeds, withdraws and keeps the pay; he spends no prestige and undoes nothing [11.1]."""

from collections.abc import Iterator

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


class Steward:
    """Lines in the order of the rule's numbers, with the first behind the fourth."""

    makes_war = False

    def __init__(self, board: Board, who: str) -> None:
        self.board, self.world, self.who = board, board.world, who
        self.house = Household(board, who)
        self.gold, self.lack = self.house.gold, self.house.lack

    def lines(self) -> Iterator[Order]:
        yield from self.sowing()
        yield from self.winter()
        yield from self.withdrawals()
        yield from self.pay()
        yield from self.claim()

    def sowing(self) -> Iterator[Order]:
        if self.world.season == SPRING and self.world.on("agriculture"):
            yield Sow("ALL", None)

    def winter(self) -> Iterator[Order]:
        """Herds are culled and grain is bought until the household has enough."""
        if self.world.season != WINTER:
            return
        if self.world.on("agriculture"):
            yield from self.culled()
            yield from self.grain_bought()
        yield FestivalOrder(self.festival())

    def festival(self) -> str:
        return "SMALL"

    def culled(self) -> Iterator[Order]:
        rows, herds = tables().herds, self.house.herds
        for code in sorted(herds, key=lambda code: (-rows[herds[code]].full, code)):
            rich = self.makes_war and self.board.chart[code].grain >= 2
            if self.lack > 0 or rich:
                yield Cull(code)
                self.lack -= rows[herds[code]].feed + rows[herds[code]].full

    def grain_bought(self) -> Iterator[Order]:
        price = int(tables().buys("GRAIN", False) or 1)
        for code in self.house.cus:
            own = self.world.fields[code].settlement
            room = own.room("grain") - own.grain if own else 0
            amount = min(self.lack, room, self.gold // price)
            if amount > 0:
                yield Buy("GRAIN", code, Number(amount), None)
                self.lack -= amount
                self.gold -= amount * price

    def withdrawals(self) -> Iterator[Order]:
        for code in self.house.cus:
            idle = total(self.house.idle(code))
            if idle and self.house.near(code):
                yield Withdraw(code, None, ALL, idle + 1)

    def pay(self) -> Iterator[Order]:
        hired = sum(number(units, "ME") for _, _, units in self.world.stands(self.who))
        if hired:
            yield Keep(hired)

    def claim(self) -> Iterator[Order]:
        if counting_points(self.world, self.who) >= tables().vp["dominance"]:
            yield ClaimOrder("DOMINANCE", None, None)
            return
        have = goals(self.board, self.who)
        reached = [goal for goal in have if have[goal] >= tables().might[goal]]
        if len(reached) >= 2:
            yield ClaimOrder("MIGHT", reached[0], reached[1])
