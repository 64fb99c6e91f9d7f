"""What a turn leaves to be told when the game is over: great battles and secrets."""

from collections.abc import Iterator

from pbm.reports import Annal
from pbm.reports.keepsake import BATTLE, SECRET, sides
from pbm.rules.event import Event, Phase
from pbm.rulesets.darkage.battle_events import Fought
from pbm.rulesets.darkage.general import Given, Stashed
from pbm.rulesets.darkage.loans import Lent
from pbm.rulesets.darkage.report.words import name, named, names
from pbm.rulesets.darkage.spying import Recruited, Sabotaged, SpyKilled, TrapSet, WatcherKilled, WatchSet
from pbm.rulesets.darkage.world import World

SECRETS = (Recruited, TrapSet, WatchSet, Sabotaged, SpyKilled, WatcherKilled, Lent, Given, Stashed)
"""What only its parties knew."""


def annals(world: World, journal: list[Event]) -> Iterator[Annal]:
    number = 0
    for event in journal:
        number = (event.round or number) if isinstance(event, Phase) else number
        if isinstance(event, Fought):
            yield from sides(event)
        if isinstance(event, Fought) and event.great:
            first = event.rounds[0]
            end = "took it" if event.won else "was beaten back"
            text = f"{name(event.who)} at {named(event.target)}, {first.attack} against {first.defence}, and {end}"
            yield Annal(BATTLE, text, event.who, min(first.attack, first.defence) * 100 + first.attack + first.defence)
        elif isinstance(event, SECRETS):
            text = event.sentence(names()) + (f", round {number}" if number else "")
            yield Annal(SECRET, text, event.who, getattr(event, "bps", 0) or getattr(event, "armies", 0) or 1)
