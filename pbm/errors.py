"""Errors that people see."""


class GameError(Exception):
    """An error that the game master can fix; the text says what is wrong and how to fix it."""


class NotWritten(GameError):
    """The disk takes no more. Only the game master can help, so no letter to a player says it."""


def said(error: Exception) -> str:
    """What a person reads of an error: a fault of the program is named as such."""
    if isinstance(error, GameError | OSError):
        return str(error)
    return fault(error)


def fault(error: Exception) -> str:
    """A fault of the program, and where in the turn it was."""
    where = "".join(f", {note}" for note in getattr(error, "__notes__", ()))
    return f"internal error ({type(error).__name__}: {error}{where})"
