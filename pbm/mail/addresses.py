"""Where each player's mail goes, from players.toml."""

import tomllib

import msgspec

from pbm.errors import GameError
from pbm.mail.settings import checked_address
from pbm.store import Game

PLAYERS = "players.toml"


class Player(msgspec.Struct, frozen=True):
    email: str = ""


def addresses(game: Game) -> dict[str, str]:
    """The registered address of each power that has one."""
    path = game.folder / PLAYERS
    if not path.is_file():
        return {}
    try:
        players = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), dict[str, Player])
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise GameError(f"{path} cannot be read: {error}. Mend that line and try again.") from None
    given = {power.upper(): player.email for power, player in players.items() if player.email}
    return {power: checked_address(email, f"{PLAYERS}, [{power}] email") for power, email in given.items()}
