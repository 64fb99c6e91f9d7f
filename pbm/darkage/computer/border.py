"""Holding the border: who could strike where, and what it takes to stop him."""

from typing import NamedTuple

from pbm.darkage.build import Fortify, Levy, Reserve
from pbm.darkage.computer.draft import Draft
from pbm.darkage.computer.odds import Ground, falls, ground
from pbm.darkage.stance import Ambush, Retreat
from pbm.order import Number

LEVY_PRICE = 3
SUDDEN = 2
"""So many armies a neighbour may raise before he strikes."""
OVERSTOCK = 1
"""Armies and forts beyond the people that cost no upkeep."""


class Threat(NamedTuple):
    strength: int
    origin: str


def threats(draft: Draft, where: str) -> list[Threat]:
    """Foreign hosts that stand next to an area, or could be raised there, the strongest first."""
    areas, who = draft.areas, draft.who
    found = []
    for code in draft.map[where].near:
        area = areas[code]
        if area.owner is not None and area.owner != who:
            host = area.armies + area.ships + min(area.population, SUDDEN)
            if area.armies or area.population:
                found.append(Threat(host, code))
    return sorted(found, key=lambda threat: (-threat.strength, threat.origin))


def held(draft: Draft, where: str, armies: int = 0, forts: int = 0) -> Ground:
    return ground(draft.map[where], draft.areas[where], draft.world.settings, armies, forts)


def shortfall(draft: Draft, where: str, strength: int, most: int) -> int:
    """How many more armies would stop an attack of that strength; one more than `most` if none do."""
    return next((n for n in range(most + 1) if not falls(held(draft, where, n), strength)), most + 1)


def room(draft: Draft, where: str) -> int:
    """Armies or forts that can still be kept there without upkeep."""
    area = draft.areas[where]
    return area.population + OVERSTOCK - area.armies - area.forts


def reinforce(draft: Draft, where: str, armies: int, why: str) -> bool:
    """Put armies into an area: from the reserve first, which is cheap, then by levy."""
    reserve = min(draft.kingdom.usable, armies, draft.bp)
    if reserve and draft.give(Reserve(number=Number(reserve), where=where), why):
        return True
    levy = min(draft.areas[where].population, armies, draft.bp // LEVY_PRICE)
    return levy > 0 and draft.give(Levy(number=Number(levy), where=where), why)


def fortify(draft: Draft, where: str, forts: int, why: str) -> bool:
    forts = min(forts, draft.areas[where].population, draft.bp)
    return forts > 0 and draft.give(Fortify(number=Number(forts), where=where), why)


def lie_in_wait(draft: Draft, where: str, threat: Threat) -> bool:
    """An ambush against the likeliest attacker, where armies stand."""
    area = draft.areas[where]
    if not area.armies or draft.map[where].is_city or draft.map[threat.origin].is_city:
        return False
    if area.mode == "ambush" and area.against == threat.origin:
        return False
    return draft.give(Ambush(where, threat.origin), f"{threat.strength} could come out of {threat.origin}")


def give_way(draft: Draft, where: str) -> bool:
    """A retreat to a safer area, where armies could not hold."""
    area = draft.areas[where]
    if not area.armies or (area.mode == "retreat" and is_refuge(draft, area.toward)):
        return False
    refuges = [code for code in sorted(draft.map[where].near) if is_refuge(draft, code)]
    if not refuges:
        return False
    refuge = max(refuges, key=lambda code: draft.areas[code].armies - sum(t.strength for t in threats(draft, code)))
    return draft.give(Retreat(where, refuge), "it cannot be held against what stands next to it")


def is_refuge(draft: Draft, where: str | None) -> bool:
    return where is not None and draft.areas[where].owner == draft.who and not draft.map[where].is_sea
