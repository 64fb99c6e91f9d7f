"""What the order desk is told of Homelands: the price of an order is what the round would take for it now."""

from collections.abc import Iterable, Mapping, Sequence

from pbm.rules.event import Event
from pbm.rules.order import Order
from pbm.rulesets.desk import Price
from pbm.rulesets.homelands.order import HomeOrder, Scene
from pbm.rulesets.homelands.world import World, copied

RICH = 100_000


def price(world: World, who: str) -> Price:
    """Whether or not that can be paid. Much prestige makes some things cheaper, so it is thought of only where it is
    what lacks."""
    scenes = [Scene.now(with_plenty(world, who, *purses), who) for purses in (("gold",), ("gold", "pp"))]
    return lambda order: cost(scenes, order)


def with_plenty(world: World, who: str, *purses: str) -> World:
    rich = copied(world)
    for purse in purses:
        setattr(rich.powers[who], purse, RICH)
    return rich


def cost(scenes: Sequence[Scene], order: Order) -> Mapping[str, int]:
    """In gold and prestige, in the first scene in which it can be paid in full."""
    if not isinstance(order, HomeOrder):
        return {}
    for at in scenes:
        done = order.plan(at)
        if at is scenes[-1] or not any(reason.kind == "purse" for reason in done.refusals):
            return taken(at, done.events)
    return {}


def taken(at: Scene, events: Iterable[Event]) -> Mapping[str, int]:
    """What events take from the purses of the power that plans."""
    if not (every := list(events)):
        return {}
    before, after = at.realm, copied(at.world)
    for event in every:
        event.apply(after)
    left = after.powers[at.who]
    return {"gold": before.gold - left.gold, "PP": before.pp - left.pp}
