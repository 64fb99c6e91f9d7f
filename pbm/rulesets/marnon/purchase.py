"""Purchases [5.59, 5.70 to 5.72, 5.77, 5.84, 5.85, 5.88]."""

from collections.abc import Generator, Iterator, Mapping
from typing import ClassVar

from pbm.rules.code import Place, Power
from pbm.rules.condition import bare
from pbm.rules.engine import Turn
from pbm.rules.event import Count, Event
from pbm.rules.order import Line
from pbm.rulesets.marnon.bills import purse
from pbm.rulesets.marnon.changes.areas import Fortified
from pbm.rulesets.marnon.changes.crowns import Paid
from pbm.rulesets.marnon.changes.fleets import CaravanCame, FleetCame
from pbm.rulesets.marnon.changes.forces import Honoured, Raised
from pbm.rulesets.marnon.income import caravan_limit, earners
from pbm.rulesets.marnon.map import is_area, is_castle
from pbm.rulesets.marnon.musters import (
    army_target,
    bad_fort,
    bad_port,
    general_place,
    merchant_allowed,
    not_free,
    regiment_place,
)
from pbm.rulesets.marnon.orders.dealing import Buy
from pbm.rulesets.marnon.pieces import Due
from pbm.rulesets.marnon.setup import new_general
from pbm.rulesets.marnon.sheet import done, due, fails, lines_of, now, unmet
from pbm.rulesets.marnon.tables import effect, price, tables, up
from pbm.rulesets.marnon.world import World

TEN = 10
GOVERNMENT_PRICE = {"MONARCHY": 100, "REPUBLIC": 110, "TRIBAL": 90}
PARTS = (2, 3)


GOODS = {"ARMY": "points", "FLEET": "a fleet", "MERCHANT": "a merchant fleet", "FORT": "a fort", "GENERAL": "a general"}
"""What may be paid for before it comes, in words."""


class Awaited(Event, frozen=True):
    """Something is paid for, in whole or in part, and comes later."""

    who: Power
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


class DueChanged(Event, frozen=True):
    """What was due comes, is paid on, or is forfeited."""

    who: Power
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


class SuppliesBought(Event, frozen=True):
    who: Power
    force: str
    number: int
    text: ClassVar = "{force} got {number} supplies"

    def apply(self, world: World) -> None:
        world.force(self.who, self.force).supplies += self.number


class ExileRaised(Event, frozen=True):
    who: Power
    points: int
    text: ClassVar = "{points} points joined {who} in exile"

    def apply(self, world: World) -> None:
        exile = world.powers[self.who].exile
        assert exile
        exile.points += self.points


class Regiment(Event, frozen=True):
    """New points march to a force elsewhere."""

    who: Power
    force: str
    where: Place
    joins: str
    text: ClassVar = "{force} marches from {where} to join {joins}"

    def apply(self, world: World) -> None:
        world.force(self.who, self.force).joins = self.joins


# buying


def purchases(turn: Turn) -> Iterator[Event]:
    """Power by power in order, from the top of the sheet."""
    world: World = turn.world
    for who in earners(world):
        for line in lines_of(turn, who, Buy):
            order = bare(line.order)
            assert isinstance(order, Buy)
            if not due(turn, who, line):
                yield unmet(turn, who, line)
            elif why := off(world, order):
                yield fails(turn, who, line, order.rule, why)
            else:
                yield from BUYERS[order.what](turn, who, line, order)


def off(world: World, order: Buy) -> str:
    if order.parts is not None and (not world.settings.advanced_economics or order.parts not in PARTS):
        return "payment in parts is not played, or not in so many parts"
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


def buy_army(turn: Turn, who: str, line: Line, order: Buy) -> Iterator[Event]:
    world: World = turn.world
    tens = affordable(world, who, order.number or 0, purse(world, who))
    if order.where == "EXILE":
        yield from buy_in_exile(turn, who, line, tens)
        return
    where = str(order.where)
    marching = regiment_place(world, who, where) if world.settings.march_regiments else None
    target, at, why = ("", None, "") if marching else army_target(world, who, where)
    if why or not tens:
        yield fails(turn, who, line, "5.71" if why else "5.70", why or "there are no crowns for ten points")
        return
    yield done(turn, who, line, note=f"{tens * TEN} points" if tens * TEN != order.number else "")
    yield Paid(who, army_cost(world, who, tens), f"{tens * TEN} army points")
    if world.settings.training:
        yield Awaited(who, "ARMY", tens * TEN, where, world.turn + trained("army"))
        return
    if marching:
        target = world.free_code(who, "A")
        yield from regiment(world, who, marching, where, tens * TEN)
    else:
        yield Raised(who, target, at, tens * TEN, "bought")
    yield from honoured(turn, who, target)


def regiment(world: World, who: str, place: str, joins: str, points: int) -> Iterator[Event]:
    """New points that stand by themselves until they reach their force [5.84]."""
    code = world.free_code(who, "A")
    yield Raised(who, code, place, points, "a new regiment")
    yield Regiment(who, code, place, joins)


def honoured(turn: Turn, who: str, target: str) -> Iterator[Event]:
    """Card 31: one honour for the force of the first army that is bought."""
    if turn.world.card_of(who, 31) and not now(turn).raised_honour:
        now(turn).raised_honour = True
        yield Honoured(who, target, turn.world.force(who, target).honours + 1)


def buy_in_exile(turn: Turn, who: str, line: Line, tens: int) -> Iterator[Event]:
    world: World = turn.world
    power = world.powers[who]
    if power.exile is None or power.status != "exile" or power.forces:
        yield fails(turn, who, line, "5.77", "you are not in exile, or have a force on the map")
    elif not tens:
        yield fails(turn, who, line, "5.70", "there are no crowns for ten points")
    else:
        yield done(turn, who, line)
        yield Paid(who, army_cost(world, who, tens), f"{tens * TEN} army points")
        yield ExileRaised(who, tens * TEN)


def trained(what: str) -> int:
    return int(tables()["training_turns"][what])


def pays(turn: Turn, who: str, line: Line, order: Buy, why: str) -> Generator[Event, None, bool]:
    """Whether a thing can be placed and paid; if so it is paid, whole or its first part."""
    world: World = turn.world
    crowns = order.costs_now()
    if why:
        yield fails(turn, who, line, "5.71", why)
    elif crowns > purse(world, who):
        yield fails(
            turn,
            who,
            line,
            "5.70",
            f"it costs {crowns}, and you have {Count(max(0, world.powers[who].cash)):crown/crowns}",
        )
    else:
        yield done(turn, who, line)
        yield Paid(who, crowns, f"{order.what.lower()} for {order.where}")
        if not order.parts:
            return True
        yield Awaited(who, order.what, 1, str(order.where), world.turn + 1, order.parts - 1, crowns)
    return False


def buy_fleet(turn: Turn, who: str, line: Line, order: Buy) -> Iterator[Event]:
    world, port = turn.world, str(order.where)
    why = bad_port(world, who, port)
    if order.what == "MERCHANT" and not why and not merchant_allowed(world, who):
        why = "two merchant fleets for each port are the limit"
    paid = yield from pays(turn, who, line, order, why)
    if paid:
        yield from delivered(turn, who, order.what, port)


def delivered(turn: Turn, who: str, what: str, port: str) -> Iterator[Event]:
    world: World = turn.world
    if world.settings.training:
        yield Awaited(who, what, 1, port, world.turn + trained(what.lower()))
    else:
        yield FleetCame(who, world.free_code(who, "F" if what == "FLEET" else "M"), port, "bought")


def buy_caravan(turn: Turn, who: str, line: Line, order: Buy) -> Iterator[Event]:
    world, castle = turn.world, str(order.where)
    why = ""
    if not is_castle(castle) or world.owner(castle) != who or not_free(world, castle):
        why = f"{castle} is not a castle of yours, or is besieged"
    limit = caravan_limit(world, who)
    if not why and limit is not None and len(world.powers[who].caravans) >= limit:
        why = "two caravans for each castle are the limit"
    paid = yield from pays(turn, who, line, order, why)
    if paid:
        yield CaravanCame(who, world.free_code(who, "V"), castle)


def buy_fort(turn: Turn, who: str, line: Line, order: Buy) -> Iterator[Event]:
    area = str(order.where)
    why = bad_fort(turn.world, who, area) if is_area(area) else f"{area} is not a territory"
    waiting = any(row.what == "FORT" and row.to == area for row in turn.world.powers[who].due)
    paid = yield from pays(turn, who, line, order, why or ("a fort is being built there" if waiting else ""))
    if paid:
        yield Fortified(who, area)


def buy_general(turn: Turn, who: str, line: Line, order: Buy) -> Iterator[Event]:
    world, where = turn.world, str(order.where)
    paid = yield from pays(turn, who, line, order, general_place(world, who, where))
    if paid:
        yield named(turn, who, where)


def named(turn: Turn, who: str, where: str) -> Event:
    world: World = turn.world
    return new_general(turn.dice, who, world.free_code(who, "G"), where, not world.settings.new_general_skills)


def buy_supply(turn: Turn, who: str, line: Line, order: Buy) -> Iterator[Event]:
    world, where = turn.world, str(order.where)
    why = "" if where in world.powers[who].forces and (order.number or 0) > 0 else f"you have no force {where}"
    paid = yield from pays(turn, who, line, order, why)
    if paid:
        yield SuppliesBought(who, where, order.number or 0)


BUYERS = {
    "ARMY": buy_army,
    "FLEET": buy_fleet,
    "MERCHANT": buy_fleet,
    "CARAVAN": buy_caravan,
    "FORT": buy_fort,
    "GENERAL": buy_general,
    "SUPPLY": buy_supply,
}
