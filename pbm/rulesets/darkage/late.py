"""What most commands never use is imported when it is called: reports, computer players, predictions, advice."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from pbm.reports import Chapter, History
from pbm.reports.sections import AnySection, Fact
from pbm.rules.dice import Dice
from pbm.rules.order import Order, Sheet
from pbm.rulesets.contract import Counsel
from pbm.rulesets.darkage.view import View
from pbm.rulesets.darkage.world import World

if TYPE_CHECKING:
    from pbm.receipts.receipt import Foresight


def report(view: View, history: History) -> Iterable[AnySection]:
    from pbm.rulesets.darkage.report import report

    return report(view, history)


def roundup(view: View, history: History) -> Iterable[AnySection]:
    from pbm.rulesets.darkage.report.public import roundup

    return roundup(view, history)


def chapter(world: World) -> Chapter:
    from pbm.rulesets.darkage.report.public import chapter

    return chapter(world)


def about(view: View) -> tuple[Fact, ...]:
    from pbm.rulesets.darkage.report import about

    return about(view)


def style(code: str) -> str:
    from pbm.rulesets.darkage.report.words import style

    return style(code)


def write(view: View, temperament: str, dice: Dice) -> Iterable[tuple[Order, str]]:
    from pbm.rulesets.darkage.computer import write

    return write(view, temperament, dice)


def foresee(view: View, sheet: Sheet, turn: int) -> "Foresight":
    from pbm.rulesets.darkage.foresight import foresee

    return foresee(view, sheet, turn)


def known(view: View) -> World:
    from pbm.rulesets.darkage.foresight import opening

    return opening(view)


def counsel(view: View, totals: Mapping[str, int]) -> Iterable[Counsel]:
    from pbm.rulesets.darkage.advice import counsel

    return counsel(view, totals)
