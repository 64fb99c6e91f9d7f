"""The moments of a year at which sheets are asked: bids, alliances, and markers that wait for their time [4, 28.0]."""

from collections.abc import Generator, Iterator, Mapping
from typing import ClassVar

from pbm.rules.code import Named, Power
from pbm.rules.condition import If, bare
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.order import Line, Refusal
from pbm.rulesets.twilight.hands import draws, plays
from pbm.rulesets.twilight.leaders import CEREMONY
from pbm.rulesets.twilight.map import chart
from pbm.rulesets.twilight.orders import (
    DIPLOMACY,
    MISMATCH,
    Bid,
    Call,
    Cap,
    Play,
    Reveal,
    Slot,
    at,
    is_nowhere,
    nowhere,
)
from pbm.rulesets.twilight.plays import (
    CONVERSION,
    SUBVERSION,
    OathSworn,
    ally,
    around,
    cannot_ally,
    cannot_sway,
    cannot_swear,
    sway,
)
from pbm.rulesets.twilight.segments import Segment
from pbm.rulesets.twilight.sheet import Papers, answer, came_up, everyone, papers, told
from pbm.rulesets.twilight.units import write
from pbm.rulesets.twilight.viking import Diplomacy, diplomacy
from pbm.rulesets.twilight.world import World

ALLIANCE, OATH, HARVEST, SPY = "ALY", "OAT", "HAR", "ESP"
MOMENTS = (DIPLOMACY, OATH, HARVEST, MISMATCH, SPY)
"""Markers that have a moment of their own, wherever their line stands in its block."""
INITIATIVE = "INIT"
MARKERS = "MARKS"
THRONES = ("AAC", "ROM")


def not_held(world: World, who: str, mark: str) -> Refusal | None:
    return None if mark in world.powers[who].markers else Refusal("20.1", f"{who} does not hold {mark}")


def plays_of(turn: Turn, mark: str) -> Iterator[tuple[Papers, str, Line, Play]]:
    """Lines that would play a marker, powers in slot order and lines as written, their conditions asked now."""
    world: World = turn.world
    for power in world.slot_order():
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


class Board:
    """What all sheets say of the auctions."""

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self.world: World = turn.world
        self.papers = {paper.seat: paper for paper in everyone(turn)}

    def initiative(self, who: str) -> int:
        """The last bid for the initiative counts."""
        bids = [order.points for order in self._bids(self.world.player_of(who), INITIATIVE)]
        return bids[-1] if bids else 0

    def own_slots(self, who: str) -> list[str]:
        seat = self.world.player_of(who)
        return self.slots(seat, who) if seat else []

    def slots(self, seat: str, power: str) -> list[str]:
        """The last list for a power; one that names none is the player's own power's."""
        own = self.world.own_power(seat)
        lists = [order.slots for _, order in self.papers[seat].wishes(Slot) if (order.power or own) == power]
        return [str(word) for word in lists[-1]] if lists else []

    def bid(self, seat: str, power: str) -> int:
        bids = [order.points for order in self._bids(seat, power)]
        return bids[-1] if bids else 0

    def cap(self, seat: str) -> int | None:
        caps = [order.points for _, order in self.papers[seat].wishes(Cap)]
        return caps[-1] if caps else None

    def calls(self, seat: str) -> list[str]:
        return [str(power) for _, order in self.papers[seat].wishes(Call) for power in order.powers]

    def _bids(self, seat: str | None, power: str) -> list[Bid]:
        return [order for _, order in self.papers[seat].wishes(Bid) if order.power == power] if seat else []

    def alliance_line(self, seat: str, power: str) -> Line | None:
        """The line that plays an Alliance on a Major."""
        own = self.world.own_power(seat) or ""
        for line in self.papers[seat].block(self.world, own):
            order = bare(line.order)
            if isinstance(order, Play) and order.mark == ALLIANCE and order.fields[:1] == (power,):
                return line if due(self.world, own, line) else None
        return None

    def wants_alliance(self, seat: str, power: str) -> bool:
        own = self.world.own_power(seat) or ""
        return ALLIANCE in self.world.powers[own].markers and self.alliance_line(seat, power) is not None

    def allies(self, seat: str, power: str) -> Iterator[Event]:
        line = self.alliance_line(seat, power)
        if line:
            yield answer(self.papers[seat], self.world.own_power(seat) or seat, line, "ok")


def alliances_void(turn: Turn) -> Iterator[Event]:
    """An Alliance with a Major that was not wanted is kept."""
    majors = turn.world.of_kind("major")
    for paper in everyone(turn):
        done = came_up(turn, paper)
        for line in paper.of_kind(Play):
            order = bare(line.order)
            named = order.fields[:1] if isinstance(order, Play) and order.mark == ALLIANCE else ()
            if line.number not in done and any(power in majors for power in named):
                yield answer(paper, paper.seat, line, "void")


# markers at their moments


def vikings(turn: Turn) -> Generator[Event, None, Diplomacy]:
    """Viking Diplomacy, before the raid [28.VKD]."""
    world: World = turn.world
    for paper, power, line, order in list(plays_of(turn, DIPLOMACY)):
        plan = diplomacy(order.fields)
        if not due(world, power, line):
            yield told(paper, power, line, "void")
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
    for paper, power, line, order in list(plays_of(turn, OATH)):
        own = world.own_power(paper.seat)
        others = tuple(map(str, order.fields))
        reason = not_held(world, power, OATH) or cannot_swear(world, own, others)
        if not due(world, power, line):
            yield told(paper, power, line, "void")
        elif reason:
            yield told(paper, power, line, "failed", reason)
        else:
            yield told(paper, power, line, "ok")
            if not (yield from plays(turn, power, OATH)) and own:
                yield OathSworn((own, *others))


class HarvestThrown(Event, frozen=True):
    who: Power
    roll: int
    points: int
    verb: ClassVar = "harvest"
    text: ClassVar = "{who} threw {roll} for its harvest: {points} LP"
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
            yield told(paper, seg.power, line, "void")
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
    if world.out.get(CEREMONY) != who:
        return
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


# spies and disclosures


class Seen(Event, frozen=True):
    """What a player is shown: forces of a place, or markers of a power, as at the end of operations."""

    who: Power
    """The power whose player is shown it."""
    what: Named
    shown: tuple[tuple[str, str], ...]
    text: ClassVar = "{who} was shown {what}"

    def worded(self, names: Mapping[str, str], public: bool = False) -> str:
        return super().worded({**names, MARKERS: "markers"}, public)


class SpiesSent(Event, frozen=True):
    who: Power
    parties: ClassVar = ()
    verb: ClassVar = "spy"
    text: ClassVar = "{who} sent out spies"
    news: ClassVar = text


def forces_in(world: World, place: str) -> tuple[tuple[str, str], ...]:
    """Every stack in an area and its burg, or a sea: place and power, and its units."""
    return tuple(
        (f"{spot} {power}", write(stack.units))
        for spot in around(place)
        for power in world.present(spot)
        for stack in world.stacks(spot, power)
    )


def espionage(turn: Turn) -> Iterator[Event]:
    """Espionage and REVEAL, after all operations [21.0, 28.ESP]."""
    world: World = turn.world
    for paper, power, line, order in list(plays_of(turn, SPY)):
        what = at(world, power, str(order.fields[0]))
        reason = not_held(world, power, SPY) or (
            None if is_known(world, what) else Refusal("28.ESP", "there is no such target")
        )
        if not due(world, power, line):
            yield told(paper, power, line, "void")
        elif reason:
            yield told(paper, power, line, "failed", reason)
        else:
            yield told(paper, power, line, "ok")
            yield SpiesSent(power)
            if not (yield from plays(turn, power, SPY)) and what:
                yield Seen(power, what, shown(world, what))
    for paper in everyone(turn):
        for line, wish in paper.wishes(Reveal):
            yield from revealed(turn, paper, line, wish)


def is_known(world: World, what: str | None) -> bool:
    return what is not None and (what in chart() or world.in_play(what))


def shown(world: World, what: str) -> tuple[tuple[str, str], ...]:
    if what in world.powers:
        return ((what, " ".join(sorted(world.powers[what].markers))),)
    return forces_in(world, what)


def revealed(turn: Turn, paper: Papers, line: Line, order: Reveal) -> Iterator[Event]:
    """A player shows what is theirs, to one power's player or to all."""
    world: World = turn.world
    mine = world.powers_of(paper.seat)
    own = world.own_power(paper.seat) or paper.seat
    place = at(world, own, order.what) if order.what != MARKERS else None
    rows = (
        tuple((power, " ".join(sorted(world.powers[power].markers))) for power in mine)
        if order.what == MARKERS
        else tuple((f"{place} {p}", write(s.units)) for p in mine for s in world.stacks(place or "", p))
    )
    readers = [world.own_power(seat) for seat in world.seats] if order.to == "ALL" else [order.to]
    known = [who for who in readers if who and world.player_of(who) and who != own]
    if not rows or not known:
        why = "there is nothing of yours there" if not rows else f"{order.to} has no player"
        yield answer(paper, own, line, "failed", Refusal("21.0", why))
        return
    yield answer(paper, own, line, "ok")
    yield from (Seen(who, order.what if place is None else place, rows) for who in known)


# in the operations segment


def play_now(turn: Turn, seg: Segment, paper: Papers, line: Line) -> Iterator[Event]:
    """ALY on a Minor, SUB and REL where the line stands; any other marker fails here [20.1]."""
    world: World = turn.world
    order = bare(line.order)
    assert isinstance(order, Play)
    if order.mark == ALLIANCE and str(order.fields[0]) in [*world.of_kind("major"), *world.of_kind("pp")]:
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
        return Refusal("20.1", f"{order.mark} is not played in operations")
    if at(world, who, str(order.fields[0])) is None:
        return nowhere(who)
    return cannot_sway(world, who, order.mark, *target(world, who, order))


def target(world: World, who: str, order: Play) -> tuple[str, str, int]:
    """The place, the power and which of its forces."""
    place, power, *number = order.fields
    return at(world, who, str(place)) or "", str(power), int(number[0]) if number else 1
