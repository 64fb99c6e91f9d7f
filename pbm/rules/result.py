"""How a game ended."""

from collections.abc import Mapping

from msgspec import Struct, field


class Result(Struct, frozen=True):
    how: str
    """A word to count games by: points, draw, moral."""
    text: str
    """For people: `MER won (points)`."""
    winners: tuple[str, ...] = ()
    """One, several who share the win, or nobody."""
    levels: Mapping[str, str] = field(default_factory=dict)
    """What each power came to, in a game with levels of victory."""
