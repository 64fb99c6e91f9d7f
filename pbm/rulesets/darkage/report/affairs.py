"""What a kingdom has off the map: reserve, fleet, household, spy, watchers, loans and bonds."""

from collections.abc import Iterator
from typing import Any

from pbm.reports import Fact
from pbm.rulesets.darkage.report.words import name, named, say
from pbm.rulesets.darkage.view import View


def affairs(view: View) -> tuple[Fact, ...]:
    return tuple(Fact(key, say(f"affair_{key}"), text) for key, text in every(view))


def every(view: View) -> Iterator[tuple[str, str]]:
    kingdom = view.kingdom
    yield "reserve", say("armies", count=kingdom.reserve)
    yield "fleet", say("ships", count=kingdom.fleet)
    household = kingdom.household
    yield (
        "household",
        say("household", troops=household.troops, at=named(household.at) if household.at else ""),
    )
    spy = kingdom.spy
    waiting = name(spy.waiting_for) if spy and spy.waiting_for else ""
    yield "spy", say("spy", at=named(spy.at) if spy else "", waiting=waiting)
    if kingdom.watchers:
        yield "watchers", ", ".join(named(code) for code in sorted(kingdom.watchers))
    yield from loans(view)
    yield from bonds(view)


def loans(view: View) -> Iterator[tuple[str, str]]:
    kingdom = view.kingdom
    if kingdom.loan and kingdom.loan.armies:
        yield "lent", say("loan", armies=kingdom.loan.armies, other=name(kingdom.loan.to))
    if view.borrowed:
        yield "borrowed", say("loan", armies=view.borrowed.armies, other=name(view.borrowed.to))
    elif kingdom.borrows_from:
        yield "lender", name(kingdom.borrows_from)


def bonds(view: View) -> Iterator[tuple[str, str]]:
    high: Any = view.kingdom.overlord
    if high and high != view.who:
        yield "overlord", name(high)
    elif high:
        unders = [row.name for row in view.standings.values() if row.overlord == high and row.code != high]
        yield "high_king", say("unders", names=unders)
