"""What the order desk is told of Carolingian Twilight: which moves and levies can never be, and what a levy costs."""

from collections.abc import Iterator, Mapping

from pbm.rules.order import Order, Refusal
from pbm.rulesets.desk import Judge, Price
from pbm.rulesets.twilight.levy import Purse, bills, burg_levy, cannot_raise, land_levy
from pbm.rulesets.twilight.levy import price as price_of
from pbm.rulesets.twilight.map import chart
from pbm.rulesets.twilight.orders.base import Standing
from pbm.rulesets.twilight.orders.levying import Buy, Feud, Levy, Restore
from pbm.rulesets.twilight.orders.marching import Move
from pbm.rulesets.twilight.orders.wishes import Buyoff, Claim, For, PlaceUnits
from pbm.rulesets.twilight.sheet import out_of_place
from pbm.rulesets.twilight.sight import View, known
from pbm.rulesets.twilight.tables import tables
from pbm.rulesets.twilight.world import World

POINTS = "LP and DP"
FIRST_SHEET = Refusal("H9", "the first sheet is for the set-up: only PLACE and standing orders count")


def judge(world: World, who: str) -> Judge:
    own = world.own_power(who)

    def reasons(order: Order) -> Iterator[Refusal | None]:
        yield never(world, own, order)
        if isinstance(order, Move):
            yield apart(order)
        if isinstance(order, Levy) and own:
            yield cannot_raise(world, Purse(own, 0), order.where, order.unit) if order.where in chart() else None

    return reasons


def never(world: World, own: str | None, order: Order) -> Refusal | None:
    """Why a line comes to nothing, whatever others do."""
    if world.turn == 0:
        return None if isinstance(order, For | PlaceUnits | Standing) else FIRST_SHEET
    if isinstance(order, Feud) and not world.settings.feudalism:
        return Refusal("29.1.1", "this game is played without feudalism")
    if isinstance(order, Buyoff) and not world.settings.viking_buyoff:
        return Refusal("29.3", "in this game raiders are not bought off")
    if isinstance(order, Claim) and own:
        return Refusal("23.1", "you have a power of your own")
    return out_of_place(world, order)


def apart(order: Move) -> Refusal | None:
    """A move goes from a place to one that is linked with it [15.0]."""
    places = chart()
    if order.origin not in places or order.target not in places or order.target in places[order.origin].links:
        return None
    return Refusal("15.0", f"{order.target} is not next to {order.origin}", kind="lasting")


def price(world: World, who: str) -> Price:
    return lambda order: cost(world, who, order)


def cost(world: World, who: str, order: Order) -> Mapping[str, int]:
    """In levy points, or diplomacy points where those are used up."""
    own = world.own_power(who)
    match order:
        case Buy():
            return {POINTS: order.number * tables().marker_cost}
        case Restore() if order.where in chart():
            return {POINTS: order.cost_at(order.where)}
        case Feud():
            return {POINTS: tables().feudalism_cost}
        case Levy() if own and order.where in chart():
            return {POINTS: (order.number or 1) * (price_of(world, own, order.where, order.unit) or 0)}
    return {}


def purses(view: View) -> Mapping[str, int]:
    """What is left after the upkeep of all units, as the levy of the coming year begins [12.0]."""
    world = known(view)
    own = world.own_power(view.who)
    if not own:
        return {}
    state = world.powers[own]
    levy = land_levy(world, own) + burg_levy(world, own) + state.loot
    return {POINTS: max(0, levy + state.dp - sum(line.points for line in bills(world, own)))}
