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
from pbm.rules.order import Line, Refusal, Sheet
from pbm.rulesets.tours.bout import Bout
from pbm.rulesets.tours.command import not_taken
from pbm.rulesets.tours.doctrine import in_force
from pbm.rulesets.tours.forces import NAMES
from pbm.rulesets.tours.opening import standing_orders
from pbm.rulesets.tours.orders.base import UnitOrder
from pbm.rulesets.tours.orders.field import Mark
from pbm.rulesets.tours.selectors import ALL
from pbm.rulesets.tours.set_up import set_up_turn
from pbm.rulesets.tours.sight import View, known
from pbm.rulesets.tours.unit_lines import GONE, refusals, units_of
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
        standing=tuple(in_force(known(view), view.who).values()),
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
        settled=bool(wrong or answer),
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
    if isinstance(order, Mark) and order.contingent != ALL:
        reason = not_taken(bout, Line(line.number, line.text, order), order, order.contingent)
        return [Refusal(reason[0], f"{order.contingent} {reason[1]}")] if reason else []
    return []
