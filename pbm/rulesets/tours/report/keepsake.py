"""What a turn leaves to be told when the battle is over: its hardest fights."""

from collections.abc import Iterator

from pbm.reports import Annal
from pbm.reports.keepsake import BATTLE
from pbm.rules.event import Event
from pbm.rulesets.tours.forces import NAMES, UNITS
from pbm.rulesets.tours.selectors import spans
from pbm.rulesets.tours.shock import Attacks, Counters
from pbm.rulesets.tours.world import World

FALLEN = "X"
"""In a result: units are eliminated."""
DEADLY = 3
"""A fight in which units fall counts as one with so many more."""


def annals(world: World, journal: list[Event]) -> Iterator[Annal]:
    for event in journal:
        if isinstance(event, Attacks) and not isinstance(event, Counters):
            side, units = UNITS[event.attackers[0]].side, len(event.attackers) + len(event.defenders)
            text = (
                f"{NAMES[side]}, {spans(event.attackers)} against {spans(event.defenders)}: "
                f"the die shows {event.die} and makes {event.adjusted}, {event.result}"
            )
            yield Annal(BATTLE, text, side, units + DEADLY * (FALLEN in event.result))
