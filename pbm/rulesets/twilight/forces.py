"""Forces on the map: units are raised, gathered, marched, left behind and lost [13.0]."""

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

from pbm.rules.code import Place, Power, Term
from pbm.rules.event import Event, OfPower
from pbm.rulesets.twilight.feudalism import feudal_lapses
from pbm.rulesets.twilight.map import area_of, chart
from pbm.rulesets.twilight.moves import embarkation
from pbm.rulesets.twilight.segments import Segment, Voyage
from pbm.rulesets.twilight.units import OfUnits, Stack, Units, added, common, first, read, size, without, write
from pbm.rulesets.twilight.world import World

PLAYERS_NUMBERS = 99
"""Forces with a higher number are gathered by duty."""
LOSSES = {
    "combat": "{who} lost {units} in {where}",
    "upkeep": "{who} lost {units} in {where}, which could not be paid",
    "disbanded": "{who} sent {units} home from {where}",
    "SUB": "{who} lost {units} in {where} by subversion",
    "PLG": "{who} lost {units} in {where} to the plague",
    "PWR": "{who} lost {units} in {where} in a peripheral war",
    "STL": "{who} lost {units} in {where} to the rising of the Stellinga",
}
"""By cause."""
HIDDEN = ("upkeep", "disbanded")
"""Losses that only show in the size of stacks [21.0]."""


def largest(found: list[Stack]) -> Stack | None:
    """Of equals the first."""
    return max(found, key=lambda stack: stack.size, default=None)


def put(world: World, where: str, who: str, stack: Stack) -> None:
    """A stack comes to a place: before the force in hand, which stands last."""
    found = world.forces.setdefault(where, {}).setdefault(who, [])
    found.insert(len(found) - (1 if found and found[-1].in_hand and not stack.in_hand else 0), stack)


def drop(world: World, where: str, who: str, stack: Stack) -> None:
    """Take a stack off the map."""
    there = world.forces[where]
    there[who] = [other for other in there[who] if other is not stack]
    if not there[who]:
        del there[who]
    if not there:
        del world.forces[where]


class Raised(OfUnits, frozen=True):
    """New units join the largest stack there."""

    who: Power
    where: Place
    units: str
    points: int
    text: ClassVar = "{who} raised {units} in {where} for {points:point/points}"

    def apply(self, world: World) -> None:
        units, there = read(self.units), world.stacks(self.where, self.who)
        if seg := world.segment_of(self.who):
            seg.pay(self.points, units=True)
            seg.raised.append(area_of(self.where))
        if stack := largest([stack for stack in there if not stack.in_hand]):
            stack.units = added(stack.units, units)
        else:
            put(world, self.where, self.who, Stack(units))


class Lost(OfUnits, frozen=True):
    """Units of one stack are gone."""

    who: Power
    where: Place
    stack: int
    """Its place in the order of stacks, from 0."""
    units: str
    cause: Term
    """combat, a marker's code, or upkeep, which nobody else hears of."""
    verb: ClassVar = "loss"
    text: ClassVar = "{who} lost {units} in {where}"

    def headline(self) -> tuple[str, ...]:
        return () if self.cause in HIDDEN else super().headline()

    def worded(self, names: Mapping[str, str], public: bool = False) -> str:
        return self.said(LOSSES[self.cause], names)

    def apply(self, world: World) -> None:
        stack = world.stacks(self.where, self.who)[self.stack]
        stack.lose(read(self.units))
        if not stack.size:
            drop(world, self.where, self.who, stack)


class Formed(OfUnits, frozen=True):
    """A force is gathered from the stacks of a place, in stack order; it stands last."""

    who: Power
    where: Place
    number: int
    units: str
    stack: int | None = None
    """The only stack it is taken from, from 0."""
    text: ClassVar = "force {number} of {who} gathered in {where}: {units}"
    by_duty: ClassVar = "{who} gathered {units} in {where} to do {who:its/their} duty"

    def worded(self, names: Mapping[str, str], public: bool = False) -> str:
        return self.said(self.by_duty, names) if self.number > PLAYERS_NUMBERS else super().worded(names, public)

    def apply(self, world: World) -> None:
        units, there = read(self.units), world.stacks(self.where, self.who)
        take_from(world, self.where, self.who, there if self.stack is None else [there[self.stack]], units)
        put(world, self.where, self.who, Stack(units, dict(units), True))
        if seg := world.segment_of(self.who):
            seg.number, seg.used, seg.advance, seg.apart, seg.voyage = (
                self.number, [*seg.used, self.number], [], False, None,
            )  # fmt: skip


def take_from(world: World, where: str, who: str, stacks: Iterable[Stack], units: Units) -> None:
    """Units that have not operated leave their stacks, one stack after the other."""
    wanted = units
    for stack in list(stacks):
        taken = common(stack.fresh, wanted)
        wanted = without(wanted, taken)
        stack.units = without(stack.units, taken)
        if not stack.size:
            drop(world, where, who, stack)


class Moved(OfPower, frozen=True):
    """The force in hand goes to another place."""

    origin: Place
    target: Place
    cost: int
    left: int
    text: ClassVar = "{who} went from {origin} to {target} for {cost} OP<, {left} left>"

    def apply(self, world: World) -> None:
        stack = next(stack for stack in world.stacks(self.origin, self.who) if stack.in_hand)
        if seg := world.segment_of(self.who):
            seg.op, seg.voyage = self.left, at_sea(seg, stack, self.origin, self.target)
            seg.dutiful = seg.dutiful or counts_as_duty(world, self.who, self.target, stack.is_fleet)
        drop(world, self.origin, self.who, stack)
        put(world, self.target, self.who, stack)


def at_sea(seg: Segment, stack: Stack, origin: str, target: str) -> Voyage | None:
    """How a land force came to sea, if that is where it goes."""
    if chart()[target].kind != "sea" or stack.is_fleet:
        return None
    return seg.voyage or Voyage(embarkation(origin), origin)


def counts_as_duty(world: World, who: str, place: str, fleet: bool) -> bool:
    """An empty or enemy-held area or burg; not its own land, nor a sea for land units [24.0]."""
    if who in world.owners(place) or (chart()[place].kind == "sea" and not fleet):
        return False
    return not world.stacks(place, who) or bool(world.foreign(place, who))


class LeftBehind(OfUnits, frozen=True):
    """The force in hand drops units: they have operated, and join the first stack there."""

    who: Power
    where: Place
    units: str
    text: ClassVar = "{who} left {units} in {where}"

    def apply(self, world: World) -> None:
        units, there = read(self.units), world.stacks(self.where, self.who)
        force = there[-1]
        force.lose(units)
        rest = [stack for stack in there if not stack.in_hand]
        if rest:
            rest[0].join(Stack(units, dict(units)))
        else:
            put(world, self.where, self.who, Stack(units, dict(units)))
        if not force.size:
            drop(world, self.where, self.who, force)
            if seg := world.segment_of(self.who):
                seg.number = None


class PickedUp(OfUnits, frozen=True):
    """The force in hand takes units along that have not operated."""

    who: Power
    where: Place
    units: str
    text: ClassVar = "{who} took {units} along in {where}"

    def apply(self, world: World) -> None:
        units, (*others, force) = read(self.units), world.stacks(self.where, self.who)
        take_from(world, self.where, self.who, others, units)
        force.join(Stack(units, dict(units)))


class Closed(OfPower, frozen=True):
    """The force in hand is done: it joins the first stack in its place, or stays apart."""

    where: Place
    apart: bool
    silent: ClassVar = True
    unordered: ClassVar = True
    """The OP that a force did not use are gone with it; its last line has not spent them [13.0]."""

    def apply(self, world: World) -> None:
        there = world.stacks(self.where, self.who)
        force = there[-1]
        force.in_hand = False
        if seg := world.segment_of(self.who):
            seg.number, seg.op, seg.voyage = None, 0, None
        if len(there) > 1 and not self.apart:
            drop(world, self.where, self.who, force)
            there[0].join(force)


class Sallied(OfPower, frozen=True):
    """A garrison comes out into the area around its burg and stands there by itself, last."""

    where: Place
    target: Place
    text: ClassVar = "the garrison of {who} in {where} came out into {target}"

    def apply(self, world: World) -> None:
        for stack in list(world.stacks(self.where, self.who)):
            drop(world, self.where, self.who, stack)
            world.forces.setdefault(self.target, {}).setdefault(self.who, []).append(stack)


class Rested(OfPower, frozen=True):
    """A segment is over: whoever operated in it, or went over to others, may operate in the next."""

    parties: ClassVar = ()
    rests: ClassVar = True
    silent: ClassVar = True
    unordered: ClassVar = True

    def apply(self, world: World) -> None:
        world.rested.append(self.who)
        for there in world.forces.values():
            for found in there.values():
                for stack in found:
                    if stack.done:
                        stack.done = {}
        world.segment = None


def place_of(world: World, who: str, stack: Stack) -> tuple[str, int] | None:
    """Where a stack stands, and its place among the stacks there; none if it is gone."""
    for place, there in world.forces.items():
        for index, other in enumerate(there.get(who, ())):
            if other is stack:
                return place, index
    return None


def loses(world: World, who: str, stack: Stack, units: Units, cause: str) -> Iterator[Event]:
    """Units of a stack go, and with the last Frank feudalism; nothing happens if there are none."""
    found, gone = place_of(world, who, stack), common(stack.units, units)
    if found and size(gone):
        yield Lost(who, found[0], found[1], write(gone), cause)
        yield from feudal_lapses(world)


def chosen(world: World, who: str, stack: Stack, number: int) -> Units:
    """The units that go first, as the power's standing orders say."""
    return first(stack.units, number, world.doctrine(who).losses)
