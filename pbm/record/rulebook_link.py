"""[rulebook] in game.toml: where players find the rules on the web."""

import msgspec

from pbm.errors import GameError
from pbm.record.game import CONFIG, Game
from pbm.reports.paragraphs import Paragraphs


class Rulebook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    url: str = ""
    """The address of the HTML rulebook; paragraph 3.7 is at url#3.7."""


def book_address(game: Game) -> str:
    """The web address of the rulebook; empty if the game names none."""
    url = (game.table("rulebook", Rulebook) or Rulebook()).url
    if url and not (url.startswith(("https://", "http://")) and url.isprintable() and not set(url) & set(" <>\"'")):
        raise GameError(
            f"{CONFIG}, [rulebook]: {url!r} is no web address. Write it like https://example.org/rules.html."
        )
    return url.partition("#")[0]


def paragraphs(game: Game) -> Paragraphs | None:
    """The paragraphs that reports and receipts link to; none if the rulebook is not on the web."""
    url = book_address(game)
    return Paragraphs(url, game.config().ruleset.book.paragraphs) if url else None
