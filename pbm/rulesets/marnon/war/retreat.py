"""Where the beaten go: back, behind walls, to friendly land, aboard, or into captivity [5.34, 5.35]."""

from collections.abc import Generator, Iterable

from pbm.rules.event import Event
from pbm.rulesets.marnon.changes.fleets import Sailed
from pbm.rulesets.marnon.changes.forces import FellBack, Formed, Lost
from pbm.rulesets.marnon.codes import RAID, castle_of, is_castle_power
from pbm.rulesets.marnon.crowns.supply import Lines, is_supplied
from pbm.rulesets.marnon.map import areas, borders, by_number, is_area, is_castle, is_sea, seas_of, value_of
from pbm.rulesets.marnon.memory import Remember, inherits
from pbm.rulesets.marnon.now import Unit
from pbm.rulesets.marnon.relations import friendly, has_enemy, holder, holder_of, may_enter
from pbm.rulesets.marnon.sea.harbours import aboard, capacity
from pbm.rulesets.marnon.tables import tables
from pbm.rulesets.marnon.telling import Cornered
from pbm.rulesets.marnon.war.sides import Side
from pbm.rulesets.marnon.world import World

LAND, WALLS, ABOARD, GONE = "land", "walls", "aboard", "gone"
Flow = Generator[Event, None, str]


def open_areas(world: World, who: str, area: str) -> list[str]:
    """Friendly areas next to one, without an enemy."""
    return by_merit(world, who, (code for code in borders()[area] if is_open(world, who, code)))


def by_merit(world: World, who: str, free: Iterable[str]) -> list[str]:
    """Castle, fort, in supply, value, code [5.34]."""
    lines = Lines(world, who)

    def key(code: str) -> tuple[bool, bool, bool, int, str]:
        row = world.area(code)
        fed = world.powers[who].status in ("np", "invader") or lines.reaches(code)
        return not is_castle(code), not row.fort, not fed, -value_of(code), code

    return sorted(free, key=key)


def is_open(world: World, who: str, area: str) -> bool:
    return friendly(world, who, area) and not has_enemy(world, who, area)


def from_list(world: World, who: str, code: str, area: str) -> str | None:
    """The first area of the RETREAT list that will do."""
    wanted = world.force(who, code).retreat
    return next((each for each in wanted if each in borders()[area] and is_open(world, who, each)), None)


def room_inside(world: World, castle: str, who: str) -> int:
    held = sum(force.points for force in world.own_in(who, castle).values() if force.inside)
    return max(tables().siege.most_inside - held, 0)


def beaten(world: World, area: str, side: Side, attacking: bool) -> Generator[Event, None, dict[Unit, str]]:
    """Each force of a side goes its own way."""
    found: dict[Unit, str] = {}
    for unit in side.standing(world):
        before = {*world.powers[unit[0]].forces}
        found[unit] = yield from (back(world, area, unit) if attacking else away(world, area, unit))
        for code in [code for code in world.powers[unit[0]].forces if code not in before]:
            side.units.append((unit[0], code))
            found[unit[0], code] = LAND if is_area(world.force(unit[0], code).at) else ABOARD
    return found


def back(world: World, area: str, unit: Unit) -> Flow:
    """An attacker goes where it came from."""
    memory = world.now
    who, code = unit
    origin = memory.sealifted.get(unit) or world.force(*unit).origin or ""
    if is_castle_power(who) and code == RAID:
        return (yield from raiders_home(world, unit))
    if unit in memory.lent:
        return (yield from surrendered(world, unit, (), "the ships that brought it have gone"))
    if memory.came.get(unit) == "landed" and unit not in memory.sealifted:
        return (yield from embarked(world, area, unit, landed=True))
    if is_area(origin) and not has_enemy(world, who, origin):
        yield FellBack(who, code, origin)
        return LAND
    if unit in memory.entered:
        return (yield from embarked(world, area, unit, ways=[origin] if is_area(origin) else []))
    return (yield from away(world, area, unit))


def away(world: World, area: str, unit: Unit) -> Flow:
    """A defender goes by its list, into its own castle there, to friendly land, or aboard."""
    who, code = unit
    if is_castle_power(who) and code == RAID:
        return (yield from raiders_home(world, unit))
    if target := from_list(world, who, code, area):
        yield FellBack(who, code, target)
        return LAND
    if is_castle(area) and holder(world, area) == who and room_inside(world, area, who):
        return (yield from shut_in(world, area, unit))
    return (yield from driven_off(world, area, unit))


def driven_off(world: World, area: str, unit: Unit) -> Flow:
    """Anywhere but behind walls."""
    who, code = unit
    target = from_list(world, who, code, area) or next(iter(open_areas(world, who, area)), None)
    if target:
        yield FellBack(who, code, target)
        return LAND
    return (yield from embarked(world, area, unit, ways=borders()[area]))


def shut_in(world: World, castle: str, unit: Unit) -> Flow:
    """Up to 2000 points find room; the rest goes on [5.45]."""
    who, code = unit
    force, room = world.force(*unit), room_inside(world, castle, who)
    if force.points > room:
        new = world.free_code(who, "A")
        yield Formed(who, new, code, force.points - room)
        yield from inherits(world, who, new, code)
        yield FellBack(who, code, castle, "went behind the walls of", True)
        yield from shut_out(world, castle, (who, new))
    else:
        yield FellBack(who, code, castle, "went behind the walls of", True)
    return WALLS


def shut_out(world: World, castle: str, unit: Unit) -> Flow:
    """No room behind the walls: to land beside the castle, aboard, or to land a march away [5.36]."""
    who = unit[0]
    room = any(capacity(fleet) > aboard(world, who, fleet) for fleet in near_fleets(world, who, castle, full=True))
    far = None if room or open_areas(world, who, castle) else next(iter(farther_areas(world, who, castle)), None)
    if far:
        yield FellBack(*unit, far)
        return LAND
    return (yield from driven_off(world, castle, unit))


def farther_areas(world: World, who: str, castle: str) -> list[str]:
    """Friendly areas a march of two away, by one without an enemy that may be entered."""
    halfway = [area for area in borders()[castle] if may_enter(world, who, area) and not has_enemy(world, who, area)]
    found = {area: None for mid in halfway for area in open_areas(world, who, mid) if area != castle}
    return by_merit(world, who, found)


def raiders_home(world: World, unit: Unit) -> Flow:
    castle = castle_of(unit[0])
    yield FellBack(*unit, castle, "went home to", world.siege(castle) is not None)
    return LAND


def surrendered(world: World, unit: Unit, ways: Iterable[str], why: str, points: int | None = None) -> Flow:
    """All of a force, or the points that find no room; it is told who holds each way."""
    held = tuple((area, holder_of(world, unit[0], area) or "") for area in ways)
    yield Cornered(*unit, held, why)
    yield Lost(*unit, world.force(*unit).points if points is None else points, "surrendered")
    return GONE


def embarked(world: World, area: str, unit: Unit, landed: bool = False, ways: Iterable[str] = ()) -> Flow:
    """Aboard one's own fleets; from a port that was one's own at full room, else at half. The rest surrender."""
    who, code = unit
    force = world.force(*unit)
    full = not landed and areas()[area].port and holder_or_owner(world, area) == who
    left, zone = force.points, ""
    for fleet in near_fleets(world, who, area, full):
        room = capacity(fleet, coast=not full) - aboard(world, who, fleet)
        part = min(left, room)
        if part > 0:
            row = world.powers[who].fleets[fleet]
            if not is_sea(row.at):
                yield Sailed(who, fleet, row.at, seas_of(area)[0])
            zone = zone or str(row.at)
            held = world.now.cargo.get((who, fleet), {})
            yield Remember("cargo", (who, fleet), {**held, code: held.get(code, 0) + part})
            left -= part
    if not zone:
        return (yield from surrendered(world, unit, ways, "no fleet near it has room" if seas_of(area) else ""))
    if left:
        yield from surrendered(world, unit, ways, "the fleets near it are full", left)
    yield FellBack(who, code, zone, "was taken aboard in")
    return ABOARD


def holder_or_owner(world: World, area: str) -> str | None:
    return world.owner(area)


def near_fleets(world: World, who: str, area: str, full: bool) -> list[str]:
    """Fleets in the seas of an area, and in its port if that was one's own."""
    places = [*seas_of(area), *([area] if full else [])]
    fleets = world.powers[who].fleets
    return sorted((code for code, fleet in fleets.items() if fleet.at in places), key=by_number)


def haven(world: World, who: str, code: str, area: str) -> str | None:
    """An area next to it that keeps a force in supply: the list, then the usual order [5.31]."""
    force = world.force(who, code)
    wanted = [each for each in force.retreat if each in borders()[area] and is_open(world, who, each)]
    for target in (*wanted, *open_areas(world, who, area)):
        if is_supplied(world, who, force, code, at=target):
            return target
    return None
