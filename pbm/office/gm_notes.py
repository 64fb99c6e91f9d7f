"""Notes from the game master to everyone, in the next reports."""

from pbm.errors import GameError
from pbm.files import put
from pbm.record.game import NOTICES, Game


def give_notice(game: Game, words: str) -> int:
    """Add a note, and return the turn whose reports will carry it."""
    if not words.split():
        raise GameError("The note is empty: write what the players are to read.")
    turn = game.last() + 1
    path = game.turn(turn) / NOTICES
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    put(path, (before + " ".join(words.split()) + "\n").encode())
    return turn
