"""A word from the game master to everyone, in the reports of the coming turn."""

from pbm.files import put
from pbm.record.game import NOTICES, Game


def give_notice(game: Game, words: str) -> int:
    """Add it to what is to be said; the turn whose reports will say it."""
    turn = game.last() + 1
    path = game.turn(turn) / NOTICES
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    put(path, (before + " ".join(words.split()) + "\n").encode())
    return turn
