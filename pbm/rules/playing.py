"""How lines are played: power by power, by all at once, one line a go, or round by round.

An action says in which step it is played and, in `plan`, what comes of it. A driver plans, answers and carries out
lines when their moment comes: those of the steps it names or, if it names none, whole sheets.

    Step(ORDERS, "2", "orders", in_turn())                  power by power, each line at once in force
    Step(ORDERS, "3", "herds", at_once("herds"))            each power by the position at the start and its own lines
    Step(ORDERS, "4", "the march", one_a_go(by_speed, "march"))     line by line, in an order that the game gives
    Step(ORDERS, "5", "the rounds", in_rounds("5", 16))     everybody's line 1, then everybody's line 2, and so on
"""

from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from pbm.rules.action import Action
from pbm.rules.condition import If, bare
from pbm.rules.doctrine import EVENTS as STANDING
from pbm.rules.doctrine import given
from pbm.rules.engine import Turn, each_alone
from pbm.rules.event import Answered, Event, Phase
from pbm.rules.order import Line
from pbm.rules.plan import Done, Scene, refused

Run = Callable[[Turn], Iterator[Event]]
Powers = Callable[[Any], Iterable[str]]
Scenes = Callable[[Turn, str], Any]
"""Makes the scene of a power's next line."""


class TurnEnded(Event, frozen=True):
    parties: ClassVar = ()
    silent: ClassVar = True

    def apply(self, world: Any) -> None:
        world.turn += 1


EVENTS = (TurnEnded, *STANDING)


def turn_over(turn: Turn) -> Iterator[Event]:
    """A step: the next turn is the one after this."""
    yield TurnEnded()


# the lines of a step


def lines_of(turn: Turn, who: str, *steps: str) -> list[Line]:
    """The lines of a power for some steps, one step after the other, each in the order of its sheet; or all of them."""
    if not steps:
        return every_line(turn, who)
    found = sorted_lines(turn).get(who, {})
    return [line for step in steps for line in found.get(step, [])]


def every_line(turn: Turn, who: str) -> list[Line]:
    return [line for _, line in sorted(turn.sheets[who].lines.items())] if who in turn.sheets else []


def sorted_lines(turn: Turn) -> dict[str, dict[str, list[Line]]]:
    """The lines of all powers that may be given now, by their steps; sorted once a turn."""
    found: dict[str, dict[str, list[Line]]] | None = turn.kept.get(sorted_lines)
    if found is None:
        found = turn.kept[sorted_lines] = {who: {} for who in turn.sheets}
        for who, steps in found.items():
            for line in every_line(turn, who):
                order = bare(line.order)
                if isinstance(order, Action) and not order.untimely(turn.world):
                    steps.setdefault(order.played_in(turn.world), []).append(line)
    return found


# one line


def planned(line: Line, at: Scene[Any]) -> Done:
    """One that cannot be read, or not be given now, fails; one whose condition is false is void."""
    order = bare(line.order)
    if not isinstance(order, Action):
        return refused(line.refusal)
    if reason := order.untimely(at.world):
        return refused(reason)
    if isinstance(line.order, If) and not line.order.holds(at.world, at.who):
        return Done("void")
    return order.plan(at)


def carried_out(line: Line, at: Scene[Any]) -> Iterator[Event]:
    """The answer to a line, the standing order that it gives, and its events."""
    done = planned(line, at)
    yield answer(at.who, line, done)
    if done.outcome == "ok" and line.order and (standing := given(at.who, line.order)):
        yield standing
    yield from done.events


def answer(who: str, line: Line, done: Done) -> Answered:
    return Answered(who, who, line.number, line.text, done.outcome, done.refusals, done.note)


def plain(turn: Turn) -> Scenes:
    return lambda now, who: Scene(now.world, who, now.dice)


# the drivers


@dataclass(frozen=True)
class Playing:
    """How a game plays its lines. Each driver makes the rule of a step."""

    powers: Powers = lambda world: world.powers
    """Whose lines come first."""
    stage: Callable[[Turn], Scenes] = plain
    """Works out what a step fixes at its start, and makes scenes with it."""
    copied: Callable[[Any], Any] = deepcopy

    def unplayed(self, turn: Turn) -> Iterator[Event]:
        """A step: lines that cannot be read, or not be given now, fail and harm no other."""
        for who in self.powers(turn.world):
            for line in every_line(turn, who):
                order = bare(line.order)
                if not isinstance(order, Action) or order.untimely(turn.world):
                    yield answer(who, line, planned(line, Scene(turn.world, who)))

    def in_turn(self, *steps: str, powers: Powers | None = None) -> Run:
        """Power by power, each line at once in force."""

        def run(turn: Turn) -> Iterator[Event]:
            for who in (powers or self.powers)(turn.world):
                for line in lines_of(turn, who, *steps):
                    yield from carried_out(line, self.stage(turn)(turn, who))

        return run

    def at_once(self, *steps: str) -> Run:
        """All at the same time: each power is judged by the position at the start of the step and its own lines."""

        def run(turn: Turn) -> Iterator[Event]:
            every = {who: lines_of(turn, who, *steps) for who in self.powers(turn.world)}
            lines = {who: own for who, own in every.items() if own}
            scenes = self.stage(turn)
            yield from each_alone(turn, lines, partial(own_lines, lines, scenes), self.copied)

        return run

    def one_a_go(self, ranked: Callable[[Turn, str, Line], Any], *steps: str) -> Run:
        """The lines of all powers one by one, in the order that the game gives them at the start of the step."""

        def run(turn: Turn) -> Iterator[Event]:
            lines = [(who, line) for who in self.powers(turn.world) for line in lines_of(turn, who, *steps)]
            for who, line in sorted(lines, key=lambda one: ranked(turn, *one)):
                yield from carried_out(line, self.stage(turn)(turn, who))

        return run

    def in_rounds(self, rule: str, last: int) -> Run:
        """Round by round: everybody's line of that number, each at once in force."""

        def run(turn: Turn) -> Iterator[Event]:
            for number in range(1, last + 1):
                yield Phase(rule, f"round {number}", number)
                for who in tuple(self.powers(turn.world)):
                    if who in turn.sheets and (line := turn.sheets[who].lines.get(number)):
                        yield from carried_out(line, self.stage(turn)(turn, who))

        return run


def own_lines(lines: dict[str, list[Line]], scenes: Scenes, turn: Turn, who: str) -> Iterator[Event]:
    for line in lines[who]:
        yield from carried_out(line, scenes(turn, who))


USUAL = Playing()
unplayed, in_turn, at_once = USUAL.unplayed, USUAL.in_turn, USUAL.at_once
one_a_go, in_rounds = USUAL.one_a_go, USUAL.in_rounds
