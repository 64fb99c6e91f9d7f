"""The turnsheet: blocks for every power one has or may win, standing orders filled in, defaults in words [10]."""

from collections.abc import Iterator

from pbm.reports.author import notes
from pbm.rulesets.twilight.position import Doctrine
from pbm.rulesets.twilight.report.holdings import written
from pbm.rulesets.twilight.report.words import Author
from pbm.rulesets.twilight.scenarios import scenario
from pbm.rulesets.twilight.sight import View

WIDTH = 70
LEVY_ROWS, FIELD_ROWS, BLOCK_ROWS, GIFT_ROWS = 6, 16, 6, 2


def filled(view: View) -> tuple[str, ...]:
    if view.over:
        return ()
    author = Author(view)
    return tuple(first(author) if view.turn == 0 else year(author))


def year(author: Author) -> Iterator[str]:
    yield from heading(author)
    yield "BID INIT 0"
    yield "SLOT EARLY"
    yield from (f"BID {code} 0" for code in author.world.of_kind("major"))
    yield "; gifts: GIVE pow DP k, GIVE pow mark FOR DP k, FUND pow k"
    yield from [""] * GIFT_ROWS
    yield "; standing orders as they are; change what you like"
    yield from written(author.world.doctrine(author.own or ""))
    yield "; levy: LEVY loc type, RESTORE loc, BUY k, HOLD k; upkeep is first"
    yield from [""] * LEVY_ROWS
    yield "; operations, force by force: FORCE n loc units, MOVE n from to,"
    yield "; ATTACK n area pow crt times, SIEGE, PILLAGE; else all stand"
    yield from [""] * FIELD_ROWS
    yield from blocks(author)


def heading(author: Author) -> Iterator[str]:
    if author.own is None:
        foreign = [code for code in author.world.of_kind("major") if not author.world.is_frankish(code)]
        yield "; your leader fell: foreign powers you would go on as, best first;"
        yield "; all that follows is for the one you get"
        yield f"CLAIM {' '.join(foreign)}"
    else:
        yield f"; {author.own} has {author.view.powers[author.own].dp} DP. Bids are sealed; left out: bid 0, SLOT EARLY"


def blocks(author: Author) -> Iterator[str]:
    """A block for each power that is held or may be won."""
    world = author.world
    held = [code for code in author.mine if code != author.own]
    yield "; a power whose block is left empty does its duty as it sees it"
    for code in dict.fromkeys([*held, *world.of_kind("major")]):
        yield f"; {author.name(code)}: {'yours now' if code in held else 'if you win it'}"
        yield f"FOR {code}"
        yield from changed(world.doctrine(code) if code in held else Doctrine())
        yield from [""] * BLOCK_ROWS
    yield "; every power you get that has no FOR of its own above"
    yield "FOR ANY"
    yield from [""] * BLOCK_ROWS


def changed(doctrine: Doctrine) -> Iterator[str]:
    """Standing orders other than the defaults."""
    usual = list(written(Doctrine()))
    return (line for line in written(doctrine) if line not in usual)


def first(author: Author) -> Iterator[str]:
    """The sheet of the set-up turn: the scenario says how many units and where."""
    plan = scenario(author.view.scenario)
    yield "; PLACE loc units; what you leave out is placed for you. This sheet"
    yield "; is for the set-up alone; the first year is turn 1."
    for heir in plan.frankish:
        if heir.power == author.own:
            yield f"; your units: L1 {heir.units}, the leader with another unit"
            yield from notes(f"in {' '.join(heir.areas)} or their burgs", WIDTH)
            if heir.exclude:
                yield from notes(f"but not in {' '.join(heir.exclude)}", WIDTH)
    yield from [""] * FIELD_ROWS
    yield "; standing orders as they are; change what you like"
    yield from written(Doctrine())
