"""The warlord: as the steward, and he fights, spreads out, builds and arms [11.1]."""

from collections.abc import Callable, Iterator

from pbm.rules.event import Count
from pbm.rules.order import Number
from pbm.rulesets.homelands.attacks import Attack
from pbm.rulesets.homelands.board import Board
from pbm.rulesets.homelands.building import Build, base_of, price_of
from pbm.rulesets.homelands.computer.steward import Chosen, Steward, larder
from pbm.rulesets.homelands.income import Recruit
from pbm.rulesets.homelands.moves import Move
from pbm.rulesets.homelands.pacts import Truce
from pbm.rulesets.homelands.ranks import Disband
from pbm.rulesets.homelands.sieges import Siege
from pbm.rulesets.homelands.standing import DoctrineOrder
from pbm.rulesets.homelands.tables import AUTUMN, VIL, WINTER, tables
from pbm.rulesets.homelands.trade import Buy
from pbm.rulesets.homelands.units import LAND, Units, kind, number, total

WORTH = {"LI": 1, "HI": 2, "ME": 2, "CV": 3, "WE": 3}
ENGAGE = 120
LEAST_STRIKE, WEAK = 3, 2


def worth(units: Units) -> int:
    return sum(count * WORTH[kind(key).type] for key, count in units.items())


def odds(own: Units, foes: Units) -> str:
    return f"{total(own)} of ours, worth {worth(own)}, against {total(foes)}, worth {worth(foes)}"


class Warlord(Steward):
    makes_war = True

    def __init__(self, board: Board, who: str) -> None:
        super().__init__(board, who)
        self.striking: set[str] = set()
        self.crew = base_of(self.world, who, VIL)
        self.more = self.house.more
        self.site: str | None = None
        self.used: set[str] = set()
        """Empty fields to which somebody goes."""

    def lines(self) -> Iterator[Chosen]:
        yield from self.sowing()
        yield from self.winter()
        yield from self.withdrawals()
        yield from self.stance()
        yield from self.fights()
        if self.world.season != WINTER:
            yield from self.strikes()
            self.site = self.chosen_site()
            yield from self.moves()
        yield from self.pay()
        yield from self.spending()
        yield from self.claim()

    def stance(self) -> Iterator[Chosen]:
        """He fights whoever walks in, and takes every truce but his rival's."""
        yield DoctrineOrder(("ENGAGE", "HOME", ENGAGE)), "whoever walks in and is weaker is fought"
        rival = self.world.powers[self.who].rival
        for offer in self.world.offers:
            last = offer.turn == self.world.turn - 1
            if offer.kind == "TRUCE" and offer.to == self.who and last and offer.giver != rival:
                yield Truce(offer.giver), "they offer peace, and the war is with another"

    # winter

    def festival(self) -> str:
        return "DOUBLE" if -self.lack >= self.house.towns and self.world.on("agriculture") else "SMALL"

    def winter(self) -> Iterator[Chosen]:
        yield from super().winter()
        if self.world.season == WINTER and self.world.on("agriculture"):
            yield from self.disbanded()

    def disbanded(self) -> Iterator[Chosen]:
        """Men whom nobody can feed; who cannot feed his settlements does not win."""
        cus, last = self.house.cus, self.world.turn >= self.world.last_turn
        for code in sorted(self.board.land(self.who), key=lambda code: (code not in cus, code)):
            idle = number(self.house.idle(code), "LI")
            whole = last or (code in cus and not self.house.near(code))
            men = min(self.lack, idle if whole else idle - 1)
            if men > 0:
                yield Disband(code, "LI", Number(men)), f"the larder {larder(self.lack)}"
                self.lack -= men

    # fighting

    def places(self) -> list[str]:
        """The fields with idle units, by code; nobody fights on neutral ones."""
        chart = self.board.chart
        return [code for code in chart.codes if chart[code].is_land and self.house.idle(code)]

    def fights(self) -> Iterator[Chosen]:
        for code in self.places():
            own, foes = self.house.idle(code), self.house.hostile(code)
            attacks = bool(foes) and 2 * worth(own) >= 3 * worth(foes)
            if attacks:
                self.striking.add(code)
                yield Attack(code, "ANY", None), odds(own, foes)
            there = self.world.fields[code].settlement
            hostile = there and self.board.hostile(self.who, there.owner)
            clear = attacks or not self.board.against(self.who, code)
            if hostile and clear and total(own) >= max(1, self.board.lf(code)):
                self.striking.add(code)
                yield (
                    Siege(code, None, "DEGRADE"),
                    f"{total(own)} stand before a settlement held by {self.board.lf(code)}",
                )

    def strikes(self) -> Iterator[Chosen]:
        struck: set[str] = set()
        for code in self.places():
            idle = self.house.idle(code)
            able = total(idle) - (code in self.house.cus)
            target = self.prey(code, able) if code not in self.striking else None
            if target is None:
                continue
            self.striking.add(code)
            why = f"{able} can take the settlement, where {total(self.house.hostile(target))} stand"
            for unit in LAND:
                men = min(able, number(idle, unit))
                if men:
                    yield Move(code, target, unit, Number(men)), why
                    able -= men
            if target not in struck:
                struck.add(target)
                yield Attack(target, "ANY", None), why
                yield Siege(target, None, "DEGRADE"), why

    def prey(self, code: str, able: int) -> str | None:
        """The best hostile settlement a step away that so many can take."""
        found = []
        for near in self.board.chart.steps[code]:
            settlement, foes = self.world.fields[near].settlement, self.house.hostile(near)
            if not settlement or not self.board.hostile(self.who, settlement.owner):
                continue
            lf = self.board.lf(near)
            if lf < WEAK and max(LEAST_STRIKE, lf) <= able and 3 * worth(foes) <= 2 * able:
                found.append((total(foes) - tables().vp.of(settlement.kind)[0], near))
        return min(found)[1] if found else None

    # spreading out

    def spare(self, code: str, for_site: bool = False) -> int:
        """Idle light infantry that may leave a field."""
        men = number(self.house.idle(code), "LI")
        if code in self.striking:
            return 0
        if code == self.site:
            return max(0, men - self.crew)
        if for_site and code in self.house.cus and not self.house.near(code):
            return men
        return max(0, men - 1)

    def chosen_site(self) -> str | None:
        """Where a village pays: the richest safe field that a crew can reach."""
        sites = sum(bool(there.site and there.site.owner == self.who) for there in self.world.fields.values())
        if self.gold < price_of(self.world, self.who, VIL) or sites >= 2:
            return None
        chart, able = self.board.chart, []
        for code in self.house.net:
            there, idle = self.world.fields[code], self.house.idle(code)
            if there.settlement or there.site or not chart[code].grain or self.house.near(code) > total(idle) + 1:
                continue
            hands = number(idle, "LI") if code not in self.striking else 0
            if hands + sum(self.spare(near, for_site=True) for near in chart.steps[code]) >= self.crew:
                able.append((-chart[code].grain, code))
        return min(able)[1] if able else None

    def moves(self) -> Iterator[Chosen]:
        short = self.crew - number(self.house.idle(self.site), "LI") if self.site else 0
        for code in self.places():
            if code in self.striking:
                continue
            sent = 0
            if self.site and short > 0 and self.site in self.board.chart.steps[code]:
                sent = min(short, self.spare(code, for_site=True))
                if sent:
                    yield Move(code, self.site, "LI", Number(sent)), f"{self.crew} are to build a village there"
                    short -= sent
            kept = self.crew if code == self.site else 1
            yield from self.spread(code, number(self.house.idle(code), "LI") - sent - kept)

    def spread(self, code: str, men: int) -> Iterator[Chosen]:
        """One each to the empty fields beside; the others towards the nearest, or towards an enemy."""
        chart = self.board.chart
        empty = [near for near in chart.steps[code] if self.is_empty(near) and near not in self.used]
        for near in sorted(empty, key=lambda near: (-chart[near].grain, near))[: max(0, men)]:
            self.used.add(near)
            men -= 1
            yield Move(code, near, "LI", Number(1)), "the field is empty: one man makes it ours"
        way = self.way(code) if men > 0 else None
        if way:
            yield Move(code, way, "LI", Number(men)), "nothing to do here: towards the next field to be had"

    def is_empty(self, code: str) -> bool:
        """No control, no units, no settlement."""
        there = self.world.fields[code]
        taken = there.units or there.builders or there.settlement or self.board.controller(code)
        return self.board.chart[code].is_land and not taken

    def is_weak_prey(self, code: str) -> bool:
        there = self.world.fields[code].settlement
        return bool(there and self.board.hostile(self.who, there.owner) and self.board.lf(code) < WEAK)

    def way(self, code: str) -> str | None:
        """The first step of the shortest way over own land; not into an enemy's settlement."""
        path = self.path(code, lambda near: self.is_empty(near) and near not in self.used)
        if path:
            return path[0]
        path = self.path(code, self.is_weak_prey)
        return path[0] if path and len(path) > 1 else None

    def path(self, code: str, is_goal: Callable[[str], bool]) -> list[str]:
        """Of equal ways the one whose fields come first by code."""
        steps, own = self.board.chart.steps, set(self.board.land(self.who))
        edge: list[list[str]] = [[]]
        seen = {code}
        while edge:
            longer: list[list[str]] = []
            goals: list[list[str]] = []
            for path in edge:
                for near in steps[path[-1] if path else code]:
                    if near in seen:
                        continue
                    if is_goal(near):
                        goals.append([*path, near])
                    elif near in own:
                        seen.add(near)
                        longer.append([*path, near])
            if goals:
                return min(goals)
            edge = longer
        return []

    # building and arming

    def spending(self) -> Iterator[Chosen]:
        if self.site:
            why = f"the richest safe field in reach, {self.gold} gold in hand"
            yield Build(self.site, VIL, self.crew), why
            self.gold -= price_of(self.world, self.who, VIL)
        faction = self.world.faction(self.who)
        if self.world.season == AUTUMN and not faction.no_recruit:
            yield from self.recruited()
        if self.world.season != WINTER and not faction.recruit_only:
            yield from self.armed()

    def recruited(self) -> Iterator[Chosen]:
        room = self.world.settings.unit_limit - self.world.unit_count(self.who)
        men = min(self.gold, self.more, room, len(self.board.land(self.who)))
        if men > 0:
            yield Recruit("ALL", men), f"{self.gold} gold in hand, and bread for {self.more} more"
            self.gold -= men
            self.more -= men

    def armed(self) -> Iterator[Chosen]:
        price = tables().units["LI"].buy or 0
        for code in sorted(self.house.cus, key=lambda code: (-self.house.near(code), code)):
            needed = price if self.house.near(code) else 5
            if self.more > 0 and self.gold >= needed:
                near = self.house.near(code)
                why = f"{Count(near):enemy/enemies} next to it" if near else f"bread for {self.more} more"
                yield Buy("LI", code, Number(1), None), why
                self.gold -= price
                self.more -= 1
