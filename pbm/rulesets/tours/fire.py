"""Missile fire: who can be seen, how likely a hit is, and what becomes of it [7]."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import ClassVar

from pbm.rules.event import Event
from pbm.rules.hexes import Cube, Hex
from pbm.rules.hexes import crossed as hexes_crossed
from pbm.rulesets.tours import leaders
from pbm.rulesets.tours.bout import FACES_OF_DIE, Bout
from pbm.rulesets.tours.doctrine import aim_of, value_of
from pbm.rulesets.tours.forces import BOWMEN, UNITS, UnitId, enemy_of
from pbm.rulesets.tours.ground import GRID, MAP, beside, distance, front
from pbm.rulesets.tours.results import Disordered, second_check
from pbm.rulesets.tours.tables import RANGE, TABLES
from pbm.rulesets.tours.telling import Seen
from pbm.rulesets.tours.world import World

PHASING, REACTION, SECOND = "fire.phasing", "fire.reaction", "second.fire"


class Fired(Seen, frozen=True):
    """A shot: the die and its modifiers, and what had to be reached."""

    archer: UnitId
    target: UnitId
    range: int
    die: int
    drm: tuple[str, ...]
    adjusted: int
    need: int
    reaction: bool = False
    verb: ClassVar = "fires"
    news: ClassVar = "{archer} {archer:fires/fire} at {target}"
    text: ClassVar = news + ", range {range}: die {die}<, makes {adjusted} with {drm}>; {need} needed"

    def apply(self, world: World) -> None:
        if not self.reaction:
            world.now.fired.add(self.archer)
            world.now.spend(self.archer, 1)


@dataclass(frozen=True)
class Shot:
    """A shot that can be made."""

    archer: str
    target: str
    range: int
    items: tuple[tuple[str, int], ...]
    need: int

    @property
    def drm(self) -> int:
        return sum(value for _, value in self.items)

    @cached_property
    def faces(self) -> int:
        """How many faces of the die would hit."""
        return min(max(FACES_OF_DIE - (self.need - self.drm), 0), FACES_OF_DIE)


@cache
def lanes(way: Cube) -> tuple[tuple[Cube, ...], ...]:
    """The lines to a hex so far away, each by the hexes between; two where the line runs along a hexside [7.4]."""
    spans = {cube: span for cube, span in hexes_crossed(way).items() if cube not in (Cube(0, 0, 0), way)}
    steps = sorted(set(spans.values()))
    along = [sorted(cube for cube in spans if spans[cube] == step) for step in steps]
    if any(len(cubes) > 1 for cubes in along):
        [both] = along
        return tuple((cube,) for cube in both)
    return (tuple(cubes[0] for cubes in along),)


@cache
def lines(start: Hex, end: Hex) -> tuple[tuple[Hex, ...], ...]:
    """The lines between two hexes that do not leave the map."""
    origin, numbers = GRID.cubes[start], GRID.numbers
    found = (tuple(numbers.get(origin.plus(cube)) for cube in lane) for lane in lanes(GRID.between(start, end)))
    return tuple(tuple(filter(None, places)) for places in found if None not in places)


def sight(world: World, side: str, start: Hex, end: Hex) -> int | None:
    """The modifier for the best line to a hex: none if it is clear, that of shower fire over units; None: no line."""
    found = (lane_drm(world, side, start, end, places) for places in lines(start, end))
    return max((drm for drm in found if drm is not None), default=None)


def lane_drm(world: World, side: str, start: Hex, end: Hex, places: Sequence[Hex]) -> int | None:
    heights = MAP.height_of
    sill = max(heights[start], heights[end])
    if any(heights[place] > sill for place in places):
        return None
    if any(world.enemy_at(place, side) and place in beside(start) for place in places):
        return None
    return TABLES.fire.drm.shower if any(place in world.standing for place in places) else 0


def shot(world: World, archer: str, start: Hex, target: str) -> Shot | None:
    """The shot of an archer from a hex at an enemy in range and sight."""
    there = world.units[target].hex
    far = distance(start, there)
    if not 0 < far <= RANGE:
        return None
    shower = sight(world, UNITS[archer].side, start, there)
    return None if shower is None else reckoned(world, archer, target, far, shower)


def reckoned(world: World, archer: str, target: str, far: int, shower: int) -> Shot:
    figures = TABLES.fire
    items = (
        ("range", TABLES.range[far]),
        ("disordered", figures.drm.disordered_firer if world.units[archer].dis else 0),
        ("shower", shower),
        ("wall", figures.drm.target_wall if world.in_wall(target) else 0),
        ("cover", TABLES.terrain[MAP.terrain_of[world.units[target].hex]].fire),
    )
    kept = tuple(item for item in items if item[1])
    return Shot(archer, target, far, kept, figures.disorder_at[UNITS[target].type])


def best_shot(world: World, archer: str, start: Hex) -> Shot | None:
    """The target with most hitting faces, at least one; then disordered, by AIM, farthest, lowest hex [16.6]."""
    found = [made for code in world.enemies(UNITS[archer].side) if (made := shot(world, archer, start, code))]
    hitting = [made for made in found if made.faces]
    return min(hitting, key=lambda made: rank(world, made), default=None)


def rank(world: World, made: Shot) -> tuple[int, bool, int, int, Hex]:
    target = world.units[made.target]
    aim = aim_of(world, made.archer).index(UNITS[made.target].type)
    return -made.faces, not target.dis, aim, -made.range, target.hex


def fire(bout: Bout, made: Shot) -> Iterator[Event]:
    """The one shot of an archer in its own player turn [7.1]."""
    yield from resolved(bout, made, PHASING)


def reaction(bout: Bout, code: str) -> Iterator[Event]:
    """Enemy archers fire at whoever moves into their front hexes [7.2]."""
    world, here = bout.world, bout.world.units[code].hex
    for archer in [other for other in BOWMEN[enemy_of(bout.side)] if other in world.units]:
        unit = world.units[archer]
        ready = not unit.eng and here in front(unit.hex, unit.face) and value_of(world, archer, "react")
        if ready and code in world.units:
            yield from resolved(bout, reckoned(world, archer, code, 1, 0), REACTION)


def resolved(bout: Bout, made: Shot, stream: str) -> Iterator[Event]:
    """The die, and all that it calls for: second check, leader, leader of a unit eliminated [7.3]."""
    world, target = bout.world, made.target
    die = bout.roll(stream)
    adjusted = die + made.drm
    leader = world.leader_with(target)
    told = tuple(f"{name} {value:+}" for name, value in made.items)
    yield Fired(made.archer, target, made.range, die, told, adjusted, made.need, stream == REACTION)
    if adjusted >= made.need:
        if world.units[target].dis:
            yield from second_check(bout, target, SECOND)
        else:
            yield Disordered(target, "fire")
    if leader and adjusted >= TABLES.fire.leader_check_at:
        yield from leaders.tried(bout, leader, leaders.FIRE)
    if target not in world.units:
        yield from leaders.bereft(bout, leader)
