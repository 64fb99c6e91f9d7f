"""Sample orders for the set-up turn: a few pieces in their usual places [13.1, 13.2]."""

from collections.abc import Iterator

from pbm.rules.order import Order
from pbm.rulesets.tours.forces import CONTINGENTS, FORCES, LEADERS, MUS, UNITS
from pbm.rulesets.tours.orders.standing import Setup
from pbm.rulesets.tours.sight import View


def samples(view: View) -> Iterator[Order]:
    """The first unit of every contingent, the wagons, and the leader with his usual unit."""
    if view.next_turn:
        return
    for con in CONTINGENTS[view.who]:
        code, unit = next((code, unit) for code, unit in UNITS.items() if unit.con == con)
        yield Setup(code, unit.hex, None)
    if view.who == MUS:
        yield from (Setup(wagon, hex, None) for wagon, hex in FORCES.wagons.items())
    leader = LEADERS[view.who]
    yield Setup(leader, UNITS[FORCES.leaders[leader].with_].hex, None)
