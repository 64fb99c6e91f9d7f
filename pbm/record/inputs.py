"""All that a turn is made from, and the files it is kept in."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pbm.files import content_of
from pbm.record.game import AWAY, CONFIG, CORRECTIONS, DRAW, ORDERS, REASON, RULINGS
from pbm.record.house import HOUSE
from pbm.record.votes import VOTES

BESIDE = {
    "corrections": CORRECTIONS,
    "rulings": RULINGS,
    "away": AWAY,
    "house": HOUSE,
    "draw": DRAW,
    "votes": VOTES,
}
"""The inputs that stand beside the sheets of a turn and are kept with its result, by their files."""


@dataclass(frozen=True)
class Inputs:
    """All inputs of a turn."""

    game: str
    turn: int
    config: bytes
    secret: bytes
    opening: bytes | None
    """The position before the turn; none for the set-up."""
    sheets: Mapping[str, bytes]
    previous: str | None
    """The hash of the last turn's manifest."""
    journal: bytes = b""
    """The journal of the turn before, for computer players, who see what their power may know of it."""
    corrections: bytes = b""
    """The game master's corrections before the turn."""
    rulings: bytes = b""
    """The game master's rulings during the turn."""
    away: bytes = b""
    """The powers whose players are away, a line each."""
    house: bytes = b""
    """The changes of house rules before the turn; `config` has them already."""
    draw: bytes = b""
    """The public draw after the deadline."""
    votes: bytes = b""
    """The players' votes while the turn was open."""
    reason: str = ""
    """The reason for a re-run."""
    replaces: str | None = None
    """The hash of the result that this one replaces."""

    def given(self) -> dict[str, bytes]:
        """The files saved with the result, so that the turn can always be re-run."""
        files = {f"{ORDERS}/{name}": sheet for name, sheet in self.sheets.items()} | {CONFIG: self.config}
        files |= {name: content for field, name in BESIDE.items() if (content := getattr(self, field))}
        return files | ({REASON: self.reason.encode()} if self.reason else {})


def beside(folder: Path) -> dict[str, bytes]:
    """What stands beside the sheets in the folder of a turn, or in its result."""
    return {field: content_of(folder / name) for field, name in BESIDE.items()}
