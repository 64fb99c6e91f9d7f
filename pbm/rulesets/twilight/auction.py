"""Before the year's campaigns: income, the bid for the initiative, the auction of the Majors [7.0 to 9.0]."""

from collections.abc import Iterator
from typing import ClassVar

from pbm.rules.engine import Turn
from pbm.rules.event import Event, OfPower
from pbm.rulesets.twilight.board import Board
from pbm.rulesets.twilight.levy import income_of
from pbm.rulesets.twilight.world import World

EARLY, LATE, BEFORE, AFTER = "EARLY", "LATE", "BEFORE", "AFTER"
AACHEN = "AAC"


class IncomeCame(OfPower, frozen=True):
    points: int
    verb: ClassVar = "income"
    text: ClassVar = "{who} gained {points} DP from burgs"

    def apply(self, world: World) -> None:
        world.powers[self.who].dp += self.points


class PlagueEnded(Event, frozen=True):
    text: ClassVar = "the plague passed"

    def apply(self, world: World) -> None:
        world.plague = []


def incomes(turn: Turn[World]) -> Iterator[Event]:
    """Each player's power gains the DV of its burgs; then plague markers go [7.0]."""
    world = turn.world
    for seat in world.seats:
        if (who := world.own_power(seat)) and (points := income_of(world, who)):
            yield IncomeCame(who, points)
    if world.plague:
        yield PlagueEnded()


# initiative


class InitiativeBid(OfPower, frozen=True):
    points: int
    verb: ClassVar = "bid"
    text: ClassVar = "{who} bid {points:DP/DP} for the initiative"

    def apply(self, world: World) -> None:
        world.powers[self.who].dp -= self.points


class SlotTaken(OfPower, frozen=True):
    slot: int
    verb: ClassVar = "slot"
    text: ClassVar = "{who} {who:plays/play} in place {slot}"

    def apply(self, world: World) -> None:
        world.slots[self.slot] = self.who


class SlotsOpened(Event, frozen=True):
    """A new year's order is to be settled."""

    silent: ClassVar = True

    def apply(self, world: World) -> None:
        world.slots, world.order = {}, []


def initiative(turn: Turn[World], wishes: Board) -> Iterator[Event]:
    """Every bidder pays; the highest chooses the place first [8.0]."""
    world = turn.world
    powers = [who for seat in world.seats if (who := world.own_power(seat))]
    amounts = {who: min(wishes.initiative(who), world.powers[who].dp) for who in powers}
    ranks = {who: rank for rank, who in enumerate(tie_order(world, powers))}
    yield SlotsOpened()
    for who in powers:
        yield from wishes.initiative_heard(who, amounts[who])
        yield InitiativeBid(who, amounts[who])
    for who in sorted(powers, key=lambda who: (-amounts[who], ranks[who])):
        yield SlotTaken(who, slot_for(world, wishes.own_slots(who)))


def tie_order(world: World, powers: list[str]) -> list[str]:
    """Who goes before whom when bids are equal."""
    if world.turn > 1:
        later = [who for who in powers if who not in world.last_order]
        return [*(who for who in world.last_order if who in powers), *later]
    most = max((world.powers[who].dp for who in powers), default=0)
    richest = [who for who in powers if world.powers[who].dp == most]
    at_aachen = [who for who in richest if world.kin(who, world.holder(AACHEN) or "")]
    starter = powers.index((at_aachen or richest)[0]) if richest else 0
    return [*powers[starter:], *powers[:starter]]


def slots_open(world: World) -> list[int]:
    number = len(world.of_kind("pp")) + len(world.of_kind("major"))
    return [slot for slot in range(1, number + 1) if slot not in world.slots]


def slot_for(world: World, wishes: list[str]) -> int:
    """The first free place of a list, else the lowest."""
    open_now = slots_open(world)
    words = iter(wishes)
    for word in words:
        found = wished(world, open_now, word, words)
        if found is not None:
            return found
    return open_now[0]


def wished(world: World, open_now: list[int], word: str, rest: Iterator[str]) -> int | None:
    if word == EARLY:
        return open_now[0]
    if word == LATE:
        return open_now[-1]
    if word in (BEFORE, AFTER):
        other = next(rest, "")
        place = next((slot for slot, who in world.slots.items() if who == other), None)
        fitting = [slot for slot in open_now if place and (slot < place if word == BEFORE else slot > place)]
        return (fitting[-1] if word == BEFORE else fitting[0]) if fitting else None
    return int(word) if word.isdigit() and int(word) in open_now else None
