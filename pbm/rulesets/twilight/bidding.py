"""The auction of the Major powers: called one by one, won by sealed bids, and given a place in the year [9.0]."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from pbm.rules.code import Power
from pbm.rules.engine import Turn
from pbm.rules.event import Event, OfPower
from pbm.rulesets.twilight.auction import EARLY, SlotTaken, slot_for
from pbm.rulesets.twilight.board import Board
from pbm.rulesets.twilight.doctrine import taken_up
from pbm.rulesets.twilight.moments import GiftThrown
from pbm.rulesets.twilight.world import World


class MajorsReleased(Event, frozen=True):
    """All Majors are for sale again."""

    held: dict[str, str]
    """The seat that had each until now."""
    silent: ClassVar = True

    def apply(self, world: World) -> None:
        for code, seat in self.held.items():
            power = world.powers[code]
            power.last, power.player = seat, None


class Bidden(OfPower, frozen=True):
    """A bid that was opened."""

    target: Power
    points: int
    gift: int
    verb: ClassVar = "bid"
    text: ClassVar = "{who} bid {points} DP for {target}<, and {gift} by an alliance>"

    def worded(self, names: Mapping[str, str], public: bool = False) -> str:
        nothing = not self.points and not self.gift
        return self.said("{who} did not bid for {target}", names) if nothing else super().worded(names, public)


class Allotted(Event, frozen=True):
    """A Major goes to a player for the year."""

    target: Power
    seat: Power
    who: Power
    """The player's own power, which pays."""
    points: int
    parties: ClassVar = ("who",)
    verb: ClassVar = "control"
    text: ClassVar = "{who} {who:has/have} {target} this year for {points} DP"

    def apply(self, world: World) -> None:
        power = world.powers[self.target]
        if power.last != self.seat:
            world.doctrines.pop(self.target, None)
        power.player = power.last = self.seat
        world.powers[self.who].dp -= self.points


class OrderSettled(Event, frozen=True):
    order: tuple[Power, ...]
    verb: ClassVar = "order"
    text: ClassVar = "order of play: {order}"

    def apply(self, world: World) -> None:
        world.order = list(self.order)


class Auction:
    """The auction of a year under way."""

    def __init__(self, turn: Turn[World], wishes: Board) -> None:
        self.turn = turn
        self.world = turn.world
        self.wishes = wishes
        self.left = self.world.of_kind("major")
        self.limit = (len(self.left) + 1) // 2
        self.won = dict.fromkeys(self.seats, 0)
        self.paid = dict.fromkeys(self.seats, 0)

    @property
    def seats(self) -> list[str]:
        return [seat for seat in self.world.seats if self.world.own_power(seat)]

    def below(self) -> list[str]:
        """Players who may still win one."""
        return [seat for seat in self.seats if self.won[seat] < self.limit]

    def dp(self, seat: str) -> int:
        return self.world.powers[self.world.own_power(seat) or ""].dp

    def run(self) -> Iterator[Event]:
        powers = self.world.powers
        held = {code: seat for code in self.world.of_kind("major") if (seat := powers[code].player)}
        yield MajorsReleased(held)
        while self.left and self.seats:
            power = self.called()
            self.left.remove(power)
            yield from self.sold(power)
        slots = sorted(self.world.slots)
        yield OrderSettled(tuple(self.world.slots[slot] for slot in slots))

    def called(self) -> str:
        """What the richest player puts up."""
        places = {power: slot for slot, power in self.world.slots.items()}
        order = sorted(self.seats, key=lambda seat: (-self.dp(seat), places.get(self.world.own_power(seat) or "", 99)))
        caller = order[0]
        wanted = [power for power in self.wishes.calls(caller) if power in self.left]
        rest = sorted(self.left, key=lambda power: (-self.wishes.bid(caller, power), power))
        return next(iter(wanted), rest[0])

    def sold(self, power: str) -> Iterator[Event]:
        able = self.below()
        if not able:
            return
        if len(able) == 1:
            yield from self.taken(power, able[0], 0)
            return
        gifts: dict[str, int] = {}
        for seat in able:
            for event in self.wishes.allies(seat, power):
                yield event
                if isinstance(event, GiftThrown):
                    gifts[seat] = event.points
        bids = {seat: self.bid(seat, power) + gifts.get(seat, 0) for seat in able}
        for seat in able:
            gift = gifts.get(seat, 0)
            yield from self.wishes.bid_heard(seat, power, bids[seat] - gift, self.room(seat))
            yield Bidden(self.world.own_power(seat) or "", power, bids[seat] - gift, gift)
        winner = self.winner(power, bids)
        yield from self.taken(power, winner, self.price(winner, bids, gifts.get(winner, 0)))

    def bid(self, seat: str, power: str) -> int:
        return max(0, min(self.wishes.bid(seat, power), self.room(seat)))

    def room(self, seat: str) -> int:
        """What a player may bid at most."""
        cap = self.wishes.cap(seat)
        return self.dp(seat) if cap is None else min(self.dp(seat), cap - self.paid[seat])

    def winner(self, power: str, bids: dict[str, int]) -> str:
        best = max(bids.values())
        if best:
            equals = [seat for seat in bids if bids[seat] == best]
            return equals[0] if len(equals) == 1 else self.turn.dice.pick("bid.tie", equals)
        last = self.world.powers[power].last
        return last if last in bids else self.turn.dice.pick("npp.default", list(bids))

    def price(self, winner: str, bids: dict[str, int], gift: int) -> int:
        """What the winner pays, gifts apart."""
        own = bids[winner]
        if self.world.settings.npp_auction == "proxy":
            second = max((bid for seat, bid in bids.items() if seat != winner), default=0)
            own = min(own, second + 1)
        return max(0, own - gift)

    def taken(self, power: str, seat: str, points: int) -> Iterator[Event]:
        self.won[seat] += 1
        self.paid[seat] += points
        yield Allotted(power, seat, self.world.own_power(seat) or "", points)
        yield from taken_up(self.turn, power)
        yield SlotTaken(power, slot_for(self.world, self.wishes.slots(seat, power) or [EARLY]))
