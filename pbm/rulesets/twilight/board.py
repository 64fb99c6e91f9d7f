"""What all sheets say of the auctions: bids, slots, calls and alliances [8.0, 9.0]."""

from collections.abc import Generator, Iterator

from pbm.rules.condition import bare
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.order import Line, Refusal
from pbm.rulesets.twilight.bidding import ALLIANCE
from pbm.rulesets.twilight.moments import due, not_held
from pbm.rulesets.twilight.orders.playing import Play
from pbm.rulesets.twilight.orders.wishes import Bid, Call, Cap, Slot
from pbm.rulesets.twilight.sheet import INIT, answer, answered, came_up, everyone
from pbm.rulesets.twilight.world import World, subject

NOT_ASKED = Refusal("28.ALY", "you did not bid for that power, or the condition did not hold: the marker is kept")


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

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self.world: World = turn.world
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
            short = points < bid.points and at == len(lines)
            yield answer(paper, own, line, "ok", *(cut(own, points, capped) if short else ()))

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
        """The first line that plays an Alliance on a Major, and whose condition is met."""
        own = self.world.own_power(seat) or ""
        lines = (line for line in self.papers[seat].block(self.world, own) if is_alliance(line, power))
        return next((line for line in lines if due(self.world, own, line)), None)

    def allies(self, seat: str, power: str) -> Generator[Event, None, bool]:
        line, own = self.alliance_line(seat, power), self.world.own_power(seat) or seat
        if line is None:
            return False
        reason = not_held(self.world, own, ALLIANCE)
        yield answer(self.papers[seat], own, line, "failed" if reason else "ok", *([reason] if reason else []))
        return reason is None


def is_alliance(line: Line, *powers: str) -> bool:
    """Whether a line plays an Alliance on one of those powers."""
    order = bare(line.order)
    return isinstance(order, Play) and order.mark == ALLIANCE and order.fields[0] in powers


def alliances_void(turn: Turn) -> Iterator[Event]:
    """An Alliance with a Major that was not wanted is kept."""
    majors = turn.world.of_kind("major")
    for paper in everyone(turn):
        done = came_up(turn, paper)
        for line in paper.of_kind(Play):
            if line.number not in done and is_alliance(line, *majors):
                yield answer(paper, paper.seat, line, "void", NOT_ASKED)
