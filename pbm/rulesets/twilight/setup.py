"""Set-up: the scenario's powers, the players' PLACE lines, and where units go that nobody placed [4.0, 27.0]."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from pbm.errors import GameError
from pbm.rules.code import Place, Power
from pbm.rules.dice import Dice
from pbm.rules.engine import Turn
from pbm.rules.event import Event, OfPower
from pbm.rules.order import Line, Refusal
from pbm.rulesets.twilight.forces import put
from pbm.rulesets.twilight.map import area_of, burgs, chart, listed, places_of
from pbm.rulesets.twilight.position import Player, PowerKind, PowerState, Settings
from pbm.rulesets.twilight.scenarios import Heir, Scenario, scenario
from pbm.rulesets.twilight.tables import all_markers, tables
from pbm.rulesets.twilight.units import OfUnits, Stack, Units, added, common, read, size, tidy, without, write
from pbm.rulesets.twilight.world import World, called

DUMMY = "dummy"
RAID_SEAS = ("NSE", "CHA", "IRI", "BIS", "MED", "LIG", "TYR", "ION")


def seats_of(settings: Settings) -> dict[str, str]:
    """The Frankish powers of the scenario, in the order of play round the table."""
    return {heir.power: listed()[heir.power].name for heir in scenario(settings.scenario).frankish}


def set_up(settings: Settings, dice: Dice, dummies: Mapping[str, str]) -> tuple[World, list[Event]]:
    """The world before the set-up sheets; `dummies` are the seats that no player takes."""
    plan = scenario(settings.scenario)
    codes = [heir.power for heir in plan.frankish]
    refuse_bad_seats(codes, dummies, plan)
    majors = plan.majors_for(len(codes) - len(dummies))
    seats = [code for code in codes if code not in majors]
    world = World(
        settings.scenario, 0, plan.first_year, seats, {}, {}, settings=settings, forces={}, pool=all_markers()
    )
    events: list[Event] = [Seated(tuple(seats), tuple(code for code in seats if code in dummies)), *npps(world)]
    for event in events:
        event.apply(world)
    return world, events


def refuse_bad_seats(codes: list[str], dummies: Mapping[str, str], plan: Scenario) -> None:
    for code, control in dummies.items():
        if code not in codes or control != DUMMY:
            raise GameError(
                f'game.toml, [seats]: {code} = "{control}" is not understood. Write for example {codes[-1]} = "dummy", '
                f"with one of {', '.join(codes)}."
            )


class Seated(Event, frozen=True):
    """The players' powers."""

    seats: tuple[Power, ...]
    dummies: tuple[Power, ...]
    text: ClassVar = "the heirs are {seats}"

    def apply(self, world: World) -> None:
        world.seats = list(self.seats)
        for code in self.seats:
            world.players[code] = Player(code, "computer" if code in self.dummies else "player")
            world.powers[code] = PowerState("pp", code, frankish=True)


class PowerEntered(OfPower, frozen=True):
    kind: PowerKind
    frankish: bool
    parties: ClassVar = ()
    text: ClassVar = "{who} {who:is/are} in the game"

    def apply(self, world: World) -> None:
        world.powers[self.who] = PowerState(self.kind, frankish=self.frankish)


class Placed(OfUnits, frozen=True):
    """Units come to stand somewhere: one stack a place."""

    who: Power
    where: Place
    units: str
    text: ClassVar = "{who} {who:has/have} {units} in {where}"

    def apply(self, world: World) -> None:
        there = world.stacks(self.where, self.who)
        if there:
            there[0].units = added(there[0].units, read(self.units))
        else:
            put(world, self.where, self.who, Stack(read(self.units)))


def npps(world: World) -> Iterator[Event]:
    """Majors and Minors where the scenario puts them."""
    plan = scenario(world.scenario)
    listings: tuple[tuple[PowerKind, dict[str, dict[str, str]]], ...] = (("minor", plan.minor), ("major", plan.major))
    for kind, rows in listings:
        for code, places in rows.items():
            if code not in world.powers:
                yield PowerEntered(code, kind, False)
                yield from (Placed(code, place, units) for place, units in places.items())
    for code in plan.majors_for(len(world.seats)):
        if code not in world.powers:
            yield PowerEntered(code, "major", True)


# placing


class Allotment:
    """What a power still has to place, and where it may."""

    def __init__(self, world: World, heir: Heir) -> None:
        self.world = world
        self.heir = heir
        fixed = any("L" in read(units) for units in heir.fixed.values())
        self.listed: Units = read(heir.units) if fixed else added(read(heir.units), {"L": 1})
        self.extra: Units = read(heir.extra.units) if heir.extra else {}

    @property
    def left(self) -> Units:
        """What of its list is not on the map."""
        who = self.heir.power
        return without(self.listed, added(*(self.world.units(place, who) for place in self.world.places(who))))

    @property
    def areas(self) -> list[str]:
        return self.heir.areas

    def allows(self, place: str) -> bool:
        return area_of(place) in self.areas and place not in self.heir.exclude

    def allows_extra(self, place: str) -> bool:
        more = self.heir.extra
        return bool(more and area_of(place) in more.areas and place not in more.exclude)

    def refusal(self, place: str, units: Units) -> Refusal | None:
        """A line is all or nothing; what the list does not cover comes whole from the extra units [27.0]."""
        if units.get("L") and not self.can_lead(place, units):
            return Refusal("27.0", "the leader needs another unit in that place, in a listed area")
        if self.lists(place, units):
            return None
        if self.allows_extra(place) and common(self.extra, units) == tidy(units) and not units.get("L"):
            return None
        if not (self.allows(place) or self.allows_extra(place)):
            return Refusal("27.0", f"{called(place)} is not among the places of {called(self.heir.power)}")
        return Refusal("27.0", "that is more than there is left to place")

    def can_lead(self, place: str, units: Units) -> bool:
        others = size(units) - units["L"] + self.world.number(place, self.heir.power)
        return self.allows(place) and others > 0

    def lists(self, place: str, units: Units) -> bool:
        """Whether the units come from the list itself; else they are extra ones, to be placed by turns."""
        return self.allows(place) and common(self.left, units) == tidy(units)

    def rest(self) -> Iterator[Placed]:
        """One militia in each area, one warrior in each burg, further warriors where the levy is highest [27.0]."""
        who, left = self.heir.power, self.left
        for place, units in self.heir.fixed.items():
            yield Placed(who, place, units)
        for number in range(left.get("M", 0)):
            yield Placed(who, self.areas[number % len(self.areas)], "M1")
        strongholds = [burg for area in self.areas if (burg := burgs().get(area)) and self.allows(burg)]
        richest = sorted(self.areas, key=lambda area: -chart()[area].value)
        for number in range(left.get("W", 0)):
            more = number - len(strongholds)
            yield Placed(who, strongholds[number] if more < 0 else richest[more % len(richest)], "W1")
        if left.get("L"):
            yield Placed(who, self.throne(), "L1")

    def throne(self) -> str:
        """The leader's place: where raiders come last, then where the levy is highest, with units of his."""
        who = self.heir.power
        held = [a for a in self.areas if any(self.world.number(p, who) for p in places_of(a))]
        area = min(held, key=lambda a: (-raid_rank(a), -chart()[a].value, self.areas.index(a)))
        burg = burgs().get(area)
        return burg if burg and self.world.number(burg, who) and self.allows(burg) else area


def raid_rank(area: str) -> int:
    """How late raiders reach an area: never is best."""
    rows = tables().viking.raid
    return next((rank for rank, sea in enumerate(RAID_SEAS) if area in rows[sea]), len(RAID_SEAS))


@dataclass
class Extra:
    """A PLACE line for units that are placed by turns."""

    paper: Any
    line: Line
    where: str
    units: list[str]
    failed: bool = False


class GameBegan(Event, frozen=True):
    """The first year begins."""

    frankish: tuple[Place, ...]
    feudal: tuple[Place, ...]
    text: ClassVar = "the heirs have taken up their places"

    def apply(self, world: World) -> None:
        world.frankish_start, world.feudal = list(self.frankish), list(self.feudal)
        world.turn, world.year = 1, scenario(world.scenario).first_year


def began(turn: Turn[World]) -> Iterator[Event]:
    """Which places Franks hold at first, and feudalism where they stand [18.1, 29.1]."""
    world = turn.world
    places = [code for code, spot in sorted(chart().items()) if spot.kind in ("land", "burg")]
    held = [code for code in places if frankish_alone(world, code)]
    there = [
        code
        for code, spot in sorted(chart().items())
        if spot.kind == "land" and any(world.is_frankish(power) for power in world.present(code))
    ]
    yield GameBegan(tuple(held), tuple(there) if world.settings.feudalism else ())


def frankish_alone(world: World, place: str) -> bool:
    holders = [world.holder(place)] if chart()[place].kind == "burg" else world.sharers(place)
    found = [power for power in holders if power]
    return bool(found) and all(world.is_frankish(power) for power in found)


def alternate(
    turn: Turn[World], allotments: Mapping[str, Allotment], wanted: Mapping[str, list[Extra]]
) -> Iterator[Event]:
    """Two powers place their extra units one by one, by turns [27.10]."""
    pair = [code for code, allotment in allotments.items() if allotment.heir.extra]
    if not pair:
        return
    first = turn.dice.pick("setup.first", pair)
    row = [first, *(code for code in pair if code != first)]
    lists = {code: wanted.get(code, []) for code in pair}
    pools = {code: read(heir.extra.units) for code in pair if (heir := allotments[code].heir).extra}
    while any(size(pool) for pool in pools.values()):
        for code in row:
            if size(pools[code]):
                unit, place = next_extra(turn.world, allotments[code], pools[code], lists[code])
                pools[code] = without(pools[code], {unit: 1})
                yield Placed(code, place, write({unit: 1}))


def next_extra(world: World, allotment: Allotment, pool: Units, wanted: list[Extra]) -> tuple[str, str]:
    """The next unit of the player's list that can be placed, else the default: militia first [27.10]."""
    for extra in wanted:
        while extra.units:
            unit = extra.units.pop(0)
            if pool.get(unit) and free_for(world, allotment, extra.where):
                return unit, extra.where
            extra.failed = True
    unit = "M" if pool.get("M") else "W"
    more = allotment.heir.extra
    assert more
    area = min(more.areas, key=lambda a: (franks_in(world, a), -chart()[a].value, more.areas.index(a)))
    burg = burgs().get(area)
    inside = unit == "W" and burg and burg not in more.exclude and free_for(world, allotment, burg)
    return unit, burg if inside and burg else area


def free_for(world: World, allotment: Allotment, place: str) -> bool:
    return chart()[place].kind != "burg" or not world.foreign(place, allotment.heir.power)


def franks_in(world: World, area: str) -> int:
    franks = [code for code in world.powers if world.is_frankish(code)]
    return sum(world.number(place, power) for place in places_of(area) for power in franks)
