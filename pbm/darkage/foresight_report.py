"""A player's view out of his own report as JSON: enough to foresee by, wherever he is."""

import msgspec
from msgspec import Struct

from pbm.darkage.view import Glimpse, Standing, View
from pbm.darkage.world import Area, Kingdom, Loan, Settings

SCHEMA = "pbm-report/1"


class Head(Struct, frozen=True):
    game: str
    who: str
    turn: int


class Known(Struct, frozen=True):
    """The bare figures of a report."""

    kingdom: Kingdom
    areas: dict[str, Area]
    seen: dict[str, Glimpse]
    owners: dict[str, str | None]
    standings: dict[str, Standing]
    order: tuple[str, ...]
    borrowed: Loan | None = None
    settings: Settings = Settings()


class Letter(Struct, frozen=True):
    schema: str
    masthead: Head
    view: Known


def read_report(content: bytes) -> tuple[str, View]:
    """The name of the game, and the view; a report of another kind is a msgspec.DecodeError."""
    letter = msgspec.json.decode(content, type=Letter)
    if letter.schema != SCHEMA:
        raise msgspec.ValidationError(f"it is of the kind {letter.schema}, and {SCHEMA} is wanted")
    known = letter.view
    view = View(
        who=letter.masthead.who,
        turn=letter.masthead.turn,
        kingdom=known.kingdom,
        areas=known.areas,
        seen=known.seen,
        owners=known.owners,
        standings=known.standings,
        order=known.order,
        events=(),
        starts=(),
        news=(),
        messages=(),
        scouts={},
        borrowed=known.borrowed,
        warned=False,
        won=None,
        settings=known.settings,
    )
    return letter.masthead.game, view
