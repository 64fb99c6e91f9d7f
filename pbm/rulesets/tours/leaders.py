"""Leaders: how they die, and where they are saved to [12.2]."""

from collections.abc import Iterator
from typing import ClassVar

from pbm.rules.code import Place
from pbm.rules.event import Event
from pbm.rules.hexes import SIDES as HEXSIDES
from pbm.rules.hexes import Hex
from pbm.rulesets.tours.bout import Bout
from pbm.rulesets.tours.forces import FORCES, LEADERS, LeaderId, enemy_of
from pbm.rulesets.tours.ground import beside, distance, is_passable, toward
from pbm.rulesets.tours.tables import TABLES
from pbm.rulesets.tours.telling import Seen
from pbm.rulesets.tours.world import World

FIRE, SHOCK, ALONE = "leader.fire", "leader.shock", "leader.adjacent"
RISKS = {FIRE: "under fire", SHOCK: "in the thick of it", ALONE: "alone"}


class LeaderTried(Seen, frozen=True):
    """A die for a leader's life."""

    leader: LeaderId
    risk: str
    die: int
    fate: str
    text: ClassVar = "{leader} is {risk}: the die shows {die}: {fate}"


class LeaderKilled(Seen, frozen=True):
    leader: LeaderId
    verb: ClassVar = "killed"
    text: ClassVar = "{leader} is killed"

    def apply(self, world: World) -> None:
        world.leaders[self.leader].alive = False
        world.losses[FORCES.leaders[self.leader].side] += TABLES.victory.leader_dead


class LeaderSaved(Seen, frozen=True):
    leader: LeaderId
    hex: Place
    text: ClassVar = "{leader} reaches friends in {hex}"

    def apply(self, world: World) -> None:
        world.leaders[self.leader].hex = self.hex


def tried(bout: Bout, leader: str, risk: str) -> Iterator[Event]:
    """A leader whose unit is shot at or disordered."""
    die = bout.roll(risk)
    deadly = TABLES.fire.leader_killed if risk == FIRE else TABLES.leader_shock_killed
    yield LeaderTried(leader, RISKS[risk], die, "killed" if die in deadly else "unhurt")
    if die in deadly:
        yield LeaderKilled(leader)


def left_alone(bout: Bout, leader: str) -> Iterator[Event]:
    """A leader without a unit: killed, or saved to the nearest friend; one who is surrounded has no die."""
    world, side = bout.world, FORCES.leaders[leader].side
    here = world.leaders[leader].hex
    if not is_surrounded(world, here, side):
        die = bout.roll(ALONE)
        friends = sorted(world.of(side), key=lambda code: (distance(here, world.units[code].hex), code))
        saved = die >= TABLES.leader_adjacent_survives_from and bool(friends)
        yield LeaderTried(leader, RISKS[ALONE], die, "saved" if saved else "killed")
        if saved:
            yield LeaderSaved(leader, world.units[friends[0]].hex)
            return
    yield LeaderKilled(leader)


def is_surrounded(world: World, hex: Hex, side: str) -> bool:
    around = [toward(hex, direction) for direction in HEXSIDES]
    return all(place is None or not is_passable(place) or world.enemy_at(place, side) for place in around)


def come_upon(bout: Bout, code: str) -> Iterator[Event]:
    """A unit that has moved beside a lone enemy leader, or into the same hex [12.2]."""
    world, foe = bout.world, enemy_of(bout.side)
    leader, here = world.leader_of(foe), world.units[code].hex
    if leader and (leader.hex == here or leader.hex in beside(here)) and not has_unit(world, leader.hex, foe):
        yield from left_alone(bout, LEADERS[foe])


def has_unit(world: World, hex: Hex, side: str) -> bool:
    return world.enemy_at(hex, enemy_of(side)) is not None


def bereft(bout: Bout, leader: str | None) -> Iterator[Event]:
    """The unit under a leader was eliminated."""
    if leader and bout.world.leaders[leader].alive:
        yield from left_alone(bout, leader)
