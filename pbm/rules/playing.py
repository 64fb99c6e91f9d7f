"""How lines are played: power by power, by all at once, one line a go, or round by round.

An action says in which step it is played and, in `plan`, what comes of it. A driver plans, answers and carries out
lines when their moment comes: those of the steps it names or, if it names none, whole sheets.

    Step(ORDERS, "2", "orders", in_turn())                  power by power, each line at once in force
    Step(ORDERS, "3", "herds", at_once("herds"))            each power by the position at the start and its own lines
    Step(ORDERS, "4", "the march", one_a_go(by_speed, "march"))     line by line, in an order that the game gives
    Step(ORDERS, "5", "the rounds", in_rounds("5", 16))     everybody's line 1, then everybody's line 2, and so on
"""

from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any, ClassVar, Generic, TypeVar

from pbm.rules.action import Action, planned
from pbm.rules.condition import If, bare
from pbm.rules.copying import copied
from pbm.rules.doctrine import EVENTS as STANDING
from pbm.rules.doctrine import given
from pbm.rules.engine import Turn, W, each_alone
from pbm.rules.event import Answered, Event, Phase
from pbm.rules.order import Line, Order, Refusal
from pbm.rules.plan import Done, Scene, failed, refused

S = TypeVar("S", bound=Scene[Any])
K = TypeVar("K", bound=Order)
Run = Callable[[Turn[W]], Iterator[Event]]
Powers = Callable[[W], Iterable[str]]
Scenes = Callable[[Turn[W], str], S]
"""Makes the scene of a power's next line."""


UNMET = "its condition does not hold"


class TurnEnded(Event, frozen=True):
    silent: ClassVar = True

    def apply(self, world: Any) -> None:
        world.turn += 1


EVENTS = (TurnEnded, *STANDING)


def turn_over(turn: Turn[Any]) -> Iterator[Event]:
    """A step: the next turn is the one after this."""
    yield TurnEnded()


# the lines of a step


def lines_of(turn: Turn[Any], who: str, *steps: str) -> list[Line]:
    """The lines of a power for some steps that have no answer yet, one step after the other, each as on its sheet."""
    return USUAL.lines_of(turn, who, *steps)


def every_line(turn: Turn[Any], who: str) -> list[Line]:
    return [line for _, line in sorted(turn.sheets[who].lines.items())] if who in turn.sheets else []


def of_kind(lines: Iterable[Line], kind: type[K]) -> Iterator[tuple[Line, K]]:
    """The lines with an order of a kind, on a condition or without, each with its order."""
    for line in lines:
        if isinstance(order := bare(line.order), kind):
            yield line, order


def answered(turn: Turn[Any]) -> set[tuple[str, int]]:
    """The lines that have their answer, by sheet and number; the journal is read on from where it was read to."""
    found: set[tuple[str, int]]
    read, found = turn.kept.get(answered, (0, set()))
    journal = turn.journal
    if read < len(journal):
        new = (event for event in islice(journal, read, None) if isinstance(event, Answered))
        found.update((event.sheet, event.number) for event in new)
        turn.kept[answered] = len(journal), found
    return found


def answer(who: str, line: Line, done: Done) -> Answered:
    return Answered(who, who, line.number, line.text, done.outcome, done.refusals, done.note)


def every_power(world: Any) -> Iterable[str]:
    found: Iterable[str] = world.powers
    return found


def plain(turn: Turn[Any]) -> Scenes[Any, Any]:
    return lambda now, who: Scene(now.world, who, now.dice)


def any_of_them(order: Any) -> bool:
    return True


# the drivers


@dataclass(frozen=True)
class Playing(Generic[W, S]):
    """How a game plays its lines. Each driver makes the rule of a step."""

    powers: Powers[W] = every_power
    """Whose lines come first."""
    stage: Callable[[Turn[W]], Scenes[W, S]] = plain
    """Works out what a step fixes at its start, and makes scenes with it."""
    copied: Callable[[W], W] = copied

    # what a game may say otherwise

    def barred(self, world: W, who: str, order: Order) -> Refusal | None:
        """Why a line cannot be given in this turn, whatever it names."""
        inner = bare(order)
        return inner.untimely(world) if isinstance(inner, Action) else None

    def step_of(self, world: W, who: str, order: Action) -> str:
        return order.played_in(world, who)

    def unmet(self, order: If, at: S) -> Done | None:
        """What comes of a line whose condition does not hold."""
        if order.holds(at.world, at.who):
            return None
        return Done("not needed", (), (Refusal(order.cited(at.world, at.who), UNMET),))

    def left(self, line: Line, at: S) -> Done:
        """What comes of a line that no step has played."""
        order = bare(line.order)
        return failed(order.rule if order else "", "nothing came up in this turn for which it could be played")

    def answer(self, who: str, line: Line, done: Done) -> Answered:
        return answer(who, line, done)

    def standing(self, who: str, order: Order) -> Event | None:
        """How a standing order is kept."""
        return given(who, order)

    # lines

    def lines_of(self, turn: Turn[W], who: str, *steps: str) -> list[Line]:
        if steps:
            own = self.sorted_lines(turn).get(who)
            found = [line for step in steps for line in own.get(step, ())] if own else []
        else:
            found = every_line(turn, who)
        if not found:
            return []
        done = answered(turn)
        return [line for line in found if (who, line.number) not in done]

    def sorted_lines(self, turn: Turn[W]) -> dict[str, dict[str, list[Line]]]:
        """The lines of all powers that may be given now, by their steps; sorted once a turn."""
        found: dict[str, dict[str, list[Line]]] | None = turn.kept.get("lines")
        if found is None:
            found = turn.kept["lines"] = {who: {} for who in turn.sheets}
            for who, steps in found.items():
                for line in every_line(turn, who):
                    order = bare(line.order)
                    if isinstance(order, Action) and not self.barred(turn.world, who, order):
                        steps.setdefault(self.step_of(turn.world, who, order), []).append(line)
        return found

    def unfit(self, world: W, who: str, line: Line) -> Done | None:
        """What comes of a line that cannot be read, or not be given now."""
        if not line.order:
            return refused(line.refusal)
        reason = self.barred(world, who, line.order)
        return refused(reason) if reason else None

    def planned(self, line: Line, at: S) -> Done:
        if done := self.unfit(at.world, at.who, line):
            return done
        if isinstance(line.order, If) and (done := self.unmet(line.order, at)):
            return done
        order = bare(line.order)
        assert isinstance(order, Action)
        return planned(order, at)

    def carried_out(self, line: Line, at: S) -> Generator[Event, None, Done]:
        """A line is planned and told; and what came of it."""
        done = self.planned(line, at)
        yield from self.told(at.who, line, done)
        return done

    def told(self, who: str, line: Line, done: Done) -> Iterator[Event]:
        """The answer to a line, the standing order that it gives, and its events."""
        yield from done.before
        yield self.answer(who, line, done)
        if done.outcome == "ok" and line.order and (standing := self.standing(who, line.order)):
            yield standing
        yield from done.events

    # steps and drivers

    def unplayed(self, turn: Turn[W]) -> Iterator[Event]:
        """A step: lines that cannot be read, or not be given now, fail and harm no other."""
        for who in self.powers(turn.world):
            for line in self.lines_of(turn, who):
                if done := self.unfit(turn.world, who, line):
                    yield self.answer(who, line, done)

    def left_over(self, turn: Turn[W]) -> Iterator[Event]:
        """A step: every line has its answer by the end of the turn."""
        for who in turn.sheets:
            for line in self.lines_of(turn, who):
                yield self.answer(who, line, self.left(line, self.stage(turn)(turn, who)))

    def played(
        self, turn: Turn[W], who: str, *steps: str, only: Callable[[Any], bool] = any_of_them
    ) -> Iterator[Event]:
        """The lines of one power, each at once in force: a part of a step that does more than play lines."""
        for line in self.lines_of(turn, who, *steps):
            if only(bare(line.order)):
                yield from self.carried_out(line, self.stage(turn)(turn, who))

    def in_turn(self, *steps: str, powers: Powers[W] | None = None) -> Run[W]:
        """Power by power, each line at once in force."""

        def run(turn: Turn[W]) -> Iterator[Event]:
            for who in (powers or self.powers)(turn.world):
                yield from self.played(turn, who, *steps)

        return run

    def at_once(self, *steps: str) -> Run[W]:
        """All at the same time: each power is judged by the position at the start of the step and its own lines."""

        def run(turn: Turn[W]) -> Iterator[Event]:
            every = ((who, self.lines_of(turn, who, *steps)) for who in self.powers(turn.world))
            lines = {who: own for who, own in every if own}
            if not lines:
                return
            scenes = self.stage(turn)
            yield from each_alone(turn, lines, partial(self.own_lines, lines, scenes), self.copied)

        return run

    def own_lines(self, lines: dict[str, list[Line]], scenes: Scenes[W, S], turn: Turn[W], who: str) -> Iterator[Event]:
        for line in lines[who]:
            yield from self.carried_out(line, scenes(turn, who))

    def one_a_go(self, ranked: Callable[[Turn[W], str, Line], Any], *steps: str) -> Run[W]:
        """The lines of all powers one by one, in the order that the game gives them at the start of the step."""

        def run(turn: Turn[W]) -> Iterator[Event]:
            lines = [(who, line) for who in self.powers(turn.world) for line in self.lines_of(turn, who, *steps)]
            for who, line in sorted(lines, key=lambda one: ranked(turn, *one)):
                yield from self.carried_out(line, self.stage(turn)(turn, who))

        return run

    def in_rounds(self, rule: str, last: int, *steps: str) -> Run[W]:
        """Round by round, up to the last, each with its paragraph: everybody's line of that number, each at once in
        force; of the lines of some steps everybody's first, then everybody's second, and so on."""

        def run(turn: Turn[W]) -> Iterator[Event]:
            for number in range(1, last + 1):
                yield Phase(rule, f"round {number}", number)
                for who in tuple(self.powers(turn.world)):
                    if line := self.line_of_round(turn, who, number, *steps):
                        yield from self.carried_out(line, self.stage(turn)(turn, who))

        return run

    def line_of_round(self, turn: Turn[W], who: str, number: int, *steps: str) -> Line | None:
        if not steps:
            return turn.sheets[who].lines.get(number) if who in turn.sheets else None
        own = self.sorted_lines(turn).get(who, {})
        lines = sorted((line for step in steps for line in own.get(step, ())), key=lambda line: line.number)
        return lines[number - 1] if number <= len(lines) else None


USUAL: Playing[Any, Any] = Playing()
unplayed, left_over, in_turn, at_once = USUAL.unplayed, USUAL.left_over, USUAL.in_turn, USUAL.at_once
one_a_go, in_rounds = USUAL.one_a_go, USUAL.in_rounds
