"""Orders of the levy: units are sent home and raised, markers bought, the land restored [12.0, 18.2, 20.0, 29.1]."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from pbm.rules.code import Place
from pbm.rules.event import Event, OfPower, counted
from pbm.rules.order import Refusal
from pbm.rules.plan import Done, failed, refused
from pbm.rulesets.twilight.exact import HOME
from pbm.rulesets.twilight.feudalism import Enfeoffed
from pbm.rulesets.twilight.forces import Raised, loses
from pbm.rulesets.twilight.hands import Bought, Discarded, draws
from pbm.rulesets.twilight.levy import spent
from pbm.rulesets.twilight.map import area_of, chart, places_of
from pbm.rulesets.twilight.order import DISBANDING, LevyOrder, Scene, Words, action, either, nowhere
from pbm.rulesets.twilight.order import at as spot
from pbm.rulesets.twilight.segments import Segment
from pbm.rulesets.twilight.tables import price_of, tables
from pbm.rulesets.twilight.units import Units, common, size, spelt, without
from pbm.rulesets.twilight.world import World, called, not_held, subject


def price(world: World, who: str, where: str, unit: str) -> int | None:
    cost = price_of(who, world.is_frankish(who), unit)
    extra = tables().pillaged_extra if where in world.pillaged and unit != "S" else 0
    return None if cost is None else cost + extra


def cannot_raise(world: World, seg: Segment, where: str, unit: str) -> Refusal | None:
    """Why a unit of that type cannot be raised there [12.0]."""
    who = seg.power
    if price(world, who, where, unit) is None:
        return Refusal("12.0.4", f"{called(who)} cannot raise a unit of that type: {tables().units[unit].name}")
    if unit == "S":
        return no_fleet(world, seg, where)
    if chart()[where].kind == "sea":
        return Refusal("12.0.4", f"only a fleet is raised in {called(where)}")
    return no_ground(world, who, where) or no_levy(world, seg, area_of(where))


def no_ground(world: World, who: str, where: str) -> Refusal | None:
    """The place must be controlled, an empty burg with the whole area around it."""
    if not world.controls(who, where):
        return Refusal("12.0.4", f"{subject(who, 'does', 'do')} not control {called(where)}")
    if chart()[where].kind == "burg" and not world.present(where) and world.full(area_of(where)) != who:
        return Refusal("12.0.4", f"{called(where)} is empty and its area is shared")
    return None


def no_levy(world: World, seg: Segment, area: str) -> Refusal | None:
    if area in world.unrest and world.is_frankish(seg.power):
        return Refusal("28.STL", f"no Frankish levy in {called(area)} until feudalism is restored there")
    if area in seg.raised and not world.owners(area):
        return Refusal("12.0.4", f"a unit was raised in {called(area)} already this year")
    return None


def no_fleet(world: World, seg: Segment, sea: str) -> Refusal | None:
    who = seg.power
    if chart()[sea].kind != "sea":
        return Refusal("12.0.5", f"a fleet is raised at sea, and {called(sea)} is land")
    ports = [place for place in chart()[sea].links if chart()[place].port]
    if not any(world.controls(who, port) for port in ports):
        return Refusal("12.0.5", f"{subject(who, 'controls', 'control')} no port on {called(sea)}")
    if sea in seg.raised and tables().fleets_massed.get(who) != sea:
        return Refusal("12.0.5", f"a fleet was raised in {called(sea)} already this year")
    return None


def most_at_once(world: World, who: str, where: str, unit: str) -> int | None:
    """How many may be raised there in one line: none for no limit, at home and for massed fleets."""
    if unit == "S":
        return None if tables().fleets_massed.get(who) == where else 1
    return None if who in world.owners(where) else 1


class Restored(OfPower, frozen=True):
    where: Place
    points: int
    verb: ClassVar = "restore"
    text: ClassVar = "{who} restored {where} for {points:point/points}"
    news: ClassVar = "{who} restored {where}"

    def apply(self, world: World) -> None:
        world.pillaged.remove(self.where)
        if seg := world.segment_of(self.who):
            seg.pay(self.points)


def markers_left(world: World, seg: Segment) -> int:
    """How many markers a power may still buy: room in hand and pool, and for an NPP half of what it spent [24.0]."""
    power = world.powers[seg.power]
    room = min(tables().most_markers - len(power.markers), len(world.pool))
    limit = room if power.kind == "pp" else max(1, seg.spent // 2) - seg.bought
    return max(0, min(room, limit, seg.has(world) // tables().marker_cost))


def still(left: int) -> str:
    """What a purse has, in a refusal: no points are left, 1 point is left."""
    return f"{counted(left, 'point is', 'points are')} left"


def no_marker(world: World, seg: Segment, bought: int = 0) -> Refusal:
    """Why a power buys no more markers than so many."""
    power, cost, left = world.powers[seg.power], tables().marker_cost, seg.has(world)
    if len(power.markers) + bought >= tables().most_markers:
        return Refusal("20.0", f"{subject(seg.power, 'holds', 'hold')} {tables().most_markers} markers by then")
    if bought >= len(world.pool):
        return Refusal("20.0", "no marker is left in the pool")
    if (bought + 1) * cost > left:
        return Refusal("20.0", f"each costs {cost}, and {still(left)}", kind="purse")
    most = max(1, seg.spent // 2)
    return Refusal("24.0.2", f"for the points it spent on units {subject(seg.power, 'buys', 'buy')} {most} at most")


# orders


@action("12.0.2", form="DISBAND {where} {units}", meaning="disband {units} in {where}")
class Disband(LevyOrder, frozen=True):
    """Send units home before they must be paid."""

    where: Place
    units: Words
    step: ClassVar = DISBANDING

    def said(self, number: int) -> Mapping[str, object]:
        return {"where": self.where, "units": spelt(self.units)}

    def plan(self, at: Scene) -> Done:
        where = at.place(self.where)
        if at.power.kind != "pp":
            return failed("24.0.1", "a power that is not a player's own keeps all its units")
        if any(str(word).startswith("L") for word in self.units):
            return failed("12.0.2", "a leader cannot be disbanded")
        if where is None:
            return refused(nowhere(at.who))
        meant = at.pick(self.units)(without(at.world.units(where, at.who), {"L": 1}))
        if not size(meant):
            return failed("12.0.2", f"there are no such units in {called(where)}")
        return Done("ok", sent_home(at.world, at.who, where, meant))


def sent_home(world: World, who: str, where: str, left: Units) -> Iterator[Event]:
    """The units leave their stacks, in stack order."""
    for stack in list(world.stacks(where, who)):
        gone = common(stack.units, left)
        left = without(left, gone)
        yield from loses(world, who, stack, gone, "disbanded")


@action("12.0.4", form="LEVY {where} {unit} {number}", meaning="raise {unit} in {where}", costs="by type")
class Levy(LevyOrder, frozen=True):
    """Raise units: one an area and year, any number at home."""

    where: Place
    unit: str
    number: int | None

    def said(self, number: int) -> Mapping[str, object]:
        where = "the home area" if self.where == HOME else self.where
        return {"where": where, "unit": spelt([f"{self.unit}{self.number or 1}"])}

    def flaw(self) -> str:
        return super().flaw() if len(self.unit) == 1 else "write the type alone, and then how many"

    def plan(self, at: Scene) -> Done:
        where = at.place(self.where)
        if where is None:
            return refused(nowhere(at.who))
        if reason := cannot_raise(at.world, at.seg, where, self.unit):
            return refused(reason)
        number, wanted, purse = self.count(at, where), self.number or 1, at.seg
        each, left = price(at.world, at.who, where, self.unit) or 0, still(purse.has(at.world))
        if not number:
            return failed("12.0.4", f"it costs {each}, and {left}", "purse")
        if number < wanted and number == most_at_once(at.world, at.who, where, self.unit):
            text = f"only {number} of {wanted}: one unit a year is raised in {called(where)}"
            return Done("ok", self.raised(at, where, number), (Refusal("12.0.4", text),))
        short = Refusal("12.0.4", f"only {number} of {wanted}: each costs {each}, and {left}", kind="purse")
        return Done("ok", self.raised(at, where, number), (short,) if number < wanted else ())

    def allowed(self, world: World, who: str, where: str) -> int:
        wanted, most = self.number or 1, most_at_once(world, who, where, self.unit)
        return wanted if most is None else min(wanted, most)

    def count(self, at: Scene, where: str) -> int:
        """As many as are wanted, allowed and paid for."""
        each = price(at.world, at.who, where, self.unit) or 1
        return min(self.allowed(at.world, at.who, where), at.seg.has(at.world) // each)

    def dues(self, world: World, own: str | None) -> int:
        where = spot(world, own, self.where) if own else None
        return self.allowed(world, own, where) * (price(world, own, where, self.unit) or 0) if own and where else 0

    def raised(self, at: Scene, where: str, number: int) -> Iterator[Event]:
        points = number * (price(at.world, at.who, where, self.unit) or 0)
        yield from spent(at.seg, points)
        yield Raised(at.who, where, f"{self.unit}{number}", points)


@action("20.0", form="BUY {number}", meaning="buy {number:marker/markers}", costs="2 each")
class Buy(LevyOrder, frozen=True):
    """Buy markers, drawn at random."""

    number: int

    def dues(self, world: World, own: str | None) -> int:
        return self.number * tables().marker_cost

    def plan(self, at: Scene) -> Done:
        purse, most = at.seg, markers_left(at.world, at.seg)
        if min(self.number, most) <= 0:
            return refused(no_marker(at.world, purse))
        if most >= self.number:
            return Done("ok", bought(at, self.number))
        why = no_marker(at.world, purse, most)
        short = Refusal(why.rule, f"only {most} of {self.number}: {why.text}", kind=why.kind)
        return Done("ok", bought(at, most), (short,))


def bought(at: Scene, number: int) -> Iterator[Event]:
    points = number * tables().marker_cost
    yield from (Bought(at.who, number, points), *spent(at.seg, points))
    yield from draws(at.turn, at.who, number)


@action("18.2", form="RESTORE {where}", meaning="restore {where}", costs="twice its value")
class Restore(LevyOrder, frozen=True):
    """Take a pillage marker away where your force stands."""

    where: Place

    def cost_at(self, where: str) -> int:
        return tables().restore_factor * chart()[where].value

    def dues(self, world: World, own: str | None) -> int:
        where = spot(world, own, self.where) if own else None
        return self.cost_at(where) if where else 0

    def plan(self, at: Scene) -> Done:
        where = at.place(self.where)
        if where is None:
            return refused(nowhere(at.who))
        if where not in at.world.pillaged:
            return failed("18.2", f"{called(where)} has not been pillaged")
        if not at.world.stacks(where, at.who):
            return failed("18.2", f"no force of {called(at.who)} is in {called(where)}")
        cost, left = self.cost_at(where), at.seg.has(at.world)
        if cost > left:
            return failed("18.2", f"it costs {cost}, and {still(left)}")
        return Done("ok", paid(at, cost, Restored(at.who, where, cost)))


def paid(at: Scene, points: int, deed: Event) -> Iterator[Event]:
    """A deed of the levy, after it was paid for."""
    yield from spent(at.seg, points)
    yield deed


@action("29.1.1", form="FEUD {where}", meaning="set up feudalism in {where}", costs="2")
class Feud(LevyOrder, frozen=True):
    """Set up feudalism in an area that you control."""

    where: Place

    def dues(self, world: World, own: str | None) -> int:
        return tables().feudalism_cost

    def plan(self, at: Scene) -> Done:
        where, cost = at.place(self.where), tables().feudalism_cost
        if reason := no_feud(at, where, self.where):
            return failed("29.1.1", reason)
        if (left := at.seg.has(at.world)) < cost:
            return failed("29.1.1", f"it costs {cost}, and {still(left)}", "purse")
        return Done("ok", paid(at, cost, Enfeoffed(at.who, where or "", cost)))


def no_feud(at: Scene, where: str | None, named: str) -> str:
    """Why there can be no feudalism, whatever it costs."""
    world, who = at.world, at.who
    if not world.settings.feudalism:
        return "this game is played without feudalism"
    if where is None or chart()[where].kind != "land" or not world.controls(who, where):
        return f"{subject(who, 'does', 'do')} not control {called(named)}"
    if where in world.feudal:
        return "there is a marker already"
    if not world.is_frankish(who):
        return f"{subject(who, 'is', 'are')} not Frankish"
    return f"{called(where)} has been pillaged" if any(place in world.pillaged for place in places_of(where)) else ""


@action("20.1", form="DISCARD {mark}", meaning="put {mark} back into the pool")
class Discard(LevyOrder, frozen=True):
    """Put a marker of your own power back."""

    mark: str

    def plan(self, at: Scene) -> Done:
        if at.power.kind != "pp":
            return failed("20.1", "only a player's own power discards")
        return either(not_held(at.world, at.who, self.mark), (Discarded(at.who, self.mark),))
