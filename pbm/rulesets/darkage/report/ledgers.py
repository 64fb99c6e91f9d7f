"""The balance worked out line by line: BPs, income, treasury and victory points; every ledger adds up."""

from collections.abc import Callable, Iterator
from typing import Any

from pbm.reports import Chapter, Entry, Ledger
from pbm.rules.event import Event
from pbm.rulesets.darkage.attack import Pillaged
from pbm.rulesets.darkage.battle_events import Looted, Plundered, Scored
from pbm.rulesets.darkage.closing import ARMY_PRICE, STASH_PRICE, LeftoversSpent
from pbm.rulesets.darkage.general import Cashed, Given, Stashed, Taxed
from pbm.rulesets.darkage.income import BondPaid, IncomePaid, TradePaid
from pbm.rulesets.darkage.kings import STASH_RATE, Consoled, Exchanged
from pbm.rulesets.darkage.missed import TakenOver
from pbm.rulesets.darkage.report.words import name, say
from pbm.rulesets.darkage.turn import Acted
from pbm.rulesets.darkage.view import View
from pbm.rulesets.darkage.world import offmap_upkeep

Flow = Callable[[Any, str], Iterator[Entry]]


def ledgers(view: View, before: Chapter | None) -> tuple[Ledger, ...]:
    points = before.points.get(view.who) if before else None
    wealth = before.wealth.get(view.who) if before else None
    return (
        spent(view),
        income(view),
        carried("treasury", view.kingdom.treasury, wealth, flows(view, TREASURY)),
        carried("victory", view.kingdom.vp, points, flows(view, POINTS)),
    )


def entry(key: str, amount: int, note: str = "", **facts: Any) -> Entry:
    return Entry(key, say(f"entry_{key}", **facts), amount, note)


def ledger(key: str, entries: list[Entry]) -> Ledger:
    total = sum(line.amount for line in entries)
    return Ledger(key, say(f"ledger_{key}"), tuple(entries), say(f"total_{key}"), total)


def flows(view: View, table: dict[type[Event], Flow]) -> list[Entry]:
    """What each event brought or cost, those of one kind and place drawn together."""
    found = [line for event in view.events if type(event) in table for line in table[type(event)](event, view.who)]
    sums: dict[tuple[str, str], int] = {}
    for line in found:
        sums[line.key, line.label] = sums.get((line.key, line.label), 0) + line.amount
    return [Entry(key, label, amount) for (key, label), amount in sums.items() if amount]


def carried(key: str, closing: int, opening: int | None, entries: list[Entry]) -> Ledger:
    """From what there was to what there is. Only a change of kingdoms leaves a difference, which is shown."""
    changes = sum(line.amount for line in entries)
    start = closing - changes if opening is None else opening
    rest = closing - changes - start
    other = [entry("changed", rest)] if rest else []
    return ledger(key, [entry("carried", start), *entries, *other])


# BPs of the turn just played


def spent(view: View) -> Ledger:
    prices = [event.price for event in view.events if isinstance(event, Acted) and event.who == view.who]
    gained = flows(view, PURSE)
    left = sum(leftover(event) for event in view.events if isinstance(event, LeftoversSpent) and event.who == view.who)
    actions = [entry("actions", -sum(prices), count=len(prices))] if prices else []
    start = left + sum(prices) - sum(line.amount for line in gained)
    return ledger("spent", [entry("had", start), *gained, *actions])


def leftover(event: LeftoversSpent) -> int:
    armies = event.household + event.reserve
    return event.put_back + ARMY_PRICE * armies + STASH_PRICE * event.stashed + event.order


def taxed(event: Taxed, who: str) -> Iterator[Entry]:
    if event.who == who:
        yield entry("tax", event.bps)


def drawn(event: Cashed, who: str) -> Iterator[Entry]:
    if event.who == who:
        yield entry("drawn", event.bps)


def gift(event: Given, who: str) -> Iterator[Entry]:
    if event.taker == who:
        yield entry("gift", event.bps, giver=name(event.who))


def took_along(event: Exchanged, who: str) -> Iterator[Entry]:
    if event.who == who:
        yield entry("stashed_on_leaving", -STASH_RATE * event.stashed)


PURSE: dict[type[Event], Flow] = {Taxed: taxed, Cashed: drawn, Given: gift, Exchanged: took_along}


# income for the coming turn


def income(view: View) -> Ledger:
    paid = [event for event in view.events if isinstance(event, IncomePaid) and event.who == view.who]
    return ledger("income", list(paid_income(view, paid[-1]) if paid else first_income(view)))


def first_income(view: View) -> Iterator[Entry]:
    people = sum(area.population for area in view.areas.values())
    yield entry("people", people, count=len(view.areas))
    if rest := view.kingdom.bp - people:
        yield entry("to_begin", rest)


def paid_income(view: View, paid: IncomePaid) -> Iterator[Entry]:
    yield entry("people", paid.people, count=len(view.areas))
    if paid.homeland:
        yield entry("homeland", paid.homeland)
    kingdom = view.kingdom
    reserve = offmap_upkeep(kingdom.reserve + paid.reserve_lost)
    household = offmap_upkeep(kingdom.household.troops + paid.household_lost)
    parts = {"lands": paid.upkeep - reserve - household, "reserve": reserve, "household": household}
    for key, upkeep in parts.items():
        if upkeep:
            yield entry(f"upkeep_{key}", -upkeep)
    if wanting := paid.bp - paid.people - paid.homeland + paid.upkeep:
        yield entry("wanting", wanting, armies=paid.reserve_lost + paid.household_lost)


# the treasury


def stashed(event: Stashed, who: str) -> Iterator[Entry]:
    if event.who == who:
        yield entry("stashed", event.bps)


def cashed(event: Cashed, who: str) -> Iterator[Entry]:
    if event.who == who:
        yield entry("cashed", -event.bps)


def leftovers(event: LeftoversSpent, who: str) -> Iterator[Entry]:
    if event.who == who:
        yield entry("leftovers", event.put_back + event.stashed)


def trade(event: TradePaid, who: str) -> Iterator[Entry]:
    if event.who == who:
        yield entry("trade", event.bps, city=name(event.city))


def bond(event: BondPaid, who: str) -> Iterator[Entry]:
    if event.who == who:
        yield entry("bond", event.treasury, high=name(event.high))


def plunder(event: Plundered, who: str) -> Iterator[Entry]:
    if event.who == who:
        yield entry("plunder", event.amount, where=name(event.where))


def pillage(event: Pillaged, who: str) -> Iterator[Entry]:
    if event.who == who:
        yield entry("pillage", event.treasury, where=name(event.where))


def loot(event: Looted, who: str) -> Iterator[Entry]:
    if event.who == who:
        yield entry("loot", event.treasury, victim=name(event.victim))
    elif event.victim == who:
        yield entry("looted", -event.treasury, by=name(event.who))


def removal(event: Exchanged, who: str) -> Iterator[Entry]:
    if event.who == who:
        yield entry("left_with_king", event.stashed - event.treasury)
    elif event.new == who:
        yield entry("brought_by_king", event.treasury)


def consoled(event: Consoled, who: str) -> Iterator[Entry]:
    if event.who == who:
        yield entry("consoled", event.treasury)


def welcomed(event: TakenOver, who: str) -> Iterator[Entry]:
    if event.who == who:
        yield entry("welcomed", event.treasury)


TREASURY: dict[type[Event], Flow] = {
    Stashed: stashed,
    Cashed: cashed,
    LeftoversSpent: leftovers,
    TradePaid: trade,
    BondPaid: bond,
    Plundered: plunder,
    Pillaged: pillage,
    Looted: loot,
    Exchanged: removal,
    Consoled: consoled,
    TakenOver: welcomed,
}


# victory points


def scored(event: Scored, who: str) -> Iterator[Entry]:
    if event.who == who:
        yield Entry(event.why, say(f"why_{event.why}", where=name(event.where)), event.points)


def honoured(event: BondPaid, who: str) -> Iterator[Entry]:
    if event.high == who:
        yield entry("honour", event.vp, under=name(event.who))


POINTS: dict[type[Event], Flow] = {Scored: scored, Plundered: plunder, BondPaid: honoured}
