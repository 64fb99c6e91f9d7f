"""Missed turns: the warden writes for a player whose sheet did not come, the captain for a side without one [16.8]."""

from collections.abc import Iterator
from dataclasses import replace

from pbm.rules import roster
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.order import Sheet
from pbm.rulesets.tours.forces import SIDES
from pbm.rulesets.tours.world import World

WARDEN, CAPTAIN, RANDOM, SILENT, *DRILLS = PLAYERS = (
    "warden", "captain", "random", "silent", "wall", "harrier", "closer",
)  # fmt: skip
"""All but the first two are measures for self-play."""


def stand_in(world: World, who: str, joining: bool) -> str:
    return WARDEN if joining or world.seat(who).control == "player" else CAPTAIN


def missed_turns(turn: Turn[World]) -> Iterator[Event]:
    """A sheet that came ends the row, an empty one too."""
    sheets = {side: turn.sheets.get(side) or Sheet(side, {}) for side in SIDES}
    yield from roster.missed_turns(replace(turn, sheets=sheets), SIDES, turn.world.settings.dropout_after)
