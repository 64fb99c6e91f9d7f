"""A player's sheet: its blocks, the lines that belong to the player, and the answer to each line [H2 to H4]."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import ClassVar, TypeVar

from pbm.rules.code import Power
from pbm.rules.condition import bare
from pbm.rules.engine import Turn
from pbm.rules.event import Answered, Event, Outcome
from pbm.rules.order import Line, Order, Refusal, Sheet, blocks
from pbm.rulesets.twilight.exact import ANY
from pbm.rulesets.twilight.orders.base import Bound, Standing, Timed, Wish
from pbm.rulesets.twilight.orders.playing import Play
from pbm.rulesets.twilight.orders.wishes import (
    Bid,
    Buyoff,
    Call,
    Cap,
    For,
    HeirWish,
    Hold,
    Minors,
    PlaceUnits,
    Slot,
)
from pbm.rulesets.twilight.world import World, called

O = TypeVar("O", bound=Order)  # noqa: E741
B = TypeVar("B", bound=Bound)


@dataclass
class Papers:
    """The sheet of one seat, sorted out."""

    seat: str
    sheet: Sheet
    own: list[Line] = field(default_factory=list)
    """The block of the player's own power."""
    named: dict[str, list[Line]] = field(default_factory=dict)
    any: list[Line] = field(default_factory=list)
    lost: list[Line] = field(default_factory=list)
    """Lines under a FOR that could not be read."""

    def block(self, world: World, power: str) -> list[Line]:
        """The lines that a power of this player plays by."""
        if power == world.own_power(self.seat):
            return self.own
        return self.named.get(power, self.any)

    def binding(self, world: World, power: str, kind: type[B]) -> list[tuple[Line, B]]:
        """The orders of a kind that bind a power: those of its block; FOR ANY binds the player's own power too."""
        lines = self.block(world, power)
        if power == world.own_power(self.seat):
            lines = sorted([*lines, *self.any], key=lambda line: line.number)
        return [(line, line.order) for line in lines if isinstance(line.order, kind)]

    def wishes(self, kind: type[O]) -> list[tuple[Line, O]]:
        """The player's own orders of a kind, wherever they stand."""
        return [(line, line.order) for line in self.of_kind(kind) if isinstance(line.order, kind)]

    def of_kind(self, kind: type[Order]) -> list[Line]:
        """The lines with an order of that kind, under a condition or not."""
        return self.kinds.get(kind, [])

    @cached_property
    def lines(self) -> list[Line]:
        return [line for _, line in sorted(self.sheet.lines.items())]

    @cached_property
    def kinds(self) -> dict[type[Order | None], list[Line]]:
        found: dict[type[Order | None], list[Line]] = {}
        for line in self.lines:
            found.setdefault(type(bare(line.order)), []).append(line)
        return found

    @cached_property
    def soon(self) -> list[Line]:
        """The lines that may be answered before anything is played: all but those of levies and operations."""
        return [line for line in self.lines if line in self.lost or not isinstance(bare(line.order), Timed)]

    @cached_property
    def marks(self) -> frozenset[str]:
        """The markers that some line would play."""
        orders = (bare(line.order) for line in self.of_kind(Play))
        return frozenset(order.mark for order in orders if isinstance(order, Play))

    @cached_property
    def for_any(self) -> frozenset[int]:
        """The numbers of lines that are tried for several powers."""
        return frozenset(line.number for line in self.any)


def papers(turn: Turn, seat: str) -> Papers:
    """The sheet of a seat, sorted out once for as long as the seat has the same power of its own."""
    own = turn.world.own_power(seat)
    found = turn.kept.get((seat, own))
    if found is None:
        found = turn.kept[seat, own] = sorted_out(turn.sheets.get(seat) or Sheet(seat, {}), seat, own)
    assert isinstance(found, Papers)
    return found


def sorted_out(sheet: Sheet, seat: str, own: str | None) -> Papers:
    """The blocks of a sheet; one that was not sent is empty."""
    found = Papers(seat, sheet)
    for number, (power, lines) in enumerate(blocks(sheet, For)):
        if number == 0 or power == (own or seat):
            found.own += lines
        elif power == ANY:
            found.any += lines
        elif power:
            found.named.setdefault(power, []).extend(lines)
        else:
            found.lost += lines
    return found


def everyone(turn: Turn) -> list[Papers]:
    """In seat order."""
    return [papers(turn, seat) for seat in turn.world.seats]


def heirs_named(turn: Turn, who: str) -> list[str]:
    """The places that the power's block names for an heir, each once."""
    seat = turn.world.player_of(who)
    orders = [order for _, order in papers(turn, seat).binding(turn.world, who, HeirWish)] if seat else []
    return list(dict.fromkeys(str(place) for order in orders for place in order.places))


def minors_of(turn: Turn, seat: str | None) -> list[str]:
    """The Minors of a player in their order of play: as MINORS says, then by code [11.0]."""
    there = turn.world.minors_of(seat)
    wanted = [str(code) for _, order in papers(turn, seat).wishes(Minors) for code in order.powers] if seat else []
    return list(dict.fromkeys([*(code for code in wanted if code in there), *there]))


def slot_order(turn: Turn) -> list[str]:
    """Powers by slot, each player's power followed by the player's Minors, then other controlled ones by code."""
    world: World = turn.world
    found: list[str] = []
    for power in [world.slots[slot] for slot in sorted(world.slots)] or world.order:
        found.append(power)
        if world.powers[power].kind == "pp":
            found += minors_of(turn, world.powers[power].player)
    rest = [code for code in sorted(world.powers) if world.powers[code].player and world.in_play(code)]
    return list(dict.fromkeys([*found, *rest]))


# answers


def answer(paper: Papers, who: str, line: Line, outcome: Outcome, *reasons: Refusal) -> Answered:
    return Answered(paper.seat, who, line.number, line.text, outcome, reasons)


class Tried(Event, frozen=True):
    """A line of a FOR ANY block comes up for one power."""

    sheet: str
    who: Power
    number: int
    order: str
    outcome: Outcome
    refusals: tuple[Refusal, ...] = ()
    text: ClassVar = "{number}. {order}, for {who}: {outcome}"

    def worded(self, names: Mapping[str, str], public: bool = False) -> str:
        reasons = "; ".join(f"{refusal.text} [{refusal.rule}]" for refusal in self.refusals)
        return super().worded(names, public) + (f", {reasons}" if reasons else "")


def told(paper: Papers, who: str, line: Line, outcome: Outcome, *reasons: Refusal) -> Event:
    """The answer to a line of a power; one for several powers has its one answer when the year is over."""
    if line.number in paper.for_any:
        return Tried(paper.seat, who, line.number, line.text, outcome, reasons)
    return answer(paper, who, line, outcome, *reasons)


@dataclass
class Answers:
    """Which lines of each sheet have come up so far, read off the journal as it grows."""

    seen: int = 0
    answered: dict[str, set[int]] = field(default_factory=dict)
    tried: dict[str, set[int]] = field(default_factory=dict)

    def look(self, journal: list[Event]) -> None:
        for event in islice(journal, self.seen, None):
            if isinstance(event, (Answered, Tried)):
                found = self.tried if isinstance(event, Tried) else self.answered
                found.setdefault(event.sheet, set()).add(event.number)
        self.seen = len(journal)


def answers(turn: Turn) -> Answers:
    found = turn.kept.get(Answers)
    if not isinstance(found, Answers):
        found = turn.kept[Answers] = Answers()
    found.look(turn.journal)
    return found


def answered(turn: Turn, paper: Papers) -> set[int]:
    """The lines of a sheet that have had their answer."""
    return answers(turn).answered.get(paper.seat, set())


def came_up(turn: Turn, paper: Papers) -> set[int]:
    """Those, and the lines that were tried for some power at least."""
    return answered(turn, paper) | answers(turn).tried.get(paper.seat, set())


def heard(turn: Turn, auction: bool = False) -> Iterator[Event]:
    """Lines that need nothing but to be read are answered as soon as any part of the year is played.

    Only bids may be left for a later part: they wait for the initiative and for the `auction`, if those are to come.
    """
    again = turn.kept.setdefault(heard, False)
    turn.kept[heard] = True
    for paper in everyone(turn):
        done = answered(turn, paper)
        for line in paper.of_kind(Bid) if again else paper.soon:
            if line.number not in done:
                yield from at_once(turn, paper, line, auction)


def at_once(turn: Turn, paper: Papers, line: Line, auction: bool) -> Iterator[Event]:
    """A line that cannot be read fails in any block; one under a failed FOR is void, unless it is the player's own."""
    world, order = turn.world, bare(line.order)
    if order is None:
        yield unread(paper, line)
    elif line in paper.lost and not isinstance(order, Wish):
        yield answer(paper, paper.seat, line, "void", LOST)
    elif reason := out_of_place(world, order):
        yield answer(paper, paper.seat, line, "failed", reason)
    elif isinstance(order, NOTED) and not (isinstance(order, Bid) and waits(turn, order, auction)):
        yield answer(paper, paper.seat, line, "ok")


def waits(turn: Turn, bid: Bid, auction: bool) -> bool:
    """Whether a bid is still to be opened; one for the initiative only where the initiative is played."""
    if bid.power == INIT and turn.parts is not None and INITIATIVE not in turn.parts:
        return False
    return auction or not turn.world.slots


LOST = Refusal("H3", "the FOR line above it could not be read")


def unread(paper: Papers, line: Line) -> Answered:
    reason = line.refusal or Refusal("H2", "this line could not be read", kind="read")
    return answer(paper, paper.seat, line, "failed", reason)


def out_of_place(world: World, order: Order) -> Refusal | None:
    if isinstance(order, PlaceUnits) and world.turn:
        return Refusal("H9", "units are placed in the set-up turn only")
    if isinstance(order, Buyoff) and world.settings.vikings and not world.settings.viking_buyoff:
        return Refusal("29.3", "raiders cannot be bought off in this game")
    if isinstance(order, HeirWish) and not world.settings.succession:
        return Refusal("29.2", "this game is played without succession")
    if isinstance(order, Bid) and world.slots and order.power not in (INIT, *world.of_kind("major")):
        return Refusal("9.0", f"{called(order.power)} cannot be won this year: no such Major is put up")
    return None


INIT, INITIATIVE = "INIT", "initiative"
NOTED = (For, Bid, Slot, Call, Cap, Minors, Hold, HeirWish, Standing)
"""Orders that are ok once they are read."""
