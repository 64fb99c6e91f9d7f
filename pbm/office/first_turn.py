"""Sample orders for a player's first turn, in their own position: what a computer player would do, in words."""

from collections.abc import Iterable
from typing import Any

from pbm.receipts.foresee import foresee
from pbm.rules.dice import Dice
from pbm.rules.order import Line, Order, Sheet
from pbm.rulesets.contract import AnyRuleset
from pbm.rulesets.foresight import Foreseen

SAMPLES = b"sample orders"
"""Their dice: not those of the game, so that they tell nobody what a computer player will do."""


def samples(rules: AnyRuleset, game: str, view: Any, turn: int) -> tuple[Foreseen, ...]:
    """As a receipt reads them; empty if the game can suggest nothing."""
    lines = {number: Line(number, str(order), order) for number, order in enumerate(suggested(rules, view, turn), 1)}
    read = foresee(rules, game, view, Sheet(view.who, lines), turn).lines if lines else ()
    return tuple(line for line in read if not line.may_fail)


def suggested(rules: AnyRuleset, view: Any, turn: int) -> Iterable[Order]:
    computer = rules.computer
    if own := list(computer.samples(view)):
        return own
    advice = computer.write(view, computer.usual, Dice(SAMPLES, turn)) if computer.players else ()
    return [order for order, _ in advice]
