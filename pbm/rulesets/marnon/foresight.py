"""What a receipt can say of a sheet: doctrine is sure, some lines fail whatever happens, the rest depends [3.5].

A turn is full of dice and the moves of others, so nothing more is promised; what is wrong now is pointed out.
"""

from pbm.receipts.receipt import Foreseen, Foresight
from pbm.rules.action import meaning
from pbm.rules.condition import If, bare
from pbm.rules.order import Line, Order, Refusal, Sheet
from pbm.rulesets.marnon import ways
from pbm.rulesets.marnon.auction import lots
from pbm.rulesets.marnon.castellan import is_castellan, refusal
from pbm.rulesets.marnon.doctrine import barred
from pbm.rulesets.marnon.orders.base import MarnonOrder, Standing
from pbm.rulesets.marnon.orders.dealing import Bid, Court, Loan, Repay
from pbm.rulesets.marnon.orders.moving import Bluff, Declare, Envoy, Hide, Marching, MoveScreen, React
from pbm.rulesets.marnon.orders.ruling import CardChoice, KingSide, Message, PlaceStart, Reserve, Storm
from pbm.rulesets.marnon.orders.standing import Assign, Retreat
from pbm.rulesets.marnon.sheet import FIRST_SHEET, beyond_keepers, is_misplaced
from pbm.rulesets.marnon.sight import View, known
from pbm.rulesets.marnon.standing import in_force
from pbm.rulesets.marnon.world import World

UNREAD = Refusal("3.5", "this line could not be read", kind="read")
MISPLACED = Refusal("3.2", "this order takes no condition", kind="lasting")
SWITCHED = (Loan, Repay, Court, Envoy, Declare, Hide, MoveScreen, Bluff)
"""Orders of rules that a game may be played without."""
SETTLED_EARLY = (KingSide, CardChoice)
"""Orders for what is known before the turn begins."""


def foresee(view: View, sheet: Sheet, turn: int) -> Foresight:
    world, who = known(view), view.who
    return Foresight(
        name=world.names().get(who, who),
        lines=tuple(foreseen(world, who, line) for _, line in sorted(sheet.lines.items())),
        purses={"crowns": world.powers[who].cash} if who in world.powers else {},
        standing=tuple(in_force(world, who)),
    )


def foreseen(world: World, who: str, line: Line) -> Foreseen:
    order = bare(line.order)
    if line.order is None or not isinstance(order, MarnonOrder):
        return Foreseen(line.number, line.text, forecast="fails", settled=True, errors=(line.refusal or UNREAD,))
    flaw = hopeless(world, who, line.order, order)
    sure = flaw is None and is_sure(world, who, order)
    doubt = None if flaw or sure else unlikely(world, who, order)
    return Foreseen(
        number=line.number,
        written=line.text,
        order=str(line.order),
        meaning=meaning(line.order, world.names(), line.number),
        cost=dict(order.spends(world, who)) if not flaw else {},
        forecast="fails" if flaw else "sure" if sure else "depends",
        settled=bool(flaw or sure),
        errors=(flaw,) if flaw else (),
        doubts=doubts(line.order),
        warnings=(f"As things stand now: {doubt.text} [{doubt.rule}]",) if doubt else (),
    )


def hopeless(world: World, who: str, whole: Order, order: MarnonOrder) -> Refusal | None:
    """Why a line comes to nothing, whatever others do."""
    if is_misplaced(whole):
        return MISPLACED
    if is_castellan(who):
        return None if isinstance(order, Message) else refusal(world, who, order)
    return first_flaw(world, who, order)


def first_flaw(world: World, who: str, order: MarnonOrder) -> Refusal | None:
    if world.turn == 0:
        return None if isinstance(order, PlaceStart | Standing | Reserve | Message) else FIRST_SHEET
    if found := beyond_keepers(world, who, order):
        return found
    wrong = order.wrong(world, who)
    if wrong and (wrong.kind == "lasting" or isinstance(order, (PlaceStart, *SWITCHED, *SETTLED_EARLY))):
        return wrong
    if is_doctrine(order):
        assert isinstance(order, Standing)
        return wrong or barred(world, who, order)
    if isinstance(order, React) and world.settings.movement == "hidden":
        return Refusal("5.81", "there is no reserve with hidden movement")
    return None


def unlikely(world: World, who: str, order: MarnonOrder) -> Refusal | None:
    """What is wrong with a line as things stand now, and may be put right by what comes before it."""
    if wrong := order.wrong(world, who):
        return wrong
    if world.turn and isinstance(order, Marching):
        return ways.unlikely(world, who, order)
    if isinstance(order, Bid) and order.lot not in lots(world):
        return Refusal("5.83", f"{order.lot} is not on offer")
    siege = world.siege(order.castle) if isinstance(order, Storm) else None
    if isinstance(order, Storm) and not (siege and siege.by == who):
        return Refusal("5.50", f"you do not besiege {order.castle}")
    return None


def is_doctrine(order: Order) -> bool:
    """Orders that are noted before anything happens."""
    return isinstance(order, Standing) and not isinstance(order, Assign)


def is_sure(world: World, who: str, order: Order) -> bool:
    if isinstance(order, Message):
        return order.to == "ALL" or world.in_play(order.to)
    if is_castellan(who):
        return True
    return is_doctrine(order) and not isinstance(order, Retreat)


def doubts(order: Order) -> tuple[str, ...]:
    return ("its condition", "what others do") if isinstance(order, If) else ()
