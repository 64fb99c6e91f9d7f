"""The sheet for castles without a player: gates, trade, relations, and where raiders go [5.78].

In a game it is the sheet of a seat of its own, CAS, and counts for all of these castles; a position without that seat
has a sheet for each castle.
"""

from collections.abc import Iterator

from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.order import Order, Refusal
from pbm.rulesets.marnon.codes import CASTELLAN, castle_of, castle_power, is_castle_power
from pbm.rulesets.marnon.doctrine import Ordered, barred, kept
from pbm.rulesets.marnon.map import borders
from pbm.rulesets.marnon.order import YES
from pbm.rulesets.marnon.orders import standing as of
from pbm.rulesets.marnon.orders.moving import March
from pbm.rulesets.marnon.orders.ruling import Message
from pbm.rulesets.marnon.playing import FIRST_SHEET
from pbm.rulesets.marnon.sheet import answer, done, lines_of, now
from pbm.rulesets.marnon.world import World

ONLY = "castles without a player take CASTLE, TRADE, WAR, PEACE, ALLY, MESSAGE, and MARCH for a raid"


def castles_under(world: World, who: str) -> list[str]:
    """The castles for which a sheet counts."""
    return sorted(world.np_castles) if who == CASTELLAN else [castle_of(who)]


def is_castellan(who: str) -> bool:
    return who == CASTELLAN or is_castle_power(who)


def castle_sheets(turn: Turn) -> Iterator[Event]:
    """All lines but messages, which are like those of any power."""
    for who in filter(is_castellan, turn.world.senders()):
        for line in lines_of(turn, who, Order):
            if isinstance(line.order, Message):
                continue
            if reason := refusal(turn.world, who, line.order):
                yield answer(turn, who, line, "failed", reason)
            else:
                yield done(turn, who, line)
                yield from noted(turn, who, line.order)


def refusal(world: World, who: str, order: Order | None) -> Refusal | None:
    """Why a line of such a sheet comes to nothing."""
    if isinstance(order, of.Castle):
        there = order.castle in castles_under(world, who)
        return None if there else Refusal("5.78", f"{order.castle} is not a castle without a player")
    if isinstance(order, (of.Relation, of.Trade)):
        return order.wrong(world, who) or barred(world, who, order)
    if isinstance(order, March) and world.turn:
        near = raiders_beside(world, who, order)
        return None if near else Refusal("5.78", "name one area next to a castle of raiders")
    return FIRST_SHEET if isinstance(order, March) else Refusal("5.78", ONLY)


def raiders_beside(world: World, who: str, order: March) -> list[str]:
    """The castles of raiders next to the one area that a line names."""
    raiders = [code for code in castles_under(world, who) if world.np_castles[code].type == "RAIDER"]
    return [code for code in raiders if len(order.legs) == 1 and order.legs[0] in borders()[code]]


def noted(turn: Turn, who: str, order: Order | None) -> Iterator[Event]:
    world: World = turn.world
    if isinstance(order, March):
        now(turn).raids |= dict.fromkeys(raiders_beside(world, who, order), str(order.legs[0]))
    elif isinstance(order, of.Castle):
        yield from filter(None, [kept(world, castle_power(order.castle), order)])
    elif isinstance(order, (of.Relation, of.Trade)):
        for castle in castles_under(world, who):
            yield from said(world, castle_power(castle), order)


def said(world: World, castle: str, order: of.Relation | of.Trade) -> Iterator[Event]:
    """One that refuses somebody trades with all others, if it trades at all."""
    refuses = isinstance(order, of.Trade) and order.answer != YES and not world.powers[castle].trade
    if refuses and world.np_castles[castle_of(castle)].type != "RAIDER":
        yield from (Ordered(castle, "trade", other, (YES,)) for other in world.players() if other != order.power)
    else:
        yield from filter(None, [kept(world, castle, order)])
