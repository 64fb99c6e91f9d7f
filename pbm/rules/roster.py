"""Seats and players: missed turns, dropouts, take-overs, and the powers of each player.

A seat is a player's place in the game, named by the code of its first power. A world that has its seats, as `seat_of`
finds them, needs only these events and steps.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar, Literal

from msgspec import Struct, field

from pbm.errors import GameError
from pbm.rules.code import Power
from pbm.rules.engine import Turn
from pbm.rules.event import Event, OfPower, Said

Control = Literal["player", "dummy", "dropout", "computer"]


class Seat(Struct, omit_defaults=True):
    """A place in the game."""

    control: Control = "player"
    missed: int = 0
    """Turns in a row for which its player sent no orders."""
    powers: list[Power] = field(default_factory=list)
    """The powers of its player, if not just the one that the seat is named after."""


def seat_of(world: Any, who: str) -> Any:
    """A `Seat`, or a struct of the game's own that has its fields: by `seat` of the world, or among its `powers`."""
    return world.seat(who) if hasattr(world, "seat") else world.powers[who]


class TakenOver(OfPower, frozen=True):
    """A standby player takes a seat that had no player."""

    verb: ClassVar = "takeover"
    text: ClassVar = "a new player takes over {who}"

    def apply(self, world: Any) -> None:
        seat = seat_of(world, self.who)
        seat.control, seat.missed = "player", 0


class ComputerPlayed(OfPower, frozen=True):
    temperament: str
    text: ClassVar = "the computer writes the orders of {who}, as a {temperament}"


class TurnMissed(OfPower, frozen=True):
    missed: int
    text: ClassVar = "no orders came for {who}: {missed:turn/turns} missed in a row"

    def apply(self, world: Any) -> None:
        seat_of(world, self.who).missed = self.missed


class PlayedWhileAway(OfPower, frozen=True):
    """The player said so before: the turn is not missed."""

    text: ClassVar = "the player of {who} is away: the standing orders stay in force, and no turn is missed"


class BackInPlay(OfPower, frozen=True):
    text: ClassVar = "orders came again for {who}"

    def apply(self, world: Any) -> None:
        seat_of(world, self.who).missed = 0


class DroppedOut(OfPower, frozen=True):
    verb: ClassVar = "dropout"
    text: ClassVar = "{who} {who:has/have} no player any more: the computer plays {who:it/them} from now on"
    news: ClassVar = "{who} {who:has/have} no player any more"

    def apply(self, world: Any) -> None:
        seat_of(world, self.who).control = "dropout"


class PowerGained(OfPower, frozen=True):
    """A player gets one more power to move."""

    power: Power
    verb: ClassVar = "gained"
    text: ClassVar = "{power} {power:is/are} now played by the player of {who}"

    def apply(self, world: Any) -> None:
        seat_of(world, self.who).powers.append(self.power)


class PowerLost(OfPower, frozen=True):
    """A player loses a power; a player without powers keeps the seat, and may get another."""

    power: Power
    verb: ClassVar = "lost"
    text: ClassVar = "{power} {power:is/are} no longer played by the player of {who}"

    def apply(self, world: Any) -> None:
        seat_of(world, self.who).powers.remove(self.power)


EVENTS: tuple[type[Event], ...] = (
    TakenOver,
    ComputerPlayed,
    TurnMissed,
    PlayedWhileAway,
    BackInPlay,
    DroppedOut,
    PowerGained,
    PowerLost,
)


DROPOUT_AFTER = 2
"""After so many missed turns in a row a player has dropped out, if the game does not say otherwise."""


def powers(world: Any) -> list[str]:
    """The seats of a world that has one for each of its powers."""
    return list(world.powers)


def names(world: Any) -> Mapping[str, str]:
    """The names of all codes, for a world that knows them."""
    found: Mapping[str, str] = world.names()
    return found


def is_vacant(world: Any, who: str) -> bool:
    """Whether a power has no player; one that was left out of the game has no seat."""
    try:
        return bool(seat_of(world, who).control != "player")
    except KeyError:
        return False


def takeovers(turn: Turn[Any], is_vacant: Callable[[Any, str], bool] = is_vacant) -> Iterator[str]:
    """The seats that new players take over in this turn."""
    for who in turn.joining:
        if not is_vacant(turn.world, who):
            raise GameError(
                f"game.toml, [standby]: {who} cannot be taken over in turn {turn.world.turn}, because it is not in "
                "play without a player. Remove that line."
            )
        yield who


def new_players(turn: Turn[Any]) -> Iterator[Event]:
    """A step: players on standby take their seats."""
    return (TakenOver(who) for who in takeovers(turn))


def computer_plays(turn: Turn[Any], seats: Iterable[str]) -> Iterator[Event]:
    """The powers whose orders the computer wrote."""
    for who in seats:
        sheet = turn.sheets.get(who)
        if sheet and sheet.by:
            yield ComputerPlayed(who, sheet.by)


def computers(seats: Callable[[Any], Iterable[str]]) -> Callable[[Turn[Any]], Iterator[Event]]:
    """A step that names the powers whose orders the computer wrote, in the order of the world's seats."""
    return lambda turn: computer_plays(turn, seats(turn.world))


def messages(turn: Turn[Any]) -> Iterator[Event]:
    """A step: what players say to everyone, signed, in the order of their codes."""
    return (Said(who, text) for who, sheet in sorted(turn.sheets.items()) for text in sheet.messages)


def missed_turns(
    turn: Turn[Any],
    seats: Iterable[str],
    dropout_after: int,
    sheet_of: Callable[[str], str] = str,
    dropped: type[DroppedOut] = DroppedOut,
) -> Iterator[Event]:
    """Count a missed turn for each player whose sheet the computer wrote, unless they said that they would be away;
    too many in a row vacate the seat."""
    for who in seats:
        seat, sheet = seat_of(turn.world, who), turn.sheets.get(sheet_of(who))
        if seat.control != "player" or sheet is None:
            continue
        if sheet.by and sheet_of(who) in turn.away:
            yield PlayedWhileAway(who)
        elif sheet.by:
            yield TurnMissed(who, seat.missed + 1)
            if seat.missed >= dropout_after:
                yield dropped(who)
        elif seat.missed:
            yield BackInPlay(who)


def missed(turn: Turn[Any]) -> Iterator[Event]:
    """A step for a world with a seat for each of its powers: whom the computer played for, and who dropped out."""
    yield from computer_plays(turn, powers(turn.world))
    yield from missed_turns(turn, powers(turn.world), DROPOUT_AFTER)
