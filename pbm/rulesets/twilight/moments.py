"""The moments of a year at which sheets are asked: bids, alliances, and markers that wait for their time [4, 28.0]."""

from collections.abc import Generator, Iterator
from typing import ClassVar

from pbm.rules.code import Power
from pbm.rules.condition import If, bare
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.order import Line, Refusal
from pbm.rulesets.twilight.diplomacy import Diplomacy, diplomacy
from pbm.rulesets.twilight.hands import draws, plays
from pbm.rulesets.twilight.leaders import CEREMONY
from pbm.rulesets.twilight.orders.base import at, nowhere
from pbm.rulesets.twilight.orders.conditions import is_nowhere
from pbm.rulesets.twilight.orders.playing import DIPLOMACY, MISMATCH, Play
from pbm.rulesets.twilight.plays import (
    CONVERSION,
    SUBVERSION,
    OathSworn,
    ally,
    cannot_ally,
    cannot_sway,
    cannot_swear,
    sway,
)
from pbm.rulesets.twilight.segments import Segment
from pbm.rulesets.twilight.sheet import Papers, papers, slot_order, told
from pbm.rulesets.twilight.world import World, called, lacking

ALLIANCE, OATH, HARVEST, SPY = "ALY", "OAT", "HAR", "ESP"
MOMENTS = (DIPLOMACY, OATH, HARVEST, MISMATCH, SPY)
"""Markers that have a moment of their own, wherever their line stands in its block."""
UNMET = Refusal("H4", "its condition does not hold")
THRONES = ("AAC", "ROM")


def not_held(world: World, who: str, mark: str) -> Refusal | None:
    return None if mark in world.powers[who].markers else lacking(who, mark)


def plays_of(turn: Turn, mark: str) -> Iterator[tuple[Papers, str, Line, Play]]:
    """Lines that would play a marker, powers in slot order and lines as written, their conditions asked now."""
    world: World = turn.world
    for power in slot_order(turn):
        seat = world.player_of(power)
        paper = papers(turn, seat) if seat else None
        for line in paper.block(world, power) if paper and mark in paper.marks else ():
            order = bare(line.order)
            if paper and isinstance(order, Play) and order.mark == mark and world.player_of(power) == seat:
                yield paper, power, line, order


def due(world: World, power: str, line: Line) -> bool:
    """Whether all conditions of a line are met."""
    if not isinstance(line.order, If):
        return True
    bases = [getattr(condition, "condition", condition) for condition in line.order.conditions]
    return not any(is_nowhere(world, power, base) for base in bases) and line.order.holds(world, power)


def vikings(turn: Turn) -> Generator[Event, None, Diplomacy]:
    """Viking Diplomacy, before the raid [28.VKD]."""
    world: World = turn.world
    for paper, power, line, order in list(plays_of(turn, DIPLOMACY)):
        plan = diplomacy(order.fields)
        if not due(world, power, line):
            yield told(paper, power, line, "void", UNMET)
        elif reason := not_held(world, power, DIPLOMACY):
            yield told(paper, power, line, "failed", reason)
        else:
            yield told(paper, power, line, "ok")
            if not (yield from plays(turn, power, DIPLOMACY)) and plan:
                return plan
    return Diplomacy()


def oaths(turn: Turn) -> Iterator[Event]:
    """Oaths of Strasbourg, at the start of operations [28.OAT]."""
    world: World = turn.world
    for paper, power, line, order in () if world.over else list(plays_of(turn, OATH)):
        own = world.own_power(paper.seat)
        others = tuple(map(str, order.fields))
        reason = not_held(world, power, OATH) or cannot_swear(world, own, others)
        if not due(world, power, line):
            yield told(paper, power, line, "void", UNMET)
        elif reason:
            yield told(paper, power, line, "failed", reason)
        else:
            yield told(paper, power, line, "ok")
            if not (yield from plays(turn, power, OATH)) and own:
                yield OathSworn(tuple(dict.fromkeys((own, *others))))


class HarvestThrown(Event, frozen=True):
    who: Power
    roll: int
    points: int
    verb: ClassVar = "harvest"
    text: ClassVar = "{who} threw {roll} for a good harvest: {points} LP"
    news: ClassVar = "{who} had a good harvest"


def harvest(turn: Turn, seg: Segment, paper: Papers, lines: list[Line]) -> Generator[Event, None, int]:
    """Good Harvest at the start of the own levy [28.HAR]."""
    world: World = turn.world
    total = 0
    for line in lines:
        order = bare(line.order)
        if not (isinstance(order, Play) and order.mark == HARVEST) or not seg.goes_on(world):
            continue
        reason = not_held(world, seg.power, HARVEST)
        if not due(world, seg.power, line):
            yield told(paper, seg.power, line, "void", UNMET)
        elif reason:
            yield told(paper, seg.power, line, "failed", reason)
        else:
            yield told(paper, seg.power, line, "ok")
            if not (yield from plays(turn, seg.power, HARVEST)):
                roll = turn.dice.roll(f"harvest.{seg.power}")
                total += (roll + 1) // 2
                yield HarvestThrown(seg.power, roll, (roll + 1) // 2)
    return total


def mesalliance(turn: Turn, seg: Segment) -> Iterator[Event]:
    """A rival's Mesalliance cuts the segment of a controlled NPP short [28.MES]."""
    world: World = turn.world
    if world.powers[seg.power].kind == "pp":
        return
    for paper, power, line, order in list(plays_of(turn, MISMATCH)):
        if order.fields[:1] != (seg.power,) or seg.cut_after is not None or not due(world, power, line):
            continue
        if reason := not_held(world, power, MISMATCH):
            yield told(paper, power, line, "failed", reason)
            continue
        yield told(paper, power, line, "ok")
        if not (yield from plays(turn, power, MISMATCH)):
            seg.cut_after = int(order.fields[1]) if len(order.fields) > 1 else 0


def ceremony(turn: Turn, who: str) -> Iterator[Event]:
    """De Ceremonis: markers for a leader in Aachen or Rome when the segment is over [28.CER]."""
    world: World = turn.world
    if world.leader_at(who) in THRONES:
        yield from draws(turn, who, turn.dice.roll(f"ceremony.{who}"))
    if world.out.get(CEREMONY) == who:
        yield CeremonyOver(who)


class CeremonyOver(Event, frozen=True):
    who: Power
    verb: ClassVar = "ceremonyover"
    text: ClassVar = "De Ceremonis went back to the pool"
    news: ClassVar = text

    def apply(self, world: World) -> None:
        world.out.pop(CEREMONY, None)
        world.pool.append(CEREMONY)
        world.pool.sort()


def play_now(turn: Turn, seg: Segment, paper: Papers, line: Line) -> Iterator[Event]:
    """ALY on a Minor, SUB and REL where the line stands; any other marker fails here [20.1]."""
    world: World = turn.world
    order = bare(line.order)
    assert isinstance(order, Play)
    if order.mark == ALLIANCE and order.fields[0] in world.of_kind("major"):
        return
    reason = not_held(world, seg.power, order.mark) or unfit(world, seg.power, order)
    yield told(paper, seg.power, line, "failed" if reason else "ok", *([reason] if reason else []))
    if reason or (yield from plays(turn, seg.power, order.mark)):
        return
    if order.mark == ALLIANCE:
        yield from ally(turn, seg.power, str(order.fields[0]))
    else:
        yield from sway(turn, seg.power, order.mark, *target(world, seg.power, order))


def unfit(world: World, who: str, order: Play) -> Refusal | None:
    if order.mark == ALLIANCE:
        return cannot_ally(world, who, str(order.fields[0]))
    if order.mark not in (SUBVERSION, CONVERSION):
        return Refusal("20.1", f"{called(order.mark)} is not played in operations")
    if at(world, who, str(order.fields[0])) is None:
        return nowhere(who)
    return cannot_sway(world, who, order.mark, *target(world, who, order))


def target(world: World, who: str, order: Play) -> tuple[str, str, int]:
    """The place, the power and which of its forces."""
    place, foe = order.fields
    power, number = foe if isinstance(foe, tuple) else (foe, 1)
    return at(world, who, str(place)) or "", str(power), int(number)
