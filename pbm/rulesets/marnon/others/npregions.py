"""Regions without a player: their moves, their growth, their end [5.80, 11.3]."""

from collections.abc import Iterator
from typing import ClassVar

from pbm.rules.code import Place, Power
from pbm.rules.engine import Turn
from pbm.rules.event import Event, OfPower
from pbm.rulesets.marnon.changes.areas import Taken, sieges_over
from pbm.rulesets.marnon.changes.fleets import FleetCame
from pbm.rulesets.marnon.changes.forces import Raised, remove_force
from pbm.rulesets.marnon.land.arriving import in_contact, np_port
from pbm.rulesets.marnon.land.march import marched
from pbm.rulesets.marnon.land.ways import Leg, allowance, barred
from pbm.rulesets.marnon.map import borders, is_castle, ports, spread, territories, value_of
from pbm.rulesets.marnon.pieces import Force
from pbm.rulesets.marnon.relations import at_war, enemies_in, enemy_points
from pbm.rulesets.marnon.tables import LEAST_FORCE, tables
from pbm.rulesets.marnon.war.control import seats_moved
from pbm.rulesets.marnon.world import World

ENOUGH = (5, 4)


class Conquered(OfPower, frozen=True):
    """A region without a player is no more."""

    region: Place
    by: Power | None
    parties: ClassVar = ("by",)
    verb: ClassVar = "conquered"
    text: ClassVar = "{region} {region:is/are} conquered<; {region:its/their} castle is in the hands of {by}>"

    def apply(self, world: World) -> None:
        power = world.powers[self.who]
        for code in list(power.forces):
            remove_force(world, self.who, code)
        power.fleets.clear()
        power.status = "out"
        world.np_regions.pop(self.region)
        world.track.pop(self.region, None)
        sieges_over(world, self.who)


def land_of(world: World, who: str) -> list[str]:
    """Its six territories and its castle: castle first, then value, then code."""
    power = world.powers[who]
    own = [*territories(power.home or ""), *([power.castle] if power.castle else [])]
    return sorted(own, key=lambda code: (not is_castle(code), -value_of(code), code))


def awake(world: World) -> list[str]:
    found = [who for who, power in world.powers.items() if power.status == "np" and is_awake(world, power.home)]
    return sorted(found, key=lambda who: world.powers[who].home or "")


def is_awake(world: World, region: str | None) -> bool:
    row = world.np_regions.get(region or "")
    return row is not None and row.awake


def np_marches(turn: Turn[World]) -> Iterator[Event]:
    """After all powers, by number; a keeper who sends orders moves it himself."""
    for who in awake(turn.world):
        if who not in turn.sheets or not turn.sheets[who].lines:
            yield from strikes_back(turn, who)
            yield from falls_back(turn, who)


def is_bound(world: World, who: str, code: str) -> bool:
    """Under 500, in contact, besieged, has moved, or the last of 500 in the castle."""
    force = world.force(who, code)
    if force.points < LEAST_FORCE or (who, code) in world.now.moved or world.is_besieged(force) or force.reserve:
        return True
    if in_contact(world, who, force.at):
        return True
    castle = world.powers[who].castle
    if force.at != castle or castle is None:
        return False
    return sum(other.points >= LEAST_FORCE for other in world.own_in(who, castle).values()) <= 1


def strikes_back(turn: Turn[World], who: str) -> Iterator[Event]:
    """To every area that is lost or holds an enemy: the largest force that can, with 5/4 of his points."""
    world = turn.world
    for area in land_of(world, who):
        enemy = enemy_points(world, who, area)
        if world.owner(area) == who and not enemy:
            continue
        if world.owner(area) != who and friendly_held(world, who, area):
            continue
        able = [
            code
            for code in world.numbered(who, "forces")
            if not is_bound(world, who, code)
            and ENOUGH[1] * world.force(who, code).points >= ENOUGH[0] * enemy
            and way(world, who, code, area)
        ]
        if able:
            code = max(able, key=lambda each: world.force(who, each).points)
            yield from marched(turn, who, code, None, legs(way(world, who, code, area)))


def friendly_held(world: World, who: str, area: str) -> bool:
    """Whether a lost area is held by somebody it is not at war with."""
    owner = world.owner(area)
    return owner is not None and not at_war(world, who, owner)


def legs(path: list[str]) -> list[Leg]:
    return [Leg(""), *(Leg(area) for area in path)]


def way(world: World, who: str, code: str, goal: str) -> list[str]:
    """The shortest legal march of at most two areas through its land, ties by code; empty if there is none."""
    start, land = world.force(who, code).at or "", land_of(world, who)
    if start == goal:
        return []
    paths = [[goal]] if goal in borders()[start] else []
    paths += [[mid, goal] for mid in sorted(borders()[start]) if goal in borders()[mid] and mid in land]
    for path in paths:
        held = any(force.points >= LEAST_FORCE for mid in path[:-1] for _, _, force in enemies_in(world, who, mid))
        if held or len(path) > allowance(world, who, [start, *path]) or barred(world, who, start, path):
            continue
        return path
    return []


def falls_back(turn: Turn[World], who: str) -> Iterator[Event]:
    """A force beside more enemies than it has itself goes one area towards the castle."""
    world = turn.world
    castle = world.powers[who].castle
    if castle is None or world.owner(castle) != who:
        return
    for code in world.numbered(who, "forces"):
        force = world.force(who, code)
        if is_bound(world, who, code) or force.at == castle or not threatened(world, who, force):
            continue
        best = next_towards(world, who, force.at or "", castle)
        if best and not barred(world, who, force.at or "", [best]):
            yield from marched(turn, who, code, None, legs([best]))


def next_towards(world: World, who: str, here: str, castle: str) -> str | None:
    """The next area of the shortest way to its castle over land of its own without enemies, if it is nearer there."""
    free = {area for area in land_of(world, who) if world.owner(area) == who and not enemies_in(world, who, area)}
    far = spread([castle], free.__contains__)
    ways = [area for area in sorted(borders()[here]) if area in free and area in far]
    best = min(ways, key=lambda area: (far[area], area), default=None)
    return best if best is not None and far[best] < far_from(far, here) else None


def far_from(far: dict[str, int], area: str) -> int:
    return min((far[beside] + 1 for beside in borders()[area] if beside in far), default=99)


def threatened(world: World, who: str, force: Force) -> bool:
    return any(enemy_points(world, who, area) > force.points for area in borders()[force.at or ""])


# the end of the turn


def regions_grow(turn: Turn[World]) -> Iterator[Event]:
    """8b: conquered, or 250 points and a fleet more."""
    world = turn.world
    for who in awake(world):
        if is_conquered(world, who):
            yield from conquered(turn, who)
        else:
            yield from reinforced(world, who)


def is_conquered(world: World, who: str) -> bool:
    power = world.powers[who]
    lost = sum(world.owner(code) != who for code in territories(power.home or ""))
    return power.castle is not None and world.owner(power.castle) != who and lost >= 3


def reinforced(world: World, who: str) -> Iterator[Event]:
    power, row = world.powers[who], tables().np_region
    more = min(row.replace, row.most_points - power.points)
    castle = power.castle
    if more > 0:
        if castle and world.owner(castle) == who and not world.siege(castle):
            yield Raised(who, world.largest(who, castle) or world.free_code(who, "A"), castle, more, "new troops")
        elif power.forces:
            code = max(world.numbered(who, "forces"), key=lambda each: power.forces[each].points)
            yield Raised(who, code, power.forces[code].at, more, "new troops")
    port = np_port(world, who)
    if port and len(power.fleets) < row.most_fleets:
        yield FleetCame(who, world.free_code(who, "F"), port, "built")


def conquered(turn: Turn[World], who: str) -> Iterator[Event]:
    """The holder of its castle gets a force, a fleet if one is left, and the territories it still had."""
    world = turn.world
    power = world.powers[who]
    heir = world.owner(power.castle)
    region = power.home or ""
    fleet = next(iter(world.numbered(who, "fleets")), None)
    berth = power.fleets[fleet].at if fleet else None
    left = [code for code in territories(region) if world.owner(code) == who]
    yield Conquered(who, region, heir)
    able = heir is not None and heir in world.powers
    for area in left:
        new = heir if able and not enemies_in(world, str(heir), area) else None
        yield Taken(area, who, new)
        if new:
            yield from seats_moved(turn, area, None, new)
    if able and world.powers[str(heir)].status != "invader":
        points = tables().np_region.conqueror_gets
        yield Raised(str(heir), world.free_code(str(heir), "A"), power.castle, points, f"{region} is conquered")
        yield from heir_fleet(world, str(heir), fleet, berth)


def heir_fleet(world: World, heir: str, fleet: str | None, berth: str | None) -> Iterator[Event]:
    own = [code for code in ports() if world.owner(code) == heir]
    port = berth if berth in own else next(iter(own), None)
    if fleet and port:
        yield FleetCame(heir, world.free_code(heir, "F"), port, "the last fleet of a conquered region")


def sleeping(world: World, area: str) -> bool:
    """Whether an area belongs to a region that is asleep."""
    owner = world.owner(area)
    return (
        owner is not None
        and owner in world.powers
        and world.powers[owner].status == "np"
        and not is_awake(world, world.powers[owner].home)
    )
