"""Raiders bought off before they land [29.3]."""

from collections.abc import Generator, Iterator
from typing import ClassVar

from pbm.rules.code import Place, Power
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.order import Refusal
from pbm.rulesets.twilight.diplomacy import Diplomacy, bounded
from pbm.rulesets.twilight.hands import ANY
from pbm.rulesets.twilight.map import places_of
from pbm.rulesets.twilight.orders.wishes import Buyoff
from pbm.rulesets.twilight.sheet import Papers, answer, everyone
from pbm.rulesets.twilight.world import World


class Danegeld(Event, frozen=True):
    who: Power
    points: int
    verb: ClassVar = "danegeld"
    text: ClassVar = "{who} paid the raiders {points} DP"
    news: ClassVar = text

    def apply(self, world: World) -> None:
        world.powers[self.who].dp -= self.points


class PricesThrown(Event, frozen=True):
    where: Place
    rolls: tuple[int, ...]
    bought: int
    parties: ClassVar = ()
    verb: ClassVar = "buyoff"
    text: ClassVar = "the raiders off {where} asked {rolls}: {bought} bought off"
    news: ClassVar = text


def bought_off(turn: Turn, plan: Diplomacy, target: str, raiders: int) -> Generator[Event, None, int]:
    """How many raiders land after all."""
    world: World = turn.world
    offers = {paper.seat: offer for paper in everyone(turn) if (offer := offered(world, paper, target))}
    yield from heard(turn, target)
    if not world.settings.viking_buyoff or not asked(world, offers, target):
        return raiders
    rolls = sorted(bounded(turn.dice.roll("buyoff"), plan.buy) for _ in range(raiders))
    limits = {seat: min(order.points, purse(world, seat)) for seat, order in offers.items()}
    number = affordable(rolls, sum(limits.values()))
    yield PricesThrown(target, tuple(rolls), number)
    yield from paid(world, limits, sum(rolls[:number]))
    left = raiders - number
    return left + 1 if left else 0


def purse(world: World, seat: str) -> int:
    own = world.own_power(seat)
    return world.powers[own].dp if own else 0


def offered(world: World, paper: Papers, target: str) -> Buyoff | None:
    """The last line of a player that names the area or any."""
    lines = [order for _, order in paper.wishes(Buyoff) if order.area in (target, ANY)]
    return lines[-1] if lines and world.own_power(paper.seat) else None


def asked(world: World, offers: dict[str, Buyoff], target: str) -> bool:
    """Whether somebody with units there tries it."""
    for seat, order in offers.items():
        there = any(world.number(place, power) for place in places_of(target) for power in world.powers_of(seat))
        if order.attempt and there:
            return True
    return False


def affordable(rolls: list[int], points: int) -> int:
    number = 0
    while number < len(rolls) and sum(rolls[: number + 1]) <= points:
        number += 1
    return number


def paid(world: World, limits: dict[str, int], due: int) -> Iterator[Event]:
    """In slot order, each to their limit."""
    for power in world.slot_order():
        seat = next((seat for seat in limits if world.own_power(seat) == power), None)
        points = min(due, limits[seat]) if seat else 0
        if points:
            due -= points
            yield Danegeld(power, points)


def heard(turn: Turn, target: str) -> Iterator[Event]:
    """The answers to all lines that name the target."""
    off = Refusal("29.3", "raiders cannot be bought off in this game")
    for paper in everyone(turn):
        for line, order in paper.wishes(Buyoff):
            if not turn.world.settings.viking_buyoff:
                yield answer(paper, paper.seat, line, "failed", off)
            elif order.area in (target, ANY):
                yield answer(paper, paper.seat, line, "ok")
