"""The second sheet of the player who keeps a region without a player [5.80]."""

from collections.abc import Iterator

from pbm.rules.condition import bare
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.order import Order, Refusal
from pbm.rulesets.marnon.orders import standing as of
from pbm.rulesets.marnon.orders.moving import March, Pass, Patrol, React
from pbm.rulesets.marnon.orders.ruling import Join, Lift, Message, Reserve, Split, Storm
from pbm.rulesets.marnon.sheet import answer, lines_of
from pbm.rulesets.marnon.world import World

TAKEN = (
    March, Pass, React, of.Stance, of.Castle, of.Pursue, of.Ground, of.Retreat, Patrol, Storm, Lift, Split, Join,
    Reserve, Message,
)  # fmt: skip
ONLY = Refusal("5.80", "its keeper marches, patrols, besieges and gives doctrine, and no more", kind="lasting")


def not_for_keepers(world: World, who: str, order: Order | None) -> Refusal | None:
    power = world.powers.get(who)
    return ONLY if power and power.status == "np" and not isinstance(bare(order), TAKEN) else None


def keeper_sheets(turn: Turn) -> Iterator[Event]:
    """Lines that a region without a player does not take fail at once."""
    for who in turn.world.senders():
        for line in lines_of(turn, who, Order):
            if reason := not_for_keepers(turn.world, who, line.order):
                yield answer(turn, who, line, "failed", reason)
