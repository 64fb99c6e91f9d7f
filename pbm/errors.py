"""Errors that reach a person."""


class GameError(Exception):
    """Something the game master can put right; the text says what and how."""
