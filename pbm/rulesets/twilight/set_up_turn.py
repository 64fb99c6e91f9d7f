"""The set-up turn: PLACE lines in the scenario's order of powers, then whatever was not placed [4.0, H9]."""

from collections.abc import Iterator

from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.order import Line, Refusal
from pbm.rulesets.twilight.orders.wishes import For, PlaceUnits
from pbm.rulesets.twilight.scenarios import Heir, Scenario, scenario
from pbm.rulesets.twilight.setup import Allotment, Extra, Placed, alternate, began, npps
from pbm.rulesets.twilight.sheet import Papers, answer, answered, everyone, papers, unread
from pbm.rulesets.twilight.units import Units, read, singles, tidy, write
from pbm.rulesets.twilight.world import World, called

ONLY_PLACE = Refusal("H9", "in the set-up turn only PLACE lines and standing orders count")


def place_all(turn: Turn) -> Iterator[Event]:
    world: World = turn.world
    plan = scenario(world.scenario)
    yield from npps(world)
    majors = plan.majors_for(len(world.seats))
    allotments: dict[str, Allotment] = {}
    wanted: dict[str, list[Extra]] = {}
    for heir in plan.frankish:
        seat = setter(plan, world, heir)
        if heir.power in majors and majors[heir.power].fixed:
            yield from (Placed(heir.power, place, units) for place, units in majors[heir.power].fixed.items())
            continue
        allotment = allotments[heir.power] = Allotment(world, heir)
        wanted[heir.power] = []
        if seat:
            yield from placed(turn, papers(turn, seat), allotment, wanted[heir.power])
        yield from allotment.rest()
    yield from alternate(turn, allotments, wanted)
    for power, lines in wanted.items():
        for extra in lines:
            reason = [Refusal("27.10", f"{called(extra.where)} was taken")] if extra.failed else []
            yield answer(extra.paper, power, extra.line, "failed" if extra.failed else "ok", *reason)
    yield from began(turn)


def setter(plan: Scenario, world: World, heir: Heir) -> str | None:
    """The seat that sets a power up."""
    if heir.power in world.seats:
        return heir.power
    row = plan.majors_for(len(world.seats)).get(heir.power)
    return row.set_up_by if row else None


def placed(turn: Turn, paper: Papers, allotment: Allotment, extra: list[Extra]) -> Iterator[Event]:
    """The PLACE lines of a power's block; units beyond its list wait for their turn."""
    power = allotment.heir.power
    for line in paper.block(turn.world, power):
        if not isinstance(line.order, PlaceUnits):
            continue
        where, units = line.order.where, meant(line.order)
        if reason := allotment.refusal(where, units):
            yield answer(paper, power, line, "failed", reason)
            continue
        if allotment.take(where, units):
            yield answer(paper, power, line, "ok")
            yield Placed(power, where, write(units))
        else:
            extra.append(Extra(paper, line, where, list(singles(units))))


def meant(order: PlaceUnits) -> Units:
    return tidy(read(" ".join(map(str, order.units))))


def rest_void(turn: Turn) -> Iterator[Event]:
    """Every other line is void in the set-up turn, unless it cannot be read at all."""
    for paper in everyone(turn):
        done = answered(turn, paper)
        for line in paper.lines:
            if line.number not in done:
                yield unplayed(paper, line)


def unplayed(paper: Papers, line: Line) -> Event:
    if line.order is None:
        return unread(paper, line)
    if isinstance(line.order, For):
        return answer(paper, paper.seat, line, "ok")
    return answer(paper, paper.seat, line, "void", ONLY_PLACE)
