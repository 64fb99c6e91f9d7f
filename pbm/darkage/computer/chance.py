"""The two yardsticks: random orders that look legal, and none at all."""

from pbm.darkage.build import Fortify, Levy, Reserve
from pbm.darkage.attack import Assault, Move, Overrun, Probe, Raid
from pbm.darkage.computer.draft import Draft
from pbm.darkage.general import Tax
from pbm.darkage.people import Grow
from pbm.darkage.stance import Ambush, Defend, Retreat
from pbm.dice import Dice

TRIES = 4
WAYS = (Move, Probe, Overrun, Assault, Raid)


def idle(draft: Draft, dice: Dice) -> None:
    """An empty sheet."""


def random(draft: Draft, dice: Dice) -> None:
    """Any order that the rules allow as far as can be known."""
    stream = f"computer.{draft.who}"
    while draft.left:
        own = draft.own()
        if not own or not any(draw(draft, dice, stream, own) for _ in range(TRIES)):
            draft.give(Tax(), "nothing else came to mind")


def draw(draft: Draft, dice: Dice, stream: str, own: list[str]) -> bool:
    where = own[dice.roll(stream, len(own)) - 1]
    near = sorted(draft.map[where].near)
    other = near[dice.roll(stream, len(near)) - 1]
    orders = (
        *(kind(number=None, origin=where, target=other) for kind in (Move, Probe, Overrun, Assault)),
        Raid(where, other),
        Levy(None, where),
        Reserve(None, where),
        Fortify(None, where),
        Grow(where),
        Ambush(where, other),
        Retreat(where, other),
        Defend(where),
    )
    return draft.give(orders[dice.roll(stream, len(orders)) - 1], "drawn at random")
