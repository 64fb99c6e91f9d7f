"""How lines are played: in the segment of their power, or at the moment of a marker [4, 12.0, 14.0, 28.0].

A sheet has blocks for several powers, and a line under FOR ANY is tried for each of them: so lines are not sorted by
power once, but each power asks the sheet of whoever controls it when its turn comes. A segment ends with its power,
and a FORCE line first ends the operations of the force before it. All else is as the engine plays a line.
"""

from collections.abc import Generator, Iterable, Iterator

from pbm.rules import plan
from pbm.rules.condition import If
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.order import Line, Refusal
from pbm.rules.plan import Done
from pbm.rules.playing import Playing
from pbm.rulesets.twilight.conditions import is_nowhere
from pbm.rulesets.twilight.order import DISBANDING, LATER, LEVY, Scene, order_of
from pbm.rulesets.twilight.segments import Segment
from pbm.rulesets.twilight.sheet import Papers, answer, answered, told
from pbm.rulesets.twilight.world import World

UNMET = Refusal("H4", "its condition does not hold")


class Segments(Playing[World, Scene]):
    """The engine's way with a line, for a power and the sheet that it plays by."""

    def unmet(self, order: If, at: plan.Scene[World]) -> Done | None:
        bases = [getattr(condition, "condition", condition) for condition in order.conditions]
        lost = any(is_nowhere(at.world, at.who, base) for base in bases)
        return Done("void", (), (UNMET,)) if lost or not order.holds(at.world, at.who) else None

    def carried_out(self, line: Line, at: Scene) -> Generator[Event, None, Done]:
        """A line is planned and told; nothing is said of one that has another moment."""
        order = order_of(line)
        assert order
        done = self.unmet(line.order, at) if isinstance(line.order, If) else None
        if done is None:
            yield from order.ahead(at)
            done = order.plan(at)
        if done is not LATER:
            yield told(at.paper, at.who, line, done)
            yield from done.events
        return done

    def tried(self, turn: Turn[World], paper: Papers, lines: list[Line], step: str) -> Iterator[Event]:
        """The lines of a block for a step of its power's segment, each when it comes up."""
        seg, done = turn.world.segment, frozenset(answered(turn, paper))
        assert seg
        for line in lines:
            if step_of(turn.world, seg.power, line) != step:
                continue
            if not seg.goes_on(turn.world) or is_cut(seg, line):
                return
            if line.number not in done:
                yield from self.carried_out(line, scene(turn, paper, seg.power))


def settled(turn: Turn[World], paper: Papers, who: str, lines: Iterable[Line]) -> Iterator[Event]:
    """Lines of the player, each answered once, in whatever block it stands."""
    for line in lines:
        order = order_of(line)
        assert order
        yield from closed(paper, who, line, order.plan(scene(turn, paper, who)))


def closed(paper: Papers, who: str, line: Line, done: Done) -> Iterator[Event]:
    """The one answer to a line, and what comes of it."""
    yield answer(paper, who, line, done)
    yield from done.events


def step_of(world: World, who: str, line: Line) -> str:
    """Where a line belongs; a conditional DISBAND waits until upkeep is paid."""
    order = order_of(line)
    step = order.played_in(world, who) if order else ""
    return LEVY if step == DISBANDING and order is not line.order else step


def is_cut(seg: Segment, line: Line) -> bool:
    """A Mesalliance ends the segment at the next FORCE."""
    order = order_of(line)
    ends = order is not None and order.gathers and len(seg.used) >= (seg.cut_after or 0)
    return seg.cut_after is not None and (seg.cut_after == 0 or ends)


def due(world: World, who: str, line: Line) -> bool:
    """Whether all conditions of a line are met."""
    return not isinstance(line.order, If) or not SEGMENTS.unmet(line.order, plan.Scene(world, who))


def scene(turn: Turn[World], paper: Papers, who: str, auction: bool = False) -> Scene:
    return Scene(turn.world, who, turn.dice, turn=turn, paper=paper, auction=auction)


SEGMENTS = Segments()
carried_out, tried = SEGMENTS.carried_out, SEGMENTS.tried
