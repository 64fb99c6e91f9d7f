"""How the lines of a step are played: by all at the same time, or power by power [4.1]."""

from collections.abc import Callable, Iterator
from functools import partial

from pbm.rules.engine import Turn, each_alone
from pbm.rules.event import Answered, Event
from pbm.rules.order import Line, Refusal
from pbm.rulesets.homelands.board import Board
from pbm.rulesets.homelands.order import Done, HomeOrder, Scene
from pbm.rulesets.homelands.world import World, copied

UNREAD = Refusal("3.2", "this line could not be read", kind="read")
Run = Callable[[Turn], Iterator[Event]]


def lines_of(turn: Turn, who: str, *steps: str) -> list[Line]:
    """The lines of a power for some steps, one step after the other, each in the order of its sheet."""
    found = sorted_lines(turn).get(who, {})
    return [line for step in steps for line in found.get(step, [])]


def sorted_lines(turn: Turn) -> dict[str, dict[str, list[Line]]]:
    """The lines of all powers by their steps; sorted once a round."""
    found: dict[str, dict[str, list[Line]]] | None = turn.kept.get(sorted_lines)
    if found is None:
        world: World = turn.world
        found = turn.kept[sorted_lines] = {who: {} for who in world.codes}
        for who in world.codes:
            for _, line in sorted(turn.sheets[who].lines.items()) if who in turn.sheets else ():
                order = line.order
                if isinstance(order, HomeOrder) and not order.out_of_time(world):
                    found[who].setdefault(order.played(world), []).append(line)
    return found


def answer(who: str, line: Line, done: Done) -> Answered:
    return Answered(who, who, line.number, line.text, done.outcome, done.refusals, done.note)


def planned(line: Line) -> HomeOrder:
    assert isinstance(line.order, HomeOrder)
    return line.order


def the_sheets(turn: Turn) -> Iterator[Event]:
    """Lines that cannot be read, or not be given now, fail and harm no other [3.2, 3.3]."""
    world: World = turn.world
    for who in world.codes:
        for _, line in sorted(turn.sheets[who].lines.items()) if who in turn.sheets else ():
            if not isinstance(line.order, HomeOrder):
                yield answer(who, line, Done("failed", (), (line.refusal or UNREAD,)))
            elif reason := line.order.out_of_time(world):
                yield answer(who, line, Done("failed", (), (reason,)))


def at_once(*steps: str) -> Run:
    """A step in which all act at the same time: each is judged by the position at its start and its own lines."""

    def run(turn: Turn) -> Iterator[Event]:
        yield from together(turn, Board(turn.world), None, *steps)

    return run


def together(turn: Turn, board: Board, first: Board | None, *steps: str) -> Iterator[Event]:
    every = {who: lines_of(turn, who, *steps) for who in turn.world.codes}
    lines = {who: own for who, own in every.items() if own}
    yield from each_alone(turn, lines, partial(alone, board, first, lines), copied)


def alone(board: Board, first: Board | None, lines: dict[str, list[Line]], turn: Turn, who: str) -> Iterator[Event]:
    for line in lines[who]:
        done = planned(line).plan(Scene(turn.world, board, who, first))
        yield answer(who, line, done)
        yield from done.events


def in_turn(*steps: str) -> Run:
    """A step power by power in code order, each line at once in force."""

    def run(turn: Turn) -> Iterator[Event]:
        for who in turn.world.codes:
            yield from own_lines(turn, who, *steps)

    return run


def own_lines(turn: Turn, who: str, *steps: str) -> Iterator[Event]:
    for line in lines_of(turn, who, *steps):
        done = planned(line).plan(Scene(turn.world, Board(turn.world), who))
        yield answer(who, line, done)
        yield from done.events
