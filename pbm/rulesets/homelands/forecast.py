"""What winter will cost a power if nothing changes, by the rules of harvest and feeding themselves [10.2]."""

from dataclasses import dataclass

from pbm.rules.dice import Dice
from pbm.rules.engine import Turn, record
from pbm.rulesets.homelands.board import Board
from pbm.rulesets.homelands.chart import SEA
from pbm.rulesets.homelands.feeding import homeless, stray_herds
from pbm.rulesets.homelands.fields import ALL, Grew, Sow, harvest
from pbm.rulesets.homelands.income import SIZES, festival_cost, taken
from pbm.rulesets.homelands.larder import HerdThere, Larder, Mouth, larders, needs_feed
from pbm.rulesets.homelands.order import Scene
from pbm.rulesets.homelands.stock import use_grain
from pbm.rulesets.homelands.tables import CTY, SPRING, SUMMER, VIL, WINTER, tables
from pbm.rulesets.homelands.units import Units
from pbm.rulesets.homelands.world import World, copied

SUMMERS = {"bad": -1, "normal": 0, "good": 1}
"""What the weather does to a stack [5.3.5]."""
FISH_PER_POINT = 2


@dataclass(frozen=True)
class Need:
    """What a household has for the winter, and what it would eat if all were fed, in points of food."""

    grain: int
    """In the stores when feeding begins."""
    fish: int
    towns: int
    units: int
    fodder: int
    """The grain of riders and elephants."""
    herds: int
    """The grain of all herds that need any."""

    @property
    def left(self) -> int:
        return self.grain + self.fish // FISH_PER_POINT - self.towns - self.units - self.fodder - self.herds


@dataclass(frozen=True)
class Forecast:
    """How a winter ends."""

    gathered: int
    """The harvest that comes into the stores before it."""
    spoilt: int
    """What stands on the fields and finds no room."""
    feast: int
    """The grain of the festivals."""
    need: Need
    left: int
    """The grain in the stores after it."""
    units: dict[str, Units]
    """Those that dissolve, by field."""
    herds: tuple[HerdThere, ...]
    """Those that are culled or lost."""
    settlements: tuple[str, ...]
    """Those that are lost for want of food."""
    shrunk: tuple[str, ...]
    """Cities that become villages."""
    parts: int = 1
    """How many parts of the household there are that do not feed each other."""

    @property
    def is_hungry(self) -> bool:
        return bool(self.units or self.settlements or self.shrunk)

    @property
    def lost_units(self) -> int:
        return sum(sum(units.values()) for units in self.units.values())


def forecast(world: World, who: str, summer: str = "normal", winter: str = "normal", sow: bool = False) -> Forecast:
    """The coming winter of a power; `sow`: it sows all it can first, if it is spring."""
    tried = copied(world)
    if sow and tried.season == SPRING:
        for event in Sow(ALL, None).plan(Scene.now(tried, who)).events:
            event.apply(tried)
    if tried.season in (SPRING, SUMMER):
        grow(tried, summer)
    before, standing = stored(tried, who), on_fields(tried, who)
    if tried.season != WINTER:
        turn = Turn(tried, {}, Dice(b"", 0))
        record(turn, harvest(turn))
    gathered = stored(tried, who) - before
    feast = feasted(tried, who)
    tried.winter = {climate: "good" if climate == SEA else winter for climate in tried.chart.climates}
    return fed(tried, who, gathered, standing - gathered, feast)


def stored(world: World, who: str) -> int:
    found = (there.settlement for there in world.fields.values())
    return sum(own.grain for own in found if own and own.owner == who)


def on_fields(world: World, who: str) -> int:
    return sum(there.sown.grain for there in world.fields.values() if there.sown and there.sown.owner == who)


def grow(world: World, summer: str) -> None:
    for code, there in world.fields.items():
        if there.sown:
            grain = there.sown.grain + SUMMERS[summer] + world.chart[code].grain
            Grew(there.sown.owner, code, summer, grain).apply(world)


def feasted(world: World, who: str) -> int:
    """The grain of the largest festivals that are wanted and can be paid [5.3.8]."""
    board, wanted = Board(world), world.powers[who].festival
    stores = {code: own.grain for code in board.own_cus(who) if (own := world.fields[code].settlement)}
    sizes = SIZES[: SIZES.index(wanted) + 1]
    cost = max(price for size in sizes if (price := festival_cost(board, who, size)) <= sum(stores.values()))
    use_grain(world, taken(stores, cost))
    return cost


def fed(world: World, who: str, gathered: int, spoilt: int, feast: int) -> Forecast:
    board = Board(world)
    kitchens = list(larders(board, who))
    need = needed(kitchens)
    for larder in kitchens:
        larder.feed()
    reached = {code for larder in kitchens if not larder.besieged for code in larder.fields}
    hungry = [*homeless(world, who, reached), *(mouth for larder in kitchens for mouth in larder.hungry)]
    culled = [herd for larder in kitchens for herd in larder.culled]
    unfed = [
        code
        for larder in kitchens
        for rows in (larder.cities, larder.villages)
        for code, got in rows.items()
        if not got
    ]
    return Forecast(
        gathered=gathered,
        spoilt=spoilt,
        feast=feast,
        need=need,
        left=sum(larder.grain_left() for larder in kitchens),
        units=by_field(hungry),
        herds=(*culled, *stray_herds(world, who, reached)),
        settlements=tuple(sorted(unfed)),
        shrunk=tuple(code for larder in kitchens for code, got in larder.cities.items() if got == 1),
        parts=len(kitchens),
    )


def needed(kitchens: list[Larder]) -> Need:
    rows = tables()
    towns = sum(rows.buildings[what].feed * len(larder.settlements(what)) for larder in kitchens for what in (CTY, VIL))
    herds = [(larder, herd) for larder in kitchens for herd in larder.herds()]
    return Need(
        grain=sum(larder.grain_left() for larder in kitchens),
        fish=sum(larder.fish_left() for larder in kitchens),
        towns=towns,
        units=sum(larder.points() for larder in kitchens) - towns,
        fodder=sum(larder.fodder() for larder in kitchens),
        herds=sum(
            rows.herds[herd.kind].feed for larder, herd in herds if needs_feed(larder.board.world, larder.who, herd)
        ),
    )


def by_field(mouths: list[Mouth]) -> dict[str, Units]:
    found: dict[str, Units] = {}
    for code, _, key in mouths:
        units = found.setdefault(code, {})
        units[key] = units.get(key, 0) + 1
    return dict(sorted(found.items()))
