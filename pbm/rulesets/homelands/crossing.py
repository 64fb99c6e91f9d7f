"""Which borders may be crossed, by whom, and who is stopped behind them [5.4.2, 5.4.3, 5.4.5, 5.18.16, 5.18.27]."""

from pbm.rules.order import Refusal, lasting
from pbm.rulesets.homelands.board import Board
from pbm.rulesets.homelands.chart import BLACK, BLACKRIVER, COAST, MOUNTAIN, OPEN, SEA, WETLAND
from pbm.rulesets.homelands.tables import WINTER, tables
from pbm.rulesets.homelands.units import ARRIVED, STOPPED, Units, kind, marked
from pbm.rulesets.homelands.world import World

MOVE = "5.4.2"


def border_refusal(world: World, board: Board, who: str, origin: str, target: str, unit: str) -> Refusal | None:
    """Why a land unit cannot cross from a field to another; room aboard is another matter."""
    border = world.chart.border(origin, target)
    if border is None or border == SEA:
        return lasting(MOVE, f"{world.called(target)} is not next to {world.called(origin)}")
    if border == COAST:
        return None
    if is_barred(world, origin, target):
        return Refusal("5.3.9", "the winter is bad there: nobody moves over land")
    if border == BLACK and not crosses_black(world, who, origin, target, unit):
        return Refusal("5.4.2", "a black line is between them")
    if border == BLACKRIVER and not crosses_river(world, board, who, origin, target):
        return Refusal("5.18.27", "the black river cannot be crossed now")
    return None


def is_barred(world: World, origin: str, target: str) -> bool:
    """A bad winter bars the way over land, from and to fields of that climate [5.3.9]."""
    if world.season != WINTER or world.chart.border(origin, target) not in (OPEN, BLACK, BLACKRIVER):
        return False
    return any(world.winter.get(world.chart[code].climate) == "bad" for code in (origin, target))


def crosses_black(world: World, who: str, origin: str, target: str, unit: str) -> bool:
    faction = world.faction(who)
    if kind(unit).type != "LI" or not faction.cross_black:
        return False
    inside = [world.chart[code].region in faction.limits for code in (origin, target)]
    return not faction.limits or all(inside)


def crosses_river(world: World, board: Board, who: str, origin: str, target: str) -> bool:
    section = world.chart.crossings.get(frozenset((origin, target)))
    if section is None:
        return False
    river = world.chart.sections[section].river
    ships = section in board.world.fields and board.ships(who, section)
    return bool(ships) or world.faction(who).cross_river == river or section in world.round.rivers


def on_arrival(world: World, units: Units, target: str, marks: str) -> Units:
    """The units as they come: rough ground stops all but light infantry [5.4.5]."""
    if not world.chart[target].is_rough:
        return marked(units, marks + ARRIVED)
    found: Units = {}
    for key, count in units.items():
        found.update(marked({key: count}, marks + ARRIVED + ("" if kind(key).type == "LI" else STOPPED)))
    return found


# ships


def may_beach(world: World, who: str, target: str) -> bool:
    """Whether ships may stand in the open on a land field: in marshes anybody's, elsewhere those of Vikings."""
    spot = world.chart[target]
    if not spot.is_land or spot.colour == MOUNTAIN:
        return False
    return (spot.colour == WETLAND and not spot.part) or world.faction(who).ships_on_land


def is_water_way(world: World, who: str, origin: str, target: str) -> bool:
    """Whether ships may go from one field to the other, if they find a yard or may stand there."""
    border = world.chart.border(origin, target)
    if border == SEA:
        return True
    if border == COAST:
        return True
    return is_river_way(world, who, origin, target)


def is_river_way(world: World, who: str, origin: str, target: str) -> bool:
    """Along a river, field by field [5.18.16]."""
    return world.faction(who).river_ships and target in world.chart.streams.get(origin, ())


def capacity(units: Units) -> int:
    """The size points that ships carry."""
    return sum(count * tables().units[kind(key).type].carries for key, count in units.items())


def load(units: Units) -> int:
    """The size points of cargo."""
    return sum(count * tables().units[kind(key).type].size for key, count in units.items())
