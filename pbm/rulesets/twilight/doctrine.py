"""Standing orders: they take effect before all else, and when a power comes to a player [H13]."""

from collections.abc import Iterator
from copy import copy
from typing import Any, ClassVar

import msgspec

from pbm.rules.code import Power
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.order import Line
from pbm.rulesets.twilight.orders.base import Standing
from pbm.rulesets.twilight.orders.standing import Assassin, Choose, Forbid, Permit
from pbm.rulesets.twilight.position import Doctrine
from pbm.rulesets.twilight.sheet import answer, everyone, papers
from pbm.rulesets.twilight.world import World

ALL, NONE = "ALL", "NONE"


class Instructed(Event, frozen=True):
    """The standing orders of a power as they now are."""

    who: Power
    doctrine: dict[str, Any]
    text: ClassVar = "{who} {who:has/have} new standing orders"

    def apply(self, world: World) -> None:
        world.doctrines[self.who] = msgspec.convert(self.doctrine, Doctrine)


def standing_orders(turn: Turn) -> Iterator[Event]:
    """They take effect before all else, for each power of the writer [H13]."""
    world: World = turn.world
    for paper in everyone(turn):
        for power in world.powers_of(paper.seat):
            yield from instructed(world, power, paper.block(world, power))
        for line in paper.lines:
            if isinstance(line.order, Standing) and line not in paper.lost:
                yield answer(paper, paper.seat, line, "ok")


def instructed(world: World, power: str, lines: list[Line]) -> Iterator[Event]:
    """The new standing orders of a power, if its block changes any."""
    orders = [line.order for line in lines if isinstance(line.order, Standing)]
    if orders:
        doctrine = own_copy(world.doctrine(power))
        first = True
        for order in orders:
            if isinstance(order, Assassin) and first:
                doctrine.assassin, first = [], False
            change(doctrine, order)
        if doctrine != world.doctrine(power):
            yield Instructed(power, msgspec.to_builtins(doctrine))


def own_copy(doctrine: Doctrine) -> Doctrine:
    """One that can be changed without the other."""
    kept = {name: getattr(doctrine, name) for name in doctrine.__struct_fields__}
    return Doctrine(**{name: copy(value) for name, value in kept.items()})


def change(doctrine: Doctrine, order: Standing) -> None:
    if isinstance(order, Permit):
        entry = f"{order.power} {order.sea}"
        doctrine.permit += [] if entry in doctrine.permit else [entry]
    elif isinstance(order, Forbid):
        gone = f"{order.power} {order.sea}"
        whole = order.sea == ALL
        doctrine.permit = [e for e in doctrine.permit if not (e == gone or (whole and e.split()[0] == order.power))]
    elif isinstance(order, Assassin):
        doctrine.assassin += [] if order.mark == NONE else [f"{order.mark} {order.power}"]
    elif isinstance(order, Choose):
        doctrine.choose[order.mark] = list(order.choice)
    else:
        setattr(doctrine, order.word.lower(), order.value)


def taken_up(turn: Turn, power: str) -> Iterator[Event]:
    """A power comes to a player: the standing orders of the player's block for it take effect."""
    world: World = turn.world
    if seat := world.player_of(power):
        yield from instructed(world, power, papers(turn, seat).block(world, power))
