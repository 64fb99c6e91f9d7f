"""What a kingdom may see of the map [1.10, 7.1, 7.2, 7.7]."""

from collections.abc import Iterable

from pbm.darkage.world import World
from pbm.event import Event


def scouted(world: World, who: str) -> list[str]:
    """Areas of others next to its armies, at sea too."""
    near = {code: None for where, area in world.owned(who) if area.armies for code in world.map[where].near}
    return sorted(code for code in near if world.areas[code].owner != who)


def visited(journal: Iterable[Event], who: str) -> list[str]:
    """Areas its armies, ships and spy went through or fought for this turn."""
    places = [place for event in journal if getattr(event, "who", None) == who for place in event.places()]
    return sorted(dict.fromkeys(places))


def seen(world: World, journal: Iterable[Event], who: str) -> list[str]:
    """Every area in its report, its own included."""
    kingdom = world.kingdoms[who]
    own = [code for code, _ in world.owned(who)]
    agents = [*kingdom.watchers, *([kingdom.spy.at] if kingdom.spy else [])]
    return sorted(dict.fromkeys([*own, *scouted(world, who), *visited(journal, who), *agents]))
