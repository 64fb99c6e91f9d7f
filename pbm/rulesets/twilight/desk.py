"""What the order desk is told of Carolingian Twilight: which moves and levies can never be, and what a levy costs."""

from collections.abc import Mapping

from pbm.rules.order import Line, Order
from pbm.rulesets.desk import Price
from pbm.rulesets.twilight.levy import bills, burg_levy, land_levy
from pbm.rulesets.twilight.levy import price as price_of
from pbm.rulesets.twilight.map import chart
from pbm.rulesets.twilight.orders.levying import Buy, Feud, Levy, Restore
from pbm.rulesets.twilight.sight import View, known
from pbm.rulesets.twilight.tables import tables
from pbm.rulesets.twilight.world import World

POINTS = "LP and DP"
UNPLACED = Line(0, "")


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
