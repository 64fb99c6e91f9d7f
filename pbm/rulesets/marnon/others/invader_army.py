"""The forces of the invader on land [5.97, 6.6]."""

from collections.abc import Iterator

from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rulesets.marnon.changes.forces import Formed, Went
from pbm.rulesets.marnon.codes import INVADER
from pbm.rulesets.marnon.land.arriving import arrived, in_contact
from pbm.rulesets.marnon.land.ways import weather_bars
from pbm.rulesets.marnon.map import (
    areas,
    borders,
    by_number,
    castles,
    distances,
    is_area,
    is_castle,
    shortest,
    value_of,
)
from pbm.rulesets.marnon.memory import Remember, inherits
from pbm.rulesets.marnon.relations import allied, enemy_points, owner_of
from pbm.rulesets.marnon.tables import tables
from pbm.rulesets.marnon.world import World

ABLE = 1000
LEFT = 500


def is_automatic(world: World) -> bool:
    return world.settings.invader_player == "none"


def able_forces(world: World) -> list[str]:
    """1000 points and more, not in contact, not besieging, by number."""
    return [
        code
        for code in world.numbered(INVADER, "forces")
        if (force := world.force(INVADER, code)).points >= ABLE
        and is_area(force.at)
        and not in_contact(world, INVADER, force.at)
        and not is_besieging(world, force.at)
        and not world.is_besieged(force)
        and (INVADER, code) not in world.now.moved
    ]


def is_besieging(world: World, area: str | None) -> bool:
    siege = world.siege(area)
    return siege is not None and siege.by == INVADER


def is_its(world: World, area: str) -> bool:
    """Its own or an ally's."""
    owner = owner_of(world, area)
    return owner is not None and (owner == INVADER or allied(world, INVADER, owner))


def land_phase(turn: Turn[World]) -> Iterator[Event]:
    """All that its land die orders, in its first go."""
    world = turn.world
    if INVADER not in world.powers or not is_automatic(world) or not world.now.invader_land:
        return
    plan = tables().invader.land[world.now.invader_land]
    if plan == "castle":
        yield from towards_castle(turn)
    elif plan in ("one", "two"):
        yield from to_territories(turn, 1 if plan == "one" else 2)
    elif plan == "build up":
        yield from to_base(turn)


def towards_castle(turn: Turn[World]) -> Iterator[Event]:
    """The nearest castle that is not its own: every able force next to the next area on the way goes there."""
    world = turn.world
    able = able_forces(world)
    goals = [code for code in castles() if not is_its(world, code)]
    if not able or not goals:
        return
    far = {goal: min(distance(world, code, goal) for code in able) for goal in goals}
    nearest = sorted(goal for goal in goals if far[goal] == min(far.values()))
    castle = nearest[0] if len(nearest) == 1 else turn.dice.pick("invasion.castle", nearest)
    if far[castle] == 0:
        return
    leader = min(
        (code for code in able if distance(world, code, castle) == far[castle]),
        key=lambda code: (-world.force(INVADER, code).points, by_number(code)),
    )
    goal = shortest(world.force(INVADER, leader).at or "", castle)[0]
    yield from advance(turn, goal, [code for code in able if can_enter(world, code, goal)])


def distance(world: World, code: str, goal: str) -> int:
    return distances(world.force(INVADER, code).at or "")[goal]


def can_enter(world: World, code: str, goal: str) -> bool:
    """Whether it stands next to the goal, and no bad weather stops it [5.98]."""
    at = world.force(INVADER, code).at or ""
    return goal in borders()[at] and weather_bars(world, INVADER, [at, goal]) is None


def to_territories(turn: Turn[World], number: int) -> Iterator[Event]:
    """One or two territories next to able forces, at random."""
    world = turn.world
    beside = {area for code in able_forces(world) for area in borders()[world.force(INVADER, code).at or ""]}
    goals = sorted(area for area in beside if not is_castle(area) and not is_its(world, area))
    chosen = goals if len(goals) <= number else turn.dice.draw("invasion.target", goals, number)
    for goal in chosen:
        enemy = enemies_at(world, goal)
        able = [code for code in able_forces(world) if can_enter(world, code, goal)]
        able.sort(key=lambda code: (-world.force(INVADER, code).points, by_number(code)))
        sent: list[str] = []
        for code in able:
            if sent and marching_points(world, sent) >= 2 * enemy:
                break
            sent.append(code)
        yield from advance(turn, goal, sent)


def enemies_at(world: World, area: str) -> int:
    return enemy_points(world, INVADER, area)


def marching_points(world: World, codes: list[str]) -> int:
    return sum(world.force(INVADER, code).points - LEFT for code in codes)


def to_base(turn: Turn[World]) -> Iterator[Event]:
    world = turn.world
    base = base_of(world)
    if base:
        yield from advance(turn, base, [code for code in able_forces(world) if can_enter(world, code, base)], True)


def advance(turn: Turn[World], goal: str, codes: list[str], home: bool = False) -> Iterator[Event]:
    """By number, each leaves 500 behind and goes with the rest; fewer than the enemy has there: called off."""
    world = turn.world
    if not codes or (not home and marching_points(world, codes) < enemies_at(world, goal)):
        return
    for code in sorted(codes, key=by_number):
        here = world.force(INVADER, code).at or ""
        new = world.free_code(INVADER, "A")
        yield Formed(INVADER, new, code, LEFT)
        yield from inherits(world, INVADER, new, code)
        yield Went(INVADER, code, here, goal)
        yield Remember("moved", (INVADER, code))
        yield from arrived(turn, INVADER, code, "river" if borders()[here][goal] == "river" else "")


def base_of(world: World) -> str | None:
    """Its castle, else its port of highest value, else where its lowest-numbered force stands."""
    own = world.owned(INVADER)
    held = [code for code in own if is_castle(code)]
    harbours = sorted((code for code in own if areas()[code].port), key=lambda code: (-value_of(code), code))
    forces = world.numbered(INVADER, "forces")
    stands = [str(world.force(INVADER, code).at) for code in forces if is_area(world.force(INVADER, code).at)]
    return next(iter([*held, *harbours, *stands]), None)
