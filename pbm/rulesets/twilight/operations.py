"""Operations: a force is gathered, throws for its points and spends them, line after line [13.0 to 19.1]."""

from collections.abc import Iterator
from typing import ClassVar, Self

from pbm.rules.code import Place
from pbm.rules.engine import Turn
from pbm.rules.event import Event, OfPower
from pbm.rules.order import Box, Refusal
from pbm.rules.plan import Done, failed, refused
from pbm.rulesets.twilight.combat import LEADERSHIP
from pbm.rulesets.twilight.feudalism import feudal_lapses
from pbm.rulesets.twilight.forces import Closed, Formed, LeftBehind, Moved, PickedUp
from pbm.rulesets.twilight.hands import plays
from pbm.rulesets.twilight.map import chart
from pbm.rulesets.twilight.moves import op_cost, ways_ashore
from pbm.rulesets.twilight.order import FieldOrder, Scene, Words, action, either, nowhere
from pbm.rulesets.twilight.segments import ForceGone, KeptApart, Segment, Voyage
from pbm.rulesets.twilight.units import Pick, Stack, Units, added, size, write
from pbm.rulesets.twilight.world import World, called, lacking


class OpsThrown(OfPower, frozen=True):
    roll: int
    leader: int
    marker: int
    points: int
    text: ClassVar = (
        "{who} threw {roll} for operations<, {leader} for the leader><, {marker} for Leadership>: {points} OP"
    )

    def apply(self, world: World) -> None:
        if seg := world.segment_of(self.who):
            seg.op = self.points


# gathering


def fresh(world: World, who: str, place: str) -> Units:
    """Units there that have not operated."""
    return added(*(stack.fresh for stack in world.stacks(place, who)))


def cannot_form(world: World, seg: Segment, number: int, place: str, pick: Pick) -> Refusal | None:
    who = seg.power
    if number in seg.used:
        return Refusal("14.0", f"there was a force {number} already")
    if f"{place}/{who}" in world.paralysed:
        return Refusal("28.FOL", f"the units in {called(place)} will not march this year")
    if not world.number(place, who):
        return Refusal("13.0", f"no units of {called(who)} are in {called(place)}")
    taken = pick(fresh(world, who, place))
    if not size(taken):
        return Refusal("13.0", f"none of those units in {called(place)} is free to operate")
    return None


def form(
    turn: Turn[World], seg: Segment, number: int, place: str, pick: Pick, marker: str | None, stack: int | None = None
) -> Iterator[Event]:
    """Gather a force, from one stack or from all in stack order, and throw for its OP [13.0, 14.0]."""
    world = turn.world
    taken = pick(fresh(world, seg.power, place))
    yield Formed(seg.power, place, number, write(taken), stack)
    bonus = 0
    if marker and marker in world.powers[seg.power].markers and not (yield from plays(turn, seg.power, marker)):
        bonus = LEADERSHIP[marker]
    if not seg.goes_on(world):
        return
    roll = turn.dice.roll(f"ops.{seg.power}")
    leader = op_cost("leader_bonus") if taken.get("L") else 0
    yield OpsThrown(seg.power, roll, leader, bonus, roll + leader + bonus)


def close(turn: Turn[World], seg: Segment) -> Iterator[Event]:
    """The force in hand is done; one that is left at sea lands where it is cheapest [13.0, 19.1]."""
    found = seg.force(turn.world)
    if found:
        place, stack = found
        if chart()[place].kind == "sea" and not stack.is_fleet:
            yield from washed_ashore(turn, seg, place, stack)
            place = (seg.force(turn.world) or (place, stack))[0]
        yield Closed(seg.power, place, seg.apart and chart()[place].kind != "burg")
    else:
        yield ForceGone(seg.power)


def washed_ashore(turn: Turn[World], seg: Segment, sea: str, stack: Stack) -> Iterator[Event]:
    voyage = seg.voyage or Voyage("land", sea)
    for way in ways_ashore(turn.world, seg.power, stack, sea, voyage)[:1]:
        yield Moved(seg.power, sea, way.place, 0, 0)
        yield from feudal_lapses(turn.world)


def not_in_hand(world: World, seg: Segment, number: int, place: str) -> Refusal | None:
    """Why the force of a line is not the one in hand, or not where the line says."""
    found = seg.force(world)
    if number not in seg.used:
        return Refusal("14.0", f"force {number} was not formed")
    if seg.number != number:
        return Refusal("14.0", f"the operations of force {number} are over: a FORCE line below it ended them")
    if found is None:
        return Refusal("14.0", f"nothing is left of force {number}")
    if found[0] != place:
        return Refusal("14.0", f"force {number} is in {called(found[0])}, not in {called(place)}")
    return None


def in_hand(world: World, seg: Segment) -> Stack:
    found = seg.force(world)
    assert found
    return found[1]


@action(
    "13.0",
    form="FORCE {number} {where}< {units}>< {leadership}>",
    meaning="gather force {number} in {where}<: {units}><, with {leadership}>",
)
class Force(FieldOrder, frozen=True):
    """Gather a force from units of one place and throw for its OP."""

    number: int
    where: Place
    units: Words | None
    leadership: str | None
    gathers: ClassVar = True

    @classmethod
    def read(cls, *boxes: Box) -> Self:
        """The marker may also stand before the units."""
        number, where, units, leadership = (*boxes, None, None)[:4]
        return super().read(number, where, *((leadership, units) if isinstance(units, str) else (units, leadership)))

    def ahead(self, at: Scene) -> Iterator[Event]:
        """The operations of the force before it are over."""
        return close(at.turn, at.seg)

    def plan(self, at: Scene) -> Done:
        where, pick = at.place(self.where), at.pick(self.units)
        if where is None:
            return refused(nowhere(at.who))
        reason = cannot_form(at.world, at.seg, self.number, where, pick)
        gathered = form(at.turn, at.seg, self.number, where, pick, self.leadership)
        return either(reason, gathered, self.unheld(at))

    def unheld(self, at: Scene) -> Iterator[Refusal]:
        if self.leadership and self.leadership not in at.power.markers:
            yield lacking(at.who, self.leadership)


# leaving and taking along


def cannot_drop(world: World, seg: Segment, number: int, place: str, pick: Pick) -> Refusal | None:
    if refusal := not_in_hand(world, seg, number, place):
        return refusal
    stack = in_hand(world, seg)
    if chart()[place].kind == "sea" and not stack.is_fleet:
        return Refusal("13.0", "a land force leaves nobody at sea")
    return None if size(pick(stack.units)) else Refusal("13.0", "none of those units is in the force")


def leave(turn: Turn[World], seg: Segment, place: str, pick: Pick) -> Iterator[Event]:
    units = pick(in_hand(turn.world, seg).units)
    yield LeftBehind(seg.power, place, write(units))


def cannot_pick_up(world: World, seg: Segment, number: int, place: str, pick: Pick) -> Refusal | None:
    if refusal := not_in_hand(world, seg, number, place):
        return refusal
    stack = in_hand(world, seg)
    if chart()[place].kind == "sea" and not stack.is_fleet:
        return Refusal("13.0", "a land force takes nobody along at sea")
    if f"{place}/{seg.power}" in world.paralysed:
        return Refusal("28.FOL", f"the units in {called(place)} will not march this year")
    return (
        None if size(pick(fresh(world, seg.power, place))) else Refusal("13.0", "none of those units is free to come")
    )


def pick_up(turn: Turn[World], seg: Segment, place: str, pick: Pick) -> Iterator[Event]:
    yield PickedUp(seg.power, place, write(pick(fresh(turn.world, seg.power, place))))


class InPlace(FieldOrder, frozen=True):
    """An order for the force in hand that names the place it must be in."""

    number: int
    where: Place

    def spot(self, at: Scene) -> str:
        return at.place(self.where) or ""


@action("13.0", form="DROP {number} {where}< {units}>", meaning="leave units of force {number} in {where}<: {units}>")
class Drop(InPlace, frozen=True):
    """Leave units of the force in hand behind."""

    units: Words | None

    def plan(self, at: Scene) -> Done:
        spot, pick = self.spot(at), at.pick(self.units)
        reason = cannot_drop(at.world, at.seg, self.number, spot, pick)
        return either(reason, leave(at.turn, at.seg, spot, pick))


@action(
    "13.0", form="PICK {number} {where}< {units}>", meaning="take units along with force {number} in {where}<: {units}>"
)
class PickUp(InPlace, frozen=True):
    """Take units along that have not operated."""

    units: Words | None

    def plan(self, at: Scene) -> Done:
        spot, pick = self.spot(at), at.pick(self.units)
        reason = cannot_pick_up(at.world, at.seg, self.number, spot, pick)
        return either(reason, pick_up(at.turn, at.seg, spot, pick))


@action("13.0", form="APART {number}", meaning="let force {number} stay apart from others")
class Apart(FieldOrder, frozen=True):
    """The force in hand does not join the others where it ends."""

    number: int

    def plan(self, at: Scene) -> Done:
        found = at.seg.force(at.world)
        if found and chart()[found[0]].kind == "burg":
            return failed("13.0", "in a burg there is one force only")
        reason = not_in_hand(at.world, at.seg, self.number, found[0] if found else "")
        return either(reason, (KeptApart(at.who),))
