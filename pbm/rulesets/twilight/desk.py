"""What the order desk is told of Carolingian Twilight: what the rules say of a line before it is rehearsed, the force
that an operation needs, and what a levy costs."""

from collections.abc import Iterator, Mapping

from pbm.rules.copying import copied
from pbm.rules.dice import Dice
from pbm.rules.engine import Turn
from pbm.rules.order import Order, Refusal
from pbm.rulesets.desk import Judge, Price
from pbm.rulesets.twilight.dealings import no_gift
from pbm.rulesets.twilight.levy import Purse, cannot_raise
from pbm.rulesets.twilight.levy import price as price_of
from pbm.rulesets.twilight.map import area_of, chart
from pbm.rulesets.twilight.moments import ALLIANCE, MOMENTS, not_held, unfit
from pbm.rulesets.twilight.orders.base import ALL, Standing
from pbm.rulesets.twilight.orders.fighting import Attack, Siege
from pbm.rulesets.twilight.orders.levying import Buy, Disband, Discard, Feud, Levy, Restore
from pbm.rulesets.twilight.orders.marching import Advance, Apart, Force, InPlace, Move
from pbm.rulesets.twilight.orders.playing import Play
from pbm.rulesets.twilight.orders.wishes import Buyoff, Claim, For, Give, PlaceUnits, Reveal
from pbm.rulesets.twilight.segments import Segment
from pbm.rulesets.twilight.sheet import out_of_place
from pbm.rulesets.twilight.spies import MARKERS, own_rows, reader_of
from pbm.rulesets.twilight.tables import tables
from pbm.rulesets.twilight.world import World, called

POINTS = "LP and DP"
NOTHING, NOBODY = Refusal("21.0", "you have nothing there"), Refusal("21.0", "no player reads that")
FIRST_SHEET = Refusal("H9", "the first sheet is for the set-up: only PLACE and standing orders count")
PLENTY = 99
Operation = Move | InPlace | Attack | Siege | Advance | Apart


def judge(world: World, who: str) -> Judge:
    own = world.own_power(who)
    field = Field(world, own) if own and world.turn else None

    def reasons(order: Order) -> Iterator[Refusal | None]:
        yield never(world, own, order)
        if isinstance(order, Move):
            yield apart(order)
        if field:
            yield field.against(order)

    return reasons


class Field:
    """What the rules say of the orders of a power as its year begins, and once it has gathered a force somewhere."""

    def __init__(self, world: World, own: str) -> None:
        self.world, self.own = world, own
        self.start = self.opened(world)
        self.gathered: dict[Force, tuple[Turn, Segment]] = {}

    def opened(self, world: World) -> tuple[Turn, Segment]:
        return Turn(world, {}, Dice(b"", 0)), Segment(self.own, world.player_of(self.own), Purse(self.own, PLENTY))

    def against(self, order: Order) -> Refusal | None:
        world = self.world
        match order:
            case Levy():
                return (
                    cannot_raise(world, Purse(self.own, 0), order.where, order.unit) if order.where in chart() else None
                )
            case Force() | Disband() | Restore():
                return order.refused(*self.start)
            case Play() | Discard():
                return not_held(world, self.own, order.mark) or out_of_moment(world, self.own, order)
            case Give():
                return no_gift(world, self.own, order, mirrored=False)
            case Reveal():
                nothing = order.what != MARKERS and not own_rows(world, self.own, order.what)
                return NOTHING if nothing else None if order.to == ALL or reader_of(world, order.to) else NOBODY
        return self.in_the_field(order) if isinstance(order, Operation) else None

    def in_the_field(self, order: Operation) -> Refusal | None:
        """With all the points that a force may have."""
        for need in needs(self.world, self.own, order):
            return need.refused(*self.start) or order.refused(*self.with_force(need))
        return order.refused(*self.start)

    def with_force(self, need: Force) -> tuple[Turn, Segment]:
        if need not in self.gathered:
            turn, seg = self.gathered[need] = self.opened(copied(self.world))
            for event in need.run(turn, seg):
                event.apply(turn.world)
            seg.op = PLENTY
        return self.gathered[need]


def out_of_moment(world: World, own: str, order: Order) -> Refusal | None:
    """What is against a marker that has no moment of its own in the year."""
    at_once = isinstance(order, Play) and order.mark not in (*MOMENTS, ALLIANCE)
    return unfit(world, own, order) if isinstance(order, Play) and at_once else None


def needs(world: World, who: str, order: Order) -> Iterator[Force]:
    """An operation is that of a force, which was gathered in the place where it begins [14.0]."""
    match order:
        case Move():
            yield Force(order.number, order.origin, None, None)
        case Siege() if order.where in chart():
            yield Force(order.number, area_of(order.where), None, None)
        case InPlace() | Attack():
            yield Force(order.number, order.where, None, None)


def is_in_play(world: World, power: str) -> bool:
    return world.in_play(power)


def never(world: World, own: str | None, order: Order) -> Refusal | None:
    """Why a line comes to nothing, whatever others do."""
    if world.turn == 0:
        return None if isinstance(order, For | PlaceUnits | Standing) else FIRST_SHEET
    if isinstance(order, Feud) and not world.settings.feudalism:
        return Refusal("29.1.1", "this game is played without feudalism")
    if isinstance(order, Buyoff) and not world.settings.viking_buyoff:
        return Refusal("29.3", "in this game raiders are not bought off")
    if isinstance(order, Claim) and own:
        return Refusal("23.1", "you have a power of your own")
    return out_of_place(world, order)


def apart(order: Move) -> Refusal | None:
    """A move goes from a place to one that is linked with it [15.0]."""
    places = chart()
    if order.origin not in places or order.target not in places or order.target in places[order.origin].links:
        return None
    return Refusal("15.0", f"{called(order.target)} is not next to {called(order.origin)}", kind="lasting")


def price(world: World, who: str) -> Price:
    return lambda order: cost(world, who, order)


def cost(world: World, who: str, order: Order) -> Mapping[str, int]:
    """In levy points, or diplomacy points where those are used up."""
    own = world.own_power(who)
    match order:
        case Buy():
            return {POINTS: order.number * tables().marker_cost}
        case Restore() if order.where in chart():
            return {POINTS: order.cost_at(order.where)}
        case Feud():
            return {POINTS: tables().feudalism_cost}
        case Levy() if own and order.where in chart():
            return {POINTS: (order.number or 1) * (price_of(world, own, order.where, order.unit) or 0)}
    return {}


def purses(held: Mapping[str, int]) -> Mapping[str, int]:
    """Levies are paid in levy points, and in diplomacy points once those are used up [12.0]."""
    return {POINTS: held.get("LP", 0) + held.get("DP", 0)} if held else {}
