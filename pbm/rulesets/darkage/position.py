"""Positions as text."""

import msgspec

from pbm.rules import position
from pbm.rulesets.darkage.world import Position, Settings, World, closed, opened


def read_position(text: bytes, settings: Settings) -> World:
    return opened(msgspec.json.decode(text, type=Position), settings)


def write_position(world: World) -> bytes:
    return position.write_position(closed(world))
