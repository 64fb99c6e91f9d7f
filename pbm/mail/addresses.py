"""Where each player's mail goes."""

from collections.abc import Mapping

from pbm.mail.settings import checked_address
from pbm.record.game import Game
from pbm.record.holders import history, latest
from pbm.record.players import PLAYERS


def addresses(game: Game) -> dict[str, str]:
    """The registered address of each power that has one; whoever has lost a power may still write about it, until
    somebody else has it. The office itself has no players."""
    if not has_players(game):
        return {}
    given = {power: player.email for power, player in latest(game).items() if player.email}
    return {power: checked_address(email, f"{PLAYERS}, [{power}] email") for power, email in given.items()}


def has_players(game: Game) -> bool:
    return (game.folder / PLAYERS).is_file()


def powers_at(known: Mapping[str, str], email: str) -> list[str]:
    """The powers whose registered address it is."""
    return [power for power, address in known.items() if address.casefold() == email.casefold()]


def address_then(game: Game, id: str) -> str:
    """The present address of the player whom a mail was for; empty if they have left or have none."""
    turn, power, kind = id.split("-", 2)
    if not has_players(game):
        return ""
    story = history(game)
    whose = story.addressee(int(turn), power, kind)
    if whose is None and power not in {one for held in story.after for one in held}:
        second = latest(game).get(power)
        return second.email if second else ""
    return story.entries[whose].email if whose else ""
