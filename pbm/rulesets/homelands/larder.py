"""Food: what a component has, what it needs, and who eats [5.14.2]. Forecasts use the same functions as feeding."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from pbm.rulesets.homelands.board import Board
from pbm.rulesets.homelands.salaries import best_first
from pbm.rulesets.homelands.tables import CTY, FISH, GRAIN, MEAT, VIL, tables
from pbm.rulesets.homelands.units import Units, kind
from pbm.rulesets.homelands.world import DIET, World, full, places

HERD_ORDER = ("CATTLE", "HORSE", "PIGS", "SHEEP")
EATERS = ("CV", "WE", "HI", "WS", "LI", "TS", "SM")
GreenIn, YellowIn = ("subtropical",), ("subtropical", "temperate")
Mouth = tuple[str, str, str]
"""A unit: field, place, key."""


@dataclass
class HerdThere:
    where: str
    kind: str
    inside: bool


@dataclass
class Larder:
    """The stores of one component of a power."""

    board: Board
    who: str
    fields: list[str]
    besieged: bool = False
    grain: dict[str, int] = field(default_factory=dict)
    fish: dict[str, int] = field(default_factory=dict)
    meat: int = 0
    used_grain: dict[str, int] = field(default_factory=dict)
    used_fish: dict[str, int] = field(default_factory=dict)
    fed: list[HerdThere] = field(default_factory=list)
    culled: list[HerdThere] = field(default_factory=list)
    cities: dict[str, int] = field(default_factory=dict)
    """The points that each city got."""
    villages: dict[str, int] = field(default_factory=dict)
    hungry: list[Mouth] = field(default_factory=list)

    def __post_init__(self) -> None:
        world = self.board.world
        for code in self.fields:
            there = world.fields[code]
            if self.owns_settlement(code) and there.settlement:
                self.grain[code] = there.settlement.grain
            if self.owns_yard(code) and there.yard:
                self.fish[code] = there.yard.fish
            self.meat += world.round.meat.get(self.who, {}).get(code, 0)

    def owns_settlement(self, code: str) -> bool:
        own = self.board.world.fields[code].settlement
        return bool(own and own.owner == self.who and bool(self.board.encircler(code)) == self.besieged)

    def owns_yard(self, code: str) -> bool:
        yard = self.board.world.fields[code].yard
        return bool(yard and yard.owner == self.who and bool(self.board.encircler(code)) == self.besieged)

    # what there is

    def herds(self) -> list[HerdThere]:
        """In the order in which they are fed."""
        found: list[HerdThere] = []
        for code in self.fields:
            there = self.board.world.fields[code]
            if there.herd and there.herd.owner == self.who and not self.besieged:
                found.append(HerdThere(code, there.herd.kind, False))
            if self.owns_settlement(code) and there.settlement:
                found += [HerdThere(code, herd, True) for herd in there.settlement.herds]
        return sorted(found, key=lambda herd: HERD_ORDER.index(herd.kind))

    def settlements(self, what: str) -> list[str]:
        rows = self.board.world.fields
        return [code for code in self.grain if (own := rows[code].settlement) and own.kind == what]

    def mouths(self) -> list[Mouth]:
        """The units in the order in which they eat."""
        groups: list[tuple[str, str, Units]] = []
        for code in self.fields:
            for place, units in places(self.board.world.fields[code], self.who):
                if self.counts(code, place):
                    groups.append((code, place, units))
        return [
            (code, place, key)
            for unit in EATERS
            for code, place, units in groups
            for key in best_first({key: n for key, n in units.items() if kind(key).type == unit})
        ]

    def counts(self, code: str, place: str) -> bool:
        """Those inside and in the yard belong to their settlement, all others to the field."""
        if place == "inside":
            return self.owns_settlement(code)
        if place == "yard":
            return self.owns_yard(code)
        return not self.besieged

    def points(self) -> int:
        """What people need: settlements and units."""
        rows = tables()
        towns = sum(rows.buildings[what].feed * len(self.settlements(what)) for what in (CTY, VIL))
        return towns + sum(rows.units[kind(key).type].feed for _, _, key in self.mouths())

    def fodder(self) -> int:
        """The grain that riders and elephants need besides."""
        return sum(tables().units[kind(key).type].feed_grain for _, _, key in self.mouths())

    def grain_left(self) -> int:
        return sum(self.grain.values())

    def fish_left(self) -> int:
        return sum(self.fish.values())

    # who eats

    def take_grain(self, amount: int) -> bool:
        return take(self.grain, self.used_grain, amount)

    def take_fish(self, amount: int) -> bool:
        return take(self.fish, self.used_fish, amount)

    def eats(self) -> bool:
        """One point of food, as the diet says."""
        for good in full(self.board.world.powers[self.who].diet, DIET):
            if good == MEAT and self.meat:
                self.meat -= 1
                return True
            if (good == FISH and self.take_fish(2)) or (good == GRAIN and self.take_grain(1)):
                return True
        return False

    def feed(self) -> "Larder":
        """Herds first, then people."""
        self.feed_herds()
        for code in self.settlements(CTY):
            self.cities[code] = sum(self.eats() for _ in range(tables().buildings[CTY].feed))
        for code in self.settlements(VIL):
            self.villages[code] = int(self.eats())
        for mouth in self.mouths():
            if not self.serve(mouth):
                self.hungry.append(mouth)
        return self

    def serve(self, mouth: Mouth) -> bool:
        """The fodder of a unit, then its point; nothing if one of them is missing."""
        row = tables().units[kind(mouth[2]).type]
        grain, eaten = dict(self.grain), dict(self.used_grain)
        if row.feed_grain and not self.take_grain(row.feed_grain):
            return False
        if self.eats():
            return True
        self.grain, self.used_grain = grain, eaten
        return False

    def feed_herds(self) -> None:
        points, fodder = self.points(), self.fodder()
        first = self.board.world.powers[self.who].herdsfirst
        for herd in self.herds():
            row = tables().herds[herd.kind]
            if not needs_feed(self.board.world, self.who, herd):
                continue
            kept = 0 if first else fodder + max(0, points - self.meat - self.fish_left() // 2)
            if self.grain_left() - row.feed >= kept and self.take_grain(row.feed):
                self.fed.append(herd)
            else:
                self.culled.append(herd)
                self.meat += row.lean


def take(stores: dict[str, int], used: dict[str, int], amount: int) -> bool:
    """So much out of the stores, by code; nothing if there is not so much."""
    if sum(stores.values()) < amount:
        return False
    for code in sorted(stores):
        part = min(amount, stores[code])
        if part:
            stores[code] -= part
            used[code] = used.get(code, 0) + part
            amount -= part
    return True


def needs_feed(world: World, who: str, herd: HerdThere) -> bool:
    """Whether a herd must be fed in winter: not in a good one, nor on rich pastures by transhumance, which those inside
    a settlement do not reach [5.14.2a]."""
    spot = world.chart[herd.where]
    if world.winter.get(spot.climate) == "good":
        return False
    if herd.inside or not (world.on("transhumance") or world.faction(who).transhumance):
        return True
    rich = (spot.colour == "green" and spot.climate in GreenIn) or (
        spot.colour == "yellow" and spot.climate in YellowIn
    )
    return not rich


def larders(board: Board, who: str) -> Iterator[Larder]:
    """One for each component, and one for each encircled settlement."""
    for part in board.parts(who):
        yield Larder(board, who, sorted(part))
    for code in board.world.settlements(who):
        if board.encircler(code):
            yield Larder(board, who, [code], besieged=True)
