"""Orders of the levy: units are sent home and raised, markers bought, the land restored [12.0, 18.2, 20.0, 29.1]."""

from collections.abc import Iterator, Mapping
from typing import Any

from pbm.rules.code import Place
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.order import Refusal
from pbm.rulesets.twilight.exact import HOME
from pbm.rulesets.twilight.feudalism import Enfeoffed
from pbm.rulesets.twilight.forces import Raised, loses
from pbm.rulesets.twilight.hands import Bought, Discarded, draws
from pbm.rulesets.twilight.levy import (
    Purse,
    Restored,
    cannot_raise,
    markers_left,
    most_at_once,
    no_marker,
    price,
    still,
)
from pbm.rulesets.twilight.map import area_of, chart, places_of
from pbm.rulesets.twilight.orders.base import LevyOrder, Words, action, at, chooser, nowhere
from pbm.rulesets.twilight.segments import Segment
from pbm.rulesets.twilight.tables import tables
from pbm.rulesets.twilight.units import Units, common, size, spelt, without
from pbm.rulesets.twilight.world import World, called, lacking, subject


@action("12.0.2", form="DISBAND {where} {units}", meaning="disband {units} in {where}")
class Disband(LevyOrder, frozen=True):
    """Send units home before they must be paid."""

    where: Place
    units: Words

    def said(self, number: int) -> Mapping[str, Any]:
        return {"where": self.where, "units": spelt(self.units)}

    def refused(self, turn: Turn, seg: Segment) -> Refusal | None:
        world: World = turn.world
        where = at(world, seg.power, self.where)
        if world.powers[seg.power].kind != "pp":
            return Refusal("24.0.1", "a power that is not a player's own keeps all its units")
        if any(str(word).startswith("L") for word in self.units):
            return Refusal("12.0.2", "a leader cannot be disbanded")
        if where is None:
            return nowhere(seg.power)
        return (
            None
            if size(self.meant(world, seg, where))
            else Refusal("12.0.2", f"there are no such units in {called(where)}")
        )

    def meant(self, world: World, seg: Segment, where: str) -> Units:
        there = without(world.units(where, seg.power), {"L": 1})
        return chooser(self.units, world.doctrine(seg.power).losses)(there)

    def run(self, turn: Turn, seg: Segment) -> Iterator[Event]:
        world: World = turn.world
        where = at(world, seg.power, self.where)
        assert where
        left = self.meant(world, seg, where)
        for stack in list(world.stacks(where, seg.power)):
            gone = common(stack.units, left)
            left = without(left, gone)
            yield from loses(world, seg.power, stack, gone, "disbanded")


@action("12.0.4", form="LEVY {where} {unit} {number}", meaning="raise {unit} in {where}", costs="by type")
class Levy(LevyOrder, frozen=True):
    """Raise units: one an area and year, any number at home."""

    where: Place
    unit: str
    number: int | None

    def said(self, number: int) -> Mapping[str, Any]:
        where = "the home area" if self.where == HOME else self.where
        return {"where": where, "unit": spelt([f"{self.unit}{self.number or 1}"])}

    def flaw(self) -> str:
        return super().flaw() if len(self.unit) == 1 else "write the type alone, and then how many"

    def refused(self, turn: Turn, seg: Segment) -> Refusal | None:
        world: World = turn.world
        where = at(world, seg.power, self.where)
        if where is None:
            return nowhere(seg.power)
        if reason := cannot_raise(world, seg.purse, where, self.unit):
            return reason
        if self.count(world, seg.purse, where):
            return None
        cost, left = price(world, seg.power, where, self.unit), seg.purse.has(world)
        return Refusal("12.0.4", f"it costs {cost}, and {still(left)}", kind="purse")

    def count(self, world: World, purse: Purse, where: str) -> int:
        """As many as are wanted, allowed and paid for."""
        most, each = most_at_once(world, purse.who, where, self.unit), price(world, purse.who, where, self.unit) or 1
        wanted = self.number or 1
        return min(wanted if most is None else min(wanted, most), purse.has(world) // each)

    def left_out(self, turn: Turn, seg: Segment) -> Iterator[Refusal]:
        world: World = turn.world
        where, wanted = at(world, seg.power, self.where) or "", self.number or 1
        number, most = self.count(world, seg.purse, where), most_at_once(world, seg.power, where, self.unit)
        if number < wanted and number == most:
            yield Refusal("12.0.4", f"only {number} of {wanted}: one unit a year is raised in {called(where)}")
        elif number < wanted:
            cost, left = price(world, seg.power, where, self.unit), seg.purse.has(world)
            text = f"only {number} of {wanted}: each costs {cost}, and {still(left)}"
            yield Refusal("12.0.4", text, kind="purse")

    def run(self, turn: Turn, seg: Segment) -> Iterator[Event]:
        world: World = turn.world
        where = at(world, seg.power, self.where)
        assert where
        number = self.count(world, seg.purse, where)
        points = number * (price(world, seg.power, where, self.unit) or 0)
        seg.purse.raised.append(area_of(where))
        yield from seg.purse.pay(world, points, raising=True)
        yield Raised(seg.power, where, f"{self.unit}{number}", points)


@action("20.0", form="BUY {number}", meaning="buy {number:marker/markers}", costs="2 each")
class Buy(LevyOrder, frozen=True):
    """Buy markers, drawn at random."""

    number: int

    def refused(self, turn: Turn, seg: Segment) -> Refusal | None:
        if min(self.number, markers_left(turn.world, seg.purse)) > 0:
            return None
        return no_marker(turn.world, seg.purse)

    def left_out(self, turn: Turn, seg: Segment) -> Iterator[Refusal]:
        most = markers_left(turn.world, seg.purse)
        if most < self.number:
            why = no_marker(turn.world, seg.purse, most)
            yield Refusal(why.rule, f"only {most} of {self.number}: {why.text}", kind=why.kind)

    def run(self, turn: Turn, seg: Segment) -> Iterator[Event]:
        number = min(self.number, markers_left(turn.world, seg.purse))
        seg.purse.bought += number
        yield Bought(seg.power, number, number * tables().marker_cost)
        yield from seg.purse.pay(turn.world, number * tables().marker_cost)
        yield from draws(turn, seg.power, number)


@action("18.2", form="RESTORE {where}", meaning="restore {where}", costs="twice its value")
class Restore(LevyOrder, frozen=True):
    """Take a pillage marker away where your force stands."""

    where: Place

    def cost_at(self, where: str) -> int:
        return tables().restore_factor * chart()[where].value

    def refused(self, turn: Turn, seg: Segment) -> Refusal | None:
        world: World = turn.world
        where = at(world, seg.power, self.where)
        if where is None:
            return nowhere(seg.power)
        if where not in world.pillaged:
            return Refusal("18.2", f"{called(where)} has not been pillaged")
        if not world.stacks(where, seg.power):
            return Refusal("18.2", f"no force of {called(seg.power)} is in {called(where)}")
        if self.cost_at(where) > seg.purse.has(world):
            cost, left = self.cost_at(where), seg.purse.has(world)
            return Refusal("18.2", f"it costs {cost}, and {still(left)}")
        return None

    def run(self, turn: Turn, seg: Segment) -> Iterator[Event]:
        where = at(turn.world, seg.power, self.where)
        assert where
        yield from seg.purse.pay(turn.world, self.cost_at(where))
        yield Restored(seg.power, where, self.cost_at(where))


@action("29.1.1", form="FEUD {where}", meaning="set up feudalism in {where}", costs="2")
class Feud(LevyOrder, frozen=True):
    """Set up feudalism in an area that you control."""

    where: Place

    def refused(self, turn: Turn, seg: Segment) -> Refusal | None:
        world: World = turn.world
        where, who = at(world, seg.power, self.where), seg.power
        if not world.settings.feudalism:
            return Refusal("29.1.1", "this game is played without feudalism")
        if where is None or chart()[where].kind != "land" or not world.controls(who, where):
            return Refusal("29.1.1", f"{subject(who, 'does', 'do')} not control {called(self.where)}")
        if not world.is_frankish(who) or where in world.feudal:
            return Refusal(
                "29.1.1",
                "there is a marker already" if where in world.feudal else f"{subject(who, 'is', 'are')} not Frankish",
            )
        if any(place in world.pillaged for place in places_of(where)):
            return Refusal("29.1.1", f"{called(where)} has been pillaged")
        if seg.purse.has(world) < tables().feudalism_cost:
            cost, left = tables().feudalism_cost, seg.purse.has(world)
            return Refusal("29.1.1", f"it costs {cost}, and {still(left)}", kind="purse")
        return None

    def run(self, turn: Turn, seg: Segment) -> Iterator[Event]:
        where = at(turn.world, seg.power, self.where)
        assert where
        yield from seg.purse.pay(turn.world, tables().feudalism_cost)
        yield Enfeoffed(seg.power, where, tables().feudalism_cost)


@action("20.1", form="DISCARD {mark}", meaning="put {mark} back into the pool")
class Discard(LevyOrder, frozen=True):
    """Put a marker of your own power back."""

    mark: str

    def refused(self, turn: Turn, seg: Segment) -> Refusal | None:
        power = turn.world.powers[seg.power]
        if power.kind != "pp":
            return Refusal("20.1", "only a player's own power discards")
        return None if self.mark in power.markers else lacking(seg.power, self.mark)

    def run(self, turn: Turn, seg: Segment) -> Iterator[Event]:
        yield Discarded(seg.power, self.mark)
