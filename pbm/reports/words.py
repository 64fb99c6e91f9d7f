"""The words of a game's reports: macros of a template, called by name, that give plain text."""

from functools import cache
from typing import Any

from pbm.reports.forms import environment


@cache
def words(game: str) -> Any:
    """The macros of `words.j2` in the game's folder of templates."""
    return environment(False).get_template(f"{game}/words.j2").module


def say(game: str, key: str, **facts: Any) -> str:
    """The sentence of that name; a sentence nobody wrote is an error at once."""
    return spoken(game, key, facts) if facts else label(game, key)


@cache
def has(game: str, key: str) -> bool:
    return hasattr(words(game), key)


@cache
def label(game: str, key: str) -> str:
    return spoken(game, key, {})


def spoken(game: str, key: str, facts: dict[str, Any]) -> str:
    """A macro is given those of the facts that it asks for."""
    macro = getattr(words(game), key)
    asked = {name: facts[name] for name in macro.arguments if name in facts}
    return " ".join(str(macro(**asked)).split())
