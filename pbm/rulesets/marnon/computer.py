"""Computer players, from a power's own report: the steward keeps, the marshal makes war [11.1, 11.2]."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from pbm.rules.condition import Condition, If
from pbm.rules.dice import Dice
from pbm.rules.engine import Turn
from pbm.rules.order import Number, Order
from pbm.rulesets.marnon.arriving import in_contact
from pbm.rulesets.marnon.income import expected
from pbm.rulesets.marnon.leading import is_led
from pbm.rulesets.marnon.map import (
    areas,
    borders,
    by_number,
    distances,
    is_area,
    is_castle,
    ports,
    seas,
    seas_of,
    territories,
    value_of,
)
from pbm.rulesets.marnon.march import allowance, barred
from pbm.rulesets.marnon.npregions import sleeping
from pbm.rulesets.marnon.orders.conditions import AtLevel, HasEnemy, HasOdds
from pbm.rulesets.marnon.orders.dealing import Buy, Reserve, Storm
from pbm.rulesets.marnon.orders.moving import March, Patrol, React, Sail
from pbm.rulesets.marnon.relations import allied, at_war, enemies_in, owner_of, trades_with
from pbm.rulesets.marnon.sea import port_closed, stormy
from pbm.rulesets.marnon.sheet import MOST_LINES
from pbm.rulesets.marnon.sight import View, known
from pbm.rulesets.marnon.supply import Lines, is_supplied
from pbm.rulesets.marnon.tables import LEAST_FORCE
from pbm.rulesets.marnon.world import Force, World, is_castle_power, is_war_fleet

STEWARD, MARSHAL, SILENT, RANDOM = "steward", "marshal", "silent", "random"
GUESS, GARRISON = 1000, 1500
SLEEPING_LAND, SLEEPING_CASTLE = 1500, 2000
LEADERLESS = 1000
PER_CROWN = 75
"""So many points the income of a power's areas can feed."""
MOST_REACTS = 8
BUYERS = 3


@dataclass
class Goal:
    """Where a force goes, by which way, and with how much."""

    force: str
    path: list[str]
    part: Number | None = None


@dataclass
class Mind:
    """What a stand-in knows and has decided so far."""

    view: View
    marshal: bool
    goals: dict[str, Goal] = field(default_factory=dict)

    @cached_property
    def world(self) -> World:
        return known(self.view)

    @cached_property
    def who(self) -> str:
        return self.view.who

    @cached_property
    def turn(self) -> Turn:
        return Turn(self.world, {}, Dice(b"", 0))

    @cached_property
    def lines(self) -> Lines:
        return Lines(self.world, self.who)

    @property
    def forces(self) -> dict[str, Force]:
        return self.world.powers[self.who].forces

    # what it reckons with

    def enemy(self, area: str) -> int:
        """Enemy points in an area: exact where it has troops, else a thousand a force."""
        world, who = self.world, self.who
        exact = bool(world.own_in(who, area))
        found = sum(
            self.view.points.get(f"{other}.{code}", GUESS) if exact else GARRISON if is_garrison(other, code) else GUESS
            for other, code, _ in enemies_in(world, who, area)
        )
        if sleeping(world, area) and at_war(world, who, world.owner(area) or ""):
            found += SLEEPING_CASTLE if is_castle(area) else SLEEPING_LAND
        return found

    def has_enemy_force(self, area: str) -> bool:
        """An enemy force of 500 and more, as reckoned."""
        world, who = self.world, self.who
        exact = bool(world.own_in(who, area))
        return any(
            self.view.points.get(f"{other}.{code}", GUESS) >= LEAST_FORCE if exact else True
            for other, code, _ in enemies_in(world, who, area)
        )

    def is_free(self, code: str) -> bool:
        force = self.forces[code]
        if force.points < LEAST_FORCE or not is_area(force.at) or not is_led(self.world, self.who, code):
            return False
        siege = self.world.siege(force.at)
        besieging = siege is not None and siege.by == self.who and not force.inside
        return not (besieging or self.world.is_besieged(force) or in_contact(self.world, self.who, force.at))

    @cached_property
    def free(self) -> list[str]:
        """Largest first, then by number."""
        able = [code for code in self.forces if self.is_free(code)]
        return sorted(able, key=lambda code: (-self.forces[code].points, by_number(code)))

    def idle(self) -> list[str]:
        return [code for code in self.free if code not in self.goals]

    def spare(self, code: str) -> int:
        """Its points, less 500 if a castle of its own would be left without a force."""
        force = self.forces[code]
        if not is_castle(str(force.at)) or self.world.owner(force.at) != self.who:
            return force.points
        others = [
            other
            for other, row in self.world.own_in(self.who, str(force.at)).items()
            if other != code and row.points >= LEAST_FORCE and (other not in self.goals or self.goals[other].part)
        ]
        left = force.points if others else force.points - LEAST_FORCE
        return left if left >= LEAST_FORCE else 0

    def ways(self, code: str) -> dict[str, list[str]]:
        """Every area it can march to, with the shortest legal way, ties by code."""
        start = str(self.forces[code].at)
        found: dict[str, list[str]] = {}
        for first in borders()[start]:
            if self.legal(start, [first]):
                found[first] = [first]
        for first in borders()[start]:
            if self.has_enemy_force(first):
                continue
            for second in borders()[first]:
                if second != start and second not in found and self.legal(start, [first, second]):
                    found[second] = [first, second]
        return found

    def legal(self, start: str, path: list[str]) -> bool:
        if len(path) > allowance(self.turn, self.who, [start, *path]):
            return False
        return barred(self.turn, self.who, start, path) is None

    def is_fed(self, code: str, area: str) -> bool:
        return is_supplied(self.world, self.who, self.forces[code], code, at=area, lines=self.lines)

    def sends(self, code: str, path: list[str]) -> None:
        whole = self.spare(code) == self.forces[code].points
        part = None if whole else Number(LEAST_FORCE, True)
        self.goals[code] = Goal(code, path, part)

    def taken(self) -> set[str]:
        return {goal.path[-1] for goal in self.goals.values()}


def is_garrison(other: str, code: str) -> bool:
    return is_castle_power(other) and code == "A1"


# the lines


def write(view: View, temperament: str, dice: Dice) -> list[tuple[Order, str]]:
    """The orders of a temperament, no more than a sheet may have."""
    power = view.position.powers.get(view.who)
    if power is None or power.status not in ("player", "dropout") or view.position.turn == 0 or temperament == SILENT:
        return []
    if temperament == RANDOM:
        from pbm.rulesets.marnon.randomly import random_lines

        return [(order, "") for order in random_lines(Mind(view, False), dice)][:MOST_LINES]
    mind = Mind(view, temperament == MARSHAL)
    return list(orders(mind))[:MOST_LINES]


def orders(mind: Mind) -> Iterator[tuple[Order, str]]:
    if mind.marshal:
        yield from storms(mind)
    crusade(mind)
    recover(mind)
    (conquer if mind.marshal else settle)(mind)
    (mass if mind.marshal else gather)(mind)
    for goal in mind.goals.values():
        yield marching(mind, goal), "the march"
    if not mind.marshal:
        yield from reacts(mind)
    yield from at_sea(mind)
    yield from purchases(mind)
    yield from reserve(mind)


def storms(mind: Mind) -> Iterator[tuple[Order, str]]:
    for castle in sorted(areas()):
        siege = mind.world.siege(castle)
        if siege and siege.by == mind.who:
            conditions: tuple[Condition, ...] = (AtLevel(castle, 4), HasOdds(castle, 2))
            yield If(conditions, Storm(castle), True), "the walls are ripe"


def crusade(mind: Mind) -> None:
    """A crusading force goes the way that ends nearest its goal."""
    found = mind.world.ongoing.crusade
    if found is None or found.power != mind.who or found.force not in mind.free or found.goal is None:
        return
    code, goal = str(found.force), found.goal
    ways = mind.ways(code)
    best = min(ways, key=lambda area: (distances(area)[goal], len(ways[area]), area), default=None)
    if best and distances(best)[goal] < distances(str(mind.forces[code].at))[goal]:
        mind.goals[code] = Goal(code, ways[best])


def recover(mind: Mind) -> None:
    """Own areas with an enemy, and home areas that are lost: castles, then value, then code."""
    world, who = mind.world, mind.who
    for area in sorted(threatened(mind), key=lambda code: (not is_castle(code), -value_of(code), code)):
        lost = world.owner(area) != who
        enemy, strength = mind.enemy(area), world.points_in(who, area)
        chosen: list[tuple[str, list[str]]] = []
        for code in mind.idle():
            if (chosen or not lost) and 4 * strength >= 5 * enemy:
                break
            spare = mind.spare(code)
            way = mind.ways(code).get(area)
            if spare and way:
                chosen.append((code, way))
                strength += spare
        if chosen and 4 * strength >= 5 * enemy:
            for code, way in chosen:
                mind.sends(code, way)


def threatened(mind: Mind) -> list[str]:
    world, who = mind.world, mind.who
    power = world.powers[who]
    home = [*territories(power.home or ""), *([power.castle] if power.castle else [])]
    lost = [code for code in home if world.owner(code) != who and not is_friends(world, who, code)]
    held = [code for code in world.owned(who) if mind.has_enemy_force(code)]
    return list(dict.fromkeys([*held, *lost]))


def is_friends(world: World, who: str, area: str) -> bool:
    owner = world.owner(area)
    return owner is not None and owner in world.powers and allied(world, who, owner)


def best_area(ways: dict[str, list[str]], good: list[str]) -> str | None:
    """The most valuable, then nearer, then by code."""
    return min(good, key=lambda area: (-value_of(area), len(ways[area]), area), default=None)


def settle(mind: Mind) -> None:
    """The steward takes what is nobody's, or belongs to a power that holds part of his home."""
    world, who = mind.world, mind.who
    home = [*territories(world.powers[who].home or ""), str(world.powers[who].castle)]
    robbers = {world.owner(code) for code in home} - {who, None}
    for code in mind.idle():
        if mind.forces[code].reserve or not mind.spare(code):
            continue
        ways = mind.ways(code)
        good = [
            area
            for area in ways
            if area not in mind.taken()
            and world.owner(area) != who
            and (owner_of(world, area) is None or world.owner(area) in robbers)
            and mind.enemy(area) == 0
            and mind.is_fed(code, area)
        ]
        if best := best_area(ways, good):
            mind.sends(code, ways[best])


def conquer(mind: Mind) -> None:
    """The marshal takes any area of an enemy, or nobody's, where he has three to two."""
    world, who = mind.world, mind.who
    for code in mind.idle():
        spare = mind.spare(code)
        if mind.forces[code].reserve or not spare:
            continue
        ways = mind.ways(code)
        good = [
            area
            for area in ways
            if area not in mind.taken()
            and world.owner(area) != who
            and is_prey(world, who, area)
            and 2 * spare >= 3 * mind.enemy(area)
            and mind.is_fed(code, area)
        ]
        if best := best_area(ways, good):
            mind.sends(code, ways[best])


def is_prey(world: World, who: str, area: str) -> bool:
    owner = owner_of(world, area)
    return owner is None or at_war(world, who, owner)


def gather(mind: Mind) -> None:
    """Free forces outside own areas go to the nearest own area they have a way to."""
    world, who = mind.world, mind.who
    for code in mind.idle():
        if mind.forces[code].reserve or world.owner(mind.forces[code].at) == who:
            continue
        ways = mind.ways(code)
        own = [area for area in ways if world.owner(area) == who]
        best = min(own, key=lambda area: (len(ways[area]), area), default=None)
        if best:
            mind.goals[code] = Goal(code, ways[best])


def mass(mind: Mind) -> None:
    """The marshal's forces left over go to the own area nearest to a foreign one."""
    world, who = mind.world, mind.who
    foreign = [area for area in areas() if world.owner(area) != who]

    def near(area: str) -> int:
        return min((distances(area)[other] for other in foreign), default=99)

    for code in mind.idle():
        here = str(mind.forces[code].at)
        if mind.forces[code].reserve or not mind.spare(code):
            continue
        ways = mind.ways(code)
        own = [area for area in ways if world.owner(area) == who]
        best = min(own, key=lambda area: (near(area), len(ways[area]), area), default=None)
        if best and near(best) < near(here):
            mind.sends(code, ways[best])


def marching(mind: Mind, goal: Goal) -> Order:
    """A line; whoever goes whole from a place that is not a castle takes leaderless forces along."""
    force = mind.forces[goal.force]
    legs: list[object] = []
    if goal.part is None and not is_castle(str(force.at)):
        for code, other in mind.world.own_in(mind.who, str(force.at)).items():
            if code != goal.force and not is_led(mind.world, mind.who, code) and not other.joins:
                legs += ["PICK", code]
    kind = React if force.reserve else March
    return kind(goal.force, goal.part, (*legs, *goal.path))


def reacts(mind: Mind) -> Iterator[tuple[Order, str]]:
    """The reserve answers enemies in own areas within its way."""
    for code in mind.idle():
        if not mind.forces[code].reserve or not mind.spare(code):
            continue
        ways = mind.ways(code)
        own = [area for area in ways if mind.world.owner(area) == mind.who]
        own.sort(key=lambda area: (-value_of(area), len(ways[area]), area))
        part = None if mind.spare(code) == mind.forces[code].points else Number(LEAST_FORCE, True)
        for area in own[:MOST_REACTS]:
            yield If((HasEnemy(area),), React(code, part, tuple(ways[area])), True), "the reserve answers"


# fleets


def at_sea(mind: Mind) -> Iterator[tuple[Order, str]]:
    world, fleets = mind.world, mind.world.powers[mind.who].fleets
    for port in ports():
        zone = seas_of(port)[0]
        here = [code for code in world.fleets_in(mind.who, port) if is_war_fleet(code) and not fleets[code].damaged]
        if here and not stormy(mind.turn, zone) and not port_closed(world, port):
            yield Patrol(tuple(here), zone, "ODDS"), "our waters"
    for code in world.numbered(mind.who, "fleets"):
        if not is_war_fleet(code) and is_area(fleets[code].at):
            route = trade_route(mind, str(fleets[code].at))
            if route:
                yield Sail((code,), tuple(route), ()), "trade"


def trade_route(mind: Mind, start: str) -> list[str]:
    """To a port that trades with him: two seas before one, then code."""
    found: list[tuple[int, str, list[str]]] = []
    for port in ports():
        owner = owner_of(mind.world, port)
        if owner is None or port == start or not trades_with(mind.world, mind.who, owner):
            continue
        for first in seas_of(start):
            if first in seas_of(port):
                found.append((1, port, [first, port]))
            for second in seas()[first].neighbours:
                if second in seas_of(port):
                    found.append((0, port, [first, second, port]))
    open_ways = [
        row
        for row in found
        if not any(stormy(mind.turn, zone) for zone in row[2][:-1]) and not closed(mind, start, row[1])
    ]
    return min(open_ways)[2] if open_ways else []


def closed(mind: Mind, *harbours: str) -> bool:
    return any(port_closed(mind.world, port) for port in harbours)


# crowns


def purchases(mind: Mind) -> Iterator[tuple[Order, str]]:
    world, who = mind.world, mind.who
    power = world.powers[who]
    bare = [code for code, force in mind.forces.items() if force.points >= LEADERLESS and not is_led(world, who, code)]
    if bare:
        code = min(bare, key=lambda each: (-mind.forces[each].points, by_number(each)))
        yield Buy("GENERAL", None, code, None), "somebody must lead it"
    points = sum(force.points for force in mind.forces.values())
    wanted = (PER_CROWN * expected(world, who) - points) // 10 * 10
    if wanted < 10:
        return
    home = [
        code
        for code, force in mind.forces.items()
        if is_area(force.at) and world.owner(force.at) == who and world.is_original(who, str(force.at))
    ]
    home.sort(key=lambda code: (code in mind.goals, -mind.forces[code].points, by_number(code)))
    for code in home[:BUYERS]:
        yield Buy("ARMY", wanted, code, None), "as many as the land can feed"
    seat = power.castle if power.castle and world.owner(power.castle) == who else power.seat
    if seat:
        yield Buy("ARMY", wanted, seat, None), "as many as the land can feed"


def reserve(mind: Mind) -> Iterator[tuple[Order, str]]:
    if mind.marshal:
        yield Reserve("NONE"), "every force marches"
        return
    world, who = mind.world, mind.who
    led = [
        code
        for code, force in mind.forces.items()
        if is_area(force.at) and world.owner(force.at) == who and is_led(world, who, code)
    ]
    best = min(led, key=lambda code: (-mind.forces[code].points, by_number(code)), default=None)
    if best:
        yield Reserve(best), "in reserve"


def stand_in(world: World, who: str, joining: bool) -> str:
    """The steward for a missed sheet, the marshal for a drop-out; nobody for an exile."""
    status = world.powers[who].status
    if status == "player" or (status == "dropout" and joining):
        return STEWARD
    return MARSHAL if status == "dropout" else ""
