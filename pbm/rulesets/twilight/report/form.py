"""The turnsheet: blocks for every power one has or may win, standing orders filled in, defaults in words [10]."""

from collections.abc import Iterator

from pbm.rulesets.twilight.report.holdings import written
from pbm.rulesets.twilight.report.words import Desk
from pbm.rulesets.twilight.sight import View
from pbm.rulesets.twilight.world import Doctrine

RULE = (
    "Up to 150 lines, read from the top; what you leave out is done as the notes after ; say. Lines before the first "
    "FOR are your own power's; FOR BYZ opens the block of Byzantium, FOR ANY that of every other power you get."
)
LEVY_ROWS, FIELD_ROWS, BLOCK_ROWS, GIFT_ROWS = 6, 16, 6, 2


def filled(view: View) -> tuple[str, ...]:
    if view.over:
        return ()
    desk = Desk(view)
    return tuple(first(desk) if view.turn < 0 else year(desk))


def year(desk: Desk) -> Iterator[str]:
    if desk.own is None:
        yield "; your leader fell: the foreign Majors you would go on with, the dearest first"
        yield "CLAIM"
        return
    yield f"; {desk.name(desk.own)}: {desk.view.powers[desk.own].dp} DP. Bids are sealed; no bid is 0, no SLOT is EARLY"
    yield "BID INIT 0"
    yield "SLOT EARLY"
    yield from (f"BID {code} 0" for code in desk.world.of_kind("major"))
    yield "; gifts and bargains (GIVE pow DP k, GIVE pow mark FOR DP k, FUND pow k); none if left blank"
    yield from [""] * GIFT_ROWS
    yield "; standing orders as they are; change what you like"
    yield from written(desk.world.doctrine(desk.own))
    yield "; levy (LEVY loc type, RESTORE loc, BUY k, HOLD k); upkeep comes first, LP before DP"
    yield from [""] * LEVY_ROWS
    yield "; operations, force by force (FORCE n loc units, MOVE n from to, ATTACK, SIEGE, PILLAGE); else all stand"
    yield from [""] * FIELD_ROWS
    yield from blocks(desk)


def blocks(desk: Desk) -> Iterator[str]:
    """A block for each power that is held or may be won."""
    world = desk.world
    held = [code for code in desk.mine if code != desk.own]
    for code in dict.fromkeys([*held, *world.of_kind("major")]):
        whose = "yours now" if code in held else f"if you win it; {world.powers[code].player or 'nobody'} has it now"
        yield f"; {desk.name(code)}, {whose}; with no lines it does its duty"
        yield f"FOR {code}"
        yield from changed(world.doctrine(code) if code in held else Doctrine())
        yield from [""] * BLOCK_ROWS
    yield "; any other power that falls to you"
    yield "FOR ANY"
    yield from [""] * BLOCK_ROWS


def changed(doctrine: Doctrine) -> Iterator[str]:
    """Standing orders other than the defaults."""
    usual = list(written(Doctrine()))
    return (line for line in written(doctrine) if line not in usual)


def first(desk: Desk) -> Iterator[str]:
    """The sheet of the set-up turn."""
    yield "; place your units: PLACE loc units, the leader with another unit; what you leave out is placed for you"
    yield from [""] * FIELD_ROWS
    yield "; standing orders as they are; change what you like"
    yield from written(Doctrine())
