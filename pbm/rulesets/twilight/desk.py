"""What the order desk is told of Carolingian Twilight: the force that an operation needs, and what a levy costs."""

from collections.abc import Iterator, Mapping

from pbm.rules.order import Order, Refusal, lasting
from pbm.rulesets.desk import Block, Price, Reach
from pbm.rulesets.twilight.attacks import Attack, Siege
from pbm.rulesets.twilight.board import Bid
from pbm.rulesets.twilight.map import area_of, chart
from pbm.rulesets.twilight.marching import Move, Pillage
from pbm.rulesets.twilight.operations import Force, InPlace
from pbm.rulesets.twilight.order import Planned
from pbm.rulesets.twilight.raising import Feud, Levy
from pbm.rulesets.twilight.sheet import For
from pbm.rulesets.twilight.world import World

POINTS = "LP and DP"
FIRST_SHEET = lasting("H9", "the first sheet is for the set-up: only PLACE and standing orders count")
NO_FEUDS = lasting("29.1.1", "this game is played without feudalism")


def needs(world: World, who: str, order: Order) -> Iterator[Force]:
    """An operation is that of a force, which was gathered in the place where it begins [14.0]."""
    match order:
        case Move():
            yield Force(order.number, order.origin, None, None)
        case Siege() if order.where in chart():
            yield Force(order.number, area_of(order.where), None, None)
        case InPlace() | Attack():
            yield Force(order.number, order.where, None, None)


def barred(world: World, order: Order) -> Refusal | None:
    """Why a line comes to nothing, whatever it names."""
    if world.turn == 0:
        return None if isinstance(order, Planned) and order.in_set_up else FIRST_SHEET
    return NO_FEUDS if isinstance(order, Feud) and not world.settings.feudalism else None


def reach(world: World, who: str) -> Reach:
    """A move goes from a place to one that is linked with it [15.0]."""
    return {Move.word: {code: tuple(place.links) for code, place in chart().items()}}


def blocks(world: World, who: str) -> Iterator[Block]:
    """The other powers that a player has now; a Major is kept for another year by a bid [9.0]."""
    own = world.own_power(who)
    for power in world.powers_of(who) if world.turn else ():
        if power != own:
            bid = (Bid(power, 1),) if own and power in world.of_kind("major") else ()
            yield Block(power, (*bid, For(power)), tuple(lands_of(world, power)))


def lands_of(world: World, power: str) -> list[str]:
    """Where a power stands, what it holds, and the burgs there."""
    stands = {place for place, _ in world.stands(power)}
    return [code for code in chart() if {code, area_of(code)} & stands or world.holder(code) == power]


def in_blocks(order: Order) -> bool:
    """What a power does by itself, and not with others."""
    return isinstance(order, Levy | Force | Move | Attack | Siege | Pillage)


def is_in_play(world: World, power: str) -> bool:
    return world.in_play(power)


def price(world: World, who: str) -> Price:
    return lambda order: cost(world, who, order)


def cost(world: World, who: str, order: Order) -> Mapping[str, int]:
    """In levy points, or diplomacy points where those are used up; a bid as if it were won [7.0 to 9.0]."""
    points = order.dues(world, world.own_power(who)) if isinstance(order, Planned) else 0
    return {POINTS: points} if points else {}


def purses(held: Mapping[str, int]) -> Mapping[str, int]:
    """Levies are paid in levy points, and in diplomacy points once those are used up [12.0]."""
    return {POINTS: held.get("LP", 0) + held.get("DP", 0)} if held else {}
