"""Where a force may go and what it costs: land, burgs, fleets and sea transport [15.0, 16.0, 19.0, 19.1]."""

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush

from pbm.rules.order import Refusal
from pbm.rulesets.twilight.map import area_of, chart
from pbm.rulesets.twilight.segments import Voyage
from pbm.rulesets.twilight.tables import tables
from pbm.rulesets.twilight.units import Stack
from pbm.rulesets.twilight.world import World, called

ROUGH = ("river", "mountain")
PORT, LAND = "port", "land"
LANDING = {"burg": "land_in_friendly_port", "land": "land_in_area", "peripheral": "land_in_own_peripheral"}


def op_cost(name: str) -> int:
    return tables().op_costs[name]


def not_passable(world: World, who: str, stack: Stack, origin: str, target: str) -> Refusal | None:
    """Why a force can never go from one place to the other, whatever it costs."""
    start, goal = chart()[origin], chart()[target]
    if target not in start.links:
        return Refusal("15.0", f"{called(target)} is not next to {called(origin)}")
    if stack.is_fleet:
        return None if goal.kind == "sea" else Refusal("19.0", "fleets stay at sea")
    if goal.kind == "sea":
        return cannot_cross(world, who, target)
    if foreign_home(world, who, target):
        return Refusal("16.0", f"{called(target)} belongs to another power")
    if goal.kind == "burg":
        return cannot_enter(world, who, origin, target)
    return None


def foreign_home(world: World, who: str, place: str) -> bool:
    owners = world.owners(place)
    return bool(owners) and who not in owners


def cannot_enter(world: World, who: str, origin: str, burg: str) -> Refusal | None:
    """A burg holds one force, and from the sea it must be a port where friends stand."""
    if world.foreign(burg, who):
        return Refusal("15.0", f"an enemy holds {called(burg)}")
    if chart()[origin].kind == "sea" and not (chart()[burg].port and world.stacks(burg, who)):
        return Refusal("19.1", f"{called(burg)} is no port in which friends stand")
    return None


def cannot_cross(world: World, who: str, sea: str) -> Refusal | None:
    """A land force needs a fleet of its own, and no stronger fleet that bars the way [19.1]."""
    own = world.number(sea, who)
    if not own:
        return Refusal("19.1", f"no fleet of {called(who)} is in {called(sea)}")
    barring = [other for other in world.foreign(sea, who) if world.number(sea, other) > own]
    if strong := [other for other in barring if not permits(world, other, who, sea)]:
        return Refusal("19.1", f"the fleet of {called(strong[0])} bars {called(sea)}")
    return None


def permits(world: World, other: str, who: str, sea: str) -> bool:
    """Whether a power lets another pass: its own player's and one without a player always do."""
    if world.player_of(other) is None or world.kin(other, who):
        return True
    allowed = world.doctrine(other).permit
    return f"{who} {sea}" in allowed or f"{who} ALL" in allowed


def cost(world: World, who: str, stack: Stack, origin: str, target: str, voyage: Voyage | None) -> int:
    """The OP for a step that is possible."""
    start, goal = chart()[origin], chart()[target]
    leaving = op_cost("leave_enemies") if leaves_enemies(world, who, origin) else 0
    if stack.is_fleet:
        return op_cost("fleet_to_sea") + leaving
    if goal.kind == "sea":
        by = voyage.embarked if voyage else embarkation(origin)
        each = op_cost("embarked_from_port_per_sea" if by == PORT else "embarked_from_land_per_sea")
        return each + (leaving if start.kind != "sea" else 0)
    if start.kind == "sea":
        return landing_cost(target)
    if "burg" in (start.kind, goal.kind):
        return op_cost("burg_in_or_out") + (leaving if goal.kind == "burg" else 0)
    entry = op_cost("own_peripheral" if goal.kind == "peripheral" else "land_area")
    rough = op_cost("river_or_mountain") if start.links[target] in ROUGH else 0
    return entry + rough + leaving


def landing_cost(target: str) -> int:
    kind = chart()[target].kind
    return op_cost(
        {"burg": "land_in_friendly_port", "land": "land_in_area", "peripheral": "land_in_own_peripheral"}[kind]
    )


def leaves_enemies(world: World, who: str, origin: str) -> bool:
    """Enemies in the very place it leaves; a burg is left freely."""
    return chart()[origin].kind != "burg" and bool(world.foreign(origin, who))


def embarkation(origin: str) -> str:
    return PORT if chart()[origin].port else LAND


def step(
    world: World, who: str, stack: Stack, origin: str, target: str, voyage: Voyage | None, op: int
) -> int | Refusal:
    """The cost of a step, or why it cannot be made with those OP."""
    if refusal := not_passable(world, who, stack, origin, target):
        return refusal
    price = cost(world, who, stack, origin, target, voyage)
    if price > op:
        return Refusal("15.0", f"it costs {price} OP, and {op or 'none'} {'is' if op == 1 else 'are'} left")
    if chart()[target].kind == "sea" and not stack.is_fleet:
        journey = voyage or Voyage(embarkation(origin), origin)
        emptied = origin if world.number(origin, who) == stack.size else None
        ways = [
            way for way in ways_ashore(world, who, stack, target, journey) if way.place != emptied or is_land(way.place)
        ]
        if not any(way.cost <= op - price for way in ways):
            left = f"{op - price or 'no'} OP"
            return Refusal("19.1", f"after this step there are {left}: too few to land from {called(target)}")
    return price


def is_land(place: str) -> bool:
    """A port that was left empty is no friendly one any more; an area may always be landed in."""
    return chart()[place].kind != "burg"


@dataclass(frozen=True, order=True)
class Way:
    """A way ashore: the cheapest first, then a friendly port, a friendly area, where it came from, the code."""

    cost: int
    unfriendly: int
    elsewhere: bool
    place: str


def ways_ashore(world: World, who: str, stack: Stack, sea: str, voyage: Voyage) -> list[Way]:
    """Every place where a force at sea may land, by way of seas it may enter."""
    return sorted(landings(world, who, stack, sea, voyage))


def landings(world: World, who: str, stack: Stack, sea: str, voyage: Voyage) -> Iterator[Way]:
    reached: dict[str, int] = {}
    queue = [(0, sea)]
    while queue:
        spent, here = heappop(queue)
        if here in reached:
            continue
        reached[here] = spent
        for target in sorted(chart()[here].links):
            if not_passable(world, who, stack, here, target):
                continue
            if chart()[target].kind == "sea":
                heappush(queue, (spent + cost(world, who, stack, here, target, voyage), target))
            else:
                yield Way(
                    spent + landing_cost(target),
                    friendliness(world, who, target),
                    target != area_of(voyage.origin),
                    target,
                )


def friendliness(world: World, who: str, place: str) -> int:
    if chart()[place].kind == "burg":
        return 0
    return 1 if world.stacks(place, who) else 2
