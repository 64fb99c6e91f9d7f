"""Markers that strike forces when they are drawn: unrest, lies, plague, war at the edge [28.0]."""

from collections.abc import Generator, Iterator
from typing import ClassVar

from pbm.rules.code import Place
from pbm.rules.engine import Turn
from pbm.rules.event import Event, OfPower
from pbm.rulesets.twilight.feudalism import FeudalismEnded
from pbm.rulesets.twilight.forces import loses
from pbm.rulesets.twilight.hands import at_once
from pbm.rulesets.twilight.leaders import ended, fallen, vanished
from pbm.rulesets.twilight.map import burgs, chart, places_of
from pbm.rulesets.twilight.tables import tables
from pbm.rulesets.twilight.units import LOSSES, Stack, first, singles
from pbm.rulesets.twilight.world import World

DISCONTENT = ("F", "W", "N")
"""The units that feudal unrest may turn into militia, in this order."""
PLAGUE_STRIKES = 6


class TurnedMilitia(OfPower, frozen=True):
    where: Place
    stack: int
    unit: str
    roll: int
    verb: ClassVar = "unrest"
    text: ClassVar = "feudal unrest: {unit}1 of {who} in {where} became militia"

    def apply(self, world: World) -> None:
        stack = world.stacks(self.where, self.who)[self.stack]
        done = bool(stack.done.get(self.unit))
        stack.lose({self.unit: 1})
        more = Stack({"M": 1}, {"M": 1} if done else {})
        stack.join(more)


class Appeased(OfPower, frozen=True):
    points: int
    levy: int
    text: ClassVar = "{who} appeased {points:unit/units}"

    def apply(self, world: World) -> None:
        world.powers[self.who].dp -= self.points - self.levy
        if seg := world.segment_of(self.who):
            seg.levy -= self.levy


@at_once("FEU")
def feudal_unrest(turn: Turn[World], who: str) -> Iterator[Event]:
    """Every field army, warrior and nomad that is not paid may become militia."""
    units = [(place, stack, unit) for unit in DISCONTENT for place, stack, one in every(turn.world, who) if one == unit]
    paid = yield from appeased(turn, who, len(units))
    for place, stack, unit in units[paid:]:
        roll = turn.dice.roll(f"feudal.{who}")
        if tables().feudal_unrest[roll - 1]:
            yield TurnedMilitia(who, place, index_of(turn.world, who, place, stack), unit, roll)


def every(world: World, who: str) -> Iterator[tuple[str, Stack, str]]:
    """Each unit of a power by itself, by place and stack."""
    for place, stack in world.stands(who):
        for unit in singles(stack.units):
            yield place, stack, unit


def index_of(world: World, who: str, place: str, stack: Stack) -> int:
    return next(index for index, other in enumerate(world.stacks(place, who)) if other is stack)


def appeased(turn: Turn[World], who: str, most: int) -> Generator[Event, None, int]:
    """How many units are paid for, at a point each: LP in its own levy first, then DP."""
    world = turn.world
    chosen = world.doctrine(who).choose.get("FEU", ["0"])
    seg, power = world.segment_of(who), world.powers[who]
    levy = seg.levy if seg and not seg.operating else 0
    number = min(int(chosen[0]), most, levy + (power.dp if power.kind == "pp" else 0))
    if number:
        from_levy = min(number, levy)
        yield Appeased(who, number, from_levy)
    return number


class Paralysed(OfPower, frozen=True):
    """The units of a power in a place may not operate this year; where a leader's force is, only its player knows."""

    where: Place
    text: ClassVar = "the force of {who} in {where} will not march this year"

    def apply(self, world: World) -> None:
        if (held := f"{self.where}/{self.who}") not in world.paralysed:
            world.paralysed.append(held)


@at_once("FOL")
def field_of_lies(turn: Turn[World], who: str) -> Iterator[Event]:
    """The leader's force, else the largest, before the power has operated this year."""
    world = turn.world
    if who in world.begun or not world.strength(who):
        return
    place = world.leader_at(who)
    if place is None:
        forces = list(world.stands(who))
        most = max(stack.size for _, stack in forces)
        equals = [spot for spot, stack in forces if stack.size == most]
        place = equals[0] if len(equals) == 1 else turn.dice.pick("paralyse.tie", equals)
    yield Paralysed(who, place)


@at_once("INS")
def insubordination(turn: Turn[World], who: str) -> Iterator[Event]:
    """A force of two or more without a leader: the smallest in the place chosen, else of all."""
    world = turn.world
    if who in world.begun:
        return
    forces = [(place, stack) for place, stack in world.stands(who) if stack.size > 1 and not stack.units.get("L")]
    wanted = world.doctrine(who).choose.get("INS", [""])[0]
    forces = [force for force in forces if force[0] == wanted] or forces
    if forces:
        place, _ = min(forces, key=lambda force: (force[1].size, force[0]))
        yield Paralysed(who, place)


@at_once("PWR")
def peripheral_war(turn: Turn[World], who: str) -> Iterator[Event]:
    """Units of a power with a land at the edge are lost, at home first."""
    world = turn.world
    victim = war_victim(world, who)
    if victim is None:
        return
    number = turn.dice.roll("peripheral.war")
    home = world.home(victim) or ""
    for stack, unit in casualties(world, victim, places_of(home))[:number]:
        yield from loses(world, victim, stack, {unit: 1}, "PWR")


def casualties(world: World, who: str, first_places: list[str]) -> list[tuple[Stack, str]]:
    """Every unit of a power as it would be lost: by type, and like units at home first, those that operated before."""
    order = [*world.doctrine(who).losses, *LOSSES]
    found = [
        (
            order.index(unit),
            first_places.index(place) if place in first_places else len(first_places),
            place,
            stack,
            unit,
        )
        for place, stack, unit in every(world, who)
    ]
    return [(stack, unit) for *_, stack, unit in sorted(found, key=lambda row: row[:3])]


def war_victim(world: World, who: str) -> str | None:
    """As chosen, else the owner with most units that is not of the same player."""
    owners = [code for code in sorted(world.powers) if world.in_play(code) and world.home(code)]
    chosen = str(world.doctrine(who).choose.get("PWR", [""])[0])
    if chosen in owners:
        return chosen
    others = [code for code in owners if not world.kin(code, who)]
    return min(others, key=lambda code: (-world.strength(code), code), default=None)


class PlagueStruck(Event, frozen=True):
    where: Place
    verb: ClassVar = "plague"
    text: ClassVar = "plague in {where}"

    def apply(self, world: World) -> None:
        world.plague = sorted({*world.plague, self.where})


@at_once("PLG")
def plague(turn: Turn[World], who: str) -> Iterator[Event]:
    """A throw for every burg; on a 6 a unit dies there."""
    for burg in sorted(burgs().values()):
        if turn.dice.roll("plague.roll") == PLAGUE_STRIKES:
            yield PlagueStruck(burg)
            yield from plague_victim(turn, burg)
    yield from ended(turn.world)


def plague_victim(turn: Turn[World], burg: str) -> Iterator[Event]:
    world = turn.world
    for victim in world.present(burg)[:1]:
        stack = world.stacks(burg, victim)[0]
        if world.player_of(victim):
            units = first(stack.units, 1, world.doctrine(victim).losses)
        else:
            units = {turn.dice.pick("plague.pick", list(singles(stack.units))): 1}
        yield from loses(world, victim, stack, units, "PLG")
        if "L" in units:
            yield from fallen(turn, victim)
        yield from vanished(turn, victim)


def militia_stack(world: World, who: str, area: str) -> Stack | None:
    """In the area before its burg, and there militia that have operated first [17.6]."""
    for place in places_of(area):
        found = [stack for stack in world.stacks(place, who) if stack.units.get("M")]
        if found:
            return max(found, key=lambda stack: bool(stack.done.get("M")))
    return None


@at_once("STL")
def stellinga(turn: Turn[World], who: str) -> Iterator[Event]:
    """In one area every Frankish power loses a militia."""
    world = turn.world
    area = stellinga_area(world, who)
    if area is None:
        return
    for victim in sorted(code for code in world.powers if world.is_frankish(code)):
        if stack := militia_stack(world, victim, area):
            yield from loses(world, victim, stack, {"M": 1}, "STL")
            yield from vanished(turn, victim)
    if world.settings.feudalism:
        yield FeudalismEnded(area, True)


def stellinga_area(world: World, who: str) -> str | None:
    """As chosen, else the controlled area with most militia of other Franks."""
    areas = [code for code, spot in chart().items() if spot.kind == "land" and world.controls(who, code)]
    chosen = str(world.doctrine(who).choose.get("STL", [""])[0])
    if chosen in areas:
        return chosen

    def militia(area: str) -> int:
        others = [code for code in world.powers if world.is_frankish(code) and code != who]
        return sum(world.units(place, other).get("M", 0) for place in places_of(area) for other in others)

    return min(areas, key=lambda area: (-militia(area), area), default=None)
