"""What comes of entering an area: plague, a region that wakes, a broken peace, what is met [5.15, 5.80, 5.92]."""

from collections.abc import Iterator
from typing import ClassVar

from pbm.rules.code import Place
from pbm.rules.engine import Turn
from pbm.rules.event import Event, OfPower
from pbm.rulesets.marnon.changes.forces import Lost
from pbm.rulesets.marnon.codes import INVADER, castle_of, is_castle_power
from pbm.rulesets.marnon.map import areas, distances, territories
from pbm.rulesets.marnon.memory import Remember, enters
from pbm.rulesets.marnon.pieces import Fleet, Force
from pbm.rulesets.marnon.relations import at_war, enemies_in, owner_of, relation
from pbm.rulesets.marnon.setup import by_value
from pbm.rulesets.marnon.tables import LEAST_FORCE, percent, tables
from pbm.rulesets.marnon.telling import Met
from pbm.rulesets.marnon.world import PEACE, WAR, World

PLAGUE_LOSS = 20
SPOILT = -2
"""Where a marker goes when its power attacks [5.87]."""


class Woken(OfPower, frozen=True):
    """A region without a player takes up arms."""

    region: Place
    forces: tuple[tuple[str, str, int], ...]
    fleet: Place | None
    parties: ClassVar = ()
    verb: ClassVar = "woken"
    text: ClassVar = "{who} {who:takes/take} up arms"

    def apply(self, world: World) -> None:
        power = world.powers[self.who]
        for code, area, points in self.forces:
            power.forces[code] = Force(at=area, points=points, stance="ODDS2")
        if self.fleet:
            power.fleets["F1"] = Fleet(self.fleet)
        world.np_regions[self.region].awake = True


class Invaded(OfPower, frozen=True):
    """A power at war enters a region that has no player."""

    region: Place
    verb: ClassVar = "invaded"
    text: ClassVar = "{who} {who:has/have} invaded {region}"

    def apply(self, world: World) -> None:
        world.np_regions[self.region].invaders.append(self.who)


class Kept(OfPower, frozen=True):
    """A player gets a second sheet, for a region without a player [5.80]."""

    region: Place
    verb: ClassVar = "keeper"
    text: ClassVar = "{who} {who:writes/write} the orders of {region}"

    def apply(self, world: World) -> None:
        world.np_regions[self.region].keeper = self.who


class PeaceBroken(OfPower, frozen=True):
    """The invader attacks a power that ignored it."""

    verb: ClassVar = "attacked"
    text: ClassVar = "the invader is at war with {who}"

    def apply(self, world: World) -> None:
        world.powers[self.who].relations[INVADER] = WAR
        if INVADER in world.powers:
            world.powers[INVADER].relations[self.who] = WAR


class Offended(OfPower, frozen=True):
    """An attack on a castle or region without a player costs its favour [5.87]."""

    place: Place
    text: ClassVar = "{place} {place:is/are} hostile to {who}"

    def apply(self, world: World) -> None:
        world.track.setdefault(self.place, {})[self.who] = SPOILT


def arrived(turn: Turn[World], who: str, code: str, how: str = "", plague: bool = True) -> Iterator[Event]:
    """A force has come into an area: what it meets there, in this order."""
    world = turn.world
    area = world.force(who, code).at or ""
    yield from enters(world, who, code, how)
    if plague:
        yield from sickened(world, who, code)
        if code not in world.powers[who].forces:
            return
    yield from roused(turn, who, area)
    yield from offended(world, who, area)
    if who == INVADER:
        yield from peace_broken(world, area)
    if units := met(world, who, area):
        yield from sighted(world, who, area, units)


def met(world: World, who: str, area: str) -> list[tuple[str, str, Force]]:
    return enemies_in(world, who, area)


def sighted(world: World, who: str, area: str, rows: list[tuple[str, str, Force]]) -> Iterator[Event]:
    """Both sides learn each other's points."""
    yield Met(who, area, tuple(f"{o}.{c}" for o, c, _ in rows), sum(force.points for _, _, force in rows))
    mine = [(who, code, force) for code, force in world.own_in(who, area).items()]
    for other in dict.fromkeys(row[0] for row in rows):
        yield Met(other, area, tuple(f"{o}.{c}" for o, c, _ in mine), sum(force.points for _, _, force in mine))


def sickened(world: World, who: str, code: str) -> Iterator[Event]:
    """A fifth of a force dies of the plague, once a turn [5.92]."""
    force = world.powers[who].forces.get(code)
    if force is None or force.at not in world.ongoing.plague or (who, code) in world.now.struck:
        return
    yield Remember("struck", (who, code))
    if loss := percent(force.points, PLAGUE_LOSS):
        yield Lost(who, code, loss, "plague")


def roused(turn: Turn[World], who: str, area: str) -> Iterator[Event]:
    """A region without a player wakes when somebody at war enters it; raiders do not wake it [5.80]."""
    world = turn.world
    owner = world.owner(area)
    if owner is None or is_castle_power(who) or world.powers[owner].status != "np" or not at_war(world, who, owner):
        return
    region = world.powers[owner].home or ""
    row = world.np_regions.get(region)
    if row is None:
        return
    if not row.awake:
        yield Woken(owner, region, tuple(muster(world, owner, area)), np_port(world, owner))
        yield from keeper_named(turn, owner, region, area)
    if who not in row.invaders:
        yield Invaded(who, region)


def muster(world: World, who: str, entered: str) -> Iterator[tuple[str, str, int]]:
    """1500 where it was entered, 1500 in its most valuable other territory, 500 in its castle."""
    first, second, last = tables().np_region.points
    power = world.powers[who]
    yield "A1", entered, first
    others = [code for code in territories(power.home or "") if code != entered and world.owner(code) == who]
    if others:
        yield "A2", by_value(others)[0], second
    if power.castle and world.owner(power.castle) == who:
        yield "A3", power.castle, last


def np_port(world: World, who: str) -> str | None:
    """The first port of its land that it still has: of the region by code, then the castle."""
    power = world.powers[who]
    own = [*territories(power.home or ""), *([power.castle] if power.castle else [])]
    return next((code for code in own if areas()[code].port and world.owner(code) == who), None)


def keeper_named(turn: Turn[World], owner: str, region: str, area: str) -> Iterator[Event]:
    """The player whose seat is furthest away."""
    if turn.world.settings.np_regions != "keeper":
        return
    far = {
        who: distances(area).get(power.seat or "", 0)
        for who, power in turn.world.powers.items()
        if power.status == "player" and power.seat
    }
    most = sorted(who for who, number in far.items() if number == max(far.values()))
    if most:
        yield Kept(most[0] if len(most) == 1 else turn.dice.pick("np.keeper", most), region)


def offended(world: World, who: str, area: str) -> Iterator[Event]:
    if not world.settings.np_track or world.powers[who].status not in ("player", "dropout", "exile"):
        return
    owner = owner_of(world, area)
    if owner is None or not at_war(world, who, owner):
        return
    place = castle_of(owner) if is_castle_power(owner) else world.powers[owner].home or ""
    known = place in world.np_castles or place in world.np_regions
    if known and world.track.get(place, {}).get(who) != SPOILT:
        yield Offended(who, place)


def peace_broken(world: World, area: str) -> Iterator[Event]:
    """The invader enters an area of a power that ignored it, or one with its force."""
    there = [*world.powers_in(area), *filter(None, [world.owner(area)])]
    for who in world.ranked(there):
        is_player = world.powers[who].status in ("player", "dropout", "exile")
        if who != INVADER and is_player and relation(world, INVADER, who) == PEACE:
            yield PeaceBroken(who)


def holding(world: World, who: str, area: str) -> list[tuple[str, str, Force]]:
    """Enemies outside walls that hold whoever would leave; empty without a force of 500 [5.15]."""
    outside = [row for row in enemies_in(world, who, area) if not row[2].inside]
    return outside if any(force.points >= LEAST_FORCE for _, _, force in outside) else []


def stopping(world: World, who: str, area: str) -> list[tuple[str, str, Force]]:
    """Enemies that stop whoever enters, inside walls or out; empty without a force of 500."""
    found = enemies_in(world, who, area)
    return found if any(force.points >= LEAST_FORCE for _, _, force in found) else []


def in_contact(world: World, who: str, area: str | None) -> bool:
    return area in areas() and bool(holding(world, who, area or ""))
