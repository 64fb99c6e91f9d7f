"""Who plays: missed turns, dropouts, and players who take a seat over [H10, H11]."""

from collections.abc import Iterator

from pbm.rules import roster
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rulesets.twilight.world import World

STEWARD, WARLORD, SILENT = "steward", "warlord", "silent"


class DroppedOut(roster.DroppedOut, frozen=True):
    """After too many missed turns the seat is played as a dummy's is, until somebody takes it; its orders stand."""

    def apply(self, world: World) -> None:
        world.seat(self.who).control = "computer"


def is_vacant(world: World, seat: str) -> bool:
    return seat in world.players and world.players[seat].control == "computer"


def stand_in(world: World, seat: str, joining: bool) -> str:
    """A seat without a sheet is kept by the steward; a dropout or dummy makes war; one without a power does nothing."""
    if world.own_power(seat) is None:
        return ""
    return STEWARD if joining or world.players[seat].control == "player" else WARLORD


def takeovers(turn: Turn[World]) -> Iterator[Event]:
    return (roster.TakenOver(seat) for seat in roster.takeovers(turn, is_vacant))


def missed_turns(turn: Turn[World]) -> Iterator[Event]:
    """Counted by years: a set-up that nobody sent is made by the scenario."""
    return roster.missed_turns(turn, turn.world.seats, turn.world.settings.dropout_after, dropped=DroppedOut)
