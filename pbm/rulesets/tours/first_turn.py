"""Sample orders: for the set-up a few pieces in their usual places, for turn 1 a whole sheet [13.1, 13.2, 16.6]."""

from collections.abc import Iterator

from pbm.rules.order import Order
from pbm.rulesets.tours.doctrine import Stance
from pbm.rulesets.tours.field import Lead, Mark, Move
from pbm.rulesets.tours.forces import CONTINGENTS, FORCES, FRA, HI, LEADERS, MUS, ROLLS, UNITS
from pbm.rulesets.tours.selectors import ALL
from pbm.rulesets.tours.set_up import Setup
from pbm.rulesets.tours.sight import View

SHEETS: dict[str, tuple[Order, ...]] = {
    FRA: (
        Mark(HI, ("REFORM",)),
        Mark("HC", ("MOVE",)),
        Move("K01", None, "1413", "E", None),
        Lead("CHA", ROLLS[HI][9]),
    ),
    MUS: (
        Mark(ALL, ("MOVE",)),
        Stance(ALL, None, ("ADVANCE", 2)),
        Stance("ALL.MA", None, ("HARRY",)),
        Stance("GRD", None, ("HOLD",)),
    ),
}
"""A first sheet for each side: the wall stands and riders come up behind it; the tribes come nearer and harry."""


def samples(view: View) -> Iterator[Order]:
    if view.next_turn == 0:
        yield from places(view.who)
    elif view.next_turn == 1:
        yield from SHEETS[view.who]


def places(side: str) -> Iterator[Order]:
    """The first unit of every contingent, the wagons, and the leader with their usual unit."""
    for con in CONTINGENTS[side]:
        code, unit = next((code, unit) for code, unit in UNITS.items() if unit.con == con)
        yield Setup(code, unit.hex, None)
    if side == MUS:
        yield from (Setup(wagon, hex, None) for wagon, hex in FORCES.wagons.items())
    leader = LEADERS[side]
    yield Setup(leader, UNITS[FORCES.leaders[leader].with_].hex, None)
