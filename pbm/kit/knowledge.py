"""Who may know what, written once more from the rules: tables of the tests' own, which ask the games nothing.

A game has its `Knowledge`: for each kind of event the fields that name those who are told, what of it everyone reads,
and the places it lets `who` see. What a position hides is said by the function that the game brings as `hides`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from pbm.errors import GameError
from pbm.kit.brought import brought
from pbm.kit.play import Played
from pbm.rules.corrections import Corrected
from pbm.rules.event import Answered, Event, Phase, Said

COMMON = """
TakenOver      | who   | who       |
ComputerPlayed | who   |           |
TurnMissed     | who   |           |
PlayedWhileAway | who  |           |
BackInPlay     | who   |           |
DroppedOut     | who   | who       |
PowerGained    | who   | who power |
PowerLost      | who   | who power |
Corrected      | touched | kind code field was now reason |
DoctrineSet    | who   |           |
DoctrineDropped | who  |           |
TurnEnded      |       |           |
"""
"""Seats and standing orders are alike in all games. Everyone is told of a correction only of what everyone sees."""


class Told(NamedTuple):
    """Who is told of a kind of event: fields that name powers, fields that all read, fields that name places seen."""

    parties: tuple[str, ...]
    everyone: tuple[str, ...]
    shows: tuple[str, ...]


def read(*tables: str) -> dict[str, Told]:
    """Tables with a line for each kind of event: `Claimed | who | who where |`."""
    return dict(row(line) for table in tables for line in table.strip().splitlines())


def row(line: str) -> tuple[str, Told]:
    kind, *cells = (cell.strip() for cell in line.split("|"))
    if len(cells) != len(Told._fields):
        raise GameError(f'The line "{line.strip()}" has {len(cells)} cells behind its event, not {len(Told._fields)}.')
    return kind, Told(*(tuple(cell.split()) for cell in cells))


@dataclass(frozen=True)
class Known:
    """All that a power may know of a turn."""

    who: str
    events: tuple[Event, ...]
    seen: frozenset[str]
    """Places of others that it sees, as they are at the end of the turn."""


@dataclass(frozen=True)
class Knowledge:
    events: Mapping[str, Told]
    seen: Callable[[Played, str, Mapping[str, Told]], frozenset[str]] = lambda played, who, told: frozenset()
    """The places of others that a power sees at the end of a turn, from the turn, the power and the table."""
    heirs: Callable[[Sequence[Event]], Mapping[str, str]] = lambda journal: {}
    """Who has another power now, and is told what the old one would be."""
    unheard: Callable[[Event], bool] = lambda event: False
    """Events of a public kind of which nobody else reads all the same."""
    public_fields: tuple[str, ...] = ("control",)
    """Everyone is told of a correction of these."""
    acts: tuple[str, ...] = ()
    """Kinds of events that say that somebody acts, besides answers to lines."""

    def is_act(self, event: Event) -> bool:
        return isinstance(event, Answered) or type(event).__name__ in self.acts

    def known(self, played: Played, who: str) -> Known:
        heirs = self.heirs(played.journal)
        own = {who, *(old for old, new in heirs.items() if new == who)}
        events = tuple(event for event in played.journal if own & self.told(event))
        return Known(who, events, self.seen(played, who, self.events))

    def told(self, event: Event) -> set[str]:
        """The powers that are told of an event as its parties."""
        if isinstance(event, Phase):
            return set()
        if isinstance(event, Answered):
            return {event.sheet}
        if isinstance(event, Said):
            return {event.who, *([event.to] if event.to else [])}
        parties = self.events[type(event).__name__].parties
        named = [getattr(event, field) for field in parties if not field.startswith("@")]
        return {code for value in named for code in (value if isinstance(value, tuple) else (value,)) if code}

    def is_public(self, event: Event) -> bool:
        """Whether everyone reads of it."""
        if isinstance(event, Answered | Phase | Said):
            return False
        secret = isinstance(event, Corrected) and event.field not in self.public_fields
        return bool(self.events[type(event).__name__].everyone) and not secret and not self.unheard(event)


def table_of(name: str) -> Knowledge:
    table = brought(name).table
    assert table, f"{name} does not say who may know what of its events: give `brings` a table."
    found: Knowledge = table()
    return found


def unlisted(name: str, kinds: Sequence[type[Any]]) -> list[str]:
    """Kinds of events that the table of a game does not have; answers and mere families of kinds need no line."""
    whole = [kind for kind in kinds if not issubclass(kind, Answered) and not kind.__subclasses__()]
    return [kind.__name__ for kind in whole if kind.__name__ not in table_of(name).events]
