"""Land movement, one line a go in the order of initiative, and the reserve [4.5, 5.17]."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from pbm.rules.condition import bare
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.order import Line, Refusal
from pbm.rules.plan import Done, failed, ok
from pbm.rules.playing import of_kind
from pbm.rulesets.marnon.changes.forces import Marked
from pbm.rulesets.marnon.codes import INVADER
from pbm.rulesets.marnon.land.arriving import sickened
from pbm.rulesets.marnon.land.hidden import SHOWING
from pbm.rulesets.marnon.land.leading import is_led
from pbm.rulesets.marnon.land.march import March, Pass
from pbm.rulesets.marnon.land.screens import SCREENS
from pbm.rulesets.marnon.map import by_number
from pbm.rulesets.marnon.order import ADMIN, MARCHES, NONE, REACTS, MarnonOrder, Scene, action
from pbm.rulesets.marnon.others.invader_army import is_automatic, land_phase
from pbm.rulesets.marnon.others.npregions import np_marches
from pbm.rulesets.marnon.playing import carried_out, lines_of, played, scene, told
from pbm.rulesets.marnon.world import World

RESERVES = "reserves"
"""The step in which the first reserve is marked, on the first sheet [8.3]."""
HUNDRED, MOST_PASSES = 100, 2
GONE = ("ok", "not obeyed")
"""What comes of a line that uses up a go."""
ANOTHER = Done("not needed", (), (Refusal("5.17", "the reserve has gone, or has tried to, by an earlier REACT"),))


@dataclass
class Queue:
    """The MARCH and PASS lines of a power."""

    who: str
    lines: list[Line]
    passes: int = 0
    ended: bool = False


def queues(turn: Turn[World]) -> list[Queue]:
    sent = [who for who in turn.world.ranked(turn.world.powers) if who in turn.sheets]
    return [Queue(who, lines_of(turn, who, MARCHES)) for who in sent]


def one_go(turn: Turn[World], queue: Queue) -> Iterator[Event]:
    """The next line that uses up a go [4.5]."""
    while queue.lines:
        line = queue.lines.pop(0)
        done = yield from carried_out(line, scene(turn, queue.who))
        if done.outcome in GONE:
            queue.passes = queue.passes + 1 if isinstance(bare(line.order), Pass) else 0
            if queue.passes == MOST_PASSES:
                yield from ended(queue)
            return


def ended(queue: Queue) -> Iterator[Event]:
    for line in queue.lines:
        yield from told(queue.who, line, failed("4.5", "two PASS lines running ended your march"))
    queue.lines = []


def land_movement(turn: Turn[World]) -> Iterator[Event]:
    """One line a go, in the order of initiative, until all queues are empty; regions without a player last."""
    if turn.world.settings.movement == "chits":
        yield from land_phase(turn)
        yield from by_chits(turn)
    elif turn.world.settings.movement == "hidden":
        yield from land_phase(turn)
        yield from by_numbers(turn)
    else:
        yield from by_turns(turn)
    yield from np_marches(turn)


def by_turns(turn: Turn[World]) -> Iterator[Event]:
    world = turn.world
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


def standing_in_plague(turn: Turn[World]) -> Iterator[Event]:
    """Forces that stand in plague at the start of land movement [5.92]."""
    world = turn.world
    for who, code, force in list(world.forces()):
        if force.at in world.ongoing.plague:
            yield from sickened(world, who, code)


def reserve_movement(turn: Turn[World]) -> Iterator[Event]:
    """One REACT a power, the first that can be done [4.6, 5.17]."""
    world = turn.world
    if world.settings.movement == "hidden":
        return
    for who in reserve_order(turn, world.ranked(world.powers)):
        yield from reacts(turn, who)


def reacts(turn: Turn[World], who: str) -> Iterator[Event]:
    finished = False
    for line in lines_of(turn, who, REACTS):
        if finished:
            yield from told(who, line, ANOTHER)
        else:
            done = yield from carried_out(line, scene(turn, who))
            finished = done.outcome in GONE


# chits


def passes(turn: Turn[World]) -> Iterator[Event]:
    for who in turn.world.ranked(turn.world.powers):
        yield from played(turn, who, MARCHES, only=lambda order: isinstance(order, Pass))


def by_chits(turn: Turn[World]) -> Iterator[Event]:
    """Forces with MARCH lines are drawn one by one, and each does all its lines."""
    yield from passes(turn)
    lines = [(who, lines_of(turn, who, MARCHES)) for who in turn.world.senders()]
    left = sorted({(who, order.force) for who, own in lines for _, order in of_kind(own, March)}, key=unit_key)
    while left:
        yield from own_lines(turn, *left.pop(turn.dice.roll("chit.draw", len(left)) - 1))


def unit_key(unit: tuple[str, str]) -> tuple[str, tuple[str, int, str]]:
    return unit[0], by_number(unit[1])


def own_lines(turn: Turn[World], who: str, code: str) -> Iterator[Event]:
    return played(turn, who, MARCHES, only=lambda order: order.force == code)


def reserve_order(turn: Turn[World], powers: list[str]) -> list[str]:
    """With chits those with a reserve and REACT lines are drawn after all others."""
    if turn.world.settings.movement != "chits":
        return powers
    ready = [who for who in sorted(powers) if lines_of(turn, who, REACTS) and has_reserve(turn.world, who)]
    drawn = []
    while ready:
        drawn.append(ready.pop(turn.dice.roll("chit.draw", len(ready)) - 1))
    return [who for who in powers if who not in drawn] + drawn


def has_reserve(world: World, who: str) -> bool:
    return any(force.reserve for force in world.powers[who].forces.values())


# D100


def by_numbers(turn: Turn[World]) -> Iterator[Event]:
    """Every force and screen rolls D100; the highest moves first."""
    world = turn.world
    yield from passes(turn)
    units = [
        (who, code)
        for who in world.order
        if who in world.powers
        for code in (*world.numbered(who, "forces"), *world.numbered(who, "screens"))
    ]
    rolls = {(who, code): turn.dice.roll(f"hidden.d100.{who}.{code}", HUNDRED) for who, code in units}
    for unit in sorted(units, key=lambda unit: (-rolls[unit], world.rank(unit[0]), by_number(unit[1]))):
        yield from at_its_number(turn, *unit)


def at_its_number(turn: Turn[World], who: str, code: str) -> Iterator[Event]:
    """HIDE and DECLARE, before it moves."""
    yield from played(turn, who, SHOWING, only=lambda order: order.unit == code)
    if code in turn.world.powers[who].screens:
        yield from played(turn, who, SCREENS, only=lambda order: order.screen == code)
    else:
        yield from own_lines(turn, who, code)


# the reserve


@action("5.17", form="RESERVE {force}", meaning="the reserve of next turn: {force}")
class Reserve(MarnonOrder, frozen=True):
    """Mark the force that may REACT next turn; NONE for none."""

    step: ClassVar = ADMIN
    kept: ClassVar = True
    force: str

    @property
    def given(self) -> str | None:
        return None if self.force == NONE else self.force

    def played_in(self, world: World, who: str) -> str:
        return ADMIN if world.turn else RESERVES

    def plan(self, at: Scene) -> Done:
        """Of two marks the last stands."""
        code = self.given
        if at.world.turn == 0:
            bad = code and not at.world.generals_with(at.who, code)
            return failed("5.17", "the reserve needs a general") if bad else ok()
        if code and code not in at.power.forces:
            return failed("5.17", f"you have no force {code}")
        if code and not is_led(at.world, at.who, code):
            return failed("5.17", f"{code} has no general")
        return Done("ok", remarked(at.world, at.who, code))


def marks_fall(world: World, who: str) -> Iterator[Event]:
    """The mark of the reserve falls off unless it is ordered again."""
    for code in world.numbered(who, "forces"):
        if world.force(who, code).reserve:
            yield Marked(who, code, False)


def remarked(world: World, who: str, code: str | None) -> Iterator[Event]:
    yield from marks_fall(world, who)
    if code:
        yield Marked(who, code, True)
