"""Changes of units, gold and points that several chapters share."""

from collections.abc import Mapping
from typing import ClassVar

from pbm.rules.code import Place, Power
from pbm.rules.event import Booked, OfPower
from pbm.rulesets.homelands.units import Units, put, take, told
from pbm.rulesets.homelands.world import Field, World, group


def add(world: World, code: str, who: str, place: str, units: Mapping[str, int]) -> None:
    put(group(world.fields[code], who, place), units)
    tidy(world.fields[code], who)


def drop(world: World, code: str, who: str, place: str, units: Mapping[str, int]) -> None:
    take(group(world.fields[code], who, place), units)
    tidy(world.fields[code], who)


def suffer(world: World, code: str, who: str, losses: Mapping[str, Mapping[str, int]], pp: int) -> None:
    """What a round of fighting costs one side: units where they stood, and prestige spent."""
    for place, units in losses.items():
        drop(world, code, who, place, units)
    world.powers[who].pp -= pp


def use_grain(world: World, grain: Mapping[str, int]) -> None:
    """Grain out of stores, by the fields where they are."""
    for code, amount in grain.items():
        settlement = world.fields[code].settlement
        assert settlement
        settlement.grain -= amount


def tidy(there: Field, who: str) -> None:
    """Nothing is kept of a power that has nobody there."""
    for rows in (there.units, there.builders, there.cargo):
        if who in rows and not rows[who]:
            del rows[who]


class Earned(OfPower, frozen=True):
    """Gold comes or goes."""

    gold: int
    why: str
    where: Place | None = None
    text: ClassVar = "{who}: {gold:+} gold, {why}< {where}>"
    books: ClassVar = (Booked("gold", "other", "gold", "{why}< {where}>"),)

    def apply(self, world: World) -> None:
        world.powers[self.who].gold += self.gold


class Prestige(OfPower, frozen=True):
    """Prestige comes or goes."""

    pp: int
    why: str
    where: Place | None = None
    text: ClassVar = "{who}: {pp:+} PP, {why}< {where}>"

    def apply(self, world: World) -> None:
        world.powers[self.who].pp += self.pp


class Points(OfPower, frozen=True):
    """Victory points come or go; those of a lord or recipient count as points from bonds."""

    vp: int
    why: str
    bonds: int = 0
    where: Place | None = None
    text: ClassVar = "{who}: {vp:+} VP, {why}< {where}>"

    def apply(self, world: World) -> None:
        world.powers[self.who].vp += self.vp
        world.powers[self.who].vp_bonds += self.bonds


class Shifted(OfPower, frozen=True):
    """Units go from one place to another, on the same field or the next."""

    origin: Place
    place: str
    target: Place
    into: str
    left: Units
    came: Units
    what: str
    way: str = "goes/go"
    """The verb for one unit, and for several."""
    text: ClassVar = "{what} {way} from {origin} to {target}"

    def apply(self, world: World) -> None:
        drop(world, self.origin, self.who, self.place, self.left)
        add(world, self.target, self.who, self.into, self.came)

    def worded(self, names: Mapping[str, str], public: bool = False) -> str:
        return self.said(self.text.replace("{way}", "{what:" + self.way + "}"), names)


class Changed(OfPower, frozen=True):
    """Units become others where they are, or stand elsewhere on their field."""

    where: Place
    place: str
    into: str
    left: Units
    came: Units
    what: str
    text: ClassVar = "{where}: {what}"

    def apply(self, world: World) -> None:
        drop(world, self.where, self.who, self.place, self.left)
        add(world, self.where, self.who, self.into, self.came)


class Raised(OfPower, frozen=True):
    """New units."""

    where: Place
    place: str
    units: Units
    what: str
    text: ClassVar = "{who} {who:gets/get} {what} in {where}"

    def apply(self, world: World) -> None:
        add(world, self.where, self.who, self.place, self.units)


class Perished(OfPower, frozen=True, omit_defaults=True):
    """Units are gone, and why."""

    where: Place
    place: str
    units: Units
    what: str
    why: str
    by: tuple[Power, ...] = ()
    """Who bars their way, as far as their power sees it."""
    at: Place | None = None
    text: ClassVar = "{who} {who:loses/lose} {what} in {where}: {why}<; {by} {by:stands/stand} in {at}>"

    def apply(self, world: World) -> None:
        drop(world, self.where, self.who, self.place, self.units)


Bar = tuple[tuple[str, ...], str | None]
"""Who stands in the way, and where."""


def perished(who: str, where: str, place: str, units: Mapping[str, int], why: str, bar: Bar = ((), None)) -> Perished:
    return Perished(who, where, place, dict(units), told(units), why, *bar)


def raised(who: str, where: str, place: str, units: Mapping[str, int]) -> Raised:
    return Raised(who, where, place, dict(units), told(units))
