"""The sheet for castles without a player: gates, trade, relations, and where raiders go [5.78].

In a game it is the sheet of a seat of its own, CAS, and counts for all of these castles; a position without that seat
has a sheet for each castle.
"""

from pbm.rules.order import Line
from pbm.rules.plan import Done, failed
from pbm.rulesets.marnon.codes import is_castellan
from pbm.rulesets.marnon.order import ONLY_CASTLES, MarnonOrder, Scene
from pbm.rulesets.marnon.playing import CASTLES, Sword, stage
from pbm.rulesets.marnon.world import World


class ForCastles(Sword):
    """Such a sheet takes few orders, and none with a condition."""

    def planned(self, line: Line, at: Scene) -> Done:
        return line.order.for_castles(at) if isinstance(line.order, MarnonOrder) else failed("5.78", ONLY_CASTLES)


def castellans(world: World) -> list[str]:
    return [who for who in world.senders() if is_castellan(who)]


castle_sheets = ForCastles(castellans, stage).in_turn(CASTLES)
