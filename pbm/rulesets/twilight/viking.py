"""The Viking raid: strength, the voyage from sea to sea, the target, and the raid itself [10.0 to 10.4, 29.3]."""

from collections.abc import Generator, Iterator, Mapping
from typing import ClassVar

from pbm.rules.code import Place
from pbm.rules.engine import Turn
from pbm.rules.event import Event, OfPower
from pbm.rulesets.twilight.buyoff import bought_off
from pbm.rulesets.twilight.combat import Side, attack
from pbm.rulesets.twilight.diplomacy import Diplomacy, bounded
from pbm.rulesets.twilight.forces import drop, put
from pbm.rulesets.twilight.hands import draws
from pbm.rulesets.twilight.leaders import ended
from pbm.rulesets.twilight.map import area_of, burgs, chart, places_of
from pbm.rulesets.twilight.moves import op_cost
from pbm.rulesets.twilight.sheet import slot_order
from pbm.rulesets.twilight.tables import tables
from pbm.rulesets.twilight.units import Stack
from pbm.rulesets.twilight.world import RAIDERS, World

FIRST_SEA = "NSE"


class RaidersGathered(Event, frozen=True):
    roll: int
    fresh: int
    raiders: int
    verb: ClassVar = "raiders"
    text: ClassVar = "the Vikings threw {roll}: {fresh} new, {raiders} at sea"

    def apply(self, world: World) -> None:
        world.scandinavia = 0


class RaidersSailed(Event, frozen=True):
    where: Place
    roll: int
    attacks: bool
    verb: ClassVar = "sail"
    text: ClassVar = "{where}: the Vikings threw {roll} and sailed on"

    def worded(self, names: Mapping[str, str], public: bool = False) -> str:
        return super().worded(names, public).replace("sailed on", "attacked" if self.attacks else "sailed on")


class RaidersHome(Event, frozen=True):
    raiders: int
    verb: ClassVar = "home"
    text: ClassVar = "{raiders:raider/raiders} went home to Scandinavia"

    def apply(self, world: World) -> None:
        world.scandinavia = self.raiders


class RaidersLanded(Event, frozen=True):
    where: Place
    roll: int
    raiders: int
    verb: ClassVar = "raid"
    text: ClassVar = "{raiders:raider/raiders} landed in {where}"

    def apply(self, world: World) -> None:
        put(world, self.where, RAIDERS, Stack({"W": self.raiders}))


class RaidersLeft(Event, frozen=True):
    """They leave the map."""

    where: Place
    silent: ClassVar = True

    def apply(self, world: World) -> None:
        for stack in list(world.stacks(self.where, RAIDERS)):
            drop(world, self.where, RAIDERS, stack)


class Pillaged(OfPower, frozen=True):
    """A place is laid waste; whoever pillaged it gains by it."""

    where: Place
    points: int
    verb: ClassVar = "pillage"
    text: ClassVar = "{who} pillaged {where}"

    def apply(self, world: World) -> None:
        if self.where not in world.pillaged:
            world.pillaged.append(self.where)
        if seg := world.segment_of(self.who):
            seg.op -= op_cost("pillage")
        if self.who in world.powers:
            power = world.powers[self.who]
            if power.kind == "pp":
                power.dp += self.points
            else:
                power.loot += self.points
        area = area_of(self.where)
        if area in world.feudal:
            world.feudal.remove(area)


def raid(turn: Turn[World], plan: Diplomacy) -> Iterator[Event]:
    """The whole raid of a year."""
    roll = bounded(turn.dice.roll("viking.strength"), plan.strength)
    fresh = tables().viking.strength[roll - 1]
    raiders = fresh + turn.world.scandinavia
    yield RaidersGathered(roll, fresh, raiders)
    found = yield from voyage(turn, plan)
    if found is None:
        yield RaidersHome(raiders)
        return
    target, thrown = found
    raiders = yield from bought_off(turn, plan, target, raiders)
    if raiders:
        yield RaidersLanded(target, thrown, raiders)
        yield from ravage(turn, target)


def voyage(turn: Turn[World], plan: Diplomacy) -> Generator[Event, None, tuple[str, int] | None]:
    """From sea to sea until they attack; none if they sail home."""
    sea: str | None = FIRST_SEA
    number = 0
    while sea:
        roll = bounded(turn.dice.roll("viking.sea"), plan.at_sea(number))
        attacks = tables().viking.seafaring[roll - 1] == "attack"
        yield RaidersSailed(sea, roll, attacks)
        if attacks:
            return target_of(turn, plan, sea)
        sea, number = chart()[sea].viking_next, number + 1
    return None


def target_of(turn: Turn[World], plan: Diplomacy, sea: str) -> tuple[str, int] | None:
    """The area they fall upon; one that is empty and laid waste is thrown for again [10.3]."""
    world = turn.world
    if plan.aim and plan.aim[0] == sea:
        for area in plan.aim[1]:
            if sea in chart()[area].links and chart()[area].kind == "land" and not barren(world, area):
                return area, 0
    row = tables().viking.raid[sea]
    if all(barren(world, row[bounded(roll, plan.raid) - 1]) for roll in range(1, 7)):
        return None
    while True:
        roll = bounded(turn.dice.roll("viking.raid"), plan.raid)
        if not barren(world, row[roll - 1]):
            return row[roll - 1], roll


def barren(world: World, area: str) -> bool:
    """Nobody is there, and all of it has been pillaged."""
    return all(not world.present(place) and place in world.pillaged for place in places_of(area))


def ravage(turn: Turn[World], area: str) -> Iterator[Event]:
    """The area, then its burg; the raid stops when somebody throws no effect [10.4]."""
    raiders = Side(RAIDERS, turn.world.stacks(area, RAIDERS)[0])
    victims = sufferers(turn, area)
    if not (yield from cleared(turn, raiders, area)):
        yield from stopped(turn, raiders, area)
        return
    yield Pillaged(RAIDERS, area, 0)
    yield from avenged(turn, victims)
    burg = burgs().get(area)
    if burg and not turn.world.over:
        owners = sufferers(turn, burg)
        if not (yield from cleared(turn, raiders, burg)):
            yield from stopped(turn, raiders, area)
            return
        yield Pillaged(RAIDERS, burg, 0)
        yield from avenged(turn, owners)
    yield RaidersLeft(area)


def sufferers(turn: Turn[World], place: str) -> list[str]:
    """Players' powers and controlled NPPs with a force there, in slot order."""
    there = turn.world.present(place)
    return [power for power in slot_order(turn) if power in there and turn.world.player_of(power)]


def avenged(turn: Turn[World], victims: list[str]) -> Iterator[Event]:
    for power in victims:
        if turn.world.player_of(power):
            yield from draws(turn, power)


def cleared(turn: Turn[World], raiders: Side, place: str) -> Generator[Event, None, bool]:
    """They attack force after force, the largest first; whether the place is theirs."""
    world = turn.world
    while raiders.alive and not world.over:
        foe = next_foe(turn, place)
        if foe is None:
            return True
        while foe.alive and raiders.alive:
            course = yield from attack(turn, raiders, Side(foe.who, foe.stack), "SHOCK")
            yield from ended(world)
            if course.stalled or world.over:
                return False
    return False


def next_foe(turn: Turn[World], place: str) -> Side | None:
    """The largest force there; of equals one at random."""
    world = turn.world
    area = area_of(place)
    spots = [place] if place == area else [area, place]
    for spot in spots:
        forces = [
            (power, stack) for power in world.present(spot) if power != RAIDERS for stack in world.stacks(spot, power)
        ]
        if forces:
            most = max(stack.size for _, stack in forces)
            equals = [force for force in forces if force[1].size == most]
            chosen = equals[0] if len(equals) == 1 else turn.dice.pick("viking.tie", equals)
            return Side(*chosen)
    return None


def stopped(turn: Turn[World], raiders: Side, area: str) -> Iterator[Event]:
    """Survivors go back to Scandinavia and sail next year."""
    if raiders.alive:
        left = raiders.stack.size
        yield RaidersLeft(area)
        yield RaidersHome(left)
