"""The players of a game, from players.toml in its folder: who they are and how their report reaches them.

[MER]                           # the power in which they began; [MER-2] is the second player who began there
id = "..."                      # their account with the game master
name = "..."                    # as the report greets them
email = "mercia@example.org"
address = ["...", "..."]        # for the envelope, line by line
phone = "..."
town = "..."
shows = ["email", "town"]       # what the other players may know: email, phone, town; by default only the name;
                                # record: everyone may see their results over all games
form = "pdf"                    # pdf, html, json or text by mail, or paper
desk = true                     # an order desk comes with every report by mail
credits = 6                     # turns paid for
discounts = 2                   # turns won in earlier games
"""

import tomllib
from typing import Literal, get_args

import msgspec

from pbm.errors import GameError
from pbm.record.config import parsed
from pbm.record.game import Game

PLAYERS = "players.toml"

Form = Literal["pdf", "paper", "text", "html", "json"]
FORMS: tuple[Form, ...] = get_args(Form)
Shown = Literal["email", "phone", "town", "record"]


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str = ""
    """Their account with the game master, the same in every game."""
    name: str = ""
    email: str = ""
    address: tuple[str, ...] = ()
    form: Form = "pdf"
    credits: int | None = None
    discounts: int | None = None
    joined: int = 0
    """The turn after which they began to play, and to pay."""
    since: int = 0
    """The turn after which they had this seat; pbm follows later changes of power."""
    left: int | None = None
    """The turn after which they resigned."""
    phone: str = ""
    town: str = ""
    shows: tuple[Shown, ...] = ()
    """What the other players may know besides the name; never the postal address."""
    desk: bool = False
    """Whether an order desk comes with every report by mail."""

    def shown(self) -> str:
        """The player as the others may know them."""
        chosen = [getattr(self, what, "") for what in get_args(Shown) if what in self.shows]
        return ", ".join(filter(None, [self.name, *chosen]))


def listed(game: Game) -> dict[str, Player]:
    """The entries of players.toml, those of players who have left too; none if there is no file."""
    path = game.folder / PLAYERS
    if not path.is_file():
        return {}
    try:
        table = parsed(path.read_bytes())
        return {key.upper(): player for key, player in msgspec.convert(table, dict[str, Player]).items()}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise GameError(f"{path} cannot be read: {error}. Fix that line and try again.") from None


def power_in(key: str) -> str:
    """The power that an entry names: MER of MER, and of MER-2."""
    return key.partition("-")[0]
