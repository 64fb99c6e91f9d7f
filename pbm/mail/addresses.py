"""Where each player's mail goes."""

from collections.abc import Mapping

from pbm.mail.settings import checked_address
from pbm.record.game import Game
from pbm.record.players import PLAYERS, Player, addressees


def addresses(game: Game) -> dict[str, str]:
    """The registered address of each power that has one."""
    given = {power: player.email for power, player in addressees(game).items() if player.email}
    return {power: checked_address(email, f"{PLAYERS}, [{power}] email") for power, email in given.items()}


def powers_at(known: Mapping[str, str], email: str) -> list[str]:
    """The powers whose registered address it is."""
    return [power for power, address in known.items() if address.casefold() == email.casefold()]


def address_then(game: Game, turn: int, power: str) -> str:
    """The present address of the player who had a power in a turn; empty if they have left or have none."""
    player = addressees(game, turn).get(power, Player())
    return player.email if player.joined < max(turn, 1) else ""
