"""How soon another kingdom could be in an area or harm it, counted in actions of its own.

Nothing is assumed of its armies but that they may stand in any area it owns: so the count is never too high.
"""

from heapq import heappop, heappush
from typing import NamedTuple

from pbm.rulesets.darkage.map import Map, Place
from pbm.rulesets.darkage.world import World, is_gaelic

NEVER = 99
AFLOAT = 1
"""FLEET reaches every sea without ships, wherever it lies [8.2]."""


class Reach(NamedTuple):
    """For each area the fewest actions in which a kingdom could do it; 0 where it could be done already."""

    takes: dict[str, int]
    touches: dict[str, int]
    """To take something from what stands or lives there, by attack, siege or invasion."""


def reach(world: World, who: str) -> Reach:
    own = {code for code, area in world.areas.items() if area.owner == who}
    takes = spread(world.map, own)
    touches = {code: touching(place, world.map, takes, is_gaelic(who)) for code, place in world.map.items()}
    return Reach(takes, touches)


def spread(chart: Map, own: set[str]) -> dict[str, int]:
    """Step by step from its own areas: whoever enters a city, mountains, forest or wetlands goes no further [2.4]."""
    armed: dict[str, int] = {}
    """Lands that could be taken by then, and seas where its armies could be aboard."""
    queue = [(0, code) for code in sorted(own)]
    while queue:
        step, code = heappop(queue)
        if code in armed:
            continue
        armed[code] = step
        place = chart[code]
        if place.is_sea or code in own or not place.sticky:
            for near in place.near:
                boards = chart[near].is_sea and not place.is_sea
                heappush(queue, (max(step, AFLOAT if boards else 0) + 1, near))
    return {code: sailing(code in own) if place.is_sea else armed.get(code, NEVER) for code, place in chart.items()}


def sailing(own: bool) -> int:
    return 0 if own else AFLOAT


def touching(place: Place, chart: Map, takes: dict[str, int], gaelic: bool) -> int:
    """An attack, a siege from around a city, or an invasion by Gaels, who need no army and are never stuck."""
    ways = [takes[place.code]]
    if place.hinterland:
        ways.append(takes[place.hinterland] + 1)
    elif gaelic:
        ways += [takes[near] + 1 for near in place.near if not chart[near].is_sea]
    return min(ways)
