"""Land movement, one line a go in the order of initiative, and the reserve [4.5, 5.17]."""

from collections.abc import Iterator
from dataclasses import dataclass

from pbm.rules.condition import bare
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.order import Line, Refusal
from pbm.rulesets.marnon.arriving import sickened
from pbm.rulesets.marnon.codes import INVADER
from pbm.rulesets.marnon.hidden import by_chits, by_numbers, reserve_order
from pbm.rulesets.marnon.invader_army import is_automatic, land_phase
from pbm.rulesets.marnon.march import Flow, carried_out
from pbm.rulesets.marnon.npregions import np_marches
from pbm.rulesets.marnon.orders.moving import March, Pass, React
from pbm.rulesets.marnon.sheet import answer, done, due, fails, lines_of, now, unmet
from pbm.rulesets.marnon.world import World

ANOTHER = Refusal("5.17", "the reserve has gone, or has tried to, by an earlier REACT")


@dataclass
class Queue:
    """The MARCH and PASS lines of a power."""

    who: str
    lines: list[Line]
    passes: int = 0
    ended: bool = False


def queues(turn: Turn) -> list[Queue]:
    world: World = turn.world
    sent = [who for who in world.ranked(world.powers) if who in turn.sheets]
    return [Queue(who, lines_of(turn, who, March, Pass)) for who in sent]


def one_go(turn: Turn, queue: Queue) -> Iterator[Event]:
    """The next line that uses up a go [4.5]."""
    who = queue.who
    while queue.lines:
        line = queue.lines.pop(0)
        if isinstance(bare(line.order), Pass):
            yield done(turn, who, line)
            queue.passes += 1
            if queue.passes == 2:
                yield from ended(turn, queue)
            return
        used = yield from tried(turn, who, line)
        if used:
            queue.passes = 0
            return


def ended(turn: Turn, queue: Queue) -> Iterator[Event]:
    for line in queue.lines:
        yield fails(turn, queue.who, line, "4.5", "two PASS lines running ended your march")
    queue.lines = []


def tried(turn: Turn, who: str, line: Line) -> Flow:
    order = bare(line.order)
    assert isinstance(order, March)
    if not due(turn, who, line):
        yield unmet(turn, who, line)
        return False
    if now(turn).foiled == who:
        now(turn).foiled = ""
        yield answer(turn, who, line, "not obeyed", Refusal("5.98", "intrigue: the march was foiled"))
        return True
    return (yield from carried_out(turn, who, line, order))


def land_movement(turn: Turn) -> Iterator[Event]:
    """One line a go, in the order of initiative, until all queues are empty; regions without a player last."""
    world: World = turn.world
    if world.settings.movement == "chits":
        yield from land_phase(turn)
        yield from by_chits(turn)
    elif world.settings.movement == "hidden":
        yield from land_phase(turn)
        yield from by_numbers(turn)
    else:
        yield from by_turns(turn)
    yield from np_marches(turn)


def by_turns(turn: Turn) -> Iterator[Event]:
    world: World = turn.world
    rows = queues(turn)
    first = True
    while first or any(queue.lines for queue in rows):
        for who in world.ranked([*(queue.who for queue in rows), *([INVADER] if INVADER in world.powers else [])]):
            if who == INVADER and is_automatic(world):
                if first:
                    yield from land_phase(turn)
                continue
            for queue in rows:
                if queue.who == who:
                    yield from one_go(turn, queue)
        first = False


def standing_in_plague(turn: Turn) -> Iterator[Event]:
    """Forces that stand in plague at the start of land movement [5.92]."""
    world: World = turn.world
    for who, code, force in list(world.forces()):
        if force.at in world.ongoing.plague:
            yield from sickened(turn, who, code)


def reserve_movement(turn: Turn) -> Iterator[Event]:
    """One REACT a power, the first that can be done [4.6, 5.17]."""
    world: World = turn.world
    if world.settings.movement == "hidden":
        return
    for who in reserve_order(turn, world.ranked(world.powers)):
        yield from reacts(turn, who)


def reacts(turn: Turn, who: str) -> Iterator[Event]:
    finished = False
    for line in lines_of(turn, who, React):
        order = bare(line.order)
        assert isinstance(order, React)
        if finished:
            yield answer(turn, who, line, "not needed", ANOTHER)
        elif not due(turn, who, line):
            yield unmet(turn, who, line)
        else:
            finished = yield from carried_out(turn, who, line, order, reacts=True)
