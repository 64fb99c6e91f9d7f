"""Ongoing events: plague, rebellion, truce, and the hunt [5.92 to 5.94]."""

from collections.abc import Iterator
from itertools import chain
from typing import ClassVar

from pbm.rules.code import Place
from pbm.rules.engine import Turn
from pbm.rules.event import Event, OfPower
from pbm.rules.order import Number, Refusal
from pbm.rules.plan import Done, failed, refused
from pbm.rulesets.marnon.changes.fleets import FleetLost
from pbm.rulesets.marnon.changes.forces import Lost
from pbm.rulesets.marnon.codes import is_war_fleet
from pbm.rulesets.marnon.land.march import split_off
from pbm.rulesets.marnon.map import borders, is_area, is_castle, island, ports, sea_distances, seas_of
from pbm.rulesets.marnon.memory import Remember
from pbm.rulesets.marnon.ongoing import Hunt
from pbm.rulesets.marnon.order import MarnonOrder, Scene, action, no_fleet, no_force
from pbm.rulesets.marnon.sea.harbours import is_friendly, may_use
from pbm.rulesets.marnon.tables import LEAST_FORCE, effect
from pbm.rulesets.marnon.world import World

HUNTING = "hunting"
SPREADS = {1: 3, 2: 2, 3: 1}
EACH_SUPPORT, MOST_SUPPORT = 5, 2
EACH_GARRISON = 500
TRUCE_HOLDS = 5


class Struck(Event, frozen=True):
    """Plague or rebellion breaks out."""

    kind: str
    areas: tuple[Place, ...]
    verb: ClassVar = "outbreak"
    text: ClassVar = "{kind} in {areas}"

    def apply(self, world: World) -> None:
        rows = getattr(world.ongoing, self.kind)
        for area in self.areas:
            rows[area] = 0


class Outbreaks(Event, frozen=True):
    """What became of plague or rebellion in all areas at the end of a turn."""

    kind: str
    stays: tuple[Place, ...]
    over: tuple[Place, ...]
    fresh: tuple[Place, ...]
    verb: ClassVar = "outbreak"
    text: ClassVar = "{kind}<, going on in {stays}><, over in {over}><, new in {fresh}>"

    def apply(self, world: World) -> None:
        rows = getattr(world.ongoing, self.kind)
        for area in self.over:
            del rows[area]
        for area in self.stays:
            rows[area] += 1
        for area in self.fresh:
            rows[area] = 0


def plague_and_rebellion(turn: Turn[World]) -> Iterator[Event]:
    for kind, word in (("plague", "plague"), ("rebellion", "rebel")):
        if getattr(turn.world.ongoing, kind):
            yield spread(turn, kind, word)


def spread(turn: Turn[World], kind: str, word: str) -> Outbreaks:
    """Each area rolls; all results take effect together."""
    rows: dict[str, int] = getattr(turn.world.ongoing, kind)
    stays, over, fresh = list[str](), list[str](), list[str]()
    for area in sorted(rows):
        die = turn.dice.roll(f"{word}.end.{area}")
        if kind == "plague":
            number = die + rows[area]
            ends, spreads = number >= 5, SPREADS.get(number, 0)
        else:
            number = die + calmed(turn.world, area)
            ends, spreads = number >= 6, SPREADS.get(max(number, 1), 0)
        (over if ends else stays).append(area)
        if spreads:
            clean = [
                code
                for code in sorted(borders()[area])
                if code not in rows and code not in fresh and not is_castle(code)
            ]
            few = len(clean) <= spreads
            fresh += clean if few else turn.dice.draw(f"{word}.spread.{area}", clean, spreads)
    return Outbreaks(kind, tuple(stays), tuple(over), tuple(fresh))


def calmed(world: World, area: str) -> int:
    """+1 for each 500 points of the owner there, -1 for each 5 crowns of support, two at most."""
    owner = world.owner(area)
    troops = world.points_in(owner, area) // EACH_GARRISON if owner and owner in world.powers else 0
    return troops - min(world.now.supported.get(area, 0) // EACH_SUPPORT, MOST_SUPPORT)


# truce


class TruceCalled(Event, frozen=True):
    holds: bool
    verb: ClassVar = "truce"
    text: ClassVar = "the truce"

    def apply(self, world: World) -> None:
        world.ongoing.truce = self.holds

    def worded(self, names: object, public: bool = False) -> str:
        return "a truce holds in all Marnon" if self.holds else "the truce is over"


def truce_holds(turn: Turn[World]) -> Iterator[Event]:
    if turn.world.ongoing.truce:
        yield TruceCalled(turn.dice.roll("truce.hold") >= TRUCE_HOLDS)


# the hunt


class HuntCalled(Event, frozen=True):
    verb: ClassVar = "hunt"
    text: ClassVar = "a pirate nation preys on Marnon"

    def apply(self, world: World) -> None:
        world.ongoing.hunt = Hunt()


class HuntCounted(Event, frozen=True):
    fleets: int
    points: int
    idle: int
    over: bool = False
    verb: ClassVar = "hunt"
    text: ClassVar = "sent on the hunt so far: {fleets:fleet/fleets} and {points:point/points}"

    def apply(self, world: World) -> None:
        world.ongoing.hunt = None if self.over else Hunt(self.fleets, self.points, self.idle)


class SentAway(OfPower, frozen=True):
    unit: str
    where: Place
    text: ClassVar = "{unit} left {where} for the hunt"

    def apply(self, world: World) -> None:
        power = world.powers[self.who]
        row = power.forces.get(self.unit) or power.fleets[self.unit]
        row.at, row.away = None, self.where


class CameBack(OfPower, frozen=True):
    unit: str
    where: Place
    text: ClassVar = "{unit} came back to {where} from the hunt"

    def apply(self, world: World) -> None:
        power = world.powers[self.who]
        row = power.forces.get(self.unit) or power.fleets[self.unit]
        row.at, row.away = self.where, None


@action("5.94", form="HUNT {unit}< {number}>", meaning="send {unit}< ({number} points)> against the pirates")
class HuntThem(MarnonOrder, frozen=True):
    """Send a war fleet or 500 points and more against the pirate nation for this turn."""

    step: ClassVar = HUNTING
    unit: str
    number: Number | None

    def wrong(self, world: World, who: str) -> Refusal | None:
        if world.ongoing.hunt is None:
            return Refusal("5.94", "there is no hunt")
        missing = no_force if self.unit.startswith("A") else no_fleet
        return missing(world, who, self.unit, "5.94")

    def plan(self, at: Scene) -> Done:
        if reason := self.wrong(at.world, at.who):
            return refused(reason)
        return self.with_troops(at) if self.unit.startswith("A") else self.with_fleet(at)

    def with_fleet(self, at: Scene) -> Done:
        fleet = at.power.fleets[self.unit]
        if not is_war_fleet(self.unit) or fleet.damaged or not is_area(fleet.at):
            return failed("5.94", f"{self.unit} is no sound war fleet in port")
        return Done("ok", sent(at, self.unit, str(fleet.at), fleets=1))

    def with_troops(self, at: Scene) -> Done:
        force = at.power.forces[self.unit]
        points = self.number.of(force.points) if self.number else force.points
        if not is_area(force.at) or at.world.is_besieged(force):
            return failed("5.94", f"{self.unit} is {'besieged' if is_area(force.at) else 'not on the map'}")
        if not LEAST_FORCE <= points <= force.points:
            return failed("5.94", f"{self.unit} has {force.points} points, and sends {LEAST_FORCE} at least")
        rest = force.points - points
        stays = split_off(at.world, at.who, self.unit, rest) if rest else ()
        return Done("ok", chain(stays, sent(at, self.unit, str(force.at), points=points)))


def sent(at: Scene, unit: str, where: str, fleets: int = 0, points: int = 0) -> Iterator[Event]:
    hunt = at.world.ongoing.hunt
    assert hunt
    yield SentAway(at.who, unit, where)
    yield Remember("hunted")
    yield HuntCounted(hunt.fleets + fleets, hunt.points + points, hunt.idle)


def pirates(turn: Turn[World]) -> Iterator[Event]:
    """Step 1: the port that the pirates prey on this turn."""
    if turn.world.ongoing.hunt is not None:
        die = turn.dice.roll("hunt.port", 10)
        yield Remember("hunt_port", island().random_ports[str(die)][0])


def hunt_ends(turn: Turn[World]) -> Iterator[Event]:
    """Those sent come back; the hunt is won, goes on, or starts again from nothing."""
    world = turn.world
    yield from hunters_back(world)
    hunt = world.ongoing.hunt
    if hunt is None:
        return
    row = effect(27, "hunt")
    if hunt.fleets >= row["fleets"] and hunt.points >= row["points"]:
        yield HuntCounted(hunt.fleets, hunt.points, 0, over=True)
        return
    idle = 0 if world.now.hunted else hunt.idle + 1
    if idle >= row["idle_reset"]:
        yield HuntCounted(0, 0, 0)
    elif idle != hunt.idle:
        yield HuntCounted(hunt.fleets, hunt.points, idle)


def hunters_back(world: World) -> Iterator[Event]:
    """Troops where they left, or at the seat; fleets in their port, or the nearest that is friendly."""
    for who, power in list(world.powers.items()):
        for code in world.numbered(who, "forces"):
            force = power.forces[code]
            if force.away:
                foreign = world.owner(force.away) not in (None, who)
                place = power.seat if foreign else force.away
                if place:
                    yield CameBack(who, code, place)
                else:
                    yield Lost(who, code, force.points, "it had nowhere to come back to")
        for code in world.numbered(who, "fleets"):
            if power.fleets[code].away:
                yield from ship_back(world, who, code)


def ship_back(world: World, who: str, code: str) -> Iterator[Event]:
    port = str(world.powers[who].fleets[code].away)
    if may_use(world, who, port, code):
        yield CameBack(who, code, port)
        return
    near = [
        (min(sea_distances(a)[b] for a in seas_of(port) for b in seas_of(each)), each)
        for each in ports()
        if is_friendly(world, who, each, code)
    ]
    if near:
        yield CameBack(who, code, min(near)[1])
    else:
        yield FleetLost(who, code, None, "it had no port to come back to")
