"""Operations: a force is gathered, throws for its points and spends them, line after line [13.0 to 19.1]."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from pbm.rules.code import Power
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.order import Refusal
from pbm.rulesets.twilight.combat import LEADERSHIP
from pbm.rulesets.twilight.feudalism import feudal_lapses
from pbm.rulesets.twilight.forces import Closed, Formed, LeftBehind, Moved, PickedUp
from pbm.rulesets.twilight.hands import draws, plays
from pbm.rulesets.twilight.map import chart
from pbm.rulesets.twilight.moves import Voyage, embarkation, op_cost, step, ways_ashore
from pbm.rulesets.twilight.segments import Segment
from pbm.rulesets.twilight.sheet import slot_order
from pbm.rulesets.twilight.units import Pick, Stack, Units, added, size, write
from pbm.rulesets.twilight.viking import Pillaged
from pbm.rulesets.twilight.world import World, called

"""Which of the units that are there a line means."""
FREE_BORDER = "open"


class OpsThrown(Event, frozen=True):
    who: Power
    roll: int
    leader: int
    marker: int
    points: int
    text: ClassVar = (
        "{who} threw {roll} for operations<, {leader} for the leader><, {marker} for Leadership>: {points} OP"
    )


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
    turn: Turn, seg: Segment, number: int, place: str, pick: Pick, marker: str | None, stack: int | None = None
) -> Iterator[Event]:
    """Gather a force, from one stack or from all in stack order, and throw for its OP [13.0, 14.0]."""
    world: World = turn.world
    taken = pick(fresh(world, seg.power, place))
    seg.number, seg.used, seg.advance, seg.apart, seg.voyage = number, [*seg.used, number], [], False, None
    yield Formed(seg.power, place, number, write(taken), stack)
    bonus = 0
    if marker and marker in world.powers[seg.power].markers and not (yield from plays(turn, seg.power, marker)):
        bonus = LEADERSHIP[marker]
    if not seg.goes_on(world):
        return
    roll = turn.dice.roll(f"ops.{seg.power}")
    leader = op_cost("leader_bonus") if taken.get("L") else 0
    seg.op = roll + leader + bonus
    yield OpsThrown(seg.power, roll, leader, bonus, seg.op)


def close(turn: Turn, seg: Segment) -> Iterator[Event]:
    """The force in hand is done; one that is left at sea lands where it is cheapest [13.0, 19.1]."""
    world: World = turn.world
    found = seg.force(world)
    if found:
        place, stack = found
        if chart()[place].kind == "sea" and not stack.is_fleet:
            yield from washed_ashore(turn, seg, place, stack)
            place = (seg.force(world) or (place, stack))[0]
        yield Closed(seg.power, place, seg.apart and chart()[place].kind != "burg")
    seg.number, seg.op, seg.voyage = None, 0, None


def washed_ashore(turn: Turn, seg: Segment, sea: str, stack: Stack) -> Iterator[Event]:
    world: World = turn.world
    voyage = seg.voyage or Voyage("land", sea)
    for way in ways_ashore(world, seg.power, stack, sea, voyage)[:1]:
        seg.dutiful = seg.dutiful or counts_as_duty(world, seg.power, way.place)
        yield Moved(seg.power, sea, way.place, 0, 0)
        yield from feudal_lapses(world)


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


# moving


def cannot_move(world: World, seg: Segment, number: int, origin: str, target: str) -> Refusal | None:
    if refusal := not_in_hand(world, seg, number, origin):
        return refusal
    stack = in_hand(world, seg)
    if not seg.may_leave(world, origin, stack.size):
        return Refusal("24.0.7", f"{called(seg.power)} may not leave {called(origin)} without a unit")
    price = step(world, seg.power, stack, origin, target, seg.voyage, seg.op)
    return price if isinstance(price, Refusal) else None


def in_hand(world: World, seg: Segment) -> Stack:
    found = seg.force(world)
    assert found
    return found[1]


def move(turn: Turn, seg: Segment, origin: str, target: str) -> Iterator[Event]:
    world: World = turn.world
    stack = in_hand(world, seg)
    price = step(world, seg.power, stack, origin, target, seg.voyage, seg.op)
    assert isinstance(price, int)
    seg.op -= price
    if chart()[target].kind != "sea" or stack.is_fleet:
        seg.voyage = None
    elif seg.voyage is None:
        seg.voyage = Voyage(embarkation(origin), origin)
    seg.dutiful = seg.dutiful or counts_as_duty(world, seg.power, target, stack.is_fleet)
    yield Moved(seg.power, origin, target, price, seg.op)
    yield from feudal_lapses(world)


def counts_as_duty(world: World, who: str, place: str, fleet: bool = False) -> bool:
    """An empty or enemy-held area or burg; not its own land, nor a sea for land units [24.0]."""
    if who in world.owners(place) or (chart()[place].kind == "sea" and not fleet):
        return False
    return not world.stacks(place, who) or bool(world.foreign(place, who))


def advance(turn: Turn, seg: Segment, places: Sequence[str]) -> Iterator[Event]:
    """The first place of a list where the force may go free after combat [17.7]."""
    world: World = turn.world
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


# leaving and taking along


def cannot_drop(world: World, seg: Segment, number: int, place: str, pick: Pick) -> Refusal | None:
    if refusal := not_in_hand(world, seg, number, place):
        return refusal
    stack = in_hand(world, seg)
    if chart()[place].kind == "sea" and not stack.is_fleet:
        return Refusal("13.0", "a land force leaves nobody at sea")
    return None if size(pick(stack.units)) else Refusal("13.0", "none of those units is in the force")


def leave(turn: Turn, seg: Segment, place: str, pick: Pick) -> Iterator[Event]:
    units = pick(in_hand(turn.world, seg).units)
    yield LeftBehind(seg.power, place, write(units))
    if seg.force(turn.world) is None:
        seg.number = None


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


def pick_up(turn: Turn, seg: Segment, place: str, pick: Pick) -> Iterator[Event]:
    yield PickedUp(seg.power, place, write(pick(fresh(turn.world, seg.power, place))))


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


def pillage(turn: Turn, seg: Segment, place: str) -> Iterator[Event]:
    """The spoils, and a marker for every other Frankish player's power if Franks held the place at first [18.1]."""
    world: World = turn.world
    seg.op -= op_cost("pillage")
    yield Pillaged(seg.power, place, chart()[place].value)
    if place in world.frankish_start:
        for other in slot_order(turn):
            power = world.powers[other]
            if other != seg.power and power.kind == "pp" and power.frankish:
                yield from draws(turn, other)
