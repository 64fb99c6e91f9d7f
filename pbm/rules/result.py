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


NOBODY = Result("draw", "nobody won")


def most_points(score: Mapping[str, int], names: Mapping[str, str]) -> Result:
    """Whoever has the most wins; nobody, if two have as many."""
    first = tuple(who for who, points in score.items() if points == max(score.values()))
    return Result("points", f"{names[first[0]]} won", first) if len(first) == 1 else NOBODY
