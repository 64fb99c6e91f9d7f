"""Moving along a written route: to a hex, by waypoints, by steps, and what else to do when it is blocked [16.7]."""

from collections.abc import Iterator

from pbm.rules.event import Event
from pbm.rules.hexes import Hex
from pbm.rulesets.tours.bout import Bout
from pbm.rulesets.tours.facing import turn_to
from pbm.rulesets.tours.field import HOLD, NEAR, Move
from pbm.rulesets.tours.forces import UNITS
from pbm.rulesets.tours.ground import costs, steps, toward
from pbm.rulesets.tours.march import March
from pbm.rulesets.tours.now import Obeyed
from pbm.rulesets.tours.order import is_hex
from pbm.rulesets.tours.reach import ways


def moved(bout: Bout, code: str, order: Move) -> Iterator[Event]:
    """One unit along its route; whoever enters no hex does not turn either."""
    march = March.of(bout, code)
    yield from routed(march, order)
    if march.entered:
        yield Obeyed(code)
        yield from turn_to(bout.world, code, order.face)


def goal_of(order: Move, start: Hex) -> Hex | None:
    """The last hex of a route; None if its steps lead off the map."""
    return steps(start, order.route)[-1] if order.is_steps else order.waypoints[-1]


def in_file(bout: Bout, members: list[str], order: Move) -> Iterator[Event]:
    """A formation by steps: whoever is barred by a comrade still to move waits behind the others [6.1.1]."""
    queue, waits = list(members), 0
    while queue:
        code = queue.pop(0)
        if barred_by(bout, code, order) in queue and waits <= len(queue):
            queue.append(code)
            waits += 1
            continue
        before = bout.left(code)
        yield from moved(bout, code, order)
        if bout.left(code) < before:
            waits = 0


def barred_by(bout: Bout, code: str, order: Move) -> str | None:
    """Who stands in the hex of the first step."""
    target = toward(bout.world.units[code].hex, int(order.route[1]))
    return bout.world.standing.get(target) if target else None


def routed(march: March, order: Move) -> Iterator[Event]:
    fallback = order.fallback
    if (fallback == HOLD or is_hex(fallback)) and not can_be_done(march, order):
        if is_hex(fallback):
            yield from march.near(fallback)
    elif order.is_single:
        yield from march.near(order.waypoints[0])
    elif order.is_steps:
        yield from by_steps(march, order)
    else:
        yield from by_waypoints(march, order)


def by_waypoints(march: March, order: Move) -> Iterator[Event]:
    """Leg by leg; a waypoint out of reach is not set out for."""
    for goal in order.waypoints:
        found = march.reach()
        if goal not in found:
            if order.fallback == NEAR:
                yield from march.near(order.waypoints[-1])
            return
        yield from march.along(found[goal])
        if not march.lives:
            return


def by_steps(march: March, order: Move) -> Iterator[Event]:
    """Step by step; one that cannot be made ends the route there."""
    last = steps(march.here, order.route)[-1]
    for digit in order.route[1:]:
        target = toward(march.here, int(digit))
        stopped = march.code in march.bout.now.stopped
        cost = None if stopped else step_cost(march, march.here, target, march.bout.left(march.code))
        if cost is None or target is None:
            if order.fallback == NEAR and last:
                yield from march.near(last)
            return
        yield from march.enter(target, cost)
        if not march.lives:
            return


def step_cost(march: March, origin: Hex, target: Hex | None, points: int) -> int | None:
    """What a step costs; None if it cannot be made."""
    world, row = march.bout.world, UNITS[march.code]
    if target is None or world.standing.get(target, march.code) != march.code or world.is_barred(target, row.side):
        return None
    cost = costs(row.kind.foot).get((origin, target))
    return cost if cost is not None and cost <= points else None


def can_be_done(march: March, order: Move) -> bool:
    """The whole route, by the field as it is; reaction fire is not foreseen."""
    return all_steps(march, order) if order.is_steps else all_legs(march, order)


def all_steps(march: March, order: Move) -> bool:
    here, points = march.here, march.bout.left(march.code)
    threatened, stopped = march.bout.world.threatened(march.bout.side), march.code in march.bout.now.stopped
    for target in steps(here, order.route):
        cost = None if stopped else step_cost(march, here, target, points)
        if cost is None or target is None:
            return False
        here, points, stopped = target, points - cost, target in threatened
    return True


def all_legs(march: March, order: Move) -> bool:
    here, points = march.here, march.bout.left(march.code)
    threatened, stopped = march.bout.world.threatened(march.bout.side), march.code in march.bout.now.stopped
    for goal in order.waypoints:
        if goal == here:
            continue
        found = {} if stopped else ways(march.bout.world, march.code, here, points)
        if goal not in found:
            return False
        here, points, stopped = goal, points - found[goal].cost, goal in threatened
    return True
