"""What a kingdom has off the map: reserve, fleet, household, spy, watchers, loans and bonds."""

from collections.abc import Iterator

from pbm.reports.sections import Fact
from pbm.rules.event import counted
from pbm.rulesets.darkage.report.words import armies, name, named
from pbm.rulesets.darkage.view import View


def affairs(view: View) -> Iterator[Fact]:
    kingdom = view.kingdom
    yield Fact("reserve", "Reserve", armies(kingdom.reserve) if kingdom.reserve else "none")
    yield Fact("fleet", "Fleet in reserve", counted(kingdom.fleet, "ship", "ships") if kingdom.fleet else "none")
    yield Fact("household", "Household", household(view))
    yield Fact("spy", "Spy", spy(view))
    if kingdom.watchers:
        yield Fact("watchers", "Watchers", ", ".join(named(code) for code in sorted(kingdom.watchers)))
    yield from loans(view)
    yield from bonds(view)


def household(view: View) -> str:
    troops, at = view.kingdom.household.troops, view.kingdom.household.at
    place = f", in {named(at)}" if at else ", off the map" if troops else ""
    return (armies(troops) if troops else "none") + place


def spy(view: View) -> str:
    agent = view.kingdom.spy
    if not agent:
        return "none"
    prey = f", waiting for the spy of {name(agent.waiting_for)}" if agent.waiting_for else ""
    return f"in {named(agent.at)}{prey}"


def loans(view: View) -> Iterator[Fact]:
    kingdom = view.kingdom
    if kingdom.loan and kingdom.loan.armies:
        yield Fact("lent", "Lent to", f"{name(kingdom.loan.to)}, {armies(kingdom.loan.armies)}")
    if view.borrowed:
        yield Fact("borrowed", "Borrowed from", f"{name(view.borrowed.to)}, {armies(view.borrowed.armies)}")
    elif kingdom.borrows_from:
        yield Fact("lender", "Ready to borrow from", name(kingdom.borrows_from))


def bonds(view: View) -> Iterator[Fact]:
    high = view.kingdom.overlord
    if high and high != view.who:
        yield Fact("overlord", "Your high king", name(high))
    elif high:
        yield Fact("high_king", "You are high king over", unders(view, high))


def unders(view: View, high: str) -> str:
    """Who bows to a high king."""
    codes = sorted(row.code for row in view.standings.values() if row.overlord == high and row.code != high)
    return ", ".join(map(name, codes)) or "nobody yet"
