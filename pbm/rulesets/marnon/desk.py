"""What the order desk is told of By The Sword: what fails whatever happens, and what is wrong with a line as of now."""

from collections.abc import Iterator

from msgspec import structs

from pbm.rules.order import Order, Refusal
from pbm.rulesets.desk import Judge
from pbm.rulesets.marnon.foresight import hopeless, unlikely
from pbm.rulesets.marnon.orders.base import MarnonOrder
from pbm.rulesets.marnon.world import World


def judge(world: World, who: str) -> Judge:
    def reasons(order: Order) -> Iterator[Refusal | None]:
        if isinstance(order, MarnonOrder):
            yield hopeless(world, who, order, order)
            doubt = unlikely(world, who, order)
            yield structs.replace(doubt, kind="now") if doubt else None

    return reasons
