"""Who plays for whom: missed turns, dropouts, takeovers [11.1]."""

from collections.abc import Iterator

from pbm.rules import roster
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rulesets.homelands.world import World

STEWARD, WARLORD, SILENT, RANDOM, SOWER = "steward", "warlord", "silent", "random", "sower"
PLAYERS = (STEWARD, WARLORD, SILENT, RANDOM, SOWER)


def stand_in(world: World, who: str, joining: bool) -> str:
    """A player's missing sheet is written by the steward; dummies and dropouts are played by the warlord.

    Nobody writes for a power that has nothing, before it enters or after its end, nor the sheet of a set-up.
    """
    if world.turn == 0 or not world.is_active(who):
        return ""
    return STEWARD if joining or world.powers[who].control == "player" else WARLORD


def missed_turns(turn: Turn[World]) -> Iterator[Event]:
    world = turn.world
    yield from roster.computer_plays(turn, world.codes)
    yield from roster.missed_turns(turn, world.codes, world.settings.dropout_after)
