"""What the order desk is told of Tours: lines that come to nothing whatever happens."""

from copy import deepcopy

from pbm.rules.condition import bare
from pbm.rules.dice import Dice
from pbm.rules.order import Line, Order, Refusal
from pbm.rulesets.desk import Judge
from pbm.rulesets.tours.bout import Bout
from pbm.rulesets.tours.command import not_taken
from pbm.rulesets.tours.forces import FORCES
from pbm.rulesets.tours.ground import GRID, exits
from pbm.rulesets.tours.orders.base import UnitOrder, is_hex
from pbm.rulesets.tours.orders.field import Lead, Mark, Move
from pbm.rulesets.tours.selectors import ALL
from pbm.rulesets.tours.unit_lines import BY_STEPS, GONE, refusals, units_of
from pbm.rulesets.tours.world import World


def judge(world: World, who: str) -> Judge:
    bout = Bout(deepcopy(world), who, Dice(b"", 0))
    return lambda order: hopeless(bout, Line(1, str(order), order))


def hopeless(bout: Bout, line: Line) -> list[Refusal]:
    """Why a line for this turn comes to nothing, whatever others do."""
    order = bare(line.order)
    if wrong := refusals(bout, line):
        return wrong
    if isinstance(order, UnitOrder) and not units_of(bout, order):
        return [GONE]
    if found := as_it_stands(bout, order):
        return found
    if isinstance(order, Mark) and order.contingent != ALL:
        reason = not_taken(bout, Line(line.number, line.text, order), order, order.contingent)
        return [Refusal(reason[0], f"{order.contingent} {reason[1]}")] if reason else []
    return []


def as_it_stands(bout: Bout, order: Order | None) -> list[Refusal]:
    """Why a line fails unless the enemy's blows change who is on the field, or where a leader is."""
    if isinstance(order, Move) and not order.is_steps and len(units_of(bout, order)) > 1:
        return [BY_STEPS]
    if isinstance(order, Lead) and is_hex(order.goal) and not is_within_a_ride(bout, order):
        return [Refusal("12.0", f"{order.goal} is not in reach")]
    return []


def is_within_a_ride(bout: Bout, order: Lead) -> bool:
    """Whether a leader could get there if nobody stood in the way."""
    leader, ride = bout.world.leader_of(bout.side), FORCES.leaders[order.leader].move
    return leader is None or order.goal in GRID.reach(leader.hex, exits(foot=False).__getitem__, ride)
