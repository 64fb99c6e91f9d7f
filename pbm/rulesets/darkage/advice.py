"""Advice on a kingdom's report: areas in danger, idle armies, useless orders."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import msgspec

from pbm.rules.event import counted
from pbm.rules.position import fields_of
from pbm.rulesets.contract import Counsel
from pbm.rulesets.darkage.attack import Assault, March, Move
from pbm.rulesets.darkage.capture import HOUSEHOLD_PENALTY, is_refuge
from pbm.rulesets.darkage.computer.draft import imagined
from pbm.rulesets.darkage.income import ledger
from pbm.rulesets.darkage.victory import winning
from pbm.rulesets.darkage.view import View
from pbm.rulesets.darkage.world import (
    Area,
    Position,
    Settings,
    World,
    is_gaelic,
    offmap_upkeep,
    opened,
)

WAYS: tuple[type[March], ...] = (Move, Assault)
HEAVY = 3
"""Maintenance of a third of the income is worth a warning."""


class Threat(NamedTuple):
    origin: str
    way: type[March]
    armies: int
    ships: int


def counsel(view: View, totals: Mapping[str, int]) -> Iterator[Counsel]:
    """Advice from the report alone, the most important first."""
    who, world = view.who, imagined(view, rumours=False)
    for advice in (threats, win_in_sight, blockades, retreats, ambushes, hosts, idle_armies, upkeep, full):
        yield from advice(world, who)
    yield from idle_bps(view, totals)


def listed(world: World, codes: Iterable[str]) -> str:
    return ", ".join(world.called(code) for code in codes)


def lands(world: World, who: str) -> list[tuple[str, Area]]:
    return [(code, area) for code, area in world.owned(who) if not world.map[code].is_sea]


def threats(world: World, who: str) -> Iterator[Counsel]:
    """Areas that a neighbour could take with the armies now beside them, by the rules of battle."""
    position = msgspec.json.encode(Position(**fields_of(world, Position)))
    for code, _ in lands(world, who):
        if threat := worst(world, position, who, code):
            yield Counsel(threat.way.rule, in_danger(world, code, threat))
            if world.kingdoms[who].household.at == code and not world.map[code].is_city:
                yield Counsel(
                    "10.7",
                    f"your household stands in {world.called(code)}: to lose it there costs {HOUSEHOLD_PENALTY} VPs",
                )


def worst(world: World, position: bytes, who: str, where: str) -> Threat | None:
    """The strongest host that could take an area, by the cheapest way it has."""
    found = [
        Threat(origin, way, area.armies, area.ships)
        for origin in sorted(world.map[where].near)
        if (area := world.areas[origin]).armies and area.owner not in (who, None)
        for way in WAYS
        if falls(position, world.settings, way(number=None, origin=origin, target=where))
    ]
    return max(found, key=lambda threat: (threat.armies + threat.ships, -threat.way.cost), default=None)


def falls(position: bytes, settings: Settings, order: March) -> bool:
    """Whether an order, given now, would take its target."""
    world = opened(msgspec.json.decode(position, type=Position), settings)
    owner = world.areas[order.origin].owner
    assert owner is not None
    for event in order.run(world, owner, world.areas[order.origin].armies):
        event.apply(world)
    return world.areas[order.target].owner == owner


def in_danger(world: World, where: str, threat: Threat) -> str:
    owner = world.names()[world.areas[threat.origin].owner or ""]
    ships = f" and {counted(threat.ships, 'ship', 'ships')}" if threat.ships else ""
    return (
        f"{world.called(where)} may fall: {owner}, with {counted(threat.armies, 'army', 'armies')}{ships} in "
        f"{world.called(threat.origin)}, could take it by {threat.way.word} against a defence of "
        f"{world.defence(where)}"
    )


def win_in_sight(world: World, who: str) -> Iterator[Counsel]:
    if win := winning(world):
        whose = "yours" if win.who == who else f"that of {world.names()[win.who]}"
        yield Counsel("4.3", f"a {win.how} win is in sight, {whose}, if it lasts until a census")


def blockades(world: World, who: str) -> Iterator[Counsel]:
    for code, _ in lands(world, who):
        if world.blockaded(code):
            yield Counsel("2.16", f"{world.subject(code, 'is', 'are')} blockaded: it pays nothing and raises nobody")


def retreats(world: World, who: str) -> Iterator[Counsel]:
    """Areas set to retreat without a destination."""
    giving = [(code, area) for code, area in lands(world, who) if area.mode == "retreat" and may_flee(who, area)]
    if unset := [code for code, area in giving if area.toward is None]:
        yield Counsel("3.11", f"set to retreat, but no destination is set: {listed(world, unset)}")
    for code, area in giving:
        if area.toward and not is_refuge(world, code, area.toward):
            place = f"{world.called(area.toward)}, which is not a neighbouring land of yours"
            yield Counsel("3.12", f"{world.called(code)} would retreat to {place}")


def may_flee(who: str, area: Area) -> bool:
    """Armies do, and among the Gaels the people too."""
    return bool(area.armies or (area.population and is_gaelic(who)))


def ambushes(world: World, who: str) -> Iterator[Counsel]:
    """Ambushes that no enemy can walk into."""
    for code, area in lands(world, who):
        if area.mode == "ambush" and not area.armies:
            yield Counsel("3.13", f"the ambush in {world.called(code)} has no army to spring it")
        elif area.mode == "ambush" and area.against and world.areas[area.against].owner == who:
            there = f"{world.called(area.against)}, which is your own"
            yield Counsel("3.13", f"the ambush in {world.called(code)} waits for an attack from {there}")


def hosts(world: World, who: str) -> Iterator[Counsel]:
    """Armies and fleets that will disperse if nothing changes."""
    for code, area in lands(world, who):
        if area.armies > (room := area.population + area.forts + 1):
            yield Counsel(
                "2.13",
                f"{world.subject(code, 'keeps', 'keep')} {room} of its {area.armies} armies: one per turn disperses",
            )
    for code, area in world.owned(who):
        if world.map[code].is_sea and area.ships > 1:
            along = " with an army" if area.armies else ""
            yield Counsel("8.7", f"a ship{along} disperses from {world.called(code)} while more than one lies there")


def idle_armies(world: World, who: str) -> Iterator[Counsel]:
    """Armies without a foreign area next to them."""
    inland = [
        code
        for code, area in lands(world, who)
        if area.armies and all(world.areas[other].owner == who for other in world.map[code].near)
    ]
    if inland:
        yield Counsel("3.1", f"armies are far from any border: {listed(world, inland)}")


def upkeep(world: World, who: str) -> Iterator[Counsel]:
    people, costs = ledger(world)
    kingdom = world.kingdoms[who]
    cost = costs[who] + offmap_upkeep(kingdom.reserve) + offmap_upkeep(kingdom.household.troops)
    if cost and cost * HEAVY >= people[who]:
        yield Counsel("2.12", f"maintenance takes {cost} of an income of {people[who]}")


def full(world: World, who: str) -> Iterator[Counsel]:
    crowded = [code for code, area in lands(world, who) if area.population >= world.map[code].limit > 0]
    fate = "becomes an army" if is_gaelic(who) else "is lost, with a VP,"
    if crowded:
        yield Counsel("2.7", f"one more of the people {fate} in {listed(world, crowded)}")


def idle_bps(view: View, totals: Mapping[str, int]) -> Iterator[Counsel]:
    if (left := totals.get("spent", 0)) > 0:
        yield Counsel("2.8", f"{counted(left, 'BP was', 'BPs were')} not spent last turn")
    kingdom = view.kingdom
    if kingdom.bp or kingdom.treasury:
        yield Counsel(
            "2.8",
            f"to spend now: {counted(kingdom.bp, 'BP', 'BPs')}, and {kingdom.treasury} in the treasury (use CASH)",
        )
