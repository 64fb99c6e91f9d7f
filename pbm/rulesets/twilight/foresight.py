"""What a receipt can say of a sheet: lines that need only be read are sure, some fail whatever happens, most depend.

A year is full of dice, bids and the moves of others, so nothing more is promised [H4].
"""

from pbm.receipts.receipt import Foreseen, Foresight
from pbm.rules.action import meaning
from pbm.rules.condition import bare
from pbm.rules.order import Line, Order, Refusal, Sheet
from pbm.rulesets.twilight.orders.base import Standing, Timed, Wish
from pbm.rulesets.twilight.orders.levying import Feud
from pbm.rulesets.twilight.orders.wishes import Bid, Buyoff, Claim, For, PlaceUnits
from pbm.rulesets.twilight.position import Doctrine
from pbm.rulesets.twilight.report.holdings import written
from pbm.rulesets.twilight.sheet import NOTED, Papers, out_of_place, sorted_out
from pbm.rulesets.twilight.sight import View, known
from pbm.rulesets.twilight.world import World

INITIATIVE = "INIT"
UNREAD = Refusal("H2", "this line could not be read", kind="read")
LOST = Refusal("H3", "it stands under a FOR that could not be read")
FIRST_SHEET = Refusal("H9", "the first sheet is for the set-up: only PLACE and standing orders count")


def foresee(view: View, sheet: Sheet, turn: int) -> Foresight:
    world, who = known(view), view.who
    names, own = world.names(), world.own_power(who)
    paper = sorted_out(sheet, who, own)
    return Foresight(
        name=names.get(who, who),
        lines=tuple(foreseen(world, paper, line) for line in paper.lines),
        purses={"DP": world.powers[own].dp} if own else {},
        standing=tuple(line for power in world.powers_of(who) for line in in_force(world, power)),
    )


def in_force(world: World, power: str) -> list[str]:
    """The standing orders of a power that are not the usual ones."""
    usual = list(written(Doctrine()))
    return [f"{power}: {line}" for line in written(world.doctrine(power)) if line not in usual]


def foreseen(world: World, paper: Papers, line: Line) -> Foreseen:
    order = bare(line.order)
    if line.order is None or order is None:
        return Foreseen(line.number, line.text, forecast="fails", settled=True, errors=(line.refusal or UNREAD,))
    flaw = hopeless(world, paper, line, order)
    sure = not flaw and is_sure(world, order)
    return Foreseen(
        number=line.number,
        written=line.text,
        order=str(line.order),
        meaning=meaning(line.order, world.names(), line.number),
        forecast="fails" if flaw else "sure" if sure else "depends",
        settled=bool(flaw or sure),
        errors=(flaw,) if flaw else (),
        doubts=doubts(world, paper, line, order),
    )


def hopeless(world: World, paper: Papers, line: Line, order: Order) -> Refusal | None:
    """Why a line comes to nothing, whatever others do."""
    if line in paper.lost and not isinstance(order, Wish):
        return LOST
    if world.turn == 0:
        return None if isinstance(order, For | PlaceUnits | Standing) else FIRST_SHEET
    if isinstance(order, Feud) and not world.settings.feudalism:
        return Refusal("29.1.1", "this game is played without feudalism")
    if isinstance(order, Buyoff) and not world.settings.viking_buyoff:
        return Refusal("29.3", "in this game raiders are not bought off")
    if isinstance(order, Claim) and world.own_power(paper.seat):
        return Refusal("23.1", "you have a power of your own")
    return out_of_place(world, order)


def is_sure(world: World, order: Order) -> bool:
    """Lines that are ok once they are read; whether a power is put up may depend on who claims it."""
    return isinstance(order, NOTED) and not (isinstance(order, Bid) and order.power != INITIATIVE)


def doubts(world: World, paper: Papers, line: Line, order: Order) -> tuple[str, ...]:
    """What a line of another power's block depends on first."""
    if not isinstance(order, Timed) or line in paper.own:
        return ()
    powers = [power for power, lines in paper.named.items() if line in lines]
    return tuple(f"whether you have {power} then, and what others do" for power in powers)
