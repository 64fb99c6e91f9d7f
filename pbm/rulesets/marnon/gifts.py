"""What powers give each other: tribute, support, loans, favour [5.63, 5.85, 5.87, 5.92]."""

from collections.abc import Iterator
from typing import ClassVar

from pbm.rules.code import Place, Power
from pbm.rules.condition import bare
from pbm.rules.engine import Turn
from pbm.rules.event import Count, Event
from pbm.rules.order import Line, Refusal
from pbm.rulesets.marnon.changes.crowns import Paid
from pbm.rulesets.marnon.map import region_of, regions_beside
from pbm.rulesets.marnon.orders.dealing import Court, Loan, Repay, Support, Tribute
from pbm.rulesets.marnon.pieces import Debt
from pbm.rulesets.marnon.sheet import answer, done, due, fails, now, unmet
from pbm.rulesets.marnon.world import World

COURT_PRICE, COURT_NEEDS, MOST_FAVOUR = 5, 5, 2


class Sent(Event, frozen=True):
    """Crowns that one power gives another; everyone is told."""

    who: Power
    to: Power
    crowns: int
    what: str
    parties: ClassVar = ("who", "to")
    verb: ClassVar = "tribute"
    text: ClassVar = "{who} paid {to} {crowns:crown/crowns}: {what}"
    news: ClassVar = text

    def apply(self, world: World) -> None:
        world.powers[self.who].cash -= self.crowns
        world.powers[self.to].cash += self.crowns


class Owed(Event, frozen=True):
    """A debt arises."""

    who: Power
    to: Power
    crowns: int
    due: int | None
    parties: ClassVar = ("who", "to")
    verb: ClassVar = "loan"
    text: ClassVar = "{who} {who:owes/owe} {to} {crowns:crown/crowns}<, due in turn {due}>"
    news: ClassVar = text

    def apply(self, world: World) -> None:
        world.powers[self.who].debts.append(Debt(self.to, self.crowns, self.due))


class Cleared(Event, frozen=True):
    """A debt is paid back, in part or whole."""

    who: Power
    to: Power
    crowns: int
    parties: ClassVar = ("who", "to")
    text: ClassVar = "{who} paid back {crowns:crown/crowns} to {to}"

    def apply(self, world: World) -> None:
        left, kept = self.crowns, []
        for debt in world.powers[self.who].debts:
            part = min(left, debt.n) if debt.to == self.to else 0
            left -= part
            if debt.n > part:
                kept.append(Debt(debt.to, debt.n - part, debt.due))
        world.powers[self.who].debts = kept


class Courted(Event, frozen=True):
    who: Power
    place: Place
    power: Power
    mark: int
    text: ClassVar = "the marker of {power} at {place} stands at {mark}"

    def apply(self, world: World) -> None:
        world.track.setdefault(self.place, {})[self.power] = self.mark


# gifts


def debts_due(turn: Turn, who: str) -> Iterator[Event]:
    """Debts that are due are paid of themselves, oldest first [5.85]."""
    world: World = turn.world
    for debt in list(world.powers[who].debts):
        if debt.due is not None and debt.due <= world.turn and world.in_play(debt.to):
            crowns = min(debt.n, max(world.powers[who].cash, 0))
            if crowns:
                yield Sent(who, debt.to, crowns, "a debt")
                yield Cleared(who, debt.to, crowns)


def given(turn: Turn, who: str, line: Line) -> Iterator[Event]:
    world, order = turn.world, bare(line.order)
    assert isinstance(order, Tribute | Support | Loan | Repay | Court)
    if not due(turn, who, line):
        yield unmet(turn, who, line)
    elif reason := order.wrong(world, who):
        yield answer(turn, who, line, "failed", reason)
    elif isinstance(order, Court):
        yield from courted(turn, who, line, order)
    elif not 0 < order.crowns <= world.powers[who].cash:
        yield fails(turn, who, line, order.rule, f"you have {Count(max(0, world.powers[who].cash)):crown/crowns}")
    elif isinstance(order, Support):
        yield from supported(turn, who, line, order)
    elif isinstance(order, Repay):
        yield from repaid(turn, who, line, order)
    else:
        yield done(turn, who, line)
        yield Sent(who, order.power, order.crowns, "tribute" if isinstance(order, Tribute) else "a loan")
        if isinstance(order, Loan):
            yield Owed(order.power, who, order.crowns, world.turn + order.turns if order.turns is not None else None)


def supported(turn: Turn, who: str, line: Line, order: Support) -> Iterator[Event]:
    """By powers whose home region borders the territory's [5.92]."""
    world: World = turn.world
    home = world.powers[who].home or ""
    if home not in regions_beside(region_of(order.area) or ""):
        yield fails(turn, who, line, "5.92", f"your region does not border that of {order.area}")
        return
    yield done(turn, who, line)
    yield Paid(who, order.crowns, f"support for the rebels of {order.area}")
    support = now(turn).supported
    support[order.area] = support.get(order.area, 0) + order.crowns


def repaid(turn: Turn, who: str, line: Line, order: Repay) -> Iterator[Event]:
    owed = sum(debt.n for debt in turn.world.powers[who].debts if debt.to == order.power)
    if not owed:
        yield fails(turn, who, line, "5.85", f"you owe {order.power} nothing")
        return
    yield done(turn, who, line)
    yield Sent(who, order.power, order.crowns, "a debt")
    yield Cleared(who, order.power, order.crowns)


def courted(turn: Turn, who: str, line: Line, order: Court) -> Iterator[Event]:
    """One step on 5+; the crowns are gone in any case [5.87]."""
    world: World = turn.world
    if world.powers[who].cash < COURT_PRICE:
        yield fails(turn, who, line, "5.87", f"you have {Count(max(0, world.powers[who].cash)):crown/crowns}")
        return
    yield Paid(who, COURT_PRICE, f"court of {order.place}")
    whose = order.power or who
    if turn.dice.roll(f"court.{who}") < COURT_NEEDS:
        yield answer(turn, who, line, "not obeyed", Refusal("5.87", "they were not to be moved"))
        return
    mark = world.track.get(order.place, {}).get(whose, 0) + (1 if order.trend == "UP" else -1)
    yield done(turn, who, line)
    yield Courted(who, order.place, whose, min(max(mark, -MOST_FAVOUR), MOST_FAVOUR))
