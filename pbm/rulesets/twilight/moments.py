"""The moments of a year at which sheets are asked: bids, alliances, and markers that wait for their time [4, 28.0]."""

from collections.abc import Callable, Iterable, Iterator
from typing import ClassVar

from pbm.rules.code import Power
from pbm.rules.engine import Turn
from pbm.rules.event import Event, OfPower
from pbm.rules.order import Line, Refusal
from pbm.rules.plan import Done, failed, refused
from pbm.rulesets.twilight.diplomacy import Diplomacy, diplomacy
from pbm.rulesets.twilight.exact import FIELDS, fits
from pbm.rulesets.twilight.hands import draws, plays
from pbm.rulesets.twilight.order import LATER, FieldOrder, Scene, Words, action, either, nowhere
from pbm.rulesets.twilight.playing import carried_out, due, scene
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
from pbm.rulesets.twilight.segments import CEREMONY, CutShort, Segment
from pbm.rulesets.twilight.sheet import Papers, papers, slot_order
from pbm.rulesets.twilight.world import World, called, not_held, subject

THRONES = ("AAC", "ROM")
ALLIANCE, DIPLOMACY, MISMATCH, OATH, HARVEST, SPY = "ALY", "VKD", "MES", "OAT", "HAR", "ESP"
MOMENTS = (DIPLOMACY, OATH, HARVEST, MISMATCH, SPY)
"""Markers that have a moment of their own, wherever their line stands in its block."""
Way = Callable[[Scene, Words], Done]
WAYS: dict[str, Way] = {}
"""What comes of a marker that is held, by its code."""


def played(*marks: str) -> Callable[[Way], Way]:
    """Declares what comes of playing a marker with such fields."""

    def declare(way: Way) -> Way:
        WAYS.update(dict.fromkeys(marks, way))
        return way

    return declare


@action("20.1", form="PLAY {mark}< {fields: |/}>", meaning="play {mark}<: {fields}>")
class Play(FieldOrder, frozen=True):
    """Play a marker at its moment."""

    mark: str
    fields: Words

    def flaw(self) -> str:
        if self.mark == DIPLOMACY:
            return "" if diplomacy(self.fields) else "it names no modifier of -1, 0 or 1, and no sea and area to aim at"
        if self.mark in FIELDS and not fits(self.fields, FIELDS[self.mark]):
            return f"{self.mark} is not played with these fields"
        return "" if self.mark == MISMATCH else super().flaw()

    def played_in(self, world: World, who: str) -> str:
        return self.mark if self.mark in MOMENTS else self.step

    def never(self, world: World) -> Refusal | None:
        if self.mark != MISMATCH or self.fields[0] in world.begun:
            return None
        return Refusal("28.MES", f"{subject(str(self.fields[0]), 'did', 'did')} not operate under a player")

    def plan(self, at: Scene) -> Done:
        """An alliance with a Major is made when that is put up [9.0]."""
        if self.mark == ALLIANCE and self.fields[0] in at.world.of_kind("major") and not at.auction:
            return LATER
        if reason := not_held(at.world, at.who, self.mark):
            return refused(reason)
        if way := WAYS.get(self.mark):
            return way(at, self.fields)
        return failed("20.1", f"{called(self.mark)} is not played in operations")


def plays_of(turn: Turn[World], mark: str) -> Iterator[tuple[Papers, str, Line, Play]]:
    """Lines that would play a marker, powers in slot order and lines as written, their conditions asked now."""
    world = turn.world
    for power in slot_order(turn):
        seat = world.player_of(power)
        paper = papers(turn, seat) if seat else None
        for line, order in paper.of_kind(Play) if paper else ():
            if paper and order.mark == mark and line in paper.block(world, power) and world.player_of(power) == seat:
                yield paper, power, line, order


@played(DIPLOMACY)
def steered(at: Scene, fields: Words) -> Done:
    """Viking Diplomacy, before the raid [28.VKD]."""
    aims = diplomacy(fields)
    return Done("ok", unless_undone(at, DIPLOMACY, (Steered(at.who, aims),) if aims else ()))


class Steered(OfPower, frozen=True):
    """The raid of the year is steered. It is not written: the raid tells what came of it."""

    aims: Diplomacy
    written: ClassVar = False
    silent: ClassVar = True

    def apply(self, world: World) -> None:
        world.diplomacy = self.aims


def unless_undone(at: Scene, mark: str, events: Iterable[Event]) -> Iterator[Event]:
    """The marker is played, and what comes of it if no assassin undoes that."""
    if not (yield from plays(at.turn, at.who, mark)):
        yield from events


def vikings(turn: Turn[World]) -> Iterator[Event]:
    """Viking Diplomacy: the first that is not undone counts."""
    for paper, power, line, _ in list(plays_of(turn, DIPLOMACY)):
        yield from carried_out(line, scene(turn, paper, power))
        if turn.world.diplomacy:
            return


@played(OATH)
def sworn(at: Scene, fields: Words) -> Done:
    """Oaths of Strasbourg, at the start of operations [28.OAT]."""
    own, others = at.world.own_power(at.paper.seat), tuple(map(str, fields))
    oath = (OathSworn(tuple(dict.fromkeys((own, *others)))),) if own else ()
    return either(cannot_swear(at.world, own, others), unless_undone(at, OATH, oath))


def oaths(turn: Turn[World]) -> Iterator[Event]:
    for paper, power, line, _ in () if turn.world.over else list(plays_of(turn, OATH)):
        yield from carried_out(line, scene(turn, paper, power))


class HarvestThrown(OfPower, frozen=True):
    roll: int
    points: int
    verb: ClassVar = "harvest"
    text: ClassVar = "{who} threw {roll} for a good harvest: {points} LP"
    news: ClassVar = "{who} had a good harvest"

    def apply(self, world: World) -> None:
        if world.segment:
            world.segment.more += self.points


@played(HARVEST)
def reaped(at: Scene, fields: Words) -> Done:
    """Good Harvest at the start of the own levy [28.HAR]."""
    return Done("ok", unless_undone(at, HARVEST, thrown(at)))


def thrown(at: Scene) -> Iterator[Event]:
    roll = at.dice.roll(f"harvest.{at.who}")
    yield HarvestThrown(at.who, roll, (roll + 1) // 2)


@played(MISMATCH)
def mismatched(at: Scene, fields: Words) -> Done:
    """A rival's Mesalliance cuts the segment of a controlled NPP short [28.MES]."""
    end = CutShort(at.seg.power, int(fields[1]) if len(fields) > 1 else 0)
    return Done("ok", unless_undone(at, MISMATCH, (end,)))


def mesalliance(turn: Turn[World], seg: Segment) -> Iterator[Event]:
    if turn.world.powers[seg.power].kind == "pp":
        return
    for paper, power, line, order in list(plays_of(turn, MISMATCH)):
        if order.fields[:1] == (seg.power,) and seg.cut_after is None and due(turn.world, power, line):
            yield from carried_out(line, scene(turn, paper, power))


def ceremony(turn: Turn[World], who: str) -> Iterator[Event]:
    """De Ceremonis: markers for a leader in Aachen or Rome when the segment is over [28.CER]."""
    if turn.world.leader_at(who) in THRONES:
        yield from draws(turn, who, turn.dice.roll(f"ceremony.{who}"))
    if turn.world.out.get(CEREMONY) == who:
        yield CeremonyOver(who)


class CeremonyOver(OfPower, frozen=True):
    verb: ClassVar = "ceremonyover"
    text: ClassVar = "De Ceremonis went back to the pool"

    def apply(self, world: World) -> None:
        world.out.pop(CEREMONY, None)
        world.pool.append(CEREMONY)
        world.pool.sort()


@played(ALLIANCE)
def allied(at: Scene, fields: Words) -> Done:
    """With a Minor, where the line stands; with a Major, when that is put up [28.ALY]."""
    minor = str(fields[0])
    if at.auction:
        return Done("ok", unless_undone(at, ALLIANCE, wooed(at, minor)))
    return either(cannot_ally(at.world, at.who, minor), unless_undone(at, ALLIANCE, ally(at.turn, at.who, minor)))


class GiftThrown(OfPower, frozen=True):
    target: Power
    roll: int
    points: int
    verb: ClassVar = "alliance"
    text: ClassVar = "{who} threw {roll} for an alliance with {target}: {points} DP"


def wooed(at: Scene, major: str) -> Iterator[Event]:
    """The DP that an alliance adds to a bid."""
    roll = at.dice.roll(f"alliance.{at.who}")
    yield GiftThrown(at.who, major, roll, (roll + 1) // 2)


@played(SUBVERSION)
def subverted(at: Scene, fields: Words) -> Done:
    return swayed(at, SUBVERSION, fields)


@played(CONVERSION)
def converted(at: Scene, fields: Words) -> Done:
    return swayed(at, CONVERSION, fields)


def swayed(at: Scene, mark: str, fields: Words) -> Done:
    """Where the line stands: the place, the power and which of its forces [22.0]."""
    place, foe = at.place(str(fields[0])), fields[1]
    power, number = foe if isinstance(foe, tuple) else (foe, 1)
    if place is None:
        return refused(nowhere(at.who))
    target = (mark, place, str(power), int(number))
    return either(cannot_sway(at.world, at.who, *target), unless_undone(at, mark, sway(at.turn, at.who, *target)))
