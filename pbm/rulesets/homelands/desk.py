"""What the order desk is told of Homelands: the price of an order is what the round would take for it now."""

from collections.abc import Mapping

from pbm.rules.order import Order
from pbm.rulesets.desk import Price
from pbm.rulesets.homelands.order import HomeOrder, Scene
from pbm.rulesets.homelands.world import World, copied

RICH = 100_000


def price(world: World, who: str) -> Price:
    """Whether or not that can be paid."""
    rich = copied(world)
    rich.powers[who].gold = rich.powers[who].pp = RICH
    scene = Scene.now(rich, who)
    return lambda order: cost(scene, order)


def cost(scene: Scene, order: Order) -> Mapping[str, int]:
    """In gold and prestige."""
    events = order.plan(scene).events if isinstance(order, HomeOrder) else ()
    if not events:
        return {}
    after = copied(scene.world)
    for event in events:
        event.apply(after)
    left = after.powers[scene.who]
    return {"gold": RICH - left.gold, "PP": RICH - left.pp}
