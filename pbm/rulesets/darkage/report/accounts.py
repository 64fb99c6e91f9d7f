"""The balance worked out line by line: BPs, income, treasury and victory points; every account adds up."""

from collections.abc import Iterator

from pbm.reports import History
from pbm.reports.sections import Account, Entry, account
from pbm.reports.tell import carried, flows
from pbm.rules.event import counted
from pbm.rulesets.darkage.closing import LeftoversSpent
from pbm.rulesets.darkage.income import IncomePaid
from pbm.rulesets.darkage.report.danger import blockade_costs
from pbm.rulesets.darkage.report.words import armies, names
from pbm.rulesets.darkage.turn import Acted
from pbm.rulesets.darkage.view import View
from pbm.rulesets.darkage.world import offmap_upkeep

BALANCE = "Your balance"
MOVED = "change of kingdoms"


def accounts(view: View, history: History) -> Iterator[Account]:
    before = history[-2].figures if len(history) > 1 else {}
    points, wealth = (before.get(key, {}).get(view.who) for key in ("points", "treasury"))
    treasury = carried(view.kingdom.treasury, wealth, flows(view, "treasury", names()), MOVED)
    victory = carried(view.kingdom.vp, points, flows(view, "victory", names()), MOVED)
    yield account("spent", "BPs this turn", spent(view), "left over", BALANCE, "left")
    if not view.won:
        yield account("income", "BPs for the coming turn", income(view), "to spend", BALANCE, "left")
    yield account("treasury", "Treasury", treasury, "in the treasury", BALANCE, "middle")
    yield account("victory", "Victory points", victory, "victory points", BALANCE, "middle")


def spent(view: View) -> Iterator[Entry]:
    prices = [event.price for event in view.events if isinstance(event, Acted) and event.who == view.who]
    left = sum(event.bps for event in view.events if isinstance(event, LeftoversSpent) and event.who == view.who)
    gained = flows(view, "spent", names())
    yield Entry("had", "to spend at the start", left + sum(prices) - sum(line.amount for line in gained))
    yield from gained
    if prices:
        yield Entry("actions", f"{counted(len(prices), 'action', 'actions')} paid for", -sum(prices))


def income(view: View) -> Iterator[Entry]:
    paid = [event for event in view.events if isinstance(event, IncomePaid) and event.who == view.who]
    return paid_income(view, paid[-1]) if paid else first_income(view)


def people(view: View, number: int) -> Entry:
    return Entry("people", f"people of {counted(len(view.areas), 'area', 'areas')}", number)


def first_income(view: View) -> Iterator[Entry]:
    number = sum(area.population for area in view.areas.values())
    yield people(view, number)
    if rest := view.kingdom.bp - number:
        yield Entry("to_begin", "to begin with", rest)


def paid_income(view: View, paid: IncomePaid) -> Iterator[Entry]:
    kingdom, lost = view.kingdom, paid.reserve_lost + paid.household_lost
    reserve = offmap_upkeep(kingdom.reserve + paid.reserve_lost)
    household = offmap_upkeep(kingdom.household.troops + paid.household_lost)
    sent_home = f"could not be paid: {armies(lost)} sent home" if lost else "could not be paid"
    shut = blockade_costs(view)
    known = sum(area.population for area in view.areas.values()) - paid.people == sum(shut.values())
    blocked = Entry("blockade", f"blockaded: {' '.join(shut)}", -sum(shut.values()) if known else 0)
    yield people(view, paid.people - blocked.amount)
    entries = (
        blocked,
        Entry("homeland", "from overseas", paid.homeland),
        Entry("upkeep_lands", "maintenance of areas", reserve + household - paid.upkeep),
        Entry("upkeep_reserve", "maintenance of the reserve", -reserve),
        Entry("upkeep_household", "maintenance of the household", -household),
        Entry("wanting", sent_home, paid.bp - paid.people - paid.homeland + paid.upkeep),
    )
    yield from (entry for entry in entries if entry.amount)
