"""Taxes, recruits, festivals and the winter's weather [5.3.7 to 5.3.10]."""

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

from pbm.rules.code import Place
from pbm.rules.engine import Turn
from pbm.rules.event import Count, Event, OfPower
from pbm.rules.order import Refusal
from pbm.rules.plan import Done, failed, partly
from pbm.rulesets.homelands.board import Board
from pbm.rulesets.homelands.causes import by_cause, unconnected, uncontrolled
from pbm.rulesets.homelands.chart import SEA
from pbm.rulesets.homelands.fields import OnFields, several
from pbm.rulesets.homelands.order import Scene, action
from pbm.rulesets.homelands.stock import Earned, add, use_grain
from pbm.rulesets.homelands.tables import AUTUMN, PRT, tables
from pbm.rulesets.homelands.units import ONE_UNIT
from pbm.rulesets.homelands.world import World

RECRUITMENT = "recruit"
SIZES = ("SMALL", "DOUBLE", "TRIPLE")


def yield_of(board: Board, who: str) -> int:
    """What a power's buildings and fields bring in taxes and festivals, rounded down [5.3.10]."""
    rows, faction = tables().buildings, board.world.faction(who)
    halves = sum(not board.world.fields[code].looted for code in board.lgf(who))
    for code in board.own_cus(who):
        settlement = board.world.fields[code].settlement
        halves += 2 * rows[settlement.kind].tax if settlement else 0
    port = rows[PRT].tax if faction.port_yield is None else faction.port_yield
    return (halves + 2 * port * len(board.ports(who))) // 2


def taxes(turn: Turn[World]) -> Iterator[Event]:
    world = turn.world
    board = Board(world)
    gold = {who: yield_of(board, who) + world.faction(who).tax_bonus for who in world.codes if world.is_active(who)}
    for who, amount in gold.items():
        if amount:
            yield Earned(who, amount, "taxes")


# recruits


class Recruited(OfPower, frozen=True):
    where: Place
    unit: str
    gold: int
    text: ClassVar = "{who} {who:recruits/recruit} {unit} in {where} for {gold} gold"
    words: ClassVar = ONE_UNIT | {"LI.r": ONE_UNIT["LI"]}

    def apply(self, world: World) -> None:
        add(world, self.where, self.who, "open", {self.unit: 1})
        world.powers[self.who].gold -= self.gold
        world.round.recruited.append(self.where)


def next_refusal(at: Scene, code: str, done: list[str], able: int) -> Refusal | None:
    """Why a field does not recruit after those that have."""
    if code in done:
        return Refusal("5.3.7", f"recruited already: {at.world.called(code)}")
    return recruit_refusal(at, code) or (short_of_men(at, able) if len(done) >= able else None)


def recruit_refusal(at: Scene, code: str) -> Refusal | None:
    if not at.chart[code].is_land or not at.board.controls(at.who, code):
        return Refusal("5.3.7", uncontrolled(at.board, at.who, code))
    if at.at(code).looted:
        return Refusal("5.3.7", f"looted: {at.world.called(code)}")
    if not at.board.connected(at.who, code):
        return Refusal("5.3.7", unconnected(at.board, at.who, code))
    if code in at.world.round.recruited:
        return Refusal("5.3.7", f"recruited already: {at.world.called(code)}")
    return None


def short_of_men(at: Scene, able: int) -> Refusal:
    """What keeps a power from more than so many: the limit, or its gold."""
    limit = at.world.settings.unit_limit
    if at.world.unit_count(at.who) + able >= limit:
        return Refusal("5.1.10", f"the limit of {limit} units is reached")
    return Refusal("5.3.7", f"not enough gold: it pays for {able or 'none'}", kind="purse")


@action("5.3.7", form="RECRUIT {where} {number}", meaning="recruit in {where}", costs="1 gold each")
class Recruit(OnFields, frozen=True):
    """One light infantry on each field."""

    step: ClassVar = RECRUITMENT
    seasons: ClassVar = (AUTUMN,)

    def plan(self, at: Scene) -> Done:
        if at.faction.no_recruit:
            return failed("5.18.3", "this faction may not recruit", "lasting")
        price = tables().units["LI"].recruit
        able = min(at.world.settings.unit_limit - at.world.unit_count(at.who), at.realm.gold // price)
        unit = "LI.r" if at.world.on("experience") else "LI"
        fields = [code for code in at.board.land(at.who) if not recruit_refusal(at, code)]
        named = fields[: self.number] if isinstance(self.where, str) else self.where
        done, reasons = recruiting(at, named, able)
        events: list[Event] = [Recruited(at.who, code, unit, price) for code in done]
        if not isinstance(self.where, str):
            return several(len(done), len(self.where), events, reasons)
        why = tuple(reasons[:1]) or no_more(at, len(fields))
        return partly(len(done), self.number or max(1, len(done)), events, *why)


def recruiting(at: Scene, named: Iterable[str], able: int) -> tuple[list[str], list[Refusal]]:
    """The fields that recruit, and why others do not."""
    done, reasons = list[str](), list[Refusal]()
    for code in named:
        if reason := next_refusal(at, code, done, able):
            reasons.append(reason)
        else:
            done.append(code)
    return done, reasons


def no_more(at: Scene, fit: int) -> tuple[Refusal, ...]:
    """Why there are not as many fields as were asked for."""
    unfit = [(code, reason) for code in at.board.land(at.who) if (reason := recruit_refusal(at, code))]
    short = f"only {Count(fit):field/fields} may recruit" if fit else "you control no land"
    return by_cause(at.world, unfit) or (Refusal("5.3.7", short),)


# winter


class Feasted(OfPower, frozen=True):
    size: str
    pp: int
    grain: dict[str, int]
    text: ClassVar = "{who} {who:holds/hold} {size} festivals: {pp} PP"
    words: ClassVar = {size: size.lower() for size in SIZES}

    def apply(self, world: World) -> None:
        world.powers[self.who].pp += self.pp
        use_grain(world, self.grain)


def festival_cost(board: Board, who: str, size: str) -> int:
    rows, each = tables().buildings, tables().festival[size]
    kinds = [own.kind for code in board.own_cus(who) if (own := board.world.fields[code].settlement)]
    return each * sum(rows[kind].feed for kind in kinds)


def festivals(turn: Turn[World]) -> Iterator[Event]:
    world = turn.world
    board = Board(world)
    for who in world.codes:
        stores = {code: own.grain for code in board.own_cus(who) if (own := world.fields[code].settlement)}
        wanted = world.powers[who].festival if world.on("agriculture") else SIZES[0]
        sizes = SIZES[: SIZES.index(wanted) + 1]
        size = [each for each in sizes if festival_cost(board, who, each) <= sum(stores.values())][-1]
        pp = yield_of(board, who) * (SIZES.index(size) + 1)
        if pp:
            yield Feasted(who, size, pp, taken(stores, festival_cost(board, who, size)))


def taken(stores: dict[str, int], amount: int) -> dict[str, int]:
    """So much out of the stores, by code."""
    found: dict[str, int] = {}
    for code in sorted(stores):
        part = min(amount, stores[code])
        if part:
            found[code] = part
            amount -= part
    return found


class WinterCame(Event, frozen=True):
    """The weather of the winter, which everybody sees."""

    winter: dict[str, str]
    dice: dict[str, int]
    told: str
    verb: ClassVar = "winter"
    text: ClassVar = "the winter: {told}"

    def apply(self, world: World) -> None:
        world.winter = dict(self.winter)


class RiversRolled(Event, frozen=True):
    open: tuple[Place, ...]
    dice: dict[str, int]
    verb: ClassVar = "rivers"
    text: ClassVar = "black rivers that can be crossed by all: {open}"

    def worded(self, names: Mapping[str, str], public: bool = False) -> str:
        return super().worded(names, public) if self.open else "no black river can be crossed by all"

    def apply(self, world: World) -> None:
        world.round.rivers = list(self.open)


def winter_weather(turn: Turn[World]) -> Iterator[Event]:
    """One die for each climate of the map, and one for all seas."""
    world = turn.world
    if world.on("weather"):
        dice = {climate: turn.dice.roll(f"weather.winter.{climate}") for climate in world.chart.climates}
        winter = {climate: tables().winter[climate].of(die) for climate, die in dice.items()}
        if winter.get(SEA) == "normal":
            winter[SEA] = "good"
    else:
        dice, winter = {}, {climate: "good" if climate == SEA else "normal" for climate in world.chart.climates}
    yield WinterCame(winter, dice, ", ".join(f"{climate} {weather}" for climate, weather in winter.items()))


def black_rivers(turn: Turn[World]) -> Iterator[Event]:
    """Each section has its die every winter, whatever the house rules [5.18.27]."""
    dice = {code: turn.dice.roll(f"river.{code}") for code in sorted(turn.world.chart.sections)}
    if dice:
        open_on = tables().blackriver["open_on"]
        yield RiversRolled(tuple(code for code, die in dice.items() if die in open_on), dice)
