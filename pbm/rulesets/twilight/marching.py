"""The force in hand marches, goes on after combat, and lays waste [15.0, 17.7, 18.0]."""

from collections.abc import Iterator, Sequence

from pbm.rules.code import Place
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.order import Refusal
from pbm.rules.plan import Done, refused
from pbm.rulesets.twilight.feudalism import feudal_lapses
from pbm.rulesets.twilight.forces import Moved
from pbm.rulesets.twilight.hands import draws
from pbm.rulesets.twilight.map import chart
from pbm.rulesets.twilight.moves import op_cost, step
from pbm.rulesets.twilight.operations import InPlace, in_hand, not_in_hand
from pbm.rulesets.twilight.order import FieldOrder, Scene, Words, action, either, nowhere
from pbm.rulesets.twilight.segments import AdvanceSet, Segment
from pbm.rulesets.twilight.sheet import slot_order
from pbm.rulesets.twilight.units import Stack
from pbm.rulesets.twilight.viking import Pillaged
from pbm.rulesets.twilight.world import World, called

FREE_BORDER = "open"


def cannot_move(world: World, seg: Segment, number: int, origin: str, target: str) -> Refusal | None:
    if refusal := not_in_hand(world, seg, number, origin):
        return refusal
    stack = in_hand(world, seg)
    if not seg.may_leave(world, origin, stack.size):
        return Refusal("24.0.7", f"{called(seg.power)} may not leave {called(origin)} without a unit")
    price = step(world, seg.power, stack, origin, target, seg.voyage, seg.op)
    return price if isinstance(price, Refusal) else None


def move(turn: Turn[World], seg: Segment, origin: str, target: str) -> Iterator[Event]:
    world = turn.world
    stack = in_hand(world, seg)
    price = step(world, seg.power, stack, origin, target, seg.voyage, seg.op)
    assert isinstance(price, int)
    yield Moved(seg.power, origin, target, price, seg.op - price)
    yield from feudal_lapses(world)


def advance(turn: Turn[World], seg: Segment, places: Sequence[str]) -> Iterator[Event]:
    """The first place of a list where the force may go free after combat [17.7]."""
    world = turn.world
    target = free_move(world, seg, places)
    found = seg.force(world)
    if target and found:
        yield Moved(seg.power, found[0], target, 0, seg.op)
        yield from feudal_lapses(world)


def free_move(world: World, seg: Segment, places: Sequence[str]) -> str | None:
    found = seg.force(world)
    if not found or not seg.goes_on(world):
        return None
    place, stack = found
    if not seg.may_leave(world, place, stack.size):
        return None
    return next((target for target in places if is_free(world, seg.power, stack, place, target)), None)


def is_free(world: World, who: str, stack: Stack, place: str, target: str) -> bool:
    """Over an open border, or into the burg of the area if no enemy holds it; fleets to the next sea."""
    links, goal = chart()[place].links, chart()[target]
    if target not in links:
        return False
    if stack.is_fleet:
        return goal.kind == "sea"
    if goal.kind == "burg":
        return not world.foreign(target, who)
    return goal.kind == "land" and links[target] == FREE_BORDER


@action(
    "15.0", form="MOVE {number} {origin} {target}", meaning="move force {number} from {origin} to {target}", costs="OP"
)
class Move(FieldOrder, frozen=True):
    """Move the force in hand to the next place."""

    number: int
    origin: Place
    target: Place

    def plan(self, at: Scene) -> Done:
        origin, target = at.place(self.origin), at.place(self.target)
        if origin is None or target is None:
            return refused(nowhere(at.who))
        reason = cannot_move(at.world, at.seg, self.number, origin, target)
        return either(reason, move(at.turn, at.seg, origin, target))


@action("17.7", form="ADVANCE {number} {places}", meaning="after combat force {number} may go to {places}")
class Advance(FieldOrder, frozen=True):
    """Where the force in hand goes if combat gives it a free move."""

    number: int
    places: Words

    def plan(self, at: Scene) -> Done:
        found = at.seg.force(at.world)
        reason = not_in_hand(at.world, at.seg, self.number, found[0] if found else "")
        places = tuple(place for word in self.places if (place := at.place(str(word))))
        return either(reason, (AdvanceSet(at.who, places),))


# pillage


def cannot_pillage(world: World, seg: Segment, number: int, place: str) -> Refusal | None:
    if refusal := not_in_hand(world, seg, number, place):
        return refusal
    spot = chart()[place]
    if spot.kind not in ("land", "burg") or world.owners(place):
        return Refusal("18.0", f"{called(place)} cannot be pillaged")
    if place in world.pillaged:
        return Refusal("18.0", f"{called(place)} has been pillaged")
    if spot.kind == "land" and world.foreign(place, seg.power):
        return Refusal("18.0", f"an enemy is in {called(place)}")
    return Refusal("18.0", f"it costs 2 OP, and {seg.op} are left") if seg.op < op_cost("pillage") else None


def pillage(turn: Turn[World], seg: Segment, place: str) -> Iterator[Event]:
    """The spoils, and a marker for every other Frankish player's power if Franks held the place at first [18.1]."""
    yield Pillaged(seg.power, place, chart()[place].value)
    if place in turn.world.frankish_start:
        for other in slot_order(turn):
            power = turn.world.powers[other]
            if other != seg.power and power.kind == "pp" and power.frankish:
                yield from draws(turn, other)


@action("18.0", form="PILLAGE {number} {where}", meaning="pillage {where} with force {number}", costs="2 OP")
class Pillage(InPlace, frozen=True):
    """Lay a place waste for what it is worth."""

    def plan(self, at: Scene) -> Done:
        spot = self.spot(at)
        return either(cannot_pillage(at.world, at.seg, self.number, spot), pillage(at.turn, at.seg, spot))
