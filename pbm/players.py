"""The players of a game, from players.toml in its folder: who they are and how their report reaches them.

[MER]
name = "..."                    # as the report greets them
email = "mercia@example.org"
address = ["...", "..."]        # for the envelope, line by line
form = "pdf"                    # pdf, paper or text
credits = 6                     # turns paid for
discounts = 2                   # turns won in earlier games
"""

import tomllib
from typing import Literal

import msgspec

from pbm.errors import GameError
from pbm.store import Game

PLAYERS = "players.toml"

Form = Literal["pdf", "paper", "text"]


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str = ""
    email: str = ""
    address: tuple[str, ...] = ()
    form: Form = "pdf"
    credits: int | None = None
    discounts: int | None = None


def players(game: Game) -> dict[str, Player]:
    """Every player the file names, by the code of his power; none if there is no file."""
    path = game.folder / PLAYERS
    if not path.is_file():
        return {}
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        return {code.upper(): player for code, player in msgspec.convert(table, dict[str, Player]).items()}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise GameError(f"{path} cannot be read: {error}. Mend that line and try again.") from None
