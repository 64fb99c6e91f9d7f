"""What the order desk is told of Dark Age: prices, what attacks come to, and what armies cost at the turn's end."""

from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy

from msgspec import structs

from pbm.rules.order import Order, Refusal
from pbm.rulesets.darkage.action import LAST_ACTION, Action, Counted
from pbm.rulesets.darkage.build import Disband, Levy, Reserve
from pbm.rulesets.darkage.computer.odds import HOST, WAYS, ground, outcome
from pbm.rulesets.darkage.foresight import PURSE, opening
from pbm.rulesets.darkage.general import TAX_YIELD, Cash, Tax
from pbm.rulesets.darkage.map import britain
from pbm.rulesets.darkage.people import Arm, Pop
from pbm.rulesets.darkage.view import Glimpse, View
from pbm.rulesets.darkage.world import Area, World
from pbm.rulesets.desk import Fight, Moved, Price, Stock

MOST = HOST - 1
"""No more armies than this are reckoned with in one place."""
PLENTY = 10_000
"""BPs enough for any order."""


def price(world: World, who: str) -> Price:
    """In BPs, for a kingdom that can pay it."""
    rich = deepcopy(world)
    if who in rich.kingdoms:
        rich.kingdoms[who].bp = PLENTY
    return lambda order: cost(rich, who, order)


def cost(world: World, who: str, order: Order) -> Mapping[str, int]:
    """Taxes and what is cashed bring some in."""
    if not isinstance(order, Action):
        return {}
    if isinstance(order, Tax):
        return {PURSE: -TAX_YIELD}
    amount = order.amount(world, who, LAST_ACTION)
    if isinstance(amount, Refusal) and (amount.kind == "lasting" or isinstance(order, Cash)):
        return {}
    if isinstance(amount, Refusal):
        amount = asked(order)
    return {PURSE: -amount if isinstance(order, Cash) else order.price(world, who, amount)}


def asked(order: Action) -> int:
    """For how many an order would be paid that an earlier one may make possible."""
    number = order.number if isinstance(order, Counted) else None
    return number.value if number and not number.all_but else 1


def stock(view: View) -> Stock:
    """Armies in one's own lands."""
    world = opening(view)
    lands = {code: area for code, area in world.areas.items() if area.owner == view.who and not world.map[code].is_sea}
    return Stock(
        one="army",
        many="armies",
        places={code: area.armies for code, area in lands.items()},
        moved=dict(moved()),
        upkeep={code: tuple(upkeep(area)) for code, area in lands.items()},
        purse=PURSE,
    )


def moved() -> Iterator[tuple[str, Moved]]:
    """The actions that take armies from a place or bring them there."""
    for way in WAYS:
        yield way.word, Moved(0, 1, str(way.blank), strict=True)
    for raised in (Levy, Reserve):
        yield raised.word, Moved(target=0, blank=str(raised.blank))
    yield Arm.word, Moved(target=0)
    yield Pop.word, Moved(origin=0)
    yield Disband.word, Moved(origin=0, blank="ALL")


def upkeep(area: Area) -> Iterator[int]:
    for armies in range(MOST + 1):
        yield structs.replace(area, armies=armies).upkeep


def fights(view: View) -> Iterable[Fight]:
    """What each way to attack comes to in every foreign land that was seen, without household, retreat or ambush."""
    lands = {code: seen for code, (_, seen) in view.remembered.items()} | view.seen
    for code, seen in sorted(lands.items()):
        if not britain()[code].is_sea:
            yield from attacks(view, code, seen)


def attacks(view: View, code: str, seen: Glimpse) -> Iterator[Fight]:
    place = britain()[code]
    there = Area(seen.owner, seen.population, seen.armies, seen.ships, seen.forts, seen.trade)
    held = ground(place, there, view.settings)
    for way in WAYS:
        if way.cities or not place.is_city:
            came = [outcome(way, armies, 0, held) for armies in range(1, MOST + 1)]
            yield Fight(way.word, code, tuple(one.armies if one.won else 0 for one in came))
