"""The lines for units: MOVE, FACE, FIRE and HARRY, for each contingent's part when it acts [6.1.1, 16.2]."""

from collections.abc import Iterator

from pbm.rules.action import Action
from pbm.rules.condition import bare
from pbm.rules.event import Event
from pbm.rules.hexes import Hex
from pbm.rules.order import Line, Refusal
from pbm.rulesets.tours.bout import SAT_OUT, Bout
from pbm.rulesets.tours.conditions import is_met, unfit
from pbm.rulesets.tours.facing import turn_to
from pbm.rulesets.tours.field import ANY, BACK, HOLD, Face, Fire, Harry, Move
from pbm.rulesets.tours.fire import Shot, best_shot, fire, shot
from pbm.rulesets.tours.forces import UNITS, con_called
from pbm.rulesets.tours.march import March
from pbm.rulesets.tours.now import Obeyed
from pbm.rulesets.tours.order import UnitOrder, is_hex
from pbm.rulesets.tours.reach import ways
from pbm.rulesets.tours.routes import goal_of, in_file, moved

LINES = Move | Face | Fire | Harry
FAR = 99
"""More movement points than any way on the map costs."""
GONE = Refusal("16.3", "none of its units is in play")
BY_STEPS = Refusal("16.7", "several units move only by steps, such as /656")
NO_BOWS = "7.0", "had no bows"


def refusals(bout: Bout, line: Line) -> list[Refusal]:
    """What is wrong with a line whatever the field is like."""
    order = bare(line.order)
    assert isinstance(order, Action)
    reasons = (*order.check(bout.world, bout.side), unfit(line.order, bout.side))
    return [reason for reason in reasons if reason]


def units_of(bout: Bout, order: UnitOrder) -> list[str]:
    """The units of a line that are in play."""
    found = order.chosen(bout.world, bout.side)
    return [code for code in found if code in bout.world.units] if isinstance(found, list) else []


def run(bout: Bout, con: str, line: Line) -> Iterator[Event]:
    """A contingent's part of a line."""
    order = bare(line.order)
    assert isinstance(order, LINES)
    units = [] if (wrong := refusals(bout, line)) else units_of(bout, order)
    part = [code for code in units if UNITS[code].con == con]
    if not part:
        bout.refuse(line, *wrong)
        return
    if isinstance(order, Move) and not order.is_steps and len(units) > 1:
        bout.refuse(line, BY_STEPS)
        return
    ready = [code for code in part if is_met(line.order, bout.scene(con, (bout.world.units[code].hex,)))]
    for code in part:
        if code not in ready:
            bout.leave_out(line, code, *SAT_OUT)
    yield from carried_out(bout, line, order, ready)


def carried_out(bout: Bout, line: Line, order: UnitOrder, ready: list[str]) -> Iterator[Event]:
    free = [code for code in ready if bout.is_free(code)]
    for code in ready:
        if code not in free:
            bout.leave_out(line, code, "6.1.3", "could not move: engaged or in Shield Wall")
    match order:
        case Move():
            yield from moves(bout, line, order, free)
        case Face():
            for code in free:
                bout.tally(line).done = True
                yield Obeyed(code)
                yield from turn_to(bout.world, code, order.face)
        case Fire():
            for code in free:
                yield from fires(bout, line, order, code)
        case Harry():
            for code in free:
                yield from harries(bout, line, order, code)


def moves(bout: Bout, line: Line, order: Move, free: list[str]) -> Iterator[Event]:
    before = {code: bout.left(code) for code in free}
    goals = {code: goal_of(order, bout.world.units[code].hex) for code in free}
    if order.is_steps:
        yield from in_file(bout, free, order)
    else:
        for code in free:
            yield from moved(bout, code, order)
    for code in free:
        if bout.left(code) < before[code]:
            bout.tally(line).done = True
            if code in bout.world.units and bout.world.units[code].hex != goals[code]:
                bout.leave_out(line, code, "16.7", short_of(bout, code, order, goals[code]))
        else:
            bout.leave_out(line, code, *stuck(bout, code, goals[code]))


def short_of(bout: Bout, code: str, order: Move, goal: Hex | None) -> str:
    """Where a unit came to that did not reach its goal, and why."""
    here = bout.world.units[code].hex
    if order.otherwise == here:
        return f"could not go the whole way and took ELSE {here}"
    if goal is None:
        return f"stopped in {here}, at the edge of the map"
    return f"did not reach {goal}: stopped in {here}, for {hindrance(bout, code, goal)}"


def hindrance(bout: Bout, code: str, goal: Hex) -> str:
    """What keeps a unit from going on to a hex."""
    world, here = bout.world, bout.world.units[code].hex
    if code in bout.now.stopped:
        return f"{' and '.join(world.enemies_beside(here, bout.side)) or 'an enemy'} stood beside it"
    if (other := world.standing.get(goal)) and other != code:
        return f"{goal} is taken by {other}"
    way = ways(world, code, here, FAR).get(goal)
    return f"the way costs {way.cost} more, and {bout.left(code)} were left" if way else f"no way to {goal} was open"


def inactive(bout: Bout, code: str) -> tuple[str, str]:
    """Why a unit of a contingent that did not activate did nothing."""
    con = UNITS[code].con
    if "MOVE" in bout.now.marks.get(con, ()):
        return "5.2.4", f"did nothing: {con_called(con)} did not obey"
    return "5.2.1", f"did nothing: {con_called(con)} were not marked to move"


def stuck(bout: Bout, code: str, goal: Hex | None = None) -> tuple[str, str]:
    """Why a unit entered no hex."""
    if code in bout.now.stopped:
        return "6.1", "had stopped beside an enemy"
    if bout.left(code) < 1:
        return "6.0", "had no movement points left"
    return "6.1", f"found no way to go: {hindrance(bout, code, goal)}" if goal else "found no way to go"


def target_of(bout: Bout, code: str, target: str) -> Shot | None:
    """The shot that an archer has from where it stands."""
    world, here = bout.world, bout.world.units[code].hex
    if target == ANY:
        return best_shot(world, code, here)
    return shot(world, code, here, target) if target in world.units else None


def fires(bout: Bout, line: Line, order: Fire, code: str) -> Iterator[Event]:
    if not UNITS[code].is_archer:
        bout.leave_out(line, code, *NO_BOWS)
    elif not bout.can_fire(code):
        bout.leave_out(line, code, "7.1", "had fired, or had no movement points left")
    elif made := target_of(bout, code, order.enemy):
        bout.tally(line).done = True
        yield Obeyed(code)
        yield from fire(bout, made)
    else:
        bout.leave_out(line, code, "7.4", "had no target in range and sight")


def harries(bout: Bout, line: Line, order: Harry, code: str) -> Iterator[Event]:
    """Out, fire, and away; each part is done if it can be."""
    if not UNITS[code].is_archer:
        bout.leave_out(line, code, *NO_BOWS)
        return
    march, before, home = March.of(bout, code), bout.left(code), bout.world.units[code].hex
    keep = 0 if code in bout.now.fired else 1
    goal = firing_hex(march, order, keep)
    if goal:
        yield from march.near(goal, keep)
        if march.lives and bout.can_fire(code) and (made := target_of(bout, code, order.enemy)):
            yield from fire(bout, made)
        if march.lives:
            yield from march.near(home if order.back == BACK else order.back)
    if bout.left(code) < before:
        bout.tally(line).done = True
        yield Obeyed(code)
        yield from turn_to(bout.world, code, order.face)
    else:
        bout.leave_out(line, code, *stuck(bout, code))


def firing_hex(march: March, order: Harry, keep: int) -> Hex | None:
    """The hex to fire from: as written, another one, or none if the archer rather holds."""
    if order.otherwise is None or order.hex in march.reach(keep):
        return order.hex
    if is_hex(order.otherwise):
        return order.otherwise
    return None if order.otherwise == HOLD else order.hex
