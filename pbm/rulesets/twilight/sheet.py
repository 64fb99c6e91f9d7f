"""A player's sheet: its blocks, the lines that belong to the player, and the answer to each line [H2 to H4]."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from pbm.rules.condition import bare
from pbm.rules.engine import Turn
from pbm.rules.event import Answered, Event, Outcome
from pbm.rules.order import Line, Order, Refusal, Sheet, blocks
from pbm.rulesets.twilight.hands import ANY
from pbm.rulesets.twilight.orders import Bid, Call, Cap, For, HeirWish, Hold, Minors, PlaceUnits, Slot, Standing, Wish
from pbm.rulesets.twilight.world import World

O = TypeVar("O", bound=Order)  # noqa: E741
HOLD_FAST = ("ok", "failed", "void")
"""One outcome of several tries: carried out once is ok, else refused once is failed, else it never arose."""


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

    def wishes(self, kind: type[O]) -> Iterator[tuple[Line, O]]:
        """The player's own orders of a kind, wherever they stand."""
        for line in self.lines():
            if isinstance(line.order, kind):
                yield line, line.order

    def lines(self) -> Iterable[Line]:
        return (line for _, line in sorted(self.sheet.lines.items()))


def papers(turn: Turn, seat: str) -> Papers:
    """The sheet of a seat; one that sent none has an empty one."""
    world: World = turn.world
    sheet = turn.sheets.get(seat) or Sheet(seat, {})
    found = Papers(seat, sheet)
    for power, lines in blocks(sheet, For):
        if power in (seat, world.own_power(seat)):
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
    """The places that the player's sheet names for an heir."""
    seat = turn.world.player_of(who)
    orders = [order for _, order in papers(turn, seat).wishes(HeirWish)] if seat else []
    return [str(place) for order in orders for place in order.places]


# answers


def answer(paper: Papers, who: str, line: Line, outcome: Outcome, *reasons: Refusal) -> Answered:
    return Answered(paper.seat, who, line.number, line.text, outcome, reasons)


def answered(turn: Turn, paper: Papers) -> set[int]:
    """The lines of a sheet that have had their answer."""
    return {event.number for event in turn.journal if isinstance(event, Answered) and event.sheet == paper.seat}


def heard(turn: Turn) -> Iterator[Event]:
    """Lines that need nothing but to be read are answered as soon as any part of the year is played."""
    for paper in everyone(turn):
        done, lost = answered(turn, paper), {line.number for line in paper.lost}
        for line in paper.lines():
            if line.number not in done:
                yield from at_once(turn.world, paper, line, line.number in lost)


def at_once(world: World, paper: Papers, line: Line, lost: bool) -> Iterator[Event]:
    """A line that cannot be read fails in any block; one under a failed FOR is void, unless it is the player's own."""
    order = bare(line.order)
    if order is None:
        unread = line.refusal or Refusal("H2", "this line could not be read", kind="read")
        yield answer(paper, paper.seat, line, "failed", unread)
    elif lost and not isinstance(order, Wish):
        yield answer(paper, paper.seat, line, "void")
    elif reason := out_of_place(world, order):
        yield answer(paper, paper.seat, line, "failed", reason)
    elif isinstance(order, NOTED) and not (isinstance(order, Bid) and order.power != "INIT" and not world.slots):
        yield answer(paper, paper.seat, line, "ok")


def out_of_place(world: World, order: Order) -> Refusal | None:
    if isinstance(order, PlaceUnits) and world.turn:
        return Refusal("H9", "units are placed in the set-up turn only")
    if isinstance(order, HeirWish) and not world.settings.succession:
        return Refusal("29.2", "this game is played without succession")
    if isinstance(order, Bid) and world.slots and order.power not in ("INIT", *world.of_kind("major")):
        return Refusal("9.0", f"{order.power} is not a Major power")
    return None


NOTED = (For, Bid, Slot, Call, Cap, Minors, Hold, HeirWish, Standing)
"""Orders that are ok once they are read."""


def void(turn: Turn, *kinds: type[Order], mark: str = "") -> Iterator[Event]:
    """Lines whose moment has passed."""
    for paper in everyone(turn):
        done = answered(turn, paper)
        for line in paper.lines():
            order = bare(line.order)
            fits = isinstance(order, kinds) and (not mark or getattr(order, "mark", "") == mark)
            if fits and line.number not in done:
                yield answer(paper, paper.seat, line, "void")


def never_arose(turn: Turn) -> Iterator[Event]:
    """At the end every line without an answer is void."""
    yield from void(turn, Order)
