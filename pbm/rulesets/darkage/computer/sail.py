"""By sea: builds ships, puts armies aboard, and attacks another coast where it pays."""

from collections.abc import Iterator
from typing import NamedTuple

from pbm.rules.order import Number
from pbm.rulesets.darkage.attack import Move
from pbm.rulesets.darkage.computer.border import is_safe
from pbm.rulesets.darkage.computer.draft import Draft
from pbm.rulesets.darkage.computer.odds import best, needed
from pbm.rulesets.darkage.computer.strike import (
    ACTION,
    ARMY,
    BP,
    enough,
    expected,
    is_steady,
    kept_back,
    portions,
    prize,
    reason,
)
from pbm.rulesets.darkage.sea import Convoy, Launch

VOYAGES = 2
SHIP_PRICE = 3
YARDS = 2
"""Ships are launched from one coast at most so many times in a turn."""


class Port(NamedTuple):
    """A coast of ours and a sea off it that we hold or could take."""

    coast: str
    sea: str
    host: int
    """Armies that could go aboard."""
    aboard: int
    ships: int
    yard: int
    """Ships that could be added."""


class Voyage(NamedTuple):
    value: int
    target: str
    port: Port
    built: int
    over: str | None
    """The sea it crosses to, if any."""


def voyages(draft: Draft) -> None:
    """Sail as often as it pays."""
    for _ in range(VOYAGES):
        found = [plan for port in ports(draft) for plan in reach(draft, port) if plan.value >= enough(draft)]
        if draft.left < 4 or not found or not set_sail(draft, max(found, key=lambda plan: plan[:2])):
            return


def ports(draft: Draft) -> Iterator[Port]:
    areas, who = draft.areas, draft.who
    for coast in draft.own():
        area = areas[coast]
        if draft.map[coast].is_sea or area.sticky or not area.armies or not is_steady(draft, coast):
            continue
        for sea in sorted(draft.map[coast].near):
            water = areas[sea]
            if draft.map[sea].is_sea and water.owner in (who, None) and not water.sticky:
                host = area.armies - kept_back(draft, coast)
                yard = min(YARDS * area.population, (draft.bp - 4) // SHIP_PRICE) if is_safe(draft, coast) else 0
                if not draft.world.blockaded(coast) and (host > 0 or water.armies):
                    yield Port(coast, sea, max(0, host), water.armies, water.ships, max(0, yard))


def reach(draft: Draft, port: Port) -> Iterator[Voyage]:
    """Every coast within a sea or two, with as many ships built as it takes."""
    for target in landfalls(draft, port.sea):
        yield from plan_for(draft, port, target, None)
    for over in sorted(draft.map[port.sea].near):
        if draft.map[over].is_sea and draft.areas[over].owner in (draft.who, None):
            for target in landfalls(draft, over):
                yield from plan_for(draft, port, target, over)


def landfalls(draft: Draft, sea: str) -> list[str]:
    areas, chart, who = draft.areas, draft.map, draft.who
    return [code for code in sorted(chart[sea].near) if areas[code].owner != who and not chart[code].is_sea]


def plan_for(draft: Draft, port: Port, target: str, over: str | None) -> Iterator[Voyage]:
    ground = expected(draft, target)
    for built in sorted({0, port.yard // 2, port.yard}):
        ships = port.ships + built
        armies = min(port.aboard + port.host, ships)
        if armies and needed(ground, ships) <= armies:
            came = best(armies, ships, ground)
            lost = armies - came.armies + ships - came.ships
            actions = 2 + (built > 0) + (over is not None)
            cost = ARMY * lost + ACTION * actions + BP * (actions + built)
            yield Voyage(prize(draft, target) - cost, target, port, built, over)
            return


def set_sail(draft: Draft, plan: Voyage) -> bool:
    port, why = plan.port, f"bound for {plan.target}"
    for ships in portions(plan.built, draft.areas[port.coast].population):
        if not draft.give(Launch(Number(ships), port.coast, port.sea), why):
            return False
    aboard = min(port.host, draft.world.room(port.sea))
    if aboard > 0 and not draft.give(Move(Number(aboard), port.coast, port.sea), why):
        return False
    if plan.over and not draft.give(Convoy(None, port.sea, plan.over), why, spoils=False):
        return False
    sea = plan.over or port.sea
    came = best(draft.areas[sea].armies, draft.areas[sea].ships, expected(draft, plan.target))
    order = came.way(number=None, origin=sea, target=plan.target)
    return draft.give(order, reason(draft, plan.target, came), spoils=False)
