"""Who plays: missed turns, dropouts, and players who take a kingdom over [1.1, 1.3, 1.7]."""

from collections.abc import Iterator
from typing import ClassVar

from pbm.errors import GameError
from pbm.rules.code import Power
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rulesets.darkage.kings import NEW_VIKING, VikingsAppear
from pbm.rulesets.darkage.loans import write_off
from pbm.rulesets.darkage.world import VIKINGS, World

STEWARD, WARLORD = "steward", "warlord"


def stand_in(world: World, who: str, joining: bool) -> str:
    """Which temperament plays a kingdom that sent no orders: a player's is kept safe, any other makes war."""
    return STEWARD if joining or world.kingdoms[who].control == "player" else WARLORD


class TakenOver(Event, frozen=True):
    """A standby player takes a kingdom that nobody played."""

    who: Power
    treasury: int
    verb: ClassVar = "takeover"
    text: ClassVar = "a new player takes over {who}<, with {treasury:BP/BPs} for the treasury>"
    news: ClassVar = "a new player takes over {who}"

    def apply(self, world: World) -> None:
        kingdom = world.kingdoms[self.who]
        kingdom.control, kingdom.missed, kingdom.sheet = "player", 0, None
        kingdom.treasury += self.treasury


def takeovers(turn: Turn) -> Iterator[Event]:
    world: World = turn.world
    for who in turn.joining:
        if not is_vacant(world, who):
            raise GameError(
                f"game.toml, [standby]: {who} cannot be taken over in turn {world.turn}, because it is not a kingdom "
                "in play without a player. Take that line out."
            )
        if world.in_play(who):
            yield TakenOver(who, world.settings.standby_bonus)
        else:
            yield VikingsAppear(who, **NEW_VIKING)
            yield TakenOver(who, 0)


def is_vacant(world: World, who: str) -> bool:
    """In play without a player; or Vikings who are not, and may land with a new one [1.4]."""
    return world.kingdoms[who].control != "player" if world.in_play(who) else who in VIKINGS


class ComputerPlayed(Event, frozen=True):
    who: Power
    temperament: str
    text: ClassVar = "the computer writes the orders of {who}, as a {temperament}"


def computer_plays(turn: Turn) -> Iterator[Event]:
    for who in turn.world.order:
        sheet = turn.sheets.get(who)
        if sheet and sheet.by:
            yield ComputerPlayed(who, sheet.by)


class TurnMissed(Event, frozen=True):
    who: Power
    missed: int
    text: ClassVar = "no orders came for {who}: {missed:turn/turns} missed in a row"

    def apply(self, world: World) -> None:
        world.kingdoms[self.who].missed = self.missed


class BackInPlay(Event, frozen=True):
    who: Power
    text: ClassVar = "orders came again for {who}"

    def apply(self, world: World) -> None:
        world.kingdoms[self.who].missed = 0


class DroppedOut(Event, frozen=True):
    who: Power
    verb: ClassVar = "dropout"
    text: ClassVar = "{who} has no player any more: the computer plays it from now on"
    news: ClassVar = "{who} has no player any more"

    def apply(self, world: World) -> None:
        world.kingdoms[self.who].control = "dropout"


def missed_turns(turn: Turn) -> Iterator[Event]:
    """A player whose sheet the computer wrote has missed the turn; so many in a row, and the kingdom drops out."""
    world: World = turn.world
    for who in list(world.order):
        kingdom = world.kingdoms[who]
        sheet = turn.sheets.get(kingdom.sheet if kingdom.sheet is not None else who)
        if kingdom.control != "player" or sheet is None:
            continue
        if sheet.by:
            yield TurnMissed(who, kingdom.missed + 1)
            if kingdom.missed >= world.settings.dropout_after:
                yield DroppedOut(who)
                yield from write_off(world, who)
        elif kingdom.missed:
            yield BackInPlay(who)
