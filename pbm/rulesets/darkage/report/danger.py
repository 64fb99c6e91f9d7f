"""What threatens a kingdom: areas that fall to what stands beside them, and blockades; as far as it knows."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from pbm.reports.sections import Fact
from pbm.rulesets.darkage.capture import is_refuge
from pbm.rulesets.darkage.computer.odds import HOST, Ground, best, ground, needed
from pbm.rulesets.darkage.map import britain
from pbm.rulesets.darkage.report.words import armies, name, named, names
from pbm.rulesets.darkage.view import Glimpse, View
from pbm.rulesets.darkage.world import Area, Census, World

MOST = 8
"""So many areas in danger are described; the others are named."""


class Fall(NamedTuple):
    """The fewest armies that take an area, the best action for them, and how many are left of them."""

    armies: int
    word: str
    left: int

    def __str__(self) -> str:
        return f"{self.armies} ({self.word}, {self.left} left)"


def falls_to(held: Ground, ships: int = 0) -> Fall | None:
    """By the rules of battle; nothing if no host is large enough."""
    if (least := needed(held, ships)) >= HOST:
        return None
    won = best(least, ships, held)
    return Fall(least, won.way.word, won.armies)


def others_area(view: View, code: str, area: Glimpse) -> Fall | None:
    """What another's land falls to as it was seen, without the household and the retreat that nobody sees."""
    place = britain()[code]
    if place.is_sea:
        return None
    there = Area(area.owner, area.population, area.armies, area.ships, area.forts, area.trade)
    return falls_to(ground(place, there, view.settings))


class Threat(NamedTuple):
    people: int
    code: str
    fall: Fall
    origin: str


def in_danger(view: View) -> Iterator[Fact]:
    """The areas with most people first."""
    found = sorted(threats(view), key=lambda one: (-one.people, one.code))
    for one in found[:MOST]:
        yield Fact(one.code, one.code, told(view, one))
    if rest := [one.code for one in found[MOST:]]:
        yield Fact("more", "and", " ".join(rest))


def threats(view: View) -> Iterator[Threat]:
    world = outline(view)
    for code, area in view.areas.items():
        host = strongest(view, code)
        if britain()[code].is_sea or not host or not (fall := own_area(world, code)):
            continue
        if view.seen[host].armies + at_sea(view, host) >= fall.armies:
            yield Threat(area.population, code, fall, host)


def outline(view: View) -> World:
    """The kingdom's own areas, and who owns the others: to look at, and not to change."""
    areas = {code: view.areas.get(code) or held_by(owner) for code, owner in view.owners.items()}
    kingdoms = {view.who: view.kingdom}
    turn, order = view.turn + 1, list(view.order)
    return World(turn, order, Census(turn), kingdoms, areas, map=britain(), settings=view.settings)


@cache
def held_by(owner: str | None) -> Area:
    return Area(owner)


def strongest(view: View, code: str) -> str | None:
    """The neighbour's area with the largest host that the kingdom sees."""
    near = sorted(other for other in britain()[code].near if other in view.seen)
    foreign = [other for other in near if view.seen[other].armies and view.seen[other].owner]
    return max(foreign, key=lambda other: view.seen[other].armies + at_sea(view, other), default=None)


def at_sea(view: View, code: str) -> int:
    """Ships count when the attack comes from the sea [8.5]."""
    return view.seen[code].ships if britain()[code].is_sea else 0


def own_area(world: World, code: str) -> Fall | None:
    """With the household that stands there, and after a retreat if one is ordered [3.11, 3.14]."""
    area, place = world.areas[code], world.map[code]
    home = world.kingdoms[area.owner or ""].household
    more = home.troops if home.at == code and not place.is_city else 0
    fall = falls_to(ground(place, area, world.settings, more))
    if area.mode == "retreat" and area.toward and is_refuge(world, code, area.toward):
        enough = max(area.armies + more, world.defence(code) + more) + 1
        left = falls_to(ground(place, area, world.settings, -area.armies))
        if left and (fall is None or max(enough, left.armies) < fall.armies):
            size = max(enough, left.armies)
            won = best(size, 0, ground(place, area, world.settings, -area.armies))
            return Fall(size, won.way.word, won.armies)
    return fall


def told(view: View, threat: Threat) -> str:
    area, there = view.areas[threat.code], view.seen[threat.origin]
    stands = armies(area.armies) if area.armies else "no army"
    ships = f" and {there.ships} by ship" if at_sea(view, threat.origin) else ""
    rival = name(there.owner)
    return (
        f"{names()[threat.code]}, {stands}: falls to {threat.fall.armies} by {threat.fall.word}; "
        f"{rival} {rival:has/have} {there.armies}{ships} in {named(threat.origin)}"
    )


# blockades


def is_blockaded(view: View, code: str) -> bool:
    """As far as the armies around the city can be seen from here [2.16]."""
    hinterland, inside = britain()[code].hinterland, view.areas[code]
    around = view.seen.get(hinterland) if hinterland else None
    return bool(around and around.owner and 2 * around.armies > inside.population + inside.armies)


def blockade_costs(view: View) -> dict[str, int]:
    """The BPs that each blockaded city does not pay."""
    return {
        code: area.population
        for code, area in sorted(view.areas.items())
        if area.population and is_blockaded(view, code)
    }
