"""Markers that a player chooses to play: subversion and conversion, alliances, oaths, spies [22.0, 28.0]."""

from collections.abc import Iterator, Mapping
from itertools import count
from typing import ClassVar

from pbm.rules.code import Place, Power, Term
from pbm.rules.engine import Turn
from pbm.rules.event import Event, OfPower
from pbm.rules.order import Refusal
from pbm.rulesets.twilight.doctrine import taken_up
from pbm.rulesets.twilight.feudalism import feudal_lapses
from pbm.rulesets.twilight.forces import drop, loses, place_of, put
from pbm.rulesets.twilight.fortunes import ALLIED, ChangedHands
from pbm.rulesets.twilight.leaders import vanished
from pbm.rulesets.twilight.map import area_of, chart, places_of
from pbm.rulesets.twilight.position import PowerState
from pbm.rulesets.twilight.tables import tables
from pbm.rulesets.twilight.units import OfUnits, Stack, Units, first, read, size, without, write
from pbm.rulesets.twilight.world import World, called, subject

BEST_FIRST = ("F", "W", "N", "S", "M")
SUBVERSION, CONVERSION = "SUB", "REL"
REBELS = "RB"


class Swayed(OfPower, frozen=True):
    """The throw of a subversion or conversion."""

    against: Power
    where: Place
    marker: Term
    roll: int
    result: Term
    parties: ClassVar = ("who", "against")
    verb: ClassVar = "sway"
    text: ClassVar = "{who} tried to subvert {against} in {where}: threw {roll}, {result}"
    converts: ClassVar = "{who} tried to convert {against} in {where}: threw {roll}, {result}"

    def worded(self, names: Mapping[str, str], public: bool = False) -> str:
        return self.said(self.converts, names) if self.marker == CONVERSION else super().worded(names, public)


class WentOver(OfUnits, frozen=True):
    """Units leave one force and join another, having operated."""

    who: Power
    where: Place
    stack: int
    units: str
    joins: Power
    target: Place
    joined: int | None
    """Which stack there they join; none if they form one of their own."""
    parties: ClassVar = ("who", "joins")
    verb: ClassVar = "join"
    text: ClassVar = "{units} of {who} in {where} went over to {joins}"

    def apply(self, world: World) -> None:
        units, stack = read(self.units), world.stacks(self.where, self.who)[self.stack]
        target = None if self.joined is None else world.stacks(self.target, self.joins)[self.joined]
        stack.lose(units)
        if target:
            target.join(Stack(units, dict(units)))
        else:
            put(world, self.target, self.joins, Stack(units, dict(units)))
        if not stack.size:
            drop(world, self.where, self.who, stack)


class RebelsRose(OfPower, frozen=True):
    """A new Minor power arises."""

    where: Place
    verb: ClassVar = "rebels"
    parties: ClassVar = ()
    text: ClassVar = "{who} rose in {where}"

    def apply(self, world: World) -> None:
        world.powers[self.who] = PowerState("minor")


def around(place: str) -> list[str]:
    """An area with its burg, or a sea."""
    return places_of(area_of(place))


def own_force(world: World, who: str, place: str) -> tuple[str, Stack] | None:
    """The player's largest force near the target: of equals the one in the area, then in stack order."""
    found = [(spot, stack) for spot in around(place) for stack in world.stacks(spot, who)]
    return max(found, key=lambda force: force[1].size, default=None)


def cannot_sway(world: World, who: str, marker: str, place: str, foe: str, number: int) -> Refusal | None:
    if own_force(world, who, place) is None:
        return Refusal("22.0", f"no force of {called(who)} is near {called(place)}")
    if foe == who or len(world.stacks(place, foe)) < number:
        return Refusal("22.0", f"there is no such force of {called(foe)} in {called(place)}")
    if (
        marker == CONVERSION
        and not world.settings.franks_convert
        and all(believes(world, power) for power in (who, foe))
    ):
        return Refusal("22.0", "Franks and the Pope do not convert each other")
    return None


def believes(world: World, power: str) -> bool:
    return world.is_frankish(power) or power == "PAP"


def sway(turn: Turn[World], who: str, marker: str, place: str, foe: str, number: int) -> Iterator[Event]:
    """Throw on the table, and what comes of it [22.0]."""
    world = turn.world
    target = world.stacks(place, foe)[number - 1]
    found = own_force(world, who, place)
    assert found
    roll = turn.dice.roll(f"subvert.{who}")
    result = tables().subversion[marker][roll - 1]
    yield Swayed(who, foe, place, marker, roll, result)
    if result in ("betrayal", "heresy"):
        yield from backlash(turn, who, found, foe, (place, target), result)
    elif result != "none":
        most = 1 if result == "assimilation" else turn.dice.roll(f"subvert.count.{who}")
        yield from persuaded(turn, who, found, foe, (place, target), result, most)
    yield from feudal_lapses(world)
    for power in (who, foe):
        yield from vanished(turn, power)


def backlash(
    turn: Turn[World], who: str, own: tuple[str, Stack], foe: str, target: tuple[str, Stack], result: str
) -> Iterator[Event]:
    """One unit of the subverting force is lost, or goes over; its best [22.0]."""
    able = {unit: n for unit, n in own[1].units.items() if unit != "L"}
    units = first(able, 1, BEST_FIRST)
    if result == "betrayal":
        yield from loses(turn.world, who, own[1], units, SUBVERSION)
    elif size(units):
        yield go_over(turn.world, who, own, units, foe, target)


def persuaded(
    turn: Turn[World], who: str, own: tuple[str, Stack], foe: str, target: tuple[str, Stack], result: str, most: int
) -> Iterator[Event]:
    world = turn.world
    units = first(vulnerable(world, foe, target[1], result), most, world.doctrine(foe).losses)
    if not size(units):
        return
    if result == "desertion":
        yield from loses(world, foe, target[1], units, SUBVERSION)
    elif result == "rebellion":
        yield from rebelled(turn, who, foe, target, units)
    else:
        yield go_over(world, foe, target, units, who, own)


def vulnerable(world: World, foe: str, stack: Stack, result: str) -> Units:
    """Leaders are never touched; some units only rebel."""
    units = without(stack.units, {"L": stack.units.get("L", 0)})
    if result == "rebellion":
        return units
    immune = ["F"]
    if believes(world, foe):
        immune.append("W")
    if foe == "MUS":
        immune.append("N")
    return {unit: number for unit, number in units.items() if unit not in immune}


def go_over(
    world: World, who: str, force: tuple[str, Stack], units: Units, joins: str, target: tuple[str, Stack]
) -> WentOver:
    found, there = place_of(world, who, force[1]), place_of(world, joins, target[1])
    assert found
    return WentOver(who, found[0], found[1], write(units), joins, target[0], there[1] if there else None)


def rebelled(turn: Turn[World], who: str, foe: str, target: tuple[str, Stack], units: Units) -> Iterator[Event]:
    """They join the largest NPP force in the area, or are a power of their own [22.0]."""
    world = turn.world
    spot = target[0] if chart()[target[0]].kind == "sea" else area_of(target[0])
    forces = [
        (power, stack)
        for power in world.present(spot)
        if power not in (who, foe) and power in world.powers and world.powers[power].kind != "pp"
        for stack in world.stacks(spot, power)
    ]
    if forces:
        most = max(stack.size for _, stack in forces)
        equals = [force for force in forces if force[1].size == most]
        power, stack = equals[0] if len(equals) == 1 else turn.dice.pick("rebel.tie", equals)
        yield go_over(world, foe, target, units, power, (spot, stack))
        return
    code = next(f"{REBELS}{n}" for n in count(1) if f"{REBELS}{n}" not in world.powers)
    yield RebelsRose(code, spot)
    found = place_of(world, foe, target[1])
    assert found
    yield WentOver(foe, found[0], found[1], write(units), code, spot, None)


# alliances and oaths


def cannot_ally(world: World, who: str, minor: str) -> Refusal | None:
    if world.powers[who].kind != "pp":
        return Refusal("28.ALY", "only a player's own power makes alliances")
    power = world.powers.get(minor)
    if power is None or power.kind != "minor" or power.player or power.out:
        return Refusal("28.ALY", f"{subject(minor, 'is', 'are')} not among the Minors without a player")
    return None


def ally(turn: Turn[World], who: str, minor: str) -> Iterator[Event]:
    yield ChangedHands(minor, None, turn.world.player_of(who), ALLIED)
    yield from taken_up(turn, minor)


class OathSworn(Event, frozen=True):
    powers: tuple[Power, ...]
    verb: ClassVar = "oath"
    text: ClassVar = "{powers} swore not to attack each other this year"

    def apply(self, world: World) -> None:
        world.bans.append(["OAT", *self.powers])


def cannot_swear(world: World, own: str | None, others: tuple[str, ...]) -> Refusal | None:
    named = [own, *others]
    if not all(power and world.in_play(power) and is_frankish_pp(world, power) for power in named):
        return Refusal("28.OAT", "only Frankish players' powers swear oaths")
    return None


def is_frankish_pp(world: World, power: str) -> bool:
    return world.powers[power].kind == "pp" and world.powers[power].frankish
