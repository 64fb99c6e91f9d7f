"""Purchases [5.59, 5.70 to 5.72, 5.77, 5.84, 5.85, 5.88]."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import ClassVar

from pbm.rules.code import Place
from pbm.rules.engine import Turn
from pbm.rules.event import Count, Event, OfPower
from pbm.rules.plan import Done, failed, ok
from pbm.rulesets.marnon.changes.areas import Fortified
from pbm.rulesets.marnon.changes.crowns import Paid
from pbm.rulesets.marnon.changes.fleets import CaravanCame, FleetCame
from pbm.rulesets.marnon.changes.forces import Honoured, Raised
from pbm.rulesets.marnon.crowns.bills import purse
from pbm.rulesets.marnon.crowns.income import caravan_limit
from pbm.rulesets.marnon.crowns.musters import (
    army_target,
    bad_fort,
    bad_port,
    general_place,
    merchant_allowed,
    not_free,
    regiment_place,
)
from pbm.rulesets.marnon.map import is_area, is_castle
from pbm.rulesets.marnon.memory import Remember
from pbm.rulesets.marnon.order import MarnonOrder, Scene, action
from pbm.rulesets.marnon.pieces import Due
from pbm.rulesets.marnon.setup import new_general
from pbm.rulesets.marnon.tables import effect, price, tables, up
from pbm.rulesets.marnon.world import World

PURCHASES = "purchases"
PRICED = {"FLEET": "fleet", "MERCHANT": "merchant", "CARAVAN": "caravan", "FORT": "fort", "GENERAL": "general"}
TEN = 10
GOVERNMENT_PRICE = {"MONARCHY": 100, "REPUBLIC": 110, "TRIBAL": 90}
PARTS = (2, 3)


GOODS = {"ARMY": "points", "FLEET": "a fleet", "MERCHANT": "a merchant fleet", "FORT": "a fort", "GENERAL": "a general"}
"""What may be paid for before it comes, in words."""


class Awaited(OfPower, frozen=True):
    """Something is paid for, in whole or in part, and comes later."""

    what: str
    number: int
    to: str
    turn: int
    left: int = 0
    price: int = 0
    text: ClassVar = "{what} for {to} will come in turn {turn}"

    def worded(self, names: Mapping[str, str], public: bool = False) -> str:
        return f"{GOODS[self.what]} for {names.get(self.to, self.to)} will come in turn {self.turn}"

    def apply(self, world: World) -> None:
        row = Due(self.what, self.number, self.to, self.turn, self.left, self.price)
        world.powers[self.who].due.append(row)


class DueChanged(OfPower, frozen=True):
    """What was due comes, is paid on, or is forfeited."""

    index: int
    left: int
    turn: int
    text: ClassVar = "what was paid for in parts: {left:part is/parts are} left"

    def apply(self, world: World) -> None:
        rows = world.powers[self.who].due
        if self.left:
            rows[self.index].left, rows[self.index].turn = self.left, self.turn
        else:
            rows.pop(self.index)


class SuppliesBought(OfPower, frozen=True):
    force: str
    number: int
    text: ClassVar = "{force} got {number} supplies"

    def apply(self, world: World) -> None:
        world.force(self.who, self.force).supplies += self.number


class ExileRaised(OfPower, frozen=True):
    points: int
    text: ClassVar = "{points} points joined {who} in exile"

    def apply(self, world: World) -> None:
        exile = world.powers[self.who].exile
        assert exile
        exile.points += self.points


class Regiment(OfPower, frozen=True):
    """New points march to a force elsewhere."""

    force: str
    where: Place
    joins: str
    text: ClassVar = "{force} marches from {where} to join {joins}"

    def apply(self, world: World) -> None:
        world.force(self.who, self.force).joins = self.joins


# buying

GOODS = {
    "ARMY": "{} army points",
    "SUPPLY": "{} supplies",
    "FLEET": "a war fleet",
    "MERCHANT": "a merchant fleet",
    "CARAVAN": "a caravan",
    "FORT": "a fort",
    "GENERAL": "a general",
}
"""What a sentence calls them."""


@action(
    "5.70",
    form="BUY {what}< {number}>< {where}>< PAY {parts}>",
    meaning="buy {what}< for {where}><, paid in {parts} parts>",
    costs="table 6.9",
)
class Buy(MarnonOrder, frozen=True):
    """Buy army points, a fleet, a merchant fleet, a caravan, a fort, a general or supplies."""

    step: ClassVar = PURCHASES
    conditional: ClassVar = True
    what: str
    number: int | None
    where: Place | None
    parts: int | None

    def said(self, number: int) -> Mapping[str, object]:
        return {**super().said(number), "what": GOODS.get(self.what, self.what).format(self.number)}

    def flaw(self) -> str:
        counted = self.what in ("ARMY", "SUPPLY")
        if counted != (self.number is not None):
            return f"BUY {self.what} {'needs a number' if counted else 'takes no number'}"
        if self.where is None:
            return f"BUY {self.what} needs a place or a force"
        if self.parts is not None and self.what not in ("FLEET", "MERCHANT", "FORT", "GENERAL"):
            return f"{self.what} cannot be paid in parts"
        return ""

    def spends(self, world: World, who: str) -> Mapping[str, int]:
        return {"crowns": self.costs_now(world, who)}

    def costs_now(self, world: World, who: str) -> int:
        if self.what == "ARMY":
            return army_cost(world, who, (self.number or 0) // TEN)
        if self.what == "SUPPLY":
            return 2 * (self.number or 0)
        whole = price(PRICED[self.what])
        return up(whole, self.parts) if self.parts else whole

    def plan(self, at: Scene) -> Done:
        why = off(at.world, self)
        return failed(self.rule, why, "lasting") if why else BUYERS[self.what](at, self)


def off(world: World, order: Buy) -> str:
    if order.parts is not None and not world.settings.advanced_economics:
        return "there is no payment in parts in this game"
    if order.parts is not None and order.parts not in PARTS:
        return "it is paid in 2 or 3 parts"
    if order.what == "SUPPLY" and not world.settings.supply_points:
        return "this game is played without supplies"
    return ""


def army_cost(world: World, who: str, tens: int) -> int:
    """1 crown for ten points; cards and governments change that, rounded up for a line [5.98]."""
    share = 10000
    if world.card_of(who, 31):
        share = share * int(effect(31, "army_price_pct")["pct"]) // 100
    if world.card_of(who, 38):
        row = effect(38, "horse_price_pct")
        share = share * (10000 - row["share_pct"] * (100 - row["pct"])) // 10000
    found = up(tens * price("army_per_10") * share, 10000)
    if world.settings.governments:
        found = up(found * GOVERNMENT_PRICE[world.powers[who].government], 100)
    return found


def affordable(world: World, who: str, wanted: int, crowns: int) -> int:
    """As many tens as can be paid: the most whose price, which grows with them, is within the crowns."""
    low, high = 0, max(wanted, 0) // TEN
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if army_cost(world, who, middle) <= crowns else (low, middle - 1)
    return low


def buy_army(at: Scene, order: Buy) -> Done:
    world, who, where = at.world, at.who, str(order.where)
    tens = affordable(world, who, order.number or 0, purse(world, who))
    if order.where == "EXILE":
        return buy_in_exile(at, tens)
    marching = regiment_place(world, who, where) if world.settings.march_regiments else None
    target, place, why = ("", None, "") if marching else army_target(world, who, where)
    if why or not tens:
        return failed("5.71" if why else "5.70", why or "there are no crowns for ten points")
    points = tens * TEN
    came: Iterable[Event]
    came = (
        regiment(world, who, marching, where, points) if marching else (Raised(who, target, place, points, "bought"),)
    )
    joined = honoured(at.world, who, target or world.free_code(who, "A"))
    if world.settings.training:
        came, joined = (Awaited(who, "ARMY", points, where, world.turn + trained("army")),), iter(())
    paid = Paid(who, army_cost(world, who, tens), f"{points} army points")
    return Done(
        "ok", chain((paid,), came, joined), note=f"{points} of {order.number} points" if points != order.number else ""
    )


def regiment(world: World, who: str, place: str, joins: str, points: int) -> Iterator[Event]:
    """New points that stand by themselves until they reach their force [5.84]."""
    code = world.free_code(who, "A")
    yield Raised(who, code, place, points, "a new regiment")
    yield Regiment(who, code, place, joins)


def honoured(world: World, who: str, target: str) -> Iterator[Event]:
    """Card 31: one honour for the force of the first army that is bought."""
    if world.card_of(who, 31) and not world.now.raised_honour:
        yield Remember("raised_honour")
        yield Honoured(who, target, world.force(who, target).honours + 1)


def buy_in_exile(at: Scene, tens: int) -> Done:
    if at.power.exile is None or at.power.status != "exile" or at.power.forces:
        return failed("5.77", "you are not in exile, or have a force on the map")
    if not tens:
        return failed("5.70", "there are no crowns for ten points")
    paid = Paid(at.who, army_cost(at.world, at.who, tens), f"{tens * TEN} army points")
    return ok(paid, ExileRaised(at.who, tens * TEN))


def trained(what: str) -> int:
    return tables().training_turns[what]


def bought(at: Scene, order: Buy, why: str, goods: Iterable[Event]) -> Done:
    """A thing is paid if it can be placed, whole or its first part; whole, it comes."""
    crowns, where = order.costs_now(at.world, at.who), str(order.where)
    if why:
        return failed("5.71", why)
    if crowns > purse(at.world, at.who):
        return failed("5.70", f"it costs {crowns}, and you have {Count(max(0, at.power.cash)):crown/crowns}")
    if order.parts:
        goods = (Awaited(at.who, order.what, 1, where, at.world.turn + 1, order.parts - 1, crowns),)
    return Done("ok", chain((Paid(at.who, crowns, f"{order.what.lower()} for {where}"),), goods))


def buy_fleet(at: Scene, order: Buy) -> Done:
    port = str(order.where)
    why = bad_port(at.world, at.who, port)
    if order.what == "MERCHANT" and not why and not merchant_allowed(at.world, at.who):
        why = "two merchant fleets for each port are the limit"
    return bought(at, order, why, delivered(at.world, at.who, order.what, port))


def delivered(world: World, who: str, what: str, port: str) -> Iterator[Event]:
    if world.settings.training:
        yield Awaited(who, what, 1, port, world.turn + trained(what.lower()))
    else:
        yield FleetCame(who, world.free_code(who, "F" if what == "FLEET" else "M"), port, "bought")


def buy_caravan(at: Scene, order: Buy) -> Done:
    world, castle, why = at.world, str(order.where), ""
    if not is_castle(castle) or world.owner(castle) != at.who:
        why = f"{castle} is not a castle of yours"
    elif not_free(world, castle):
        why = f"{castle} is besieged"
    limit = caravan_limit(world, at.who)
    if not why and limit is not None and len(at.power.caravans) >= limit:
        why = "two caravans for each castle are the limit"
    return bought(at, order, why, (CaravanCame(at.who, world.free_code(at.who, "V"), castle),))


def buy_fort(at: Scene, order: Buy) -> Done:
    area = str(order.where)
    why = bad_fort(at.world, at.who, area) if is_area(area) else f"{area} is not a territory"
    waiting = any(row.what == "FORT" and row.to == area for row in at.power.due)
    why = why or ("a fort is being built there" if waiting else "")
    return bought(at, order, why, (Fortified(at.who, area),))


def buy_general(at: Scene, order: Buy) -> Done:
    where = str(order.where)
    return bought(at, order, general_place(at.world, at.who, where), named(at.turn, at.who, where))


def named(turn: Turn[World], who: str, where: str) -> Iterator[Event]:
    yield new_general(turn.dice, who, turn.world.free_code(who, "G"), where, not turn.world.settings.new_general_skills)


def buy_supply(at: Scene, order: Buy) -> Done:
    force, number = str(order.where), order.number or 0
    why = "" if force in at.power.forces and number > 0 else f"you have no force {force}"
    return bought(at, order, why, (SuppliesBought(at.who, force, number),))


BUYERS = {
    "ARMY": buy_army,
    "FLEET": buy_fleet,
    "MERCHANT": buy_fleet,
    "CARAVAN": buy_caravan,
    "FORT": buy_fort,
    "GENERAL": buy_general,
    "SUPPLY": buy_supply,
}
