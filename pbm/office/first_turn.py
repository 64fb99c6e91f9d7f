"""Sample orders for a player's first turn, in their own position: what a computer player would do, in words."""

from collections.abc import Iterable
from typing import Any

from pbm.receipts.foresee import foresee
from pbm.rehearsal.imagine import middle
from pbm.rehearsal.rehearse import PLAYS
from pbm.rules.dice import Dice
from pbm.rules.engine import Turn, play
from pbm.rules.order import Line, Order, Sheet
from pbm.rulesets.contract import AnyRuleset
from pbm.rulesets.foresight import PART, Foreseen

SAMPLES = b"sample orders"
"""Their dice: not those of the game, so that they tell nobody what a computer player will do."""
MOST = 16
"""So many lines are enough to show how orders are written."""


def samples(rules: AnyRuleset, game: str, view: Any, turn: int) -> tuple[Foreseen, ...]:
    """As a receipt reads them: all go well in every rehearsal; empty if the game can suggest nothing."""
    orders = list(suggested(rules, view, turn))[:MOST]
    while orders:
        read = foresee(rules, game, view, sheet_of(view.who, orders), turn, PLAYS).lines
        if all(goes_well(line) for line in read):
            return read
        orders = [order for order, line in zip(orders, read, strict=True) if goes_well(line)]
    return ()


def goes_well(line: Foreseen) -> bool:
    """It fails in no rehearsal, and is not done in part only."""
    return not line.may_fail and not (line.came and PART in line.came.outcomes)


def afterwards(rules: AnyRuleset, game: str, view: Any, before: Iterable[Foreseen], turn: int) -> tuple[Foreseen, ...]:
    """Samples for the turn after that one, if everyone else leaves theirs to the rules."""
    world, who = middle(rules, view), view.who
    reader = rules.language.reader(world)
    sheet = reader.lines(who, [line.order for line in before])
    journal = play(Turn(world, {who: sheet}, Dice(SAMPLES, turn)), rules.book.steps(world))
    return samples(rules, game, rules.sight.view(world, journal, who), turn + 1)


def sheet_of(who: str, orders: Iterable[Order]) -> Sheet:
    return Sheet(who, {number: Line(number, str(order), order) for number, order in enumerate(orders, 1)})


def suggested(rules: AnyRuleset, view: Any, turn: int) -> Iterable[Order]:
    computer = rules.computer
    if own := list(computer.samples(view)):
        return own
    advice = computer.write(view, computer.usual, Dice(SAMPLES, turn)) if computer.players else ()
    return [order for order, _ in advice]
