"""Who plays: missed turns, dropouts, and players who take a kingdom over [1.1, 1.3, 1.7]."""

from collections.abc import Iterator
from typing import ClassVar

from pbm.rules import roster
from pbm.rules.engine import Turn
from pbm.rules.event import Booked, Event
from pbm.rulesets.darkage.kings import NEW_VIKING, VikingsAppear
from pbm.rulesets.darkage.loans import write_off
from pbm.rulesets.darkage.world import VIKINGS, World

STEWARD, WARLORD = "steward", "warlord"


def stand_in(world: World, who: str, joining: bool) -> str:
    """Which temperament plays a kingdom that sent no orders: a player's is kept safe, any other makes war."""
    return STEWARD if joining or world.kingdoms[who].control == "player" else WARLORD


class TakenOver(roster.TakenOver, frozen=True):
    """A standby player takes a kingdom that nobody played, and finds a bonus in its treasury."""

    treasury: int
    text: ClassVar = "a new player takes over {who}<, with {treasury:BP/BPs} for the treasury>"
    books: ClassVar = (Booked("treasury", "welcomed", "treasury", "for the new player"),)

    def apply(self, world: World) -> None:
        roster.TakenOver.apply(self, world)
        kingdom = world.kingdoms[self.who]
        kingdom.sheet = None
        kingdom.treasury += self.treasury


def takeovers(turn: Turn[World]) -> Iterator[Event]:
    for who in roster.takeovers(turn, is_vacant):
        if turn.world.in_play(who):
            yield TakenOver(who, turn.world.settings.standby_bonus)
        else:
            yield VikingsAppear(who, **NEW_VIKING)
            yield TakenOver(who, 0)


def is_vacant(world: World, who: str) -> bool:
    """In play without a player; or Vikings who are not, and may land with a new one [1.4]."""
    return roster.is_vacant(world, who) if world.in_play(who) else who in VIKINGS


def missed_turns(turn: Turn[World]) -> Iterator[Event]:
    """Loans of a kingdom that loses its player are written off [6.13]."""
    world = turn.world
    for event in roster.missed_turns(turn, list(world.order), world.settings.dropout_after, world.whose_sheet):
        yield event
        if isinstance(event, roster.DroppedOut):
            yield from write_off(world, event.who)
