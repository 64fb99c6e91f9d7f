"""What the order desk is told of Homelands: the price of an order is what the round would take for it now."""

from collections.abc import Mapping

from pbm.rules.order import Order
from pbm.rulesets.desk import Price
from pbm.rulesets.homelands.order import HomeOrder, Scene
from pbm.rulesets.homelands.world import World, copied


def price(world: World, who: str) -> Price:
    return lambda order: cost(world, who, order)


def cost(world: World, who: str, order: Order) -> Mapping[str, int]:
    """In gold and prestige."""
    if not isinstance(order, HomeOrder):
        return {}
    events = order.plan(Scene.now(world, who)).events
    if not events:
        return {}
    before, after = world.powers[who], copied(world)
    for event in events:
        event.apply(after)
    left = after.powers[who]
    return {"gold": before.gold - left.gold, "PP": before.pp - left.pp}
