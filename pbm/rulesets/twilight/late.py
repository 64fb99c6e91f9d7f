"""What most commands never use is imported when it is called: reports, computer players, predictions, the audit."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pbm.reports import Chapter, History
from pbm.reports.sections import AnySection, Fact
from pbm.rules.event import Event
from pbm.rules.order import Sheet
from pbm.rulesets.twilight.sight import View
from pbm.rulesets.twilight.world import World

if TYPE_CHECKING:
    from pbm.receipts.receipt import Foresight


def report(view: View, history: History) -> Iterable[AnySection]:
    from pbm.rulesets.twilight.report import report

    return report(view, history)


def roundup(view: View, history: History) -> Iterable[AnySection]:
    from pbm.rulesets.twilight.report.public import roundup

    return roundup(view, history)


def chapter(world: World) -> Chapter:
    from pbm.rulesets.twilight.report.public import chapter

    return chapter(world)


def about(view: View) -> tuple[Fact, ...]:
    from pbm.rulesets.twilight.report import about

    return about(view)


def filled(view: View) -> tuple[str, ...]:
    from pbm.rulesets.twilight.report.form import filled

    return filled(view)


def lines_of(world: World, who: str, temperament: str) -> list[str]:
    from pbm.rulesets.twilight.computer import lines_of

    return lines_of(world, who, temperament)


def foresee(view: View, sheet: Sheet, turn: int) -> "Foresight":
    from pbm.rulesets.twilight.foresight import foresee

    return foresee(view, sheet, turn)


def audit(before: World, journal: list[Event], after: World) -> Iterable[str]:
    from pbm.rulesets.twilight.audit import audit

    return audit(before, journal, after)
