"""For a game in which every line is checked, answered and carried out when it comes up: its actions are deeds."""

from collections.abc import Iterator
from functools import partial
from typing import Any, ClassVar

from pbm.rules.action import Action
from pbm.rules.condition import If, bare
from pbm.rules.doctrine import EVENTS as STANDING
from pbm.rules.doctrine import given
from pbm.rules.engine import Turn
from pbm.rules.event import Answered, Event
from pbm.rules.order import Line


class TurnEnded(Event, frozen=True):
    parties: ClassVar = ()
    silent: ClassVar = True

    def apply(self, world: Any) -> None:
        world.turn += 1


EVENTS = (TurnEnded, *STANDING)


class Deed(Action, frozen=True):
    """An action that knows its own events. A standing order needs none: it is kept as it is written."""

    def run(self, turn: Turn, who: str) -> Iterator[Event]:
        return iter(())


def power_by_power(turn: Turn) -> Iterator[Event]:
    """A step: one whole sheet after the other, in the order in which the world has its powers."""
    for who in turn.world.powers:
        for line in turn.sheets[who].lines.values() if who in turn.sheets else ():
            yield from carried_out(turn, who, line)


def turn_over(turn: Turn) -> Iterator[Event]:
    """A step: the next turn is the one after this."""
    yield TurnEnded()


def carried_out(turn: Turn, who: str, line: Line) -> Iterator[Event]:
    """The answer to a line, and its events. A line whose condition is false is void."""
    answer, deed = partial(Answered, who, who, line.number, line.text), bare(line.order)
    if isinstance(line.order, If) and not line.order.holds(turn.world, who):
        yield answer("void")
    elif not isinstance(deed, Deed):
        yield answer("failed", (line.refusal,) if line.refusal else ())
    elif refusals := tuple(filter(None, deed.check(turn.world, who))):
        yield answer("failed", refusals)
    else:
        yield answer()
        if standing := given(who, line.order or deed):
            yield standing
        yield from deed.run(turn, who)
