"""What the order desk is told of Dark Age: prices, what attacks come to, and what armies cost at the turn's end."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec import structs

from pbm.rules.order import Order, Refusal
from pbm.rulesets.darkage.action import Action, Counted
from pbm.rulesets.darkage.build import Disband, Levy, Reserve
from pbm.rulesets.darkage.computer.odds import HOST, WAYS, ground, outcome
from pbm.rulesets.darkage.foresight import PURSE, opening
from pbm.rulesets.darkage.general import TAX_YIELD, Cash, Tax
from pbm.rulesets.darkage.map import britain
from pbm.rulesets.darkage.people import Arm, Pop
from pbm.rulesets.darkage.turn import weigh
from pbm.rulesets.darkage.view import Glimpse, View
from pbm.rulesets.darkage.world import Area, World
from pbm.rulesets.desk import Fight, Judge, Moved, Stock

MOST = HOST - 1
"""No more armies than this are reckoned with in one place."""
FIRST = 1
"""Orders are judged as the first action of a sheet."""


def judge(world: World, who: str) -> Judge:
    return lambda order: weigh(world, who, order, FIRST)[2] if isinstance(order, Action) else ()


def price(world: World, who: str, order: Order) -> Mapping[str, int]:
    """In BPs; taxes and what is cashed bring some in."""
    if not isinstance(order, Action):
        return {}
    if isinstance(order, Tax):
        return {PURSE: -TAX_YIELD}
    amount = asked(world, who, order)
    if isinstance(amount, Refusal):
        return {}
    return {PURSE: -amount if isinstance(order, Cash) else order.price(world, who, amount)}


def asked(world: World, who: str, order: Action) -> int | Refusal:
    """The number that is written, whether or not it can be paid; any other as things stand."""
    if isinstance(order, Counted) and order.number and not order.number.all_but:
        return order.number.value
    return order.amount(world, who, FIRST)


def purses(view: View) -> Mapping[str, int]:
    return {PURSE: view.kingdom.bp}


def stock(view: View) -> Stock:
    """Armies in one's own lands."""
    world = opening(view)
    lands = {code: area for code, area in world.areas.items() if area.owner == view.who and not world.map[code].is_sea}
    return Stock(
        one="army",
        many="armies",
        places={code: area.armies for code, area in lands.items()},
        moved=dict(moved()),
        upkeep={code: tuple(upkeep(world, area)) for code, area in lands.items()},
        purse=PURSE,
    )


def moved() -> Iterator[tuple[str, Moved]]:
    """The actions that take armies from a place or bring them there."""
    for way in WAYS:
        yield way.word, Moved(0, 1, str(way.blank))
    for raised in (Levy, Reserve):
        yield raised.word, Moved(target=0, blank=str(raised.blank))
    yield Arm.word, Moved(target=0)
    yield Pop.word, Moved(origin=0)
    yield Disband.word, Moved(origin=0, blank="ALL")


def upkeep(world: World, area: Area) -> Iterator[int]:
    for armies in range(MOST + 1):
        yield world.upkeep(structs.replace(area, armies=armies))


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
