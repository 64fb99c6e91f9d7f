"""SAIL and FLEET: ships and what they carry [5.4.3, 5.5.2, 5.18.16]."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from pbm.rules.action import Quantity
from pbm.rules.code import Place
from pbm.rules.order import Number, Refusal
from pbm.rules.plan import Done, failed, partly, refused
from pbm.rulesets.homelands.causes import locked
from pbm.rulesets.homelands.chart import SEA
from pbm.rulesets.homelands.crossing import capacity, is_water_way, load, may_beach, on_arrival
from pbm.rulesets.homelands.drawing import ABOARD, ASHORE, OPEN, YARD, Drawn, Group, Test, draw, fresh, ready
from pbm.rulesets.homelands.moves import SAILING
from pbm.rulesets.homelands.order import HomeOrder, Scene, action, least_one
from pbm.rulesets.homelands.stock import Shifted
from pbm.rulesets.homelands.tables import tables
from pbm.rulesets.homelands.units import (
    ARRIVED,
    LAND,
    MOVED,
    SHIPS,
    Units,
    added,
    kind,
    less,
    marked,
    singly,
    told,
    unit_words,
)

Loads = tuple[tuple[str, Number], ...]


def loads_flaw(loads: Loads) -> str:
    named = [unit for unit, _ in loads]
    if len(set(named)) < len(named):
        return "each type of unit may be named once"
    return next(filter(None, (least_one(number) for _, number in loads)), "")


def in_words(loads: Loads) -> str:
    """Ships and cargo for people to read: 2 transports, all light infantry."""
    return ", ".join(f"{Quantity(number):{unit_words(unit)}/{unit_words(unit, 2)}}" for unit, number in loads)


@dataclass(frozen=True)
class Voyage:
    """Ships that leave a field for the next, and what they take with them."""

    at: Scene
    rule: str
    origin: str
    target: str
    loads: Loads
    free: Test
    marks: str
    fleet: bool = False

    @property
    def from_sea(self) -> bool:
        return self.at.chart[self.origin].is_sea

    def plan(self) -> Done:
        if reason := self.wrong_way() or self.wrong_loads():
            return refused(reason)
        ships, asked = self.drawn(SHIPS, self.ship_places())
        wanted, goods = self.drawn(LAND, (ABOARD,) if self.from_sea else ASHORE)
        going = self.let_in(ships)
        cargo = fitting(wanted, capacity(joined(going)))
        if reason := self.wrong_load(ships, going, cargo):
            return refused(reason)
        done = count(going) + count(cargo)
        return partly(done, asked + goods, self.events(going, cargo), Refusal(self.rule, "not all of them could go"))

    # what is wrong with the line

    def wrong_way(self) -> Refusal | None:
        world, who = self.at.world, self.at.who
        border = self.at.chart.border(self.origin, self.target)
        vikings = world.faction(who).ships_on_land
        if not is_water_way(world, who, self.origin, self.target) or (self.fleet and border != SEA and not vikings):
            return Refusal(
                self.rule,
                f"ships cannot go from {world.called(self.origin)} to {world.called(self.target)}",
                kind="lasting",
            )
        if (
            self.at.chart[self.target].is_sea
            or self.at.board.yard(self.target, who)
            or may_beach(world, who, self.target)
        ):
            return None
        yard = self.at.at(self.target).yard
        if yard and yard.owner == who:
            return Refusal(self.rule, "the yard is shut: its settlement is encircled")
        return Refusal(self.rule, f"no yard of yours is in {world.called(self.target)}")

    def wrong_loads(self) -> Refusal | None:
        for unit, _ in self.loads:
            if kind(unit).type not in (*SHIPS, *LAND):
                return Refusal(self.rule, f"{unit_words(unit, 2)} cannot move", kind="lasting")
        if not any(kind(unit).type in SHIPS for unit, _ in self.loads):
            return Refusal(self.rule, "no ships are named", kind="lasting")
        return None

    def wrong_load(self, ships: list[Group], going: list[Group], cargo: list[Group]) -> Refusal | None:
        """Why those who are there do not go."""
        if not ships:
            return Refusal(self.rule, f"no ships in {self.at.world.called(self.origin)} are free to go")
        if self.asked_load() > self.asked_room():
            return Refusal(self.rule, "the cargo is too large for the ships")
        if not going:
            return Refusal(self.rule, "there is no room in the yard")
        if self.fleet and (reason := self.too_few(going)):
            return reason
        if self.from_sea and not self.rest_fits(going, cargo):
            return Refusal(self.rule, "cargo would be left behind without a ship")
        return None

    def too_few(self, going: list[Group]) -> Refusal | None:
        needed = self.at.faction.fleet or tables().move["fleet"]
        if count(going) >= needed or is_forced(self.at):
            return None
        return Refusal(self.rule, f"no special move: fewer than {needed} ships")

    # who goes

    def ship_places(self) -> tuple[str, ...]:
        return (OPEN,) if self.from_sea or self.fleet else (OPEN, YARD)

    def drawn(self, types: tuple[str, ...], places: tuple[str, ...]) -> tuple[list[Group], int]:
        """Those of the line's types who are there, in the order named, and how many were asked for."""
        found: list[Group] = []
        asked = 0
        for unit, number in self.loads:
            if kind(unit).type in types:
                drawn = self.draw(unit, number, places)
                found += drawn.groups
                asked += drawn.asked
        return found, asked

    def draw(self, unit: str, number: Number, places: tuple[str, ...]) -> Drawn:
        is_ship = kind(unit).type in SHIPS
        counted = places if is_ship else places[:1]
        return draw(
            self.at, self.origin, unit, number, places, self.free if is_ship else ready, counted=counted, types=()
        )

    def asked_load(self) -> int:
        """The size of all the cargo that the line names."""
        places = (ABOARD,) if self.from_sea else ASHORE
        rows = [(unit, self.draw(unit, number, places).asked) for unit, number in self.loads]
        return sum(n * tables().units[kind(unit).type].size for unit, n in rows if kind(unit).type in LAND)

    def asked_room(self) -> int:
        rows = [(unit, self.draw(unit, number, self.ship_places()).asked) for unit, number in self.loads]
        return sum(n * tables().units[kind(unit).type].carries for unit, n in rows if kind(unit).type in SHIPS)

    def let_in(self, ships: list[Group]) -> list[Group]:
        """All go out to sea; a yard takes as many as it has room for, and where they may stand, all."""
        world, who = self.at.world, self.at.who
        if self.at.chart[self.target].is_sea or may_beach(world, who, self.target):
            return ships
        left, found = self.yard_room(), list[Group]()
        for place, units in ships:
            kept: Units = {}
            for key in singly(units):
                if left > 0:
                    kept[key] = kept.get(key, 0) + 1
                    left -= 1
            if kept:
                found.append((place, kept))
        return found

    def yard_room(self) -> int:
        yard = self.at.board.yard(self.target, self.at.who) and self.at.at(self.target).yard
        return yard.room("ships") - sum(yard.ships.values()) if yard else 0

    def rest_fits(self, going: list[Group], cargo: list[Group]) -> bool:
        there = self.at.at(self.origin)
        ships = less(there.units.get(self.at.who, {}), joined(going))
        rest = less(there.cargo.get(self.at.who, {}), joined(cargo))
        return load(rest) <= capacity(ships)

    # what comes of it

    def events(self, going: list[Group], cargo: list[Group]) -> list[Shifted]:
        found, room = [], 0 if self.at.chart[self.target].is_sea else self.yard_room()
        for place, units in going:
            docked: Units = {}
            for key in singly(units):
                if sum(docked.values()) < room:
                    docked[key] = docked.get(key, 0) + 1
            room -= sum(docked.values())
            found += self.sailed(place, docked, YARD) + self.sailed(place, less(units, docked), OPEN)
        into = ABOARD if self.at.chart[self.target].is_sea else OPEN
        for place, units in cargo:
            came = on_arrival(self.at.world, units, self.target, "")
            found.append(self.shifted(place, units, into, came))
        return found

    def sailed(self, place: str, units: Units, into: str) -> list[Shifted]:
        if not units:
            return []
        stays = into == YARD or self.at.chart[self.target].is_sea
        came = (
            marked(units, self.marks + ARRIVED) if stays else on_arrival(self.at.world, units, self.target, self.marks)
        )
        return [self.shifted(place, units, into, came)]

    def shifted(self, place: str, units: Units, into: str, came: Units) -> Shifted:
        return Shifted(self.at.who, self.origin, place, self.target, into, units, came, told(units), "sails/sail")


def joined(groups: list[Group]) -> Units:
    return added(*(units for _, units in groups))


def count(groups: list[Group]) -> int:
    return sum(sum(units.values()) for _, units in groups)


def fitting(groups: list[Group], room: int) -> list[Group]:
    """Unit by unit in the order named, each that still fits."""
    found: list[Group] = []
    for place, units in groups:
        taken: Units = {}
        for key in singly(units):
            size = tables().units[kind(key).type].size
            if size <= room:
                taken[key] = taken.get(key, 0) + 1
                room -= size
        if taken:
            found.append((place, taken))
    return found


def is_forced(at: Scene) -> bool:
    """FORCE, or commanders without equal: every unit has a special move [5.5.3]."""
    return at.who in at.world.round.forced or (bool(at.world.on("command")) and at.realm.command == "BRILLIANT")


@action("5.4.3", form="SAIL {origin} {target} {loads: | }", meaning="sail from {origin} to {target} with {loads}")
class Sail(HomeOrder, frozen=True):
    """Ships go to the next sea, into a yard or out of it, with the cargo that is named behind them."""

    origin: Place
    target: Place
    loads: Loads
    step: ClassVar = SAILING

    def flaw(self) -> str:
        return loads_flaw(self.loads)

    def said(self, number: int) -> Mapping[str, object]:
        return {**super().said(number), "loads": in_words(self.loads)}

    def plan(self, at: Scene) -> Done:
        return Voyage(at, "5.4.3", self.origin, self.target, self.loads, fresh, MOVED).plan()


@action(
    "5.5.2", form="FLEET {origin} {target} {loads: | }", meaning="the fleet goes from {origin} to {target} with {loads}"
)
class Fleet(HomeOrder, frozen=True):
    """Four ships or more, with their cargo, go one sea further."""

    origin: Place
    target: Place
    loads: Loads
    step: ClassVar = "3b"

    def flaw(self) -> str:
        return loads_flaw(self.loads)

    def said(self, number: int) -> Mapping[str, object]:
        return {**super().said(number), "loads": in_words(self.loads)}

    def plan(self, at: Scene) -> Done:
        if at.locked(self.origin):
            return failed("5.5.1", locked(at, self.origin))
        return Voyage(at, "5.5.2", self.origin, self.target, self.loads, ready, "", fleet=True).plan()
