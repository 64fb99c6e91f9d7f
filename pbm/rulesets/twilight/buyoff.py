"""Raiders bought off before they land [29.3]."""

from collections.abc import Generator, Iterator, Mapping
from typing import ClassVar

from pbm.rules.code import Place
from pbm.rules.engine import Turn
from pbm.rules.event import Event, OfPower
from pbm.rules.order import Line, Refusal
from pbm.rulesets.twilight.diplomacy import Diplomacy, bounded
from pbm.rulesets.twilight.exact import ANY
from pbm.rulesets.twilight.map import places_of
from pbm.rulesets.twilight.order import Bound, action
from pbm.rulesets.twilight.playing import settled
from pbm.rulesets.twilight.sheet import Papers, answered, everyone, slot_order
from pbm.rulesets.twilight.world import World

BUYOFF = "buyoff"


@action("29.3", form="BUYOFF {area} {points}< {attempt}>", meaning="pay up to {points} DP to buy off raiders in {area}")
class Buyoff(Bound, frozen=True):
    """What you would pay raiders; TRY asks for it."""

    area: Place
    points: int
    attempt: str | None
    step: ClassVar = BUYOFF

    def said(self, number: int) -> Mapping[str, object]:
        return {**super().said(number), "area": "any area" if self.area == "ANY" else self.area}

    def untimely(self, world: World) -> Refusal | None:
        off = world.settings.vikings and not world.settings.viking_buyoff
        return Refusal("29.3", "raiders cannot be bought off in this game") if off else None

    def never(self, world: World) -> Refusal | None:
        return Refusal("29.3", "no raid came there")


class Danegeld(OfPower, frozen=True):
    points: int
    verb: ClassVar = "danegeld"
    text: ClassVar = "{who} paid the raiders {points} DP"

    def apply(self, world: World) -> None:
        world.powers[self.who].dp -= self.points


class PricesThrown(Event, frozen=True):
    where: Place
    rolls: tuple[int, ...]
    bought: int
    verb: ClassVar = "buyoff"
    text: ClassVar = "the raiders off {where} asked {rolls}: {bought} bought off"


def bought_off(turn: Turn[World], plan: Diplomacy, target: str, raiders: int) -> Generator[Event, None, int]:
    """How many raiders land after all."""
    world = turn.world
    yield from heard(turn, target)
    if not world.settings.viking_buyoff or not any(asks(world, paper, target) for paper in everyone(turn)):
        return raiders
    rolls = sorted(bounded(turn.dice.roll("buyoff"), plan.buy) for _ in range(raiders))
    limits = {own: limit(world, paper, own, target) for paper in everyone(turn) if (own := world.own_power(paper.seat))}
    number = affordable(rolls, sum(limits.values()))
    yield PricesThrown(target, tuple(rolls), number)
    yield from paid(turn, limits, sum(rolls[:number]))
    left = raiders - number
    return left + 1 if left else 0


def offers(world: World, paper: Papers, power: str, target: str) -> list[tuple[Line, Buyoff]]:
    """The lines of a power that name the area or any."""
    return [(line, order) for line, order in paper.binding(world, power, Buyoff) if order.area in (target, ANY)]


def limit(world: World, paper: Papers, own: str, target: str) -> int:
    """What a player's power pays at most: the last of its lines says it."""
    named = [order.points for _, order in offers(world, paper, own, target)]
    return min(named[-1], world.powers[own].dp) if named else 0


def asks(world: World, paper: Papers, target: str) -> bool:
    """Whether a player with units there tries it, on whichever line."""
    mine = world.powers_of(paper.seat)
    there = any(world.number(place, power) for place in places_of(target) for power in mine)
    return there and any(order.attempt for power in mine for _, order in offers(world, paper, power, target))


def affordable(rolls: list[int], points: int) -> int:
    number = 0
    while number < len(rolls) and sum(rolls[: number + 1]) <= points:
        number += 1
    return number


def paid(turn: Turn[World], limits: dict[str, int], due: int) -> Iterator[Event]:
    """In slot order, each to their limit."""
    for power in slot_order(turn):
        if points := min(due, limits.get(power, 0)):
            due -= points
            yield Danegeld(power, points)


def heard(turn: Turn[World], target: str) -> Iterator[Event]:
    """The answers to all lines that name the target; the rest did not arise."""
    world = turn.world
    for paper in everyone(turn):
        lines = [line for power in world.powers_of(paper.seat) for line, _ in offers(world, paper, power, target)]
        left = sorted({line.number for line in lines} - answered(turn, paper))
        yield from settled(turn, paper, paper.seat, (paper.sheet.lines[number] for number in left))
