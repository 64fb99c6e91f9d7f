"""Supply and attrition in step 6c [5.66 to 5.68, 5.88]."""

from collections.abc import Iterator
from typing import ClassVar

from pbm.rules.engine import Turn
from pbm.rules.event import Event, OfPower
from pbm.rulesets.marnon.cards.crusade import leaves_home, won
from pbm.rulesets.marnon.changes.areas import FortState
from pbm.rulesets.marnon.changes.forces import Lost
from pbm.rulesets.marnon.crowns.supply import Lines, LinesAfterCount, is_supplied
from pbm.rulesets.marnon.land.attrition import attrition, attrition_modifier
from pbm.rulesets.marnon.tables import percent, up
from pbm.rulesets.marnon.telling import Noted, OutOfSupply
from pbm.rulesets.marnon.war.gates import given_up
from pbm.rulesets.marnon.world import World

EACH_SUPPLY = 500


class SuppliesUsed(OfPower, frozen=True):
    force: str
    number: int
    text: ClassVar = "{force} used {number} of its supplies"

    def apply(self, world: World) -> None:
        world.force(self.who, self.force).supplies -= self.number


def supply(turn: Turn[World]) -> Iterator[Event]:
    """Forts are counted, all forces out of supply are found, each of them rolls; too few besiegers end a siege."""
    world = turn.world
    yield from leaves_home(world)
    yield from forts_counted(world)
    yield from starved(turn, list(hungry(world)))
    yield from won(turn)
    yield from given_up(world)


def forts_counted(world: World) -> Iterator[Event]:
    for who in world.ranked(world.powers):
        lines = Lines(world, who)
        for area in world.owned(who):
            row = world.area(area)
            if row.fort:
                cut = 0 if lines.is_linked(area) else row.cut + 1
                if cut != row.cut:
                    yield FortState(who, area, cut, row.unpaid)


def hungry(world: World) -> Iterator[tuple[str, str, bool]]:
    """Forces that are not paid or not in supply, and whether they are unpaid."""
    for who in world.ranked(world.powers):
        lines = LinesAfterCount(world, who)
        for code in world.numbered(who, "forces"):
            unpaid = (who, code) in world.now.unpaid
            if unpaid or not is_supplied(world, who, world.force(who, code), code, lines=lines):
                yield who, code, unpaid


def cut_off(world: World, who: str, code: str) -> OutOfSupply:
    return OutOfSupply(who, code, *LinesAfterCount(world, who).cut(world.force(who, code).at or ""))


def starved(turn: Turn[World], found: list[tuple[str, str, bool]]) -> Iterator[Event]:
    world = turn.world
    for who, code, unpaid in found:
        force = world.force(who, code)
        needed = up(force.points, EACH_SUPPLY)
        if not unpaid and world.settings.supply_points and force.supplies >= needed:
            yield SuppliesUsed(who, code, needed)
            continue
        yield Noted(who, f"{code} is not paid") if unpaid else cut_off(world, who, code)
        share = yield from attrition(turn, who, code, "supply", attrition_modifier(world, who, code))
        if loss := percent(force.points, share):
            yield Lost(who, code, loss, "not paid" if unpaid else "out of supply")
