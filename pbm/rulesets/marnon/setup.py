"""The start: regions, castles, forces, decks; and the set-up turn with its PLACE lines [8.1 to 8.4]."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from pbm.rules.dice import Dice
from pbm.rules.event import Event
from pbm.rulesets.marnon.cards.deals import first_decks
from pbm.rulesets.marnon.changes.areas import SeatMoved
from pbm.rulesets.marnon.changes.fleets import FleetCame
from pbm.rulesets.marnon.changes.forces import Raised
from pbm.rulesets.marnon.changes.generals import GeneralCame
from pbm.rulesets.marnon.codes import CASTELLAN, castle_power
from pbm.rulesets.marnon.house import Settings, under_scenario
from pbm.rulesets.marnon.map import area_codes, areas, castles, regions, territories, value_of
from pbm.rulesets.marnon.ongoing import NPCastle, NPRegion
from pbm.rulesets.marnon.pieces import AreaState, Diplomat, Fleet, Force, PowerState, Screen
from pbm.rulesets.marnon.tables import ranged, tables
from pbm.rulesets.marnon.wishes import LEFT_OUT, castles_of
from pbm.rulesets.marnon.world import World

GARRISON = 500


def np_regions(settings: Settings) -> tuple[str, ...]:
    return LEFT_OUT.get(settings.scenario, ())


def seats_of(settings: Settings) -> Mapping[str, str]:
    """The powers that players may have."""
    powers = {row.power: row.name for code, row in regions().items() if code not in np_regions(settings)}
    return powers | ({CASTELLAN: "The Free Castles"} if settings.np_castles == "player" else {})


def choice_order(players: Iterable[str], dice: Dice) -> list[str]:
    """Players by 2D6, high first, ties again among themselves [8.1]."""
    return rolled_order(list(players), lambda who: two(dice, f"setup.choice.{who}"))


def rolled_order(names: list[str], roll: Callable[[str], int]) -> list[str]:
    """From high to low; a tie is rolled again by those tied."""
    if len(names) < 2:
        return names
    rolls = {name: roll(name) for name in names}
    found: list[str] = []
    for total in sorted({*rolls.values()}, reverse=True):
        tied = [name for name in names if rolls[name] == total]
        found += tied if len(tied) == 1 else rolled_order(tied, roll)
    return found


def two(dice: Dice, stream: str) -> int:
    return dice.roll(stream) + dice.roll(stream)


# a new game


def set_up(settings: Settings, dice: Dice, dummies: Mapping[str, str]) -> tuple[World, list[Event]]:
    settings = under_scenario(settings)
    world = World(turn=0, settings=settings, areas={code: AreaState() for code in area_codes()})
    left, seats = np_regions(settings), castles_of(settings.scenario, settings.castles)
    for code, row in regions().items():
        status = "np" if code in left else "dropout" if row.power in dummies else "player"
        world.powers[row.power] = PowerState(status=status, home=code, castle=seats[row.power])  # type: ignore[arg-type]
        own(world, row.power)
    world.np_regions = {code: NPRegion() for code in left}
    told = list(forces_of_all(world, dice))
    np_castles(world, dice)
    if settings.np_castles == "player":
        world.powers[CASTELLAN] = PowerState(status="vacant" if CASTELLAN in dummies else "castellan")
    told += first_decks(settings.invasion, dice)
    for event in told:
        event.apply(world)
    options(world)
    return world, told


def own(world: World, who: str) -> None:
    power = world.powers[who]
    for code in (*territories(power.home or ""), power.castle or ""):
        world.area(code).owner = who
    power.seat = power.castle if power.status != "np" else None
    power.cash = world.settings.start_cash if power.status != "np" else 0


def np_castles(world: World, dice: Dice) -> None:
    """Castles that nobody has: their kind is rolled, and each is a power of its own [5.78]."""
    free = [code for code in castles() if world.owner(code) is None]
    if world.settings.np_castles == "ignore":
        return
    row = tables().np_castle
    for code in free:
        kind = row.kind[dice.roll(f"np.type.{code}")]
        world.np_castles[code] = NPCastle(kind)
        world.powers[castle_power(code)] = garrison(code, row.points, kind == "MERCHANT" and areas()[code].port)


def garrison(castle: str, points: int, fleets: int) -> PowerState:
    power = PowerState(status="castle", castle=castle)
    power.forces = {"A1": Force(at=castle, points=points)} if points else {}
    power.fleets = {f"F{number}": Fleet(castle) for number in range(1, int(fleets) + 1)}
    return power


def forces_of_all(world: World, dice: Dice) -> Iterator[Event]:
    for who, power in world.powers.items():
        if power.status in ("player", "dropout"):
            yield from first_forces(world, who, dice)


def first_forces(world: World, who: str, dice: Dice) -> Iterator[Event]:
    settings, castle = world.settings, world.powers[who].castle or ""
    plan = spread_plan(world, who) if settings.start_spread else usual_plan(world, who)
    for number, (area, points) in enumerate(plan, 1):
        yield Raised(who, f"A{number}", area, points, "the start of the game")
    for number, force in enumerate(led(world, who, plan), 1):
        yield new_general(dice, who, f"G{number}", force)
    if port := first_port(world, who):
        yield FleetCame(who, "F1", port, "the start of the game")
    yield SeatMoved(who, castle)


def usual_plan(world: World, who: str) -> list[tuple[str, int]]:
    settings, power = world.settings, world.powers[who]
    first, second, *_ = by_value(territories(power.home or ""))
    tens = max(settings.start_points - GARRISON, 0) // 10
    return [(first, (tens + 1) // 2 * 10), (second, tens // 2 * 10), (power.castle or "", GARRISON)]


def spread_plan(world: World, who: str) -> list[tuple[str, int]]:
    settings, power = world.settings, world.powers[who]
    places = territories(power.home or "")
    rest = settings.start_points - GARRISON * len(places)
    return [*((code, GARRISON) for code in places), *([(power.castle or "", rest)] if rest > 0 else [])]


def led(world: World, who: str, plan: list[tuple[str, int]]) -> list[str]:
    if not world.settings.start_spread:
        return ["A1", "A2", "A3"]
    first, second, *_ = by_value(territories(world.powers[who].home or ""))
    codes = [area for area, _ in plan]
    return [f"A{codes.index(first) + 1}", f"A{codes.index(second) + 1}", f"A{len(plan)}"]


def by_value(codes: Iterable[str]) -> list[str]:
    return sorted(codes, key=lambda code: (-value_of(code), code))


def new_general(dice: Dice, who: str, code: str, place: str, known: bool = True) -> GeneralCame:
    """A general with rating and skill rolled [6.11]; an unknown one is rolled for at his first battle."""
    if not known:
        return GeneralCame(who, code, 8, "NONE", place, False)
    return GeneralCame(who, code, *rated(dice, who, code), place)


def rated(dice: Dice, who: str, code: str) -> tuple[int, str]:
    row = tables().generals
    rating = ranged(row.rating, two(dice, f"general.rating.{who}.{code}"))
    return rating, row.skill[dice.roll(f"general.skill.{who}.{code}") - 1]


def first_port(world: World, who: str) -> str | None:
    """The region's port, else the castle's."""
    power = world.powers[who]
    own = [code for code in territories(power.home or "") if areas()[code].port]
    castle = power.castle or ""
    return next(iter(own), castle if areas()[castle].port else None)


def options(world: World) -> None:
    """Diplomats and screens, where they are played with [5.82, 5.86]."""
    for power in world.powers.values():
        if power.status in ("player", "dropout"):
            if world.settings.diplomacy == "envoys":
                power.diplomats = {f"D{number}": Diplomat(power.seat) for number in (1, 2, 3)}
            if world.settings.movement == "hidden":
                power.screens = {"S1": Screen(power.seat, power.points // 500 * world.settings.screens_per_500)}
