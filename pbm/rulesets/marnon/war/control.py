"""Who controls an area, and what comes of its loss: fleets, generals, the seat [5.2, 5.76, 5.78]."""

from collections.abc import Generator, Iterator
from typing import ClassVar

from pbm.rules.code import Place, Power
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.plan import Done, failed, ok
from pbm.rules.playing import of_kind
from pbm.rulesets.marnon.changes.areas import Fortified, SeatMoved, Taken
from pbm.rulesets.marnon.changes.forces import Raised, remove_force
from pbm.rulesets.marnon.changes.generals import GeneralLost
from pbm.rulesets.marnon.codes import CASTELLAN, INVADER, castle_power, is_castle_power
from pbm.rulesets.marnon.map import area_codes, areas, is_castle
from pbm.rulesets.marnon.order import ADMIN, MarnonOrder, Scene, action
from pbm.rulesets.marnon.playing import carried_out, lines_of, scene
from pbm.rulesets.marnon.relations import at_war, enemies_in, owner_of
from pbm.rulesets.marnon.sea.harbours import put_to_sea
from pbm.rulesets.marnon.setup import by_value
from pbm.rulesets.marnon.tables import LEAST_FORCE, tables
from pbm.rulesets.marnon.world import World


class GarrisonGone(Event, frozen=True):
    """A castle without a player falls: its troops and ships are no more."""

    castle: Place
    by: Power
    parties: ClassVar = ("by",)
    verb: ClassVar = "castle"
    text: ClassVar = "{castle} fell to {by}"

    def apply(self, world: World) -> None:
        who = castle_power(self.castle)
        for code in list(world.powers[who].forces):
            remove_force(world, who, code)
        del world.powers[who]
        del world.np_castles[self.castle]
        world.track.pop(self.castle, None)
        if CASTELLAN in world.powers and not world.np_castles:
            world.powers[CASTELLAN].status = "out"
        for power in world.powers.values():
            power.relations.pop(who, None)
            power.trade = [other for other in power.trade if other != who]


def control(turn: Turn[World]) -> Iterator[Event]:
    """At the end of step 4 areas change hands; under truce none does."""
    world = turn.world
    if world.ongoing.truce:
        return
    occupied = {force.at for _, _, force in world.forces()}
    for area in area_codes():
        if area in occupied and (taker := taker_of(world, area)):
            yield from captured(turn, area, taker)
    yield from abandoned(world)


def taker_of(world: World, area: str) -> str | None:
    """The power with most points there that may take the area, then the earlier in the order."""
    owner = owner_of(world, area)
    if owner and owner in world.powers and world.own_in(owner, area):
        return None
    able = [who for who in world.powers_in(area) if takes(world, who, area, owner)]
    return min(able, key=lambda who: (-world.points_in(who, area), world.rank(who)), default=None)


def takes(world: World, who: str, area: str, owner: str | None) -> bool:
    if who == owner or is_castle_power(who) or world.points_in(who, area) < LEAST_FORCE:
        return False
    if owner is not None and not at_war(world, who, owner):
        return False
    return not enemies_in(world, who, area)


def captured(turn: Turn[World], area: str, new: str) -> Iterator[Event]:
    """An area passes to another power, with all that comes of it."""
    world = turn.world
    old, garrison = world.owner(area), area in world.np_castles
    if garrison:
        yield GarrisonGone(area, new)
    yield Taken(area, old, new)
    yield from driven_out(world, area, old, new)
    if new == INVADER and not world.area(area).fort:
        yield Fortified(new, area)
    if garrison:
        points = tables().np_castle.captor_gets
        yield Raised(new, world.free_code(new, "A"), area, points, "the garrison changed sides")
    yield from seats_moved(turn, area, old, new)


def driven_out(world: World, area: str, old: str | None, new: str) -> Iterator[Event]:
    """Fleets of the old owner and of the taker's enemies put to sea; generals without a force are lost."""
    for who in list(world.powers):
        if who == new or not (who == old or at_war(world, who, new)):
            continue
        if areas()[area].port:
            yield from put_to_sea(world, who, area)
        for general, row in list(world.powers[who].generals.items()):
            if row.place == area:
                yield GeneralLost(who, general, f"{area} was taken")


def seats_moved(turn: Turn[World], area: str, old: str | None, new: str) -> Iterator[Event]:
    world = turn.world
    if old and old in world.powers and world.powers[old].seat == area:
        yield SeatMoved(old, (yield from next_seat(turn, old)))
    if world.powers[new].seat is None and world.powers[new].status in ("player", "dropout", "exile"):
        yield SeatMoved(new, area)


@action("5.76", form="SEAT {area}", meaning="move the seat of government to {area} if it is lost")
class Seat(MarnonOrder, frozen=True):
    """Where your government goes if its seat is lost this turn."""

    step: ClassVar = ADMIN
    area: Place

    def plan(self, at: Scene) -> Done:
        if is_lost(at.world, at.who) and at.world.owner(self.area) == at.who:
            return ok()
        return failed("5.76", "your seat still holds")


def is_lost(world: World, who: str) -> bool:
    """Whether the seat of a power is another's, so that it moves."""
    seat = world.powers[who].seat
    return seat is not None and world.owner(seat) != who


def next_seat(turn: Turn[World], who: str) -> Generator[Event, None, str | None]:
    """By this turn's SEAT line if that area is held, else a castle, else the most valuable area [5.76]."""
    for line, order in of_kind(lines_of(turn, who, ADMIN), Seat):
        if turn.world.owner(order.area) == who:
            yield from carried_out(line, scene(turn, who))
            return order.area
    own = turn.world.owned(who)
    castles = [code for code in own if is_castle(code)]
    return next(iter(castles), next(iter(by_value(own)), None))


def abandoned(world: World) -> Iterator[Event]:
    """What the invader took and left is nobody's [5.97]."""
    if INVADER in world.powers:
        for area in world.owned(INVADER):
            if not world.own_in(INVADER, area):
                yield Taken(area, INVADER, None)
