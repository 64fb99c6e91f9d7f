"""Diplomats who travel, and regiments that march to join their force [5.84, 5.86]."""

from collections.abc import Iterator
from itertools import pairwise
from typing import ClassVar

from pbm.rules.code import Place
from pbm.rules.engine import Turn
from pbm.rules.event import Event, OfPower
from pbm.rules.order import Refusal
from pbm.rules.plan import Done, refused
from pbm.rulesets.marnon.changes.forces import Merged, Went
from pbm.rulesets.marnon.land.ways import allowance
from pbm.rulesets.marnon.map import RIVER, adjacent, borders, is_area, shortest
from pbm.rulesets.marnon.memory import Remember
from pbm.rulesets.marnon.order import MarnonOrder, Scene, Words, action
from pbm.rulesets.marnon.relations import at_war, has_enemy
from pbm.rulesets.marnon.tables import LEAST_FORCE
from pbm.rulesets.marnon.war.retreat import driven_off
from pbm.rulesets.marnon.world import World

ENVOYS = "envoys"
REACH = 2


class DiplomatMoved(OfPower, frozen=True):
    diplomat: str
    target: Place
    text: ClassVar = "{diplomat} went to {target}"

    def apply(self, world: World) -> None:
        world.powers[self.who].diplomats[self.diplomat].at = self.target


class DiplomatLost(OfPower, frozen=True):
    diplomat: str
    text: ClassVar = "{diplomat} is lost"

    def apply(self, world: World) -> None:
        del world.powers[self.who].diplomats[self.diplomat]


class Unbound(OfPower, frozen=True):
    """A regiment whose force is gone is a plain force."""

    force: str
    text: ClassVar = "{force} is a force of its own now"

    def apply(self, world: World) -> None:
        world.force(self.who, self.force).joins = None


@action("5.86", form="ENVOY {diplomat} {areas}", meaning="send {diplomat} to {areas}")
class Envoy(MarnonOrder, frozen=True):
    """Move a diplomat two areas over any border."""

    step: ClassVar = ENVOYS
    diplomat: str
    areas: Words

    def wrong(self, world: World, who: str) -> Refusal | None:
        return None if world.settings.diplomacy == "envoys" else Refusal("5.86", "this game is played without envoys")

    def plan(self, at: Scene) -> Done:
        reason = self.wrong(at.world, at.who) or self.no_journey(at)
        return refused(reason) if reason else Done("ok", self.travelled(at))

    def no_journey(self, at: Scene) -> Refusal | None:
        row = at.power.diplomats.get(self.diplomat)
        if row is None or not is_area(row.at):
            return Refusal("5.86", f"you have no {self.diplomat}")
        if (at.who, self.diplomat) in at.world.now.moved:
            return Refusal("5.86", f"{self.diplomat} has travelled this turn")
        path = [str(row.at), *map(str, self.areas)]
        if len(self.areas) > REACH or not all(adjacent(a, b) for a, b in pairwise(path)):
            return Refusal("5.86", "a diplomat travels two areas, from one to the next")
        return None

    def travelled(self, at: Scene) -> Iterator[Event]:
        yield Remember("moved", (at.who, self.diplomat))
        yield DiplomatMoved(at.who, self.diplomat, str(self.areas[-1]))


def expelled(turn: Turn[World]) -> Iterator[Event]:
    """A diplomat beside an enemy force goes back to the seat."""
    world = turn.world
    for who in world.ranked(world.players()):
        power = world.powers[who]
        for code, row in list(power.diplomats.items()):
            if is_area(row.at) and row.at != power.seat and menaced(world, who, str(row.at)):
                if power.seat:
                    yield DiplomatMoved(who, code, power.seat)
                else:
                    yield DiplomatLost(who, code)


def menaced(world: World, who: str, area: str) -> bool:
    return any(
        force.points >= LEAST_FORCE and at_war(world, who, other)
        for other, _, force in world.forces_in(area)
        if other != who
    )


# regiments


def regiments(turn: Turn[World]) -> Iterator[Event]:
    """At the end of 3b new regiments march on to their force, up to two areas."""
    world = turn.world
    for who in world.ranked(world.players()):
        for code in world.numbered(who, "forces"):
            force = world.powers[who].forces.get(code)
            if force and force.joins:
                yield from marches_on(world, who, code)
    yield from driven(turn)


def marches_on(world: World, who: str, code: str) -> Iterator[Event]:
    force = world.force(who, code)
    target = world.powers[who].forces.get(force.joins or "")
    if target is None:
        yield Unbound(who, code)
        return
    if is_area(target.at) and target.at != force.at:
        goal = str(target.at)
        way = shortest(str(force.at), goal, lambda area: passable(world, who, area, goal))
        for area in legal(world, who, str(force.at), way):
            yield Went(who, code, force.at, area, "marched on")
    if force.at == target.at:
        yield Merged(who, code, force.joins or "")


def passable(world: World, who: str, area: str, goal: str) -> bool:
    if area == goal:
        return not menaced(world, who, area)
    return world.owner(area) == who and not has_enemy(world, who, area)


def legal(world: World, who: str, start: str, way: list[str]) -> list[str]:
    """As far as a plain march may go."""
    found: list[str] = []
    for area in way:
        path = [start, *found, area]
        crossed = [borders()[a][b] for a, b in pairwise(path)]
        if len(found) + 1 > allowance(world, who, path) or (RIVER in crossed and len(path) > 2):
            break
        found.append(area)
    return found


def driven(turn: Turn[World]) -> Iterator[Event]:
    """An enemy force of 500 in its area sends a regiment off."""
    world = turn.world
    for who in world.ranked(world.players()):
        for code in world.numbered(who, "forces"):
            force = world.powers[who].forces.get(code)
            if force and force.joins and is_area(force.at) and menaced(world, who, str(force.at)):
                yield from driven_off(world, str(force.at), (who, code))
