"""The invader: landing, dice, needs, going home [5.97, 6.6]."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from pbm.rules.code import Place
from pbm.rules.engine import Turn
from pbm.rules.event import Event, OfPower
from pbm.rules.names import verb
from pbm.rules.order import Refusal
from pbm.rules.plan import Done, failed, ok, refused
from pbm.rulesets.marnon.changes.areas import open_gates, sieges_over
from pbm.rulesets.marnon.changes.fleets import FleetCame, FleetLost
from pbm.rulesets.marnon.changes.forces import Lost, Raised
from pbm.rulesets.marnon.codes import INVADER
from pbm.rulesets.marnon.land.arriving import arrived, peace_broken
from pbm.rulesets.marnon.map import is_sea, island, seas, seas_of
from pbm.rulesets.marnon.memory import Remember
from pbm.rulesets.marnon.ongoing import Invasion
from pbm.rulesets.marnon.order import MarnonOrder, Scene, action
from pbm.rulesets.marnon.others.invader_army import base_of, is_automatic
from pbm.rulesets.marnon.pieces import PowerState
from pbm.rulesets.marnon.tables import Needs, tables
from pbm.rulesets.marnon.telling import Thrown
from pbm.rulesets.marnon.war.losses import shared
from pbm.rulesets.marnon.world import ALLY, PEACE, WAR, World

WHOLE_NEEDS = 11
QUIET_TURNS = 3
ATTITUDES = {"IGNORE": PEACE, "OPPOSE": WAR, "JOIN": ALLY}
TOWARDS = "towards the invader"


class InvaderLanded(Event, frozen=True):
    """A nation from over the sea lands; everyone is at peace with it until it attacks them."""

    areas: tuple[Place, ...]
    zone: Place
    verb: ClassVar = "invasion"
    text: ClassVar = "the invader lands in {areas}; its fleets are in {zone}"

    def apply(self, world: World) -> None:
        players = world.players()
        world.powers[INVADER] = PowerState(
            status="invader",
            relations={who: WAR if world.powers[who].status == "dropout" else PEACE for who in players},
        )
        for who in players:
            world.powers[who].relations[INVADER] = world.powers[INVADER].relations[who]
        world.ongoing.invasion = Invasion()


class Attitude(OfPower, frozen=True):
    side: str
    verb: ClassVar = "attitude"
    text: ClassVar = "{who}: {side} the invader"

    def worded(self, names: Mapping[str, str], public: bool = False) -> str:
        word = self.side.lower()
        return f"{names.get(self.who, self.who)} {verb(names, self.who, f'{word}s', word)} the invader"

    def apply(self, world: World) -> None:
        world.powers[self.who].relations[INVADER] = ATTITUDES[self.side]
        world.powers[INVADER].relations[self.who] = ATTITUDES[self.side]


class InvaderPlans(Event, frozen=True):
    """Whether it builds up, and for how long it brings nothing."""

    built: bool
    quiet: int
    silent: ClassVar = True

    def apply(self, world: World) -> None:
        world.ongoing.invasion = Invasion(self.built, self.quiet)


class InvaderGone(Event, frozen=True):
    why: str
    verb: ClassVar = "invasion"
    text: ClassVar = "the invader is gone: {why}"

    def apply(self, world: World) -> None:
        for code in world.owned(INVADER):
            row = world.area(code)
            row.owner, row.cut, row.unpaid = None, 0, False
            open_gates(world, code)
        sieges_over(world, INVADER)
        del world.powers[INVADER]
        world.ongoing.invasion = None
        for power in world.powers.values():
            power.relations.pop(INVADER, None)
        for region in world.np_regions.values():
            region.invaders = [who for who in region.invaders if who != INVADER]


# landing


def landing(turn: Turn[World]) -> Iterator[Event]:
    """1500 points in each of three territories, eight fleets in the sea with most landings."""
    row = tables().invader
    dice = turn.dice.roll("invasion.place") + turn.dice.roll("invasion.place")
    places = island().invasion[str(dice)]
    counts = {zone: sum(zone in seas_of(area) for area in places) for zone in sorted(seas())}
    zone = min(counts, key=lambda code: (-counts[code], code))
    yield InvaderLanded(tuple(places), zone)
    for number, area in enumerate(places, 1):
        yield Raised(INVADER, f"A{number}", area, row.points, "landed")
        yield from arrived(turn, INVADER, f"A{number}", "landed", plague=False)
    for number in range(1, row.fleets + 1):
        yield FleetCame(INVADER, f"F{number}", zone, "came with the invasion")
    yield from (event for area in places for event in peace_broken(turn.world, area))


@action("5.97", form="INVADER {side}", meaning="towards the invader: {side}")
class InvaderSide(MarnonOrder, frozen=True):
    """Ignore, oppose or join the invader."""

    step: ClassVar = TOWARDS
    side: str

    def wrong(self, world: World, who: str) -> Refusal | None:
        return None if world.ongoing.invasion else Refusal("5.97", "there is no invasion")

    def plan(self, at: Scene) -> Done:
        if reason := self.wrong(at.world, at.who):
            return refused(reason)
        invader = at.world.powers.get(INVADER)
        if invader is None:
            return failed("5.97", "there is no invasion")
        if self.side == "IGNORE" and invader.relations.get(at.who, WAR) == WAR:
            return failed("5.97", "it has attacked you, or you opposed it")
        return ok(Attitude(at.who, self.side))


def throw_dice(turn: Turn[World]) -> Iterator[Event]:
    """Before land movement: the land die and the fleet die."""
    world = turn.world
    invasion = world.ongoing.invasion
    if INVADER not in world.powers or not is_automatic(world) or invasion is None:
        return
    die, fleet = turn.dice.roll("invasion.act"), turn.dice.roll("invasion.fleet")
    land = max(die - (2 if invasion.built else 0), 1)
    yield Remember("invader_land", land)
    yield Remember("invader_fleet", fleet)
    yield Thrown(INVADER, "the invader's dice", (die, fleet))
    yield InvaderPlans(tables().invader.land[land] == "build up", invasion.quiet)


def zone_of(place: str) -> str:
    return place if is_sea(place) else seas_of(place)[0]


# the end of the turn


def needs(turn: Turn[World]) -> Iterator[Event]:
    """8c: reinforcements, losses, or the voyage home."""
    world = turn.world
    invasion = world.ongoing.invasion
    if INVADER not in world.powers or invasion is None:
        return
    if is_automatic(world):
        dice = turn.dice.roll("invasion.needs") + turn.dice.roll("invasion.needs")
        dice = dice + 2 if invasion.built else dice
        dice = WHOLE_NEEDS if dice > 12 else dice
        yield Thrown(INVADER, "the needs of the invader", (dice,))
        yield from needed(turn, tables().invader.needs[dice])
    if INVADER in world.powers and not world.powers[INVADER].forces and not world.owned(INVADER):
        yield InvaderGone("none of its troops is left")


def needed(turn: Turn[World], result: Needs) -> Iterator[Event]:
    world = turn.world
    invasion = world.ongoing.invasion
    assert invasion
    quiet = invasion.quiet
    if result == "emperor":
        result = tables().invader.emperor[turn.dice.roll("invasion.emperor")]
        if result == "nothing for two turns":
            quiet, result = QUIET_TURNS, (0, 0)
    if result == "home":
        yield InvaderGone("it went home")
        return
    assert isinstance(result, tuple)
    fleets, points = result
    if fleets < 0 or points < 0:
        yield from recalled(world, -fleets, -points)
    elif not quiet:
        yield from reinforced(world, fleets, points)
    if INVADER in world.powers:
        yield InvaderPlans(invasion.built, max(quiet - 1, 0))


def reinforced(world: World, fleets: int, points: int) -> Iterator[Event]:
    base = base_of(world)
    if points and base:
        code = world.largest(INVADER, base) or world.free_code(INVADER, "A")
        yield Raised(INVADER, code, base, points, "reinforcements")
    for _ in range(fleets):
        yield FleetCame(INVADER, world.free_code(INVADER, "F"), fleet_zone(world, base), "reinforcements")


def fleet_zone(world: World, base: str | None) -> str:
    """The first sea of the base, else where its lowest fleet is, else the Sea of Marnon."""
    if base and seas_of(base):
        return seas_of(base)[0]
    lowest = next(iter(world.numbered(INVADER, "fleets")), None)
    at = world.powers[INVADER].fleets[lowest].at if lowest else None
    return zone_of(at) if at else "ZM"


def recalled(world: World, fleets: int, points: int) -> Iterator[Event]:
    """Points by share, fleets by the highest numbers."""
    units = [(INVADER, code) for code in world.numbered(INVADER, "forces")]
    for unit, part in shared(world, units, points):
        yield Lost(*unit, part, "recalled")
    for code in list(reversed(world.numbered(INVADER, "fleets")))[:fleets]:
        yield FleetLost(INVADER, code, world.powers[INVADER].fleets[code].at, "recalled")
