"""Voyages: loading, sea by sea, into port [4.6, 5.21 to 5.24]."""

from collections.abc import Iterator
from typing import ClassVar

from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.order import Refusal
from pbm.rules.plan import Done, failed
from pbm.rulesets.marnon.cards.moves import sealift
from pbm.rulesets.marnon.changes.fleets import Sailed
from pbm.rulesets.marnon.changes.forces import Went
from pbm.rulesets.marnon.codes import INVADER, is_war_fleet
from pbm.rulesets.marnon.land.arriving import arrived
from pbm.rulesets.marnon.land.envoys import DiplomatMoved
from pbm.rulesets.marnon.land.march import split_off
from pbm.rulesets.marnon.map import by_number
from pbm.rulesets.marnon.memory import Forget, Remember
from pbm.rulesets.marnon.now import Group, Landing
from pbm.rulesets.marnon.order import MarnonOrder, Scene, Words, action, no_fleet
from pbm.rulesets.marnon.playing import played
from pbm.rulesets.marnon.relations import owner_of, trades_with
from pbm.rulesets.marnon.sea.harbours import capacity, carried
from pbm.rulesets.marnon.sea.interception import intercepted
from pbm.rulesets.marnon.sea.voyage import Voyage, bad_cargo, no_voyage, voyage_of
from pbm.rulesets.marnon.world import World

SAILS = "sails"


def voyages(turn: Turn[World]) -> Iterator[Event]:
    """Hired transport first, then all SAIL lines, power by power, and the invader's fleets in its place."""
    from pbm.rulesets.marnon.others.invader_fleets import hunting_fleets

    yield from sealift(turn)
    for who in turn.world.ranked(turn.world.powers):
        if who == INVADER:
            yield from hunting_fleets(turn)
        yield from played(turn, who, SAILS)


@action("5.21", form="SAIL {fleets} {route}< {tail}>", meaning="sail with {fleets} by {route}<, {tail}>")
class Sail(MarnonOrder, frozen=True):
    """Leave port, go from sea to sea, enter a port or land what is carried; three points of movement."""

    step: ClassVar = SAILS
    conditional: ClassVar = True
    fleets: Words
    route: Words
    tail: Words

    def wrong(self, world: World, who: str) -> Refusal | None:
        return next(filter(None, (no_fleet(world, who, str(code), "5.21") for code in self.fleets)), None)

    def plan(self, at: Scene) -> Done:
        way = voyage_of(self.fleets, self.route, self.tail)
        if reason := no_voyage(at.world, at.who, way) or bad_cargo(at.turn, at.who, way):
            return failed(reason.rule, reason.text)
        return Done("ok", under_way(at.turn, at.who, way))


def under_way(turn: Turn[World], who: str, plan: Voyage) -> Iterator[Event]:
    group = Group(who, plan.fleets, plan.seek)
    yield from loaded(turn.world, who, plan)
    for code in plan.fleets:
        yield Remember("sailed", (who, code))
        if plan.seek and is_war_fleet(code):
            yield Remember("seeking", (who, code))
    for zone in plan.zones:
        yield from goes_to(turn.world, group, zone)
        yield from intercepted(turn, group, zone)
        if group.intercepted:
            return
    if plan.port:
        yield from entered_port(turn, group, plan)
    elif plan.land:
        forces = [key for key, _ in plan.cargo]
        yield Remember("landings", Landing(group, forces, plan.land, plan.zones[-1], plan.diplomats))


def loaded(world: World, who: str, plan: Voyage) -> Iterator[Event]:
    """Fleets by number are filled in turn, forces as written; what stays behind takes a new number."""
    room = {code: capacity(code) for code in sorted(plan.fleets, key=by_number)}
    for key, number in plan.cargo:
        owner, code = carried(who, key)
        force = world.force(owner, code)
        points = force.points if number is None else number.of(force.points)
        if points < force.points:
            yield from split_off(world, owner, code, force.points - points)
        yield Remember("moved", (owner, code))
        left = points
        for fleet, free in list(room.items()):
            part = min(left, free)
            if part:
                yield Remember("cargo", (who, fleet), {**world.now.cargo.get((who, fleet), {}), key: part})
                room[fleet] -= part
                left -= part
        yield Went(owner, code, force.at, plan.zones[0], "went aboard")


def goes_to(world: World, group: Group, zone: str) -> Iterator[Event]:
    for code in group.fleets:
        if world.powers[group.who].fleets[code].at != zone:
            yield Sailed(group.who, code, world.powers[group.who].fleets[code].at, zone)
        for key in world.now.cargo.get((group.who, code), {}):
            owner, unit = carried(group.who, key)
            if world.force(owner, unit).at != zone:
                yield Went(owner, unit, world.force(owner, unit).at, zone, "sailed")


def entered_port(turn: Turn[World], group: Group, plan: Voyage) -> Iterator[Event]:
    world = turn.world
    who, port = group.who, str(plan.port)
    owner = owner_of(world, port)
    keys = dict.fromkeys(key for code in group.fleets for key in world.now.cargo.get((who, code), {}))
    for code in group.fleets:
        yield Sailed(who, code, plan.zones[-1], port)
        yield Forget("cargo", (who, code))
        if not is_war_fleet(code) and owner and trades_with(world, who, owner):
            yield Remember("traded", (who, code), (port, len({*plan.zones})))
    for key in keys:
        force_owner, unit = carried(who, key)
        yield Went(force_owner, unit, plan.zones[-1], port, "landed")
        yield from arrived(turn, force_owner, unit)
    yield from (DiplomatMoved(who, code, port) for code in plan.diplomats)
