"""A player's view out of his own report as JSON: enough to foresee by, wherever he is."""

import msgspec
from msgspec import Struct

from pbm.rulesets.darkage.report.shape import Data
from pbm.rulesets.darkage.view import View

SCHEMA = "pbm-report/1"


class Head(Struct, frozen=True):
    game: str
    who: str
    turn: int


class Letter(Struct, frozen=True):
    schema: str
    masthead: Head
    view: Data


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
