"""Pay of mercenaries and commanders [5.13.7]."""

from collections.abc import Iterator

from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rulesets.homelands.stock import Earned, perished
from pbm.rulesets.homelands.tables import SUMMER, WINTER, tables
from pbm.rulesets.homelands.trade import Commanded
from pbm.rulesets.homelands.units import LEVELS, Units, kind
from pbm.rulesets.homelands.world import World


def pay_of(world: World) -> int:
    """What a mercenary costs in this round; nothing if it is no pay turn."""
    year, how = tables().units["ME"].pay_year, world.on("salaries")
    if how == "twice" and world.season in (SUMMER, WINTER):
        return year // 2
    return year if how == "once" and world.season == WINTER else 0


def best_first(units: Units) -> list[str]:
    """Unit by unit, the highest level first."""
    keys = sorted(units, key=lambda key: (kind(key).type, -LEVELS.index(kind(key).level)))
    return [key for key in keys for _ in range(units[key])]


def salaries(turn: Turn[World]) -> Iterator[Event]:
    """Mercenaries first, then commanders; who cannot be paid leaves."""
    world = turn.world
    pay = pay_of(world)
    for who in world.codes if pay else ():
        yield from mercenaries_paid(world, who, pay)
        yield from commanders_paid(world, who)


def mercenaries_paid(world: World, who: str, pay: int) -> Iterator[Event]:
    paid, gone = 0, list[tuple[str, str, Units]]()
    for code, place, units in world.stands(who):
        left: Units = {}
        for key in best_first({key: n for key, n in units.items() if kind(key).type == "ME"}):
            if (paid + 1) * pay <= world.powers[who].gold:
                paid += 1
            else:
                left[key] = left.get(key, 0) + 1
        if left:
            gone.append((code, place, left))
    if paid:
        yield Earned(who, -paid * pay, "pay of mercenaries")
    for code, place, left in gone:
        yield perished(who, code, place, left, "not paid")


def commanders_paid(world: World, who: str) -> Iterator[Event]:
    level = world.powers[who].command
    if not world.on("command") or level == "none":
        return
    pay = tables().command[level][1]
    if world.powers[who].gold >= pay:
        yield Earned(who, -pay, "pay of commanders")
    else:
        yield Commanded(who, "none", 0)
