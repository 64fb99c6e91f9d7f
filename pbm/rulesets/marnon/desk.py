"""What the order desk is told of By The Sword: what is wrong with a line as of now."""

from collections.abc import Iterator

from msgspec import structs

from pbm.rules.order import Order, Refusal
from pbm.rulesets.desk import Judge
from pbm.rulesets.marnon.codes import is_castellan
from pbm.rulesets.marnon.order import MESSAGES, MarnonOrder
from pbm.rulesets.marnon.others.castellan import refusal
from pbm.rulesets.marnon.playing import FIRST_SHEET, beyond_keepers, is_misplaced
from pbm.rulesets.marnon.world import World

MISPLACED = Refusal("3.2", "this order takes no condition", kind="lasting")


def judge(world: World, who: str) -> Judge:
    def reasons(order: Order) -> Iterator[Refusal | None]:
        if isinstance(order, MarnonOrder):
            yield out_of_time(world, who, order)
            doubt = wrong_now(world, who, order)
            yield structs.replace(doubt, kind="now") if doubt and doubt.kind != "lasting" else doubt

    return reasons


def out_of_time(world: World, who: str, order: MarnonOrder) -> Refusal | None:
    """Why a line comes to nothing, whatever others do."""
    if is_misplaced(order):
        return MISPLACED
    if is_castellan(who):
        return None if order.step == MESSAGES else refusal(world, who, order)
    if world.turn == 0:
        return None if order.first else FIRST_SHEET
    return beyond_keepers(world, who, order)


def wrong_now(world: World, who: str, order: MarnonOrder) -> Refusal | None:
    """What is wrong with a line as things stand, and may be put right by what comes before it."""
    return order.wrong(world, who) or order.doubtful(world, who)
