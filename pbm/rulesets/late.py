"""What most commands never use is imported when it is called: reports, computer players, predictions, the audit."""

from collections.abc import Callable
from importlib import import_module
from typing import Any


def late(game: str, part: str, name: str) -> Callable[..., Any]:
    """A function in a part of a game, imported when it is called."""

    def call(*given: Any) -> Any:
        return getattr(import_module(f"{game}.{part}"), name)(*given)

    return call
