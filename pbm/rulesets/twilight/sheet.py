"""A player's sheet: its blocks, the lines that belong to the player, and the answer to each line [H2 to H4]."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from pbm.rules.condition import bare

from pbm.rules.engine import Turn
from pbm.rules.event import Answered, Event, Outcome
from pbm.rules.order import Line, Order, Refusal, Sheet, blocks
from pbm.rulesets.twilight.hands import ANY
from pbm.rulesets.twilight.orders import For, HeirWish, Standing, Timed, Wish
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


def unreadable(turn: Turn) -> Iterator[Event]:
    """Lines that make no order fail at once."""
    for paper in everyone(turn):
        for line in paper.lines():
            if line.order is None:
                reason = line.refusal or Refusal("H2", "this line could not be read")
                yield answer(paper, paper.seat, line, "failed", reason)


def never_arose(turn: Turn) -> Iterator[Event]:
    """At the end every line without an answer is void; player's wishes that were read are ok."""
    for paper in everyone(turn):
        done = answered(turn, paper)
        lost = {line.number for line in paper.lost}
        for line in paper.lines():
            if line.number not in done:
                yield answer(paper, paper.seat, line, rest_of(paper, line, line.number in lost))


def rest_of(paper: Papers, line: Line, lost: bool) -> Outcome:
    order = bare(line.order)
    if isinstance(order, Timed) or (lost and isinstance(order, Standing)):
        return "void"
    return "ok" if isinstance(order, Wish | Standing) else "void"
