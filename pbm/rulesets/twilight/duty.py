"""What a controlled power does that its player left idle: it must move or attack once [24.0, H12]."""

from collections.abc import Iterator
from typing import ClassVar

from pbm.rules.engine import Turn
from pbm.rules.event import Event, OfPower
from pbm.rulesets.twilight.attacks import Assault, assault, forbidden, rank
from pbm.rulesets.twilight.forces import place_of
from pbm.rulesets.twilight.map import area_of, chart, is_on_map, places_of
from pbm.rulesets.twilight.marching import move
from pbm.rulesets.twilight.moves import cost, not_passable
from pbm.rulesets.twilight.operations import close, form, in_hand
from pbm.rulesets.twilight.segments import Segment
from pbm.rulesets.twilight.units import Stack, Units, first, size, without
from pbm.rulesets.twilight.world import World

NUMBERS = range(100, 200)
"""Forces of the routine, apart from those a player numbers."""


class DutyCalled(OfPower, frozen=True):
    """A power acts without a line of any sheet."""

    parties: ClassVar = ()
    silent: ClassVar = True


def dutiful(turn: Turn[World], seg: Segment) -> Iterator[Event]:
    """Twice over: first sparing the powers of the same player, then not."""
    world = turn.world
    if world.powers[seg.power].kind == "pp":
        return
    for sparing in (True, False):
        for stack in candidates(world, seg):
            if seg.dutiful or not seg.goes_on(world):
                return
            if (found := place_of(world, seg.power, stack)) and size(stack.fresh):
                yield from acted(turn, seg, *found, sparing)
                yield from close(turn, seg)


def candidates(world: World, seg: Segment) -> list[Stack]:
    """Stacks with units that may still operate, most of them first."""
    held = [force for force in world.stands(seg.power) if f"{force[0]}/{seg.power}" not in world.paralysed]
    able = [(place, stack) for place, stack in held if size(stack.fresh)]
    return [stack for _, stack in sorted(able, key=lambda force: (-size(force[1].fresh), force[0]))]


def acted(turn: Turn[World], seg: Segment, place: str, index: int, sparing: bool) -> Iterator[Event]:
    world = turn.world
    stack = world.stacks(place, seg.power)[index]
    if target := prey(world, seg, place, sparing):
        yield from gathered(turn, seg, place, index, stack.fresh)
        if seg.op and seg.force(world):
            where, foe, number = target
            tables = tuple(world.doctrine(seg.power).crt)
            yield from assault(turn, seg, Assault(where, foe, number, tables, 1, 1, None, False))
        return
    movers = spare(world, seg, place, stack.fresh)
    goals = open_goals(world, seg, place, stack, sparing)
    if not size(movers) or not goals:
        return
    yield from gathered(turn, seg, place, index, movers)
    if goal := affordable(world, seg, place, goals):
        yield from move(turn, seg, place, goal)


def gathered(turn: Turn[World], seg: Segment, place: str, index: int, units: Units) -> Iterator[Event]:
    number = next(n for n in NUMBERS if n not in seg.used)
    yield DutyCalled(seg.power)
    yield from form(turn, seg, number, place, lambda there: units, None, index)


def prey(world: World, seg: Segment, place: str, sparing: bool) -> tuple[str, str, int] | None:
    """An enemy in the same area or sea, or in the area's burg: Franks first, the field before the burg, the fewest."""
    if chart()[place].kind == "burg":
        return None
    found = []
    for field, spot in enumerate(places_of(place)):
        for power in world.foreign(spot, seg.power):
            if forbidden(world, seg.power, power, spot) or (sparing and world.kin(power, seg.power)):
                continue
            ranked = (rank(world, power), field)
            stacks = enumerate(world.stacks(spot, power), start=1)
            found += [(*ranked, stack.size, power, number, spot) for number, stack in stacks]
    best = min(found, default=None)
    return (best[5], best[3], best[4]) if best else None


def spare(world: World, seg: Segment, place: str, units: Units) -> Units:
    """The units that may go: all, or all but one where nothing else would stay."""
    stay = world.number(place, seg.power) - size(units)
    if is_on_map(place) and not stay:
        return without(units, first(units, 1, world.doctrine(seg.power).losses))
    return units


def open_goals(world: World, seg: Segment, place: str, stack: Stack, sparing: bool) -> list[str]:
    """Neighbours it may enter, but for its own alone and, the first time, those of kin."""
    goals = []
    for goal in sorted(chart()[place].links):
        spot = chart()[goal]
        if chart()[area_of(goal)].kind == "peripheral" or (spot.kind == "sea") != stack.is_fleet:
            continue
        if not_passable(world, seg.power, stack, place, goal):
            continue
        others = world.foreign(goal, seg.power)
        if (world.stacks(goal, seg.power) and not others) or (sparing and any(world.kin(o, seg.power) for o in others)):
            continue
        goals.append(goal)
    return goals


def affordable(world: World, seg: Segment, place: str, goals: list[str]) -> str | None:
    """Empty before held by an enemy, then the cheaper, then the richer."""
    found = seg.force(world)
    if not found:
        return None
    stack = in_hand(world, seg)
    priced = {goal: cost(world, seg.power, stack, place, goal, None) for goal in goals}
    able = [goal for goal in goals if priced[goal] <= seg.op]
    return min(able, key=lambda g: (bool(world.foreign(g, seg.power)), priced[g], -chart()[g].value, g), default=None)
