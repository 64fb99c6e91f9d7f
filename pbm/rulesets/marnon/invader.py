"""The invader: landing, land and sea dice, needs, going home [5.97, 6.6]."""

from collections.abc import Iterator
from typing import ClassVar

from pbm.rules.code import Place, Power
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.order import Line
from pbm.rulesets.marnon.arriving import arrived, in_contact, peace_broken
from pbm.rulesets.marnon.changes import FleetCame, Formed, Lost, Raised, Thrown, Went, open_gates, sieges_over
from pbm.rulesets.marnon.map import (
    areas,
    borders,
    by_number,
    castles,
    distances,
    is_area,
    is_castle,
    is_sea,
    island,
    seas,
    seas_of,
    shortest,
    value_of,
)
from pbm.rulesets.marnon.orders.dealing import InvaderSide
from pbm.rulesets.marnon.relations import allied, enemy_points, owner_of
from pbm.rulesets.marnon.sheet import answer, done, fails, inherits, now, orders_of
from pbm.rulesets.marnon.tables import tables
from pbm.rulesets.marnon.world import (
    ALLY,
    INVADER,
    PEACE,
    WAR,
    Invasion,
    PowerState,
    World,
)

ABLE = 1000
LEFT = 500
WHOLE_NEEDS = 11
QUIET_TURNS = 3
ATTITUDES = {"IGNORE": PEACE, "OPPOSE": WAR, "JOIN": ALLY}


def is_automatic(world: World) -> bool:
    return world.settings.invader_player == "none"


class InvaderLanded(Event, frozen=True):
    """A nation from over the sea lands; everyone is at peace with it until it attacks them."""

    areas: tuple[Place, ...]
    zone: Place
    parties: ClassVar = ()
    verb: ClassVar = "invasion"
    text: ClassVar = "the invader lands in {areas}; its fleets are in {zone}"
    news: ClassVar = text

    def apply(self, world: World) -> None:
        players = world.players()
        world.powers[INVADER] = PowerState(
            status="invader",
            relations={who: WAR if world.powers[who].status == "dropout" else PEACE for who in players},
        )
        for who in players:
            world.powers[who].relations[INVADER] = world.powers[INVADER].relations[who]
        world.ongoing.invasion = Invasion()


class Attitude(Event, frozen=True):
    who: Power
    side: str
    verb: ClassVar = "attitude"
    text: ClassVar = "{who}: {side} the invader"
    news: ClassVar = text

    def apply(self, world: World) -> None:
        world.powers[self.who].relations[INVADER] = ATTITUDES[self.side]
        world.powers[INVADER].relations[self.who] = ATTITUDES[self.side]


class InvaderPlans(Event, frozen=True):
    """Whether it builds up, and for how long it brings nothing."""

    built: bool
    quiet: int
    parties: ClassVar = ()
    silent: ClassVar = True

    def apply(self, world: World) -> None:
        world.ongoing.invasion = Invasion(self.built, self.quiet)


class InvaderGone(Event, frozen=True):
    why: str
    parties: ClassVar = ()
    verb: ClassVar = "invasion"
    text: ClassVar = "the invader is gone: {why}"
    news: ClassVar = text

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


def landing(turn: Turn) -> Iterator[Event]:
    """1500 points in each of three territories, eight fleets in the sea with most landings."""
    row = tables()["invader"]
    dice = turn.dice.roll("invasion.place") + turn.dice.roll("invasion.place")
    places = island().invasion[str(dice)]
    counts = {zone: sum(zone in seas_of(area) for area in places) for zone in sorted(seas())}
    zone = min(counts, key=lambda code: (-counts[code], code))
    yield InvaderLanded(tuple(places), zone)
    world: World = turn.world
    for number, area in enumerate(places, 1):
        yield Raised(INVADER, f"A{number}", area, row["points"], "landed")
        yield from arrived(turn, INVADER, f"A{number}", "landed", plague=False)
    for number in range(1, row["fleets"] + 1):
        yield FleetCame(INVADER, f"F{number}", zone, "came with the invasion")
    yield from (event for area in places for event in peace_broken(world, area))


def attitudes(turn: Turn) -> Iterator[Event]:
    """INVADER lines, in step 0."""
    world: World = turn.world
    for who in world.players():
        for line, order in orders_of(turn, who, InvaderSide):
            yield from attitude(turn, who, line, order)


def attitude(turn: Turn, who: str, line: Line, order: InvaderSide) -> Iterator[Event]:
    world: World = turn.world
    if reason := order.wrong(world, who):
        yield answer(turn, who, line, "failed", reason)
    elif INVADER not in world.powers:
        yield fails(turn, who, line, "5.97", "there is no invasion")
    elif order.side == "IGNORE" and world.powers[INVADER].relations.get(who, WAR) == WAR:
        yield fails(turn, who, line, "5.97", "it has attacked you, or you opposed it")
    else:
        yield done(turn, who, line)
        yield Attitude(who, order.side)


# land


def able_forces(turn: Turn) -> list[str]:
    """1000 points and more, not in contact, not besieging, by number."""
    world: World = turn.world
    return [
        code
        for code in world.numbered(INVADER, "forces")
        if (force := world.force(INVADER, code)).points >= ABLE
        and is_area(force.at)
        and not in_contact(world, INVADER, force.at)
        and not is_besieging(world, force.at)
        and not world.is_besieged(force)
        and (INVADER, code) not in now(turn).moved
    ]


def is_besieging(world: World, area: str | None) -> bool:
    siege = world.siege(area)
    return siege is not None and siege.by == INVADER


def is_its(world: World, area: str) -> bool:
    """Its own or an ally's."""
    owner = owner_of(world, area)
    return owner is not None and (owner == INVADER or allied(world, INVADER, owner))


def throw_dice(turn: Turn) -> Iterator[Event]:
    """Before land movement: the land die and the fleet die."""
    world: World = turn.world
    invasion = world.ongoing.invasion
    if INVADER not in world.powers or not is_automatic(world) or invasion is None:
        return
    memory = now(turn)
    die, fleet = turn.dice.roll("invasion.act"), turn.dice.roll("invasion.fleet")
    memory.invader_land = max(die - (2 if invasion.built else 0), 1)
    memory.invader_fleet = fleet
    yield Thrown(INVADER, "the invader's dice", (die, fleet))
    yield InvaderPlans(tables()["invader"]["land"][str(memory.invader_land)] == "build up", invasion.quiet)


def land_phase(turn: Turn) -> Iterator[Event]:
    """All that its land die orders, in its first go."""
    world: World = turn.world
    if INVADER not in world.powers or not is_automatic(world) or not now(turn).invader_land:
        return
    plan = tables()["invader"]["land"][str(now(turn).invader_land)]
    if plan == "castle":
        yield from towards_castle(turn)
    elif plan in ("one", "two"):
        yield from to_territories(turn, 1 if plan == "one" else 2)
    elif plan == "build up":
        yield from to_base(turn)


def towards_castle(turn: Turn) -> Iterator[Event]:
    """The nearest castle that is not its own: every able force next to the next area on the way goes there."""
    world: World = turn.world
    able = able_forces(turn)
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
    yield from advance(turn, goal, [code for code in able if is_beside(world, code, goal)])


def distance(world: World, code: str, goal: str) -> int:
    return distances(world.force(INVADER, code).at or "")[goal]


def is_beside(world: World, code: str, goal: str) -> bool:
    return goal in borders()[world.force(INVADER, code).at or ""]


def to_territories(turn: Turn, number: int) -> Iterator[Event]:
    """One or two territories next to able forces, at random."""
    world: World = turn.world
    beside = {area for code in able_forces(turn) for area in borders()[world.force(INVADER, code).at or ""]}
    goals = sorted(area for area in beside if not is_castle(area) and not is_its(world, area))
    chosen = goals if len(goals) <= number else turn.dice.draw("invasion.target", goals, number)
    for goal in chosen:
        enemy = enemies_at(world, goal)
        able = [code for code in able_forces(turn) if is_beside(world, code, goal)]
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


def to_base(turn: Turn) -> Iterator[Event]:
    world: World = turn.world
    base = base_of(world)
    if base:
        yield from advance(turn, base, [code for code in able_forces(turn) if is_beside(world, code, base)], True)


def advance(turn: Turn, goal: str, codes: list[str], home: bool = False) -> Iterator[Event]:
    """Each leaves 500 behind and goes with the rest; fewer than the enemy has there: called off."""
    world: World = turn.world
    if not codes or (not home and marching_points(world, codes) < enemies_at(world, goal)):
        return
    for code in codes:
        here = world.force(INVADER, code).at or ""
        new = world.free_code(INVADER, "A")
        yield Formed(INVADER, new, code, LEFT)
        inherits(turn, INVADER, new, code)
        yield Went(INVADER, code, here, goal)
        now(turn).moved.add((INVADER, code))
        yield from arrived(turn, INVADER, code, "river" if borders()[here][goal] == "river" else "")


def base_of(world: World) -> str | None:
    """Its castle, else its port of highest value, else where its lowest-numbered force stands."""
    own = world.owned(INVADER)
    held = [code for code in own if is_castle(code)]
    harbours = sorted((code for code in own if areas()[code].port), key=lambda code: (-value_of(code), code))
    forces = world.numbered(INVADER, "forces")
    stands = [str(world.force(INVADER, code).at) for code in forces if is_area(world.force(INVADER, code).at)]
    return next(iter([*held, *harbours, *stands]), None)


def zone_of(place: str) -> str:
    return place if is_sea(place) else seas_of(place)[0]


# the end of the turn


def needs(turn: Turn) -> Iterator[Event]:
    """8c: reinforcements, losses, or the voyage home."""
    world: World = turn.world
    invasion = world.ongoing.invasion
    if INVADER not in world.powers or invasion is None:
        return
    if is_automatic(world):
        dice = turn.dice.roll("invasion.needs") + turn.dice.roll("invasion.needs")
        dice = dice + 2 if invasion.built else dice
        dice = WHOLE_NEEDS if dice > 12 else dice
        yield Thrown(INVADER, "the needs of the invader", (dice,))
        yield from needed(turn, tables()["invader"]["needs"][str(dice)])
    if INVADER in world.powers and not world.powers[INVADER].forces and not world.owned(INVADER):
        yield InvaderGone("none of its troops is left")


def needed(turn: Turn, result: object) -> Iterator[Event]:
    world: World = turn.world
    invasion = world.ongoing.invasion
    assert invasion
    quiet = invasion.quiet
    if result == "emperor":
        result = tables()["invader"]["emperor"][str(turn.dice.roll("invasion.emperor"))]
        if result == "nothing for two turns":
            quiet, result = QUIET_TURNS, [0, 0]
    if result == "home":
        yield InvaderGone("it went home")
        return
    assert isinstance(result, list)
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
    from pbm.rulesets.marnon.changes import FleetLost
    from pbm.rulesets.marnon.losses import shared

    units = [(INVADER, code) for code in world.numbered(INVADER, "forces")]
    for unit, part in shared(world, units, points):
        yield Lost(*unit, part, "recalled")
    for code in list(reversed(world.numbered(INVADER, "fleets")))[:fleets]:
        yield FleetLost(INVADER, code, world.powers[INVADER].fleets[code].at, "recalled")
