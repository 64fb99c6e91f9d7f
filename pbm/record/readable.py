"""A position that cannot be read again is never kept: the turn is refused, and the event that led to it is named."""

from collections.abc import Iterable

import msgspec

from pbm.errors import GameError
from pbm.record.config import Config
from pbm.record.narrative import naming
from pbm.rules.event import Event


def refuse_unreadable(config: Config, opening: bytes | None, journal: Iterable[Event], position: bytes) -> None:
    """A fault of the rules of a game: the limits of a struct are looked at only when it is read."""
    if why := unreadable(config, position):
        raise GameError(
            f"The rules of {config.ruleset.title} led to a position that could not be read again ({why})"
            f"{first_by(config, opening, journal)}. So nothing was kept. Tell whoever wrote the game."
        )


def unreadable(config: Config, position: bytes) -> str:
    try:
        config.ruleset.state.read(position, config.settings)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        return str(error)
    return ""


def first_by(config: Config, opening: bytes | None, journal: Iterable[Event]) -> str:
    """The event after which the position could not be read, in words."""
    if opening is None:
        return ""
    world, state = config.open(opening), config.ruleset.state
    for event in journal:
        event.apply(world)
        if unreadable(config, state.write(world)):
            said = naming(event, state.names(world))
            return f', first by {type(event).__name__}: "{said}"' if said else f", first by {type(event).__name__}"
    return ""
