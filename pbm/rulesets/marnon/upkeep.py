"""Expenditure: bills in their order, tribute, support, loans [4.8, 5.49, 5.63 to 5.65, 5.85, 5.87]."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from pbm.rules.code import Place, Power
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.order import Line
from pbm.rulesets.marnon.changes import Damaged, FortState, Paid, Repaired, under_pile
from pbm.rulesets.marnon.gates import ends
from pbm.rulesets.marnon.harbours import may_use
from pbm.rulesets.marnon.income import earners
from pbm.rulesets.marnon.map import castles, is_area, region_of, regions_beside
from pbm.rulesets.marnon.orders.dealing import Court, Keep, Loan, Repair, Repay, Support, Tribute
from pbm.rulesets.marnon.relations import is_host
from pbm.rulesets.marnon.sheet import answer, done, due, fails, lines_of, now, orders_of, unmet
from pbm.rulesets.marnon.tables import mercenaries, up, upkeep
from pbm.rulesets.marnon.world import Debt, World, is_war_fleet

HEADS = ("FORTS", "ARMIES", "FLEETS", "SIEGES", "MERCS", "REPAIRS")
DEFICIT = 50
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
    text: ClassVar = "{who} owes {to} {crowns:crown/crowns}<, due in turn {due}>"
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


class MercLeft(Event, frozen=True):
    """A hired card goes back under the pile."""

    who: Power
    card: str
    why: str
    verb: ClassVar = "dismissed"
    text: ClassVar = "{card} left: {why}"
    news: ClassVar = "{card} left {who}"

    def apply(self, world: World) -> None:
        hired = world.mercs.hired.pop(self.card)
        power = world.powers[self.who]
        force = power.forces.get(hired.force or "")
        if force and self.card in force.mercs:
            force.mercs.remove(self.card)
        for code in [code for code, fleet in power.fleets.items() if fleet.merc == self.card]:
            del power.fleets[code]
        under_pile(world, self.card)


class Courted(Event, frozen=True):
    who: Power
    place: Place
    power: Power
    mark: int
    text: ClassVar = "the marker of {power} at {place} stands at {mark}"

    def apply(self, world: World) -> None:
        world.track.setdefault(self.place, {})[self.power] = self.mark


@dataclass
class Bill:
    """One thing to pay for, and what it is."""

    head: str
    code: str
    crowns: int


def army_points(world: World, who: str) -> int:
    return sum(force.points for force in world.powers[who].forces.values())


def bills(turn: Turn, who: str) -> list[Bill]:
    """All that is due, by heads."""
    world: World = turn.world
    power = world.powers[who]
    found = [Bill("FORTS", code, upkeep("fort")) for code in world.owned(who) if world.area(code).fort]
    found += [Bill("ARMIES", "", up(army_points(world, who), 100) * upkeep("army_per_100"))]
    found += [
        Bill("ARMIES", guest, up(other.exile.points, 100))
        for guest, other in world.powers.items()
        if other.exile and is_host(world, who, guest)
    ]
    found += [
        Bill("FLEETS", code, upkeep("fleet"))
        for code in world.numbered(who, "fleets")
        if is_war_fleet(code) and not power.fleets[code].damaged and not power.fleets[code].merc
    ]
    if not world.ongoing.truce and not world.card_of(who, 51):
        found += [Bill("SIEGES", code, upkeep("siege")) for code in castles() if besieges(world, who, code)]
    found += [Bill("MERCS", card, fee) for card, fee in kept_cards(turn, who)]
    found += [Bill("REPAIRS", code, upkeep("repair")) for code in repairs(turn, who)]
    return [bill for bill in found if bill.crowns]


def besieges(world: World, who: str, castle: str) -> bool:
    siege = world.siege(castle)
    return siege is not None and siege.by == who


def kept_cards(turn: Turn, who: str) -> list[tuple[str, int]]:
    hired = turn.world.mercs.hired
    cards = sorted(
        (card for card, row in hired.items() if row.power == who and card in mercenaries()), key=lambda c: int(c[2:])
    )
    return [(card, hired[card].fee) for card in cards]


def repairs(turn: Turn, who: str) -> list[str]:
    """Damaged fleets in a port that they may use: those named, in that order, or all."""
    world: World = turn.world
    fleets = world.powers[who].fleets
    able = [
        code
        for code in world.numbered(who, "fleets")
        if fleets[code].damaged and is_area(fleets[code].at) and may_use(world, who, str(fleets[code].at), code)
    ]
    named = turn.kept.get(("repairs", who))
    return able if named is None else [code for code in named if code in able]


# paying


def expenditure(turn: Turn) -> Iterator[Event]:
    """Power by power: upkeep, then what it gives to others."""
    world: World = turn.world
    yield from free_repairs(world)
    for who in earners(world):
        yield from repair_lines(turn, who)
        yield from companies_leave(turn, who)
        yield from keep_lines(turn, who, answer_no=True)
        yield from paid_bills(turn, who)
        yield from keep_lines(turn, who, answer_no=False)
        yield from repairs_answered(turn, who)
        yield from debts_due(turn, who)
        for line in lines_of(turn, who, Tribute, Support, Loan, Repay, Court):
            yield from given(turn, who, line)
    yield from companies_leave(turn, None)


def free_repairs(world: World) -> Iterator[Event]:
    """Fleets of the invader, of castles and regions without a player are repaired free."""
    for who, power in world.powers.items():
        if power.status in ("castle", "np") or (power.status == "invader" and world.settings.invader_player == "none"):
            yield from (Repaired(who, code) for code in world.numbered(who, "fleets") if power.fleets[code].damaged)


def repair_lines(turn: Turn, who: str) -> Iterator[Event]:
    """Lines that name fleets limit repairs to these, in that order; they are answered once the bills are paid."""
    named: list[str] | None = None
    rows = turn.world.powers[who].fleets
    for line, order in orders_of(turn, who, Repair):
        fleets = [str(code) for code in order.fleets if code != "NONE"]
        if bad := next((code for code in fleets if code not in rows or not rows[code].damaged), None):
            yield fails(turn, who, line, "5.65", f"{bad} is not a damaged fleet of yours")
            continue
        if not fleets:
            yield done(turn, who, line)
        named = [*(named or []), *fleets]
    turn.kept["repairs", who] = named


def repairs_answered(turn: Turn, who: str) -> Iterator[Event]:
    rows = turn.world.powers[who].fleets
    for line, order in orders_of(turn, who, Repair):
        if any(not rows[str(code)].damaged for code in order.fleets):
            yield done(turn, who, line)
        else:
            yield fails(turn, who, line, "5.65", "there were no crowns for it, or it is not in a port that it may use")


def companies_leave(turn: Turn, who: str | None) -> Iterator[Event]:
    """Companies of a castle stay for one turn [5.79]."""
    for card, row in list(turn.world.mercs.hired.items()):
        if card not in mercenaries() and who in (None, row.power):
            yield MercLeft(row.power, card, "its time is over")


def keep_lines(turn: Turn, who: str, answer_no: bool) -> Iterator[Event]:
    """KEEP NO before the bills, KEEP YES after them: then the card is paid, or has left."""
    for line, order in orders_of(turn, who, Keep):
        if (order.answer == "NO") != answer_no:
            continue
        if reason := order.wrong(turn.world, who):
            yield answer(turn, who, line, "failed", reason)
            continue
        yield done(turn, who, line)
        if answer_no:
            yield MercLeft(who, order.lot, "dismissed")


def heads_of(world: World, who: str) -> list[str]:
    """PAY may name some heads; the others follow in the default order, mercenaries after sieges."""
    named = world.powers[who].pay
    order = [*named, *(head for head in HEADS if head not in named and head != "MERCS")]
    order.insert(order.index("SIEGES") + 1, "MERCS")
    return order


def purse(world: World, who: str) -> int:
    return world.powers[who].cash + (DEFICIT if world.settings.deficit else 0)


def paid_bills(turn: Turn, who: str) -> Iterator[Event]:
    world: World = turn.world
    found = bills(turn, who)
    if world.card_of(who, 15):
        found = halved(world, who, found)
    whole = sum(bill.crowns for bill in found)
    if whole <= purse(world, who):
        yield from settled(turn, who, found)
        return
    for head in heads_of(world, who):
        rows = [bill for bill in found if bill.head == head]
        yield from (head_paid(turn, who, head, rows))


def halved(world: World, who: str, found: list[Bill]) -> list[Bill]:
    """Card 15: armies, fleets and forts together at half; if that cannot be paid, each by itself [5.98]."""
    cheap = [bill for bill in found if bill.head in ("FORTS", "ARMIES", "FLEETS") and not is_guest(world, bill)]
    rest = [bill for bill in found if bill not in cheap]
    half = up(sum(bill.crowns for bill in cheap), 2)
    if half + sum(bill.crowns for bill in rest) <= purse(world, who):
        joined = [Bill("ARMIES", "", half), *(Bill(b.head, b.code, 0) for b in cheap if b.head != "ARMIES")]
        return joined + rest
    return [Bill(bill.head, bill.code, up(bill.crowns, 2)) for bill in cheap] + rest


def is_guest(world: World, bill: Bill) -> bool:
    return bill.head == "ARMIES" and bill.code in world.powers


def settled(turn: Turn, who: str, found: list[Bill]) -> Iterator[Event]:
    """Everything can be paid."""
    for head in HEADS:
        rows = [bill for bill in found if bill.head == head]
        if crowns := sum(bill.crowns for bill in rows):
            yield Paid(who, crowns, head.lower())
        yield from got(turn, who, rows)


def got(turn: Turn, who: str, rows: list[Bill]) -> Iterator[Event]:
    """What a bill that is paid brings."""
    world: World = turn.world
    for bill in rows:
        if bill.head == "FORTS" and world.area(bill.code).unpaid:
            yield FortState(who, bill.code, world.area(bill.code).cut, False)
        if bill.head == "REPAIRS":
            yield Repaired(who, bill.code)


def head_paid(turn: Turn, who: str, head: str, rows: list[Bill]) -> Iterator[Event]:
    """One by one in code order, those that can be paid."""
    world: World = turn.world
    if head == "ARMIES":
        rows = army_rows(turn, who, rows)
    for bill in rows:
        if bill.crowns <= purse(world, who):
            if bill.crowns:
                yield Paid(who, bill.crowns, f"{head.lower()} {bill.code}".strip())
            yield from got(turn, who, [bill])
        else:
            yield from unpaid(turn, who, bill)


def army_rows(turn: Turn, who: str, rows: list[Bill]) -> list[Bill]:
    """One bill if it can be paid, else one for each force [5.64]."""
    world: World = turn.world
    if not rows:
        return rows
    whole, guests = rows[0], rows[1:]
    if whole.code or whole.crowns <= purse(world, who):
        return rows
    half = 2 if world.card_of(who, 15) else 1
    forces = world.powers[who].forces
    each = [Bill("ARMIES", code, up(up(forces[code].points, 100), half)) for code in world.numbered(who, "forces")]
    return each + guests


def unpaid(turn: Turn, who: str, bill: Bill) -> Iterator[Event]:
    world: World = turn.world
    if bill.head == "FORTS":
        yield FortState(who, bill.code, world.area(bill.code).cut, True)
    elif bill.head == "ARMIES" and bill.code in world.powers[who].forces:
        now(turn).unpaid.add((who, bill.code))
    elif bill.head == "FLEETS":
        yield Damaged(who, bill.code, "not paid")
    elif bill.head == "SIEGES":
        yield ends(world, bill.code, "it was not paid")
    elif bill.head == "MERCS":
        yield MercLeft(who, bill.code, "not paid")


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
    from pbm.rules.condition import bare

    world, order = turn.world, bare(line.order)
    assert isinstance(order, Tribute | Support | Loan | Repay | Court)
    if not due(turn, who, line):
        yield unmet(turn, who, line)
    elif reason := order.wrong(world, who):
        yield answer(turn, who, line, "failed", reason)
    elif isinstance(order, Court):
        yield from courted(turn, who, line, order)
    elif not 0 < order.crowns <= world.powers[who].cash:
        yield fails(turn, who, line, order.rule, f"you have {world.powers[who].cash} crowns")
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
        yield fails(turn, who, line, "5.87", f"you have {world.powers[who].cash} crowns")
        return
    yield Paid(who, COURT_PRICE, f"court of {order.place}")
    whose = order.power or who
    if turn.dice.roll(f"court.{who}") < COURT_NEEDS:
        yield fails(turn, who, line, "5.87", "they were not to be moved")
        return
    mark = world.track.get(order.place, {}).get(whose, 0) + (1 if order.trend == "UP" else -1)
    yield done(turn, who, line)
    yield Courted(who, order.place, whose, min(max(mark, -MOST_FAVOUR), MOST_FAVOUR))
