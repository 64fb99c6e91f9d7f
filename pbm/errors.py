"""Errors that people see."""


class GameError(Exception):
    """An error that the game master can fix; the text says what is wrong and how to fix it."""
