"""What adjudication does without is imported when called: reports, the rulebook, computer players, audit, receipts."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pbm.reports import Chapter, History
from pbm.reports.sections import AnySection, Fact, FormRow
from pbm.rules.dice import Dice
from pbm.rules.event import Event
from pbm.rules.order import Order, Sheet
from pbm.rulesets.tours.sight import View
from pbm.rulesets.tours.world import World

if TYPE_CHECKING:
    from pbm.receipts.receipt import Foresight


def report(view: View, history: History) -> Iterable[AnySection]:
    from pbm.rulesets.tours.report import report

    return report(view, history)


def roundup(view: View, history: History) -> Iterable[AnySection]:
    from pbm.rulesets.tours.report.public import roundup

    return roundup(view, history)


def chapter(world: World) -> Chapter:
    from pbm.rulesets.tours.report.public import chapter

    return chapter(world)


def about(view: View) -> tuple[Fact, ...]:
    from pbm.rulesets.tours.report import about

    return about(view)


def form(view: View) -> tuple[FormRow, ...]:
    from pbm.rulesets.tours.report.form import form

    return form(view)


def sections() -> Iterable[AnySection]:
    from pbm.rulesets.tours.rulebook import sections

    return sections()


def write(view: View, temperament: str, dice: Dice) -> Iterable[tuple[Order, str]]:
    from pbm.rulesets.tours import computer

    return computer.write(view, temperament, dice)


def audit(before: World, journal: list[Event], after: World) -> Iterable[str]:
    from pbm.rulesets.tours import audit

    return audit.audit(before, journal, after)


def foresee(view: View, sheet: Sheet, turn: int) -> "Foresight":
    from pbm.rulesets.tours import foresight

    return foresight.foresee(view, sheet, turn)
