"""The players of a game, from players.toml in its folder: who they are and how their report reaches them.

[MER]
id = "..."                      # his account with the game master
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
from pbm.record.game import Game

PLAYERS = "players.toml"

Form = Literal["pdf", "paper", "text"]


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str = ""
    """How the game master's accounts know him, in every game he plays."""
    name: str = ""
    email: str = ""
    address: tuple[str, ...] = ()
    form: Form = "pdf"
    credits: int | None = None
    discounts: int | None = None
    joined: int = 0
    """The turn after which he began to play, and to pay."""
    since: int = 0
    """The turn after which he had this seat; later changes of power are followed by themselves."""


def players(game: Game) -> dict[str, Player]:
    """Every player by the code of the power he has now, whatever he changed it for since the file was written."""
    table = listed(game)
    if not table:
        return {}
    changes = {turn: changes_of(game, turn) for turn in game.played()}
    return {seat_of(code, player.since, changes): player for code, player in table.items()}


def changes_of(game: Game, turn: int) -> dict[str, str]:
    """Who changed powers in a turn, and for which."""
    ruleset = game.config().ruleset
    return ruleset.seats.changed(ruleset.book.journal.read(game.journal(turn)))


def seat_of(code: str, since: int, changes: dict[int, dict[str, str]]) -> str:
    for turn, moved in changes.items():
        if turn > since:
            code = moved.get(code, code)
    return code


def listed(game: Game) -> dict[str, Player]:
    """As players.toml has them; none if there is no file."""
    path = game.folder / PLAYERS
    if not path.is_file():
        return {}
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        return {code.upper(): player for code, player in msgspec.convert(table, dict[str, Player]).items()}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise GameError(f"{path} cannot be read: {error}. Mend that line and try again.") from None
