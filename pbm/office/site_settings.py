"""[site] in game.toml: where the game's public pages go, and what they show."""

from typing import Literal

import msgspec

from pbm.record.game import Game

Part = Literal[
    "replay", "standings", "graphs", "roundups", "messages", "feed", "rulebook", "verify", "people", "calendar"
]
EVERYTHING: tuple[Part, ...] = (
    "replay", "standings", "graphs", "roundups", "messages", "feed", "rulebook", "verify",
    "people", "calendar",
)  # fmt: skip


class Site(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every key but `out` is optional."""

    out: str
    """The folder to write to; from the folder of the games, unless it begins at the root. Games may share one."""
    title: str = ""
    """The heading of the list of games."""
    url: str = ""
    """Where the folder is on the web, for the links of the feed."""
    show: tuple[Part, ...] = EVERYTHING
    final: bool = False
    """Whether the bundle of a game that is over has its secret and every report in it, so that all can be verified."""


TITLE = "Games by mail"


def site_of(game: Game) -> Site | None:
    return game.table("site", Site)
