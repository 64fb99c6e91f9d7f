"""What all sheets say of the auctions: bids, slots, calls and alliances [8.0, 9.0]."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from pbm.rules.code import Power
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.order import Line, Refusal
from pbm.rules.plan import Done
from pbm.rulesets.twilight.moments import ALLIANCE, Play
from pbm.rulesets.twilight.order import BIDS, READ, Scene, Wish, Words, action, order_of
from pbm.rulesets.twilight.playing import carried_out, due, scene
from pbm.rulesets.twilight.sheet import answer, answered, came_up, everyone
from pbm.rulesets.twilight.world import World, called, subject

INIT = "INIT"
NOT_ASKED = Done(
    "void",
    (),
    (Refusal("28.ALY", "you did not bid for that power, or the condition did not hold: the marker is kept"),),
)


class Opening(Scene, frozen=True, kw_only=True):
    """The bids for a power are opened."""

    points: int
    """What is bid."""
    capped: bool
    """Whether CAP leaves less than there is."""


@action("8.0", form="BID {power} {points}", meaning="bid {points:DP/DP} for {power}", costs="DP bid")
class Bid(Wish, frozen=True):
    """Bid for the initiative (INIT) or for a Major power."""

    power: Power
    points: int
    step: ClassVar = BIDS
    may_be_nothing: ClassVar = True

    def dues(self, world: World, own: str | None) -> int:
        return self.points

    def said(self, number: int) -> Mapping[str, object]:
        return {**super().said(number), "power": "the initiative" if self.power == INIT else self.power}

    def untimely(self, world: World) -> Refusal | None:
        if not world.slots or self.power in (INIT, *world.of_kind("major")):
            return None
        return Refusal("9.0", f"{called(self.power)} cannot be won this year: no such Major is put up")

    def plan(self, at: "Opening") -> Done:
        """When it is opened: the last for a power counts, and is cut to what there is."""
        return Done("ok", (), tuple(cut(at.who, at.points, at.capped)) if at.points < self.points else ())


@action("8.0", form="SLOT< {power}> {slots}", meaning="choose a place in the year< for {power}>: {slots}")
class Slot(Wish, frozen=True):
    """The places in the order of play that you would have, the dearest first."""

    power: Power | None
    slots: Words
    step: ClassVar = READ
    may_be_nothing: ClassVar = True


@action("9.0", form="CALL {powers}", meaning="put up {powers} first")
class Call(Wish, frozen=True):
    """Which Majors you put up when you are the richest."""

    powers: Words
    step: ClassVar = READ


@action("9.0", form="CAP {points}", meaning="spend {points} on Majors")
class Cap(Wish, frozen=True):
    """The most you will pay for Majors this year."""

    points: int
    step: ClassVar = READ
    may_be_nothing: ClassVar = True

    def said(self, number: int) -> Mapping[str, object]:
        return {"points": f"no more than {self.points} DP" if self.points else "no DP"}


def cut(who: str, points: int, capped: bool) -> Iterator[Refusal]:
    """Why a bid is lower than written."""
    if capped:
        yield Refusal("9.0", f"CAP leaves {points} DP for it")
    else:
        yield Refusal(
            "8.0", f"{subject(who, 'has', 'have')} {f'only {points}' if points else 'no'} DP for it", kind="purse"
        )


class Board:
    """What all sheets say of the auctions."""

    def __init__(self, turn: Turn[World]) -> None:
        self.turn = turn
        self.world = turn.world
        self.papers = {paper.seat: paper for paper in everyone(turn)}

    def initiative(self, who: str) -> int:
        """The last bid for the initiative counts."""
        bids = [order.points for order in self._bids(self.world.player_of(who), INIT)]
        return bids[-1] if bids else 0

    def initiative_heard(self, who: str, points: int) -> Iterator[Event]:
        seat = self.world.player_of(who)
        if seat:
            yield from self.opened(seat, INIT, points)

    def bid_heard(self, seat: str, power: str, points: int, room: int) -> Iterator[Event]:
        capped = room < self.world.powers[self.world.own_power(seat) or ""].dp
        yield from self.opened(seat, power, points, capped)

    def opened(self, seat: str, power: str, points: int, capped: bool = False) -> Iterator[Event]:
        """The answers to bids for a power when they are opened; the last counts, and is cut to what there is."""
        paper, own = self.papers[seat], self.world.own_power(seat) or seat
        done = answered(self.turn, paper)
        lines = [(line, bid) for line, bid in paper.wishes(Bid) if bid.power == power and line.number not in done]
        for at, (line, bid) in enumerate(lines, 1):
            found = points if at == len(lines) else bid.points
            opening = Opening(self.world, own, turn=self.turn, paper=paper, points=found, capped=capped)
            yield answer(paper, own, line, bid.plan(opening))

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

    def allies(self, seat: str, power: str) -> Iterator[Event]:
        """The first line that plays an Alliance on a Major, and whose condition is met."""
        paper, own = self.papers[seat], self.world.own_power(seat) or ""
        lines = (line for line in paper.block(self.world, own) if is_alliance(line, power))
        if line := next((line for line in lines if due(self.world, own, line)), None):
            yield from carried_out(line, scene(self.turn, paper, own, auction=True))


def is_alliance(line: Line, *powers: str) -> bool:
    """Whether a line plays an Alliance on one of those powers."""
    order = order_of(line)
    return isinstance(order, Play) and order.mark == ALLIANCE and order.fields[0] in powers


def alliances_void(turn: Turn[World]) -> Iterator[Event]:
    """An Alliance with a Major that was not wanted is kept."""
    majors = turn.world.of_kind("major")
    for paper in everyone(turn):
        done = came_up(turn, paper)
        for line, _ in paper.of_kind(Play):
            if line.number not in done and is_alliance(line, *majors):
                yield answer(paper, paper.seat, line, NOT_ASKED)
