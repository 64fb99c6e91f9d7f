"""What a kingdom may see of the map [1.10, 7.1, 7.2, 7.7]."""

from collections import defaultdict
from collections.abc import Iterable

from pbm.rules.event import Event
from pbm.rulesets.darkage.attack import Raided, Wasted
from pbm.rulesets.darkage.battle_events import Fought
from pbm.rulesets.darkage.world import World

ATTACKS = (Fought, Raided, Wasted)
"""Where something of this kind happens, both sides see the area at the end of the turn."""


def scouted(world: World, who: str) -> list[str]:
    """Areas of others next to its armies, at sea too."""
    near = {code: None for where, area in world.owned(who) if area.armies for code in world.map[where].near}
    return sorted(code for code in near if world.areas[code].owner != who)


def visited(journal: Iterable[Event]) -> dict[str, list[str]]:
    """Areas that each kingdom's armies, ships and spy went through or fought for this turn, on either side."""
    places: dict[str, list[str]] = defaultdict(list)
    for event in journal:
        if event.shows and (who := getattr(event, "who", None)):
            places[who].extend(event.places())
        if isinstance(event, ATTACKS) and event.defender:
            places[event.defender].append(event.target)
    return places


def foreign(world: World, who: str, scouted: Iterable[str], visited: Iterable[str]) -> list[str]:
    """Every area of others in its report."""
    kingdom = world.kingdoms[who]
    agents = [*kingdom.watchers, *([kingdom.spy.at] if kingdom.spy else [])]
    found = dict.fromkeys([*scouted, *visited, *agents])
    return sorted(code for code in found if world.areas[code].owner != who)


def seen(world: World, journal: Iterable[Event], who: str) -> list[str]:
    """Every area in its report, its own included."""
    own = [code for code, _ in world.owned(who)]
    return sorted([*own, *foreign(world, who, scouted(world, who), visited(journal).get(who, []))])
