"""What fighting brings: prestige, counters, experience [5.12.1, 5.16]."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from pbm.rules.code import Place, Power
from pbm.rules.event import Event, OfPower
from pbm.rulesets.homelands.force import Groups
from pbm.rulesets.homelands.stock import Prestige, add, drop
from pbm.rulesets.homelands.tables import tables
from pbm.rulesets.homelands.units import LEVELS, RISEN, Units, key_of, kind, rank, told
from pbm.rulesets.homelands.world import World

RISING = ("LI", "HI", "CV", "TS", "WS", "ME")


def worth(units: Mapping[str, int]) -> int:
    """The PP value of units."""
    return sum(count * tables().units[kind(key).type].pp for key, count in units.items())


def worth_of(groups: Groups) -> int:
    return sum(map(worth, groups.values()))


def prestige_for(world: World, who: str, loser: str, where: str, value: int) -> int:
    """With what a rival and fighting abroad add, rounded down."""
    more = tables().prestige["rival_pct"] if world.is_rival(who, loser) else 0
    if world.faction(who).pp_abroad and world.is_abroad(who, where):
        more += world.faction(who).pp_abroad
    return value * (100 + more) // 100


class Counted(OfPower, frozen=True):
    """Units of one power were eliminated by another: both remember it until New Year."""

    loser: Power
    value: int
    parties: ClassVar = ("who", "loser")
    silent: ClassVar = True

    def apply(self, world: World) -> None:
        world.powers[self.who].killed += self.value
        world.powers[self.loser].lost += self.value


def honoured(world: World, who: str, loser: str, where: str, units: int, places: int, why: str) -> Iterator[Event]:
    """Prestige for units and places together, and the counters for units alone."""
    if units:
        yield Counted(who, loser, units)
    pp = prestige_for(world, who, loser, where, units + places)
    if pp:
        yield Prestige(who, pp, why, where)


class Promoted(OfPower, frozen=True):
    """Survivors rise a level."""

    where: Place
    place: str
    left: Units
    came: Units
    what: str
    text: ClassVar = "{who} in {where}: {what} {what:rises/rise} a level"

    def apply(self, world: World) -> None:
        drop(world, self.where, self.who, self.place, self.left)
        add(world, self.where, self.who, self.place, self.came)


def experience(world: World, who: str, where: str, groups: Groups, kills: int) -> Iterator[Event]:
    """Each unit destroyed raises one survivor a level, each once a round [5.16.3]."""
    if not world.on("experience"):
        return
    able = [
        (place, key, count)
        for place, units in groups.items()
        for key, count in units.items()
        if kind(key).type in RISING and kind(key).level != LEVELS[-1] and RISEN not in kind(key).marks
    ]
    order = sorted(able, key=lambda row: (RISING.index(kind(row[1]).type), rank(row[1])[1], row[0] == "building"))
    for place, key, count in order:
        number = min(kills, count)
        if number:
            unit, level, marks = kind(key)
            higher = key_of(unit, LEVELS[LEVELS.index(level) + 1], marks + RISEN)
            what = told({key_of(unit, level): number})
            yield Promoted(who, where, place, {key: number}, {higher: number}, what)
            kills -= number
