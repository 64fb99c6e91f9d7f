"""Orders of operations: forces are gathered and march, fight, pillage and play markers [13.0 to 20.1]."""

from collections.abc import Iterator
from typing import Self

from pbm.rules.code import Place
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.order import Box, Refusal
from pbm.rulesets.twilight.map import chart
from pbm.rulesets.twilight.operations import (
    cannot_drop,
    cannot_form,
    cannot_move,
    cannot_pick_up,
    cannot_pillage,
    form,
    leave,
    move,
    not_in_hand,
    pick_up,
    pillage,
)
from pbm.rulesets.twilight.orders.base import FieldOrder, Words, action, at, chooser, nowhere
from pbm.rulesets.twilight.segments import Segment
from pbm.rulesets.twilight.units import Pick
from pbm.rulesets.twilight.world import World, lacking


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

    @classmethod
    def read(cls, *boxes: Box) -> Self:
        """The marker may also stand before the units."""
        number, where, units, leadership = (*boxes, None, None)[:4]
        return super().read(number, where, *((leadership, units) if isinstance(units, str) else (units, leadership)))

    def refused(self, turn: Turn, seg: Segment) -> Refusal | None:
        world: World = turn.world
        where = at(world, seg.power, self.where)
        return cannot_form(world, seg, self.number, where, self.pick(world, seg)) if where else nowhere(seg.power)

    def pick(self, world: World, seg: Segment) -> Pick:
        return chooser(self.units, world.doctrine(seg.power).losses)

    def left_out(self, turn: Turn, seg: Segment) -> Iterator[Refusal]:
        if self.leadership and self.leadership not in turn.world.powers[seg.power].markers:
            yield lacking(seg.power, self.leadership)

    def run(self, turn: Turn, seg: Segment) -> Iterator[Event]:
        where = at(turn.world, seg.power, self.where)
        assert where
        yield from form(turn, seg, self.number, where, self.pick(turn.world, seg), self.leadership)


@action(
    "15.0", form="MOVE {number} {origin} {target}", meaning="move force {number} from {origin} to {target}", costs="OP"
)
class Move(FieldOrder, frozen=True):
    """Move the force in hand to the next place."""

    number: int
    origin: Place
    target: Place

    def ends(self, world: World, seg: Segment) -> tuple[str, str] | None:
        origin, target = at(world, seg.power, self.origin), at(world, seg.power, self.target)
        return (origin, target) if origin and target else None

    def refused(self, turn: Turn, seg: Segment) -> Refusal | None:
        ends = self.ends(turn.world, seg)
        return cannot_move(turn.world, seg, self.number, *ends) if ends else nowhere(seg.power)

    def run(self, turn: Turn, seg: Segment) -> Iterator[Event]:
        ends = self.ends(turn.world, seg)
        assert ends
        yield from move(turn, seg, *ends)


class InPlace(FieldOrder, frozen=True):
    """An order for the force in hand that names the place it must be in."""

    number: int
    where: Place

    def spot(self, world: World, seg: Segment) -> str:
        return at(world, seg.power, self.where) or ""

    def picks(self, world: World, seg: Segment) -> Pick:
        return chooser(getattr(self, "units", None), world.doctrine(seg.power).losses)


@action("13.0", form="DROP {number} {where}< {units}>", meaning="leave units of force {number} in {where}<: {units}>")
class Drop(InPlace, frozen=True):
    """Leave units of the force in hand behind."""

    units: Words | None

    def refused(self, turn: Turn, seg: Segment) -> Refusal | None:
        world: World = turn.world
        return cannot_drop(world, seg, self.number, self.spot(world, seg), self.picks(world, seg))

    def run(self, turn: Turn, seg: Segment) -> Iterator[Event]:
        yield from leave(turn, seg, self.spot(turn.world, seg), self.picks(turn.world, seg))


@action(
    "13.0", form="PICK {number} {where}< {units}>", meaning="take units along with force {number} in {where}<: {units}>"
)
class PickUp(InPlace, frozen=True):
    """Take units along that have not operated."""

    units: Words | None

    def refused(self, turn: Turn, seg: Segment) -> Refusal | None:
        world: World = turn.world
        return cannot_pick_up(world, seg, self.number, self.spot(world, seg), self.picks(world, seg))

    def run(self, turn: Turn, seg: Segment) -> Iterator[Event]:
        yield from pick_up(turn, seg, self.spot(turn.world, seg), self.picks(turn.world, seg))


@action("13.0", form="APART {number}", meaning="let force {number} stay apart from others")
class Apart(FieldOrder, frozen=True):
    """The force in hand does not join the others where it ends."""

    number: int

    def refused(self, turn: Turn, seg: Segment) -> Refusal | None:
        found = seg.force(turn.world)
        if found and chart()[found[0]].kind == "burg":
            return Refusal("13.0", "in a burg there is one force only")
        return not_in_hand(turn.world, seg, self.number, found[0] if found else "")

    def run(self, turn: Turn, seg: Segment) -> Iterator[Event]:
        seg.apart = True
        yield from ()


@action("17.7", form="ADVANCE {number} {places}", meaning="after combat force {number} may go to {places}")
class Advance(FieldOrder, frozen=True):
    """Where the force in hand goes if combat gives it a free move."""

    number: int
    places: Words

    def refused(self, turn: Turn, seg: Segment) -> Refusal | None:
        found = seg.force(turn.world)
        return not_in_hand(turn.world, seg, self.number, found[0] if found else "")

    def run(self, turn: Turn, seg: Segment) -> Iterator[Event]:
        seg.advance = [place for word in self.places if (place := at(turn.world, seg.power, str(word)))]
        yield from ()


@action("18.0", form="PILLAGE {number} {where}", meaning="pillage {where} with force {number}", costs="2 OP")
class Pillage(InPlace, frozen=True):
    """Lay a place waste for what it is worth."""

    def refused(self, turn: Turn, seg: Segment) -> Refusal | None:
        return cannot_pillage(turn.world, seg, self.number, self.spot(turn.world, seg))

    def run(self, turn: Turn, seg: Segment) -> Iterator[Event]:
        yield from pillage(turn, seg, self.spot(turn.world, seg))
