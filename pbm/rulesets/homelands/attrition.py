"""Neutral fields, shipwreck, corsairs; in EXTENDED mountains, being cut off, and sieges [5.6.2 to 5.6.5]."""

from collections.abc import Iterator
from typing import ClassVar

from pbm.rules.code import Place, Power
from pbm.rules.engine import Turn
from pbm.rules.event import Event, OfPower
from pbm.rulesets.homelands.board import Board
from pbm.rulesets.homelands.chart import MOUNTAIN, SEA
from pbm.rulesets.homelands.conquest import ruined
from pbm.rulesets.homelands.crossing import capacity
from pbm.rulesets.homelands.drawing import ABOARD, BUILDING, INSIDE, OPEN, YARD
from pbm.rulesets.homelands.factions import Hazard
from pbm.rulesets.homelands.honours import honoured, worth
from pbm.rulesets.homelands.retreats import drowning
from pbm.rulesets.homelands.stock import Earned, Perished, drop, perished
from pbm.rulesets.homelands.tables import WINTER, tables
from pbm.rulesets.homelands.units import SHIPS, Units, added, rank, told, type_of
from pbm.rulesets.homelands.world import Field, World, copied, full

ATTRITION, WRECK = "ATTRITION", "WRECK"
Row = tuple[str, str]
"""A unit: where it stands, and its key."""


class Rolled(OfPower, frozen=True):
    """The dice of a hazard, unit by unit, and the prestige that luck cost."""

    where: Place
    hazard: str
    dice: tuple[str, ...]
    luck: str = ""
    number: int = 0
    pp: int = 0
    text: ClassVar = "{hazard} in {where}: {dice}"
    words: ClassVar = {"cutoff": "cut off", "siege": "under siege", "mountain": "mountains"}

    def apply(self, world: World) -> None:
        world.powers[self.who].pp -= self.pp
        if self.number:
            world.round.luck[self.who][self.luck] -= self.number


class Hazarding:
    """Dice thrown for the units of a power on a field, in the order of their types."""

    def __init__(self, turn: Turn[World], who: str, where: str, stream: str, luck: str, bad: list[int]) -> None:
        self.turn, self.who, self.where = turn, who, where
        self.stream, self.luck, self.bad = stream, luck, bad
        self.told: list[str] = []
        self.pp = 0
        self.again = 0

    def throw(self, label: str) -> bool:
        """Whether a die is bad; luck throws it again while there is prestige."""
        world: World = self.turn.world
        die = self.turn.dice.roll(self.stream)
        faces, price = [die], tables().prestige["reroll"]
        asked = world.round.luck.get(self.who, {}).get(self.luck, 0) - self.again
        if die in self.bad and asked > 0 and world.powers[self.who].pp - self.pp >= price:
            die = self.turn.dice.roll(f"luck.{self.stream}")
            faces.append(die)
            self.pp += price
            self.again += 1
        self.told.append(f"{label} {'>'.join(map(str, faces))}")
        return die in self.bad

    def events(self, hazard: str, lost: list[Row], why: str) -> Iterator[Event]:
        if self.told:
            yield Rolled(self.who, self.where, hazard, tuple(self.told), self.luck, self.again, self.pp)
        for place in dict.fromkeys(place for place, _ in lost):
            units: Units = {}
            for where, key in lost:
                if where == place:
                    units[key] = units.get(key, 0) + 1
            yield perished(self.who, self.where, place, units, why)


def roll_call(world: World, code: str, who: str, *places: str) -> list[Row]:
    """Unit by unit: types in their order, idle before builders, the lowest level first."""
    there = world.fields[code]
    found: list[tuple[tuple[int, int, int], Row]] = []
    for number, place in enumerate(places):
        units = standing(there, who, place)
        for key, count in units.items():
            unit, level, _ = rank(key)
            found += [((unit, number, level), (place, key))] * count
    return [row for _, row in sorted(found, key=lambda each: each[0])]


def standing(there: Field, who: str, place: str) -> Units:
    if place == INSIDE:
        return there.settlement.inside if there.settlement and there.settlement.owner == who else {}
    if place == YARD:
        return there.yard.ships if there.yard and there.yard.owner == who else {}
    rows = {OPEN: there.units, BUILDING: there.builders, ABOARD: there.cargo}[place]
    return rows.get(who, {})


def spared(world: World, who: str) -> bool:
    """In its first years a faction may be spared [5.18.19]."""
    faction = world.faction(who)
    return world.year < max(1, faction.late) + faction.no_attrition_years


# neutral fields


def neutral_fields(turn: Turn[World]) -> Iterator[Event]:
    world = turn.world
    for code in world.chart.codes:
        hazard = world.chart[code].hazard
        if world.chart[code].is_neutral and hazard and hazard.lost_on:
            for who in sorted(world.fields[code].units):
                yield from on_neutral(turn, code, who, hazard)


def on_neutral(turn: Turn[World], code: str, who: str, hazard: Hazard) -> Iterator[Event]:
    """Each unit rolls; on the Roads it pays for safe passage while there is gold [5.18.20]."""
    world = turn.world
    keeper = Board(world).controller(hazard.oasis) if hazard.oasis in world.fields else None
    if hazard.kind in world.faction(who).safe or (keeper and keeper == who):
        return
    units = roll_call(world, code, who, OPEN)
    price = hazard.safe_passage_gold
    pays = price and world.powers[who].doctrine.roads == "PAY"
    safe = min(len(units), world.powers[who].gold // price) if pays else 0
    if safe:
        yield Earned(who, -safe * price, "safe passage")
        if keeper:
            yield Earned(keeper, safe * price, "safe passage")
    dice = Hazarding(turn, who, code, f"neutral.{code}.{who}", ATTRITION, hazard.lost_on)
    lost = [row for row in units[safe:] if dice.throw(type_of(row[1]))]
    yield from dice.events("the dangers of the way", lost, "lost on the way")


# ships


def shipwreck(turn: Turn[World]) -> Iterator[Event]:
    """Each ship at sea rolls by season, water and weather."""
    world = turn.world
    season = world.season
    if season == WINTER:
        season = f"winter_{world.winter.get(SEA, 'good')}"
    for code in world.chart.seas if world.on("wreck") else ():
        bad = tables().wreck[world.chart[code].water].get(season, [])
        for who in sorted(world.fields[code].units) if bad else ():
            if world.season not in world.faction(who).no_wreck and not spared(world, who):
                yield from in_storm(turn, code, who, bad)


def in_storm(turn: Turn[World], code: str, who: str, bad: list[int]) -> Iterator[Event]:
    dice = Hazarding(turn, who, code, f"wreck.{code}.{who}", WRECK, bad)
    ships = [row for row in roll_call(turn.world, code, who, OPEN) if type_of(row[1]) in SHIPS]
    lost = [row for row in ships if dice.throw(type_of(row[1]))]
    yield from dice.events("storms", lost, "shipwreck")
    yield from surplus(turn.world, code, who)


def surplus(world: World, code: str, who: str) -> Iterator[Perished]:
    """Cargo that no longer fits goes down [5.6.2]."""
    there = world.fields[code]
    over = drowning(there.cargo.get(who, {}), capacity(there.units.get(who, {})))
    if over:
        yield perished(who, code, ABOARD, over, "no ship is left for them")


class CorsairsStruck(OfPower, frozen=True):
    loser: Power
    where: Place
    dice: tuple[str, ...]
    ships: Units
    lost: str
    parties: ClassVar = ("who", "loser")
    verb: ClassVar = "corsairs"
    text: ClassVar = "corsairs of {who} strike {loser} in {where}: {dice}<; {lost} {lost:is/are} lost>"
    news: ClassVar = "corsairs of {who} strike {loser} in {where}<; {lost} {lost:is/are} lost>"

    def apply(self, world: World) -> None:
        drop(world, self.where, self.loser, OPEN, self.ships)


def corsairs(turn: Turn[World]) -> Iterator[Event]:
    """Each corsair throws a die for each hostile ship that is still afloat [5.6.3]."""
    world = turn.world
    for code in world.chart.seas if world.on("specials") else ():
        for who in sorted(world.fields[code].units):
            number = sum(n for key, n in world.fields[code].units.get(who, {}).items() if type_of(key) == "CO")
            if number:
                yield from raid(turn, code, who, number)


def raid(turn: Turn[World], code: str, who: str, number: int) -> Iterator[Event]:
    world = turn.world
    board, lost = Board(world), dict[str, Units]()
    for _ in range(number):
        for foe in [other for other in sorted(world.fields[code].units) if board.hostile(who, other)]:
            ships = [key for place, key in roll_call(world, code, foe, OPEN) if type_of(key) in SHIPS]
            dice = [turn.dice.roll(f"corsair.{code}.{who}") for _ in ships]
            sunk: Units = {}
            for key, die in zip(ships, dice, strict=True):
                if tables().dice["white"][die - 1]:
                    sunk[key] = sunk.get(key, 0) + 1
            if ships:
                thrown = tuple(f"{type_of(key)} {die}" for key, die in zip(ships, dice, strict=True))
                yield CorsairsStruck(who, foe, code, thrown, sunk, told(sunk))
                lost[foe] = added(lost.get(foe, {}), sunk)
                for event in surplus(world, code, foe):
                    lost[foe] = added(lost[foe], event.units)
                    yield event
    for foe, units in lost.items():
        yield from honoured(world, who, foe, code, worth(units), 0, "corsairs in")


# attrition


def mountains(turn: Turn[World]) -> Iterator[Event]:
    """Cavalry and elephants on mountain fields."""
    world = turn.world
    for code in world.chart.codes if world.on("attrition") else ():
        spot = world.chart[code]
        if spot.is_land and spot.colour == MOUNTAIN and not spot.part:
            for who in sorted({*world.fields[code].units, *world.fields[code].builders}):
                rows = [row for row in roll_call(world, code, who, OPEN, BUILDING) if type_of(row[1]) in ("CV", "WE")]
                yield from tried(turn, who, code, "mountain", rows)


def tried(turn: Turn[World], who: str, code: str, hazard: str, rows: list[Row]) -> Iterator[Event]:
    if not rows or spared(turn.world, who):
        return
    dice = Hazarding(turn, who, code, f"attrition.{hazard}.{code}.{who}", ATTRITION, tables().attrition.lost_on)
    lost = [row for row in rows if dice.throw(type_of(row[1]))]
    yield from dice.events(hazard, lost, f"attrition, {Rolled.words.get(hazard, hazard)}")


def cut_off(turn: Turn[World]) -> Iterator[Event]:
    """Units that are not connected to a completed settlement of theirs."""
    world = turn.world
    if not world.on("attrition"):
        return
    board = Board(copied(world))
    for code in world.chart.codes:
        there = world.fields[code]
        for who in sorted({*there.units, *there.builders, *there.cargo}):
            if not board.connected(who, code):
                rows = [row for row in roll_call(world, code, who, OPEN, BUILDING, ABOARD) if type_of(row[1]) != "CO"]
                yield from tried(turn, who, code, "cutoff", rows)
                yield from surplus(world, code, who) if there.cargo.get(who) else ()


class FoodEaten(OfPower, frozen=True):
    """A besieged settlement feeds on {where:its/their} stores."""

    where: Place
    grain: int
    fish: int
    text: ClassVar = "{where} {where:lives/live} on {where:its/their} stores<: {grain} grain><; {fish} fish>"

    def apply(self, world: World) -> None:
        there = world.fields[self.where]
        if there.settlement:
            there.settlement.grain -= self.grain
        if there.yard:
            there.yard.fish -= self.fish


def encircled(turn: Turn[World]) -> Iterator[Event]:
    """Besieged settlements and all in them, out of winter."""
    world = turn.world
    if not world.on("attrition") or world.season == WINTER:
        return
    board = Board(world)
    for code in [code for code in world.chart.codes if board.encircler(code)]:
        settlement = world.fields[code].settlement
        if settlement and not spared(world, settlement.owner):
            yield from Hunger(turn, code).events()


class Hunger:
    """The dice of a besieged settlement: it pays with food, men, or its end."""

    def __init__(self, turn: Turn[World], code: str) -> None:
        self.turn, self.world, self.code = turn, turn.world, code
        there = self.world.fields[code]
        assert there.settlement
        self.there, self.own = there, there.settlement
        self.who = self.own.owner
        self.food = {"GRAIN": self.own.grain, "FISH": there.yard.fish if there.yard else 0}
        self.eaten = {"GRAIN": 0, "FISH": 0}

    def militia_lost(self, units: list[Row], bad: int) -> tuple[list[Row], bool]:
        """The LI inside that starve in place of the settlement, and whether it falls for want of them."""
        men = [row for row in units if row[0] == INSIDE and type_of(row[1]) == "LI"]
        hungry = sum(not self.eats() for _ in range(bad))
        return men[:hungry], hungry > len(men)

    def events(self) -> Iterator[Event]:
        rows, rolls = tables().attrition, tables().attrition.rolls
        stream = f"attrition.siege.{self.code}.{self.who}"
        dice = Hazarding(self.turn, self.who, self.code, stream, ATTRITION, rows.lost_on)
        bad = sum(dice.throw(self.own.kind) for _ in range(rolls.get(self.own.kind, 1)))
        units = roll_call(self.world, self.code, self.who, INSIDE, YARD)
        hits = [sum(dice.throw(type_of(row[1])) for _ in range(rolls.get(type_of(row[1]), 1))) for row in units]
        lost, falls = self.militia_lost(units, bad)
        spent = list(lost)
        for row, number in zip(units, hits, strict=True):
            if row in spent:
                spent.remove(row)
            elif not all(self.eats() for _ in range(number)):
                lost.append(row)
        yield from dice.events("siege", [] if falls else lost, "starved in the siege")
        if self.eaten["GRAIN"] or self.eaten["FISH"]:
            yield FoodEaten(self.who, self.code, self.eaten["GRAIN"], self.eaten["FISH"])
        if falls:
            yield from ruined(self.world, self.code, "starved in the siege")

    def eats(self) -> bool:
        """One point of food: a grain, or two fish, as the diet says."""
        for good in full(self.world.powers[self.who].diet, ["MEAT", "FISH", "GRAIN"]):
            price = 2 if good == "FISH" else 1
            if self.food.get(good, 0) >= price:
                self.food[good] -= price
                self.eaten[good] += price
                return True
        return False
