"""Expenditure: bills in their order, repairs, cards that are kept [4.8, 5.64, 5.65]."""

from collections.abc import Iterator
from typing import ClassVar

from pbm.rules.code import Power
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.order import Refusal
from pbm.rules.plan import Done, failed, ok, refused
from pbm.rules.playing import of_kind
from pbm.rulesets.marnon.changes.areas import FortState
from pbm.rulesets.marnon.changes.crowns import HEADS, Paid
from pbm.rulesets.marnon.changes.fleets import Damaged, Repaired
from pbm.rulesets.marnon.changes.forces import under_pile
from pbm.rulesets.marnon.crowns.bills import Bill, bills, halved, heads_of, purse, repairs
from pbm.rulesets.marnon.crowns.gifts import GIFTS, debts_due
from pbm.rulesets.marnon.crowns.income import earners
from pbm.rulesets.marnon.memory import Remember
from pbm.rulesets.marnon.order import NO, NONE, MarnonOrder, Scene, Words, action
from pbm.rulesets.marnon.playing import lines_of, played, told
from pbm.rulesets.marnon.sea.harbours import comes_home
from pbm.rulesets.marnon.spelling import Told
from pbm.rulesets.marnon.tables import mercenaries, up
from pbm.rulesets.marnon.war.gates import ends
from pbm.rulesets.marnon.world import World

REPAIRS, KEEPING = "repairs", "keeping"
NAMED = {"MERCS": "mercenaries"}


class MercLeft(Told, frozen=True):
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


@action("5.65", form="REPAIR {fleets}", meaning="repair {fleets}", costs="8")
class Repair(MarnonOrder, frozen=True):
    """Repair only these fleets, in this order; NONE for none. Without this order all are repaired."""

    step: ClassVar = REPAIRS
    fleets: Words

    @property
    def named(self) -> list[str]:
        return [str(code) for code in self.fleets if code != NONE]

    def misnamed(self, turn: Turn[World], who: str, before: list[str]) -> Refusal | None:
        """Why its fleets cannot be repaired, if lines above it name those."""
        able = repairs(turn.world, who)
        if bad := next((code for code in self.named if code not in able), None):
            return Refusal("5.65", f"{bad} is not a damaged fleet of yours in a port that it may use")
        if again := next((code for code in self.named if [*before, *self.named].count(code) > 1), None):
            return Refusal("5.65", f"{again} is repaired once")
        return None

    def plan(self, at: Scene) -> Done:
        """Once the bills are paid."""
        rows = at.power.fleets
        repaired = any(code in rows and not rows[code].damaged for code in self.named)
        return ok() if repaired else failed("5.65", "there were no crowns for it")


@action("5.83", form="KEEP {lot} {answer}", meaning="keep {lot} for another turn: {answer}", costs="fee")
class Keep(MarnonOrder, frozen=True):
    """Whether a hired card stays for its fee."""

    step: ClassVar = KEEPING
    lot: str
    answer: str

    def wrong(self, world: World, who: str) -> Refusal | None:
        hired = world.mercs.hired.get(self.lot)
        return None if hired and hired.power == who else Refusal("5.83", f"you have not hired {self.lot}")

    def plan(self, at: Scene) -> Done:
        if reason := self.wrong(at.world, at.who):
            return refused(reason)
        return Done("ok", leaves(at.world, at.who, self.lot, "dismissed") if self.answer == NO else ())


# paying


def expenditure(turn: Turn[World]) -> Iterator[Event]:
    """Power by power: upkeep, then what it gives to others."""
    world = turn.world
    yield from free_repairs(world)
    for who in earners(world):
        yield from repair_lines(turn, who)
        yield from companies_leave(world, who)
        yield from played(turn, who, KEEPING, only=lambda order: order.answer == NO)
        yield from paid_bills(world, who)
        yield from played(turn, who, KEEPING)
        yield from played(turn, who, REPAIRS)
        yield from debts_due(world, who)
        yield from played(turn, who, GIFTS)
    yield from companies_leave(world, None)


def free_repairs(world: World) -> Iterator[Event]:
    """Fleets of the invader, of castles and regions without a player are repaired free."""
    for who, power in world.powers.items():
        if power.status in ("castle", "np") or (power.status == "invader" and world.settings.invader_player == "none"):
            yield from (Repaired(who, code) for code in world.numbered(who, "fleets") if power.fleets[code].damaged)


def repair_lines(turn: Turn[World], who: str) -> Iterator[Event]:
    """Lines that name fleets limit repairs to these, in that order; they are answered once the bills are paid."""
    named: list[str] | None = None
    for line, order in of_kind(lines_of(turn, who, REPAIRS), Repair):
        reason = order.misnamed(turn, who, named or [])
        if reason or not order.named:
            yield from told(who, line, refused(reason) if reason else ok())
        if not reason:
            named = [*(named or []), *order.named]
    yield Remember("repairs", who, named)


def companies_leave(world: World, who: str | None) -> Iterator[Event]:
    """Companies of a castle stay for one turn [5.79]."""
    for card, row in list(world.mercs.hired.items()):
        if card not in mercenaries() and who in (None, row.power):
            yield MercLeft(row.power, card, "its time is over")


def leaves(world: World, who: str, card: str, why: str) -> Iterator[Event]:
    """A card goes; a hired fleet first brings home whom it has aboard."""
    for code, fleet in list(world.powers[who].fleets.items()):
        if fleet.merc == card and world.now.cargo.get((who, code)):
            yield from comes_home(world, who, code)
    if card in world.mercs.hired:
        yield MercLeft(who, card, why)


def paid_bills(world: World, who: str) -> Iterator[Event]:
    found = bills(world, who)
    if world.card_of(who, 15):
        found = halved(world, who, found)
    whole = sum(bill.crowns for bill in found)
    if whole <= purse(world, who):
        yield from settled(world, who, found)
        return
    for head in heads_of(world, who):
        rows = [bill for bill in found if bill.head == head]
        yield from (head_paid(world, who, head, rows))


def settled(world: World, who: str, found: list[Bill]) -> Iterator[Event]:
    """Everything can be paid."""
    for head in HEADS:
        rows = [bill for bill in found if bill.head == head]
        if crowns := sum(bill.crowns for bill in rows):
            yield Paid(who, crowns, NAMED.get(head, head.lower()))
        yield from got(world, who, rows)


def got(world: World, who: str, rows: list[Bill]) -> Iterator[Event]:
    """What a bill that is paid brings."""
    for bill in rows:
        if bill.head == "FORTS" and world.area(bill.code).unpaid:
            yield FortState(who, bill.code, world.area(bill.code).cut, False)
        if bill.head == "REPAIRS":
            yield Repaired(who, bill.code)


def head_paid(world: World, who: str, head: str, rows: list[Bill]) -> Iterator[Event]:
    """One by one in code order, those that can be paid."""
    if head == "ARMIES":
        rows = army_rows(world, who, rows)
    if head == "REPAIRS":  # a hired fleet may have left unpaid
        rows = [bill for bill in rows if bill.code in world.powers[who].fleets]
    for bill in rows:
        if bill.crowns <= purse(world, who):
            if bill.crowns:
                yield Paid(who, bill.crowns, f"{NAMED.get(head, head.lower())} {bill.code}".strip())
            yield from got(world, who, [bill])
        else:
            yield from unpaid(world, who, bill)


def army_rows(world: World, who: str, rows: list[Bill]) -> list[Bill]:
    """One bill if it can be paid, else one for each force [5.64]."""
    if not rows:
        return rows
    whole, guests = rows[0], rows[1:]
    if whole.code or whole.crowns <= purse(world, who):
        return rows
    half = 2 if world.card_of(who, 15) else 1
    forces = world.powers[who].forces
    each = [Bill("ARMIES", code, up(up(forces[code].points, 100), half)) for code in world.numbered(who, "forces")]
    return each + guests


def unpaid(world: World, who: str, bill: Bill) -> Iterator[Event]:
    if bill.head == "FORTS":
        yield FortState(who, bill.code, world.area(bill.code).cut, True)
    elif bill.head == "ARMIES" and bill.code in world.powers[who].forces:
        yield Remember("unpaid", (who, bill.code))
    elif bill.head == "FLEETS":
        yield Damaged(who, bill.code, "not paid")
    elif bill.head == "SIEGES":
        yield ends(world, bill.code, "it was not paid")
    elif bill.head == "MERCS":
        yield from leaves(world, who, bill.code, "not paid")
