"""What a receipt can say of a sheet: lines that work at once are sure, some fail whatever happens, the rest depend.

Sheets are written before the initiative is known, so of moves, fire and attacks nothing more is promised [16.1].
"""

from copy import deepcopy

from pbm.receipts.receipt import Foreseen, Foresight
from pbm.rules.action import meaning
from pbm.rules.condition import bare
from pbm.rules.dice import Dice
from pbm.rules.engine import Turn, record
from pbm.rules.event import Answered
from pbm.rules.order import Line, Order, Refusal, Sheet
from pbm.rulesets.tours.bout import Bout
from pbm.rulesets.tours.command import not_taken
from pbm.rulesets.tours.doctrine import in_force
from pbm.rulesets.tours.forces import FORCES, NAMES
from pbm.rulesets.tours.ground import GRID, exits
from pbm.rulesets.tours.opening import standing_orders
from pbm.rulesets.tours.orders.base import UnitOrder, is_hex
from pbm.rulesets.tours.orders.field import Lead, Mark, Move
from pbm.rulesets.tours.selectors import ALL
from pbm.rulesets.tours.set_up import set_up_turn
from pbm.rulesets.tours.sight import View, known
from pbm.rulesets.tours.unit_lines import BY_STEPS, GONE, refusals, units_of
from pbm.rulesets.tours.victory import RESIGNED
from pbm.rulesets.tours.world import World

DOUBTS = ("the dice, and what others do",)
CONCEDED = Refusal("14.6", "you concede before its time comes")


def foresee(view: View, sheet: Sheet, turn: int) -> Foresight:
    world = deepcopy(known(view))
    answers = at_once(world, sheet)
    bout = Bout(world, view.who, Dice(b"", 0))
    return Foresight(
        name=NAMES[view.who],
        lines=tuple(foreseen(bout, line, answers.get(line.number)) for line in sheet.lines.values()),
        standing=tuple(in_force(world, view.who).values()),
        with_sheet=True,
    )


def at_once(world: World, sheet: Sheet) -> dict[int, Answered]:
    """The answers to all lines that work before the first move, whoever else orders what."""
    turn = Turn(world, {sheet.player: sheet}, Dice(b"", 0))
    record(turn, set_up_turn(turn) if world.turn == 0 else standing_orders(turn))
    return {event.number: event for event in turn.journal if isinstance(event, Answered)}


def foreseen(bout: Bout, line: Line, answer: Answered | None) -> Foreseen:
    """`answer` is that of a line that works at once."""
    if line.order is None:
        errors = (line.refusal,) if line.refusal else ()
        return Foreseen(line.number, line.text, forecast="fails", settled=True, errors=errors)
    wrong = answer.refusals if answer else tuple(hopeless(bout, line))
    return Foreseen(
        number=line.number,
        written=line.text,
        order=str(line.order),
        meaning=meaning(line.order, NAMES, line.number),
        forecast="fails" if wrong else "sure" if answer else "depends",
        settled=bool(answer or (wrong and list(wrong) != as_it_stands(bout, bare(line.order)))),
        errors=wrong,
        doubts=() if wrong or answer else DOUBTS,
    )


def hopeless(bout: Bout, line: Line) -> list[Refusal]:
    """Why a line for this turn comes to nothing, whatever others do."""
    order = bare(line.order)
    if bout.world.ending == RESIGNED:
        return [CONCEDED]
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
