"""Parts of the game that adjudication does without: computer players, the audit and receipts, imported when called."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pbm.rules.dice import Dice
from pbm.rules.event import Event
from pbm.rules.order import Order, Sheet
from pbm.rulesets.tours.sight import View
from pbm.rulesets.tours.world import World

if TYPE_CHECKING:
    from pbm.receipts.receipt import Foresight


def write(view: View, temperament: str, dice: Dice) -> Iterable[tuple[Order, str]]:
    from pbm.rulesets.tours import computer

    return computer.write(view, temperament, dice)


def audit(before: World, journal: list[Event], after: World) -> Iterable[str]:
    from pbm.rulesets.tours import audit

    return audit.audit(before, journal, after)


def foresee(view: View, sheet: Sheet, turn: int) -> "Foresight":
    from pbm.rulesets.tours import foresight

    return foresight.foresee(view, sheet, turn)
