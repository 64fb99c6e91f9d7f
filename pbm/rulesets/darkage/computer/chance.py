"""The two yardsticks: random orders that look legal, and none at all."""

from pbm.rules.dice import Dice
from pbm.rulesets.darkage.attack import Assault, Move, Overrun, Probe, Raid
from pbm.rulesets.darkage.build import Fortify, Levy, Reserve
from pbm.rulesets.darkage.computer.border import is_safe
from pbm.rulesets.darkage.computer.draft import Draft
from pbm.rulesets.darkage.computer.purse import tax
from pbm.rulesets.darkage.people import Grow
from pbm.rulesets.darkage.stance import Ambush, Defend, Retreat

TRIES = 4
WHY = "drawn at random"


def idle(draft: Draft, dice: Dice) -> None:
    """An empty sheet."""


def random(draft: Draft, dice: Dice) -> None:
    """Orders drawn from all that the rules allow as far as can be known, in places that will not be lost at once."""
    stream = f"computer.{draft.who}"
    places = [code for code in draft.view.areas if is_safe(draft, code)]
    while draft.left:
        if not places or not any(draw(draft, dice, stream, places) for _ in range(TRIES)):
            tax(draft, WHY)


def draw(draft: Draft, dice: Dice, stream: str, places: list[str]) -> bool:
    where = places[dice.roll(stream, len(places)) - 1]
    near = sorted(draft.map[where].near)
    other = near[dice.roll(stream, len(near)) - 1]
    orders = (
        Move(None, where, other),
        Assault(None, where, other),
        Probe(None, where, other),
        Overrun(None, where, other),
        Raid(where, other),
        Levy(None, where),
        Reserve(None, where),
        Fortify(None, where),
        Grow(where),
        Ambush(where, other),
        Retreat(where, other),
        Defend(where),
    )
    return draft.give(orders[dice.roll(stream, len(orders)) - 1], WHY)
