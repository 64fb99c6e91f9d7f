"""The household of a power: what grows, what is eaten, and what winter will cost if nothing changes [10.2, 11.1]."""

from dataclasses import dataclass
from functools import cached_property

from pbm.rulesets.homelands.board import Board
from pbm.rulesets.homelands.income import yield_of
from pbm.rulesets.homelands.tables import AUTUMN, SPRING, SUMMER, WINTER, tables
from pbm.rulesets.homelands.units import LAND, kind, number, total
from pbm.rulesets.homelands.world import World

UNFED = ("ME", "CO")
ENDLESS = 10**6


@dataclass
class Household:
    """The figures of one power, from what it may know."""

    board: Board
    who: str

    @property
    def world(self) -> World:
        return self.board.world

    @cached_property
    def net(self) -> list[str]:
        """The land fields that are controlled and connected, by code."""
        return self.board.lgf(self.who)

    @cached_property
    def cus(self) -> list[str]:
        return self.board.own_cus(self.who)

    @cached_property
    def towns(self) -> int:
        """What the own CUS eat."""
        rows, fields = tables().buildings, self.world.fields
        return sum(rows[own.kind].feed for code in self.cus if (own := fields[code].settlement))

    @cached_property
    def mouths(self) -> int:
        """The feed of own CUS, and one for each unit that eats."""
        units = sum(total(units) - number(units, *UNFED) for _, _, units in self.world.stands(self.who))
        return self.towns + units

    @cached_property
    def store(self) -> int:
        """The grain that own CUS could hold, forts not counted."""
        rows, fields = tables().buildings, self.world.fields
        return sum(rows[own.kind].grain for code in self.cus if (own := fields[code].settlement))

    @cached_property
    def grain(self) -> int:
        return sum(own.grain for code in self.cus if (own := self.world.fields[code].settlement))

    @cached_property
    def fish(self) -> int:
        yards = (there.yard for there in self.world.fields.values())
        return sum(yard.fish for yard in yards if yard and yard.owner == self.who)

    @cached_property
    def seed(self) -> int:
        fields = sum(self.board.chart[code].grain > 0 for code in self.net)
        return max(self.towns, min(self.store // 3, fields))

    @cached_property
    def coming(self) -> int:
        """The grain that this year's fields will still bring."""
        season, fields, chart = self.world.season, self.world.fields, self.board.chart
        if season == SPRING:
            crops = sorted((chart[code].grain for code in self.net if not fields[code].herd), reverse=True)
            return sum(crops[: self.grain])
        stacks = [(code, sown) for code in self.net if (sown := fields[code].sown) and sown.owner == self.who]
        if season == SUMMER:
            return sum(sown.grain + chart[code].grain for code, sown in stacks)
        return sum(sown.grain for _, sown in stacks) if season == AUTUMN else 0

    @cached_property
    def food(self) -> int:
        return min(self.store, self.grain + self.coming) + self.fish // 2

    @cached_property
    def room(self) -> int:
        """Food beyond mouths and seed; without agriculture food never limits."""
        if not self.world.on("agriculture"):
            return ENDLESS
        return self.food - self.mouths - self.seed

    @cached_property
    def herds(self) -> dict[str, str]:
        """The own herds on controlled, connected fields."""
        fields = self.world.fields
        return {code: herd.kind for code in self.net if (herd := fields[code].herd) and herd.owner == self.who}

    @cached_property
    def meat(self) -> int:
        """The full meat of all herds."""
        return sum(tables().herds[kind].full for kind in self.herds.values())

    @cached_property
    def gold(self) -> int:
        """The treasury, with taxes to come in summer, less what hunger will cost."""
        found = self.world.powers[self.who].gold
        if self.world.season == SUMMER:
            found += yield_of(self.board, self.who) + self.world.faction(self.who).tax_bonus
        if self.world.season != WINTER:
            found -= 2 * max(0, -(self.room + self.meat))
        return found

    @cached_property
    def more(self) -> int:
        """How many more units the household can bear."""
        if not self.world.on("agriculture"):
            return ENDLESS
        return min(self.room + self.gold // 3, self.store - self.mouths - self.seed)

    @cached_property
    def lack(self) -> int:
        """What is missing for the winter with all herds fed."""
        return -self.room + sum(tables().herds[herd].feed for herd in self.herds.values())

    # units

    def idle(self, code: str) -> dict[str, int]:
        """Own land units in the open that do not build."""
        units = self.world.fields[code].units.get(self.who, {})
        return {key: count for key, count in units.items() if kind(key).type in LAND}

    def near(self, code: str) -> int:
        """Hostile land units in the open on a field and one step away."""
        return sum(total(self.hostile(place)) for place in (code, *self.board.chart.steps[code]))

    def hostile(self, code: str) -> dict[str, int]:
        there, found = self.world.fields[code], dict[str, int]()
        for rows in (there.units, there.builders):
            for other, units in rows.items():
                if self.board.hostile(self.who, other):
                    for key, count in units.items():
                        if kind(key).type in LAND:
                            found[key] = found.get(key, 0) + count
        return found
