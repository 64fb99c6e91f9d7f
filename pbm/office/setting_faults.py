"""What is wrong in the tables of game.toml that pbm reads only when it needs them."""

from collections.abc import Callable, Iterator
from typing import Any

from pbm.errors import GameError
from pbm.mail.settings import dates, post, vote_rules
from pbm.office.frames import heading_of
from pbm.office.hook_settings import hooks_of
from pbm.office.site_settings import site_of
from pbm.record.config import RULES, parsed
from pbm.record.game import CONFIG, Game
from pbm.record.rulebook_link import book_address

READERS: dict[str, Callable[[Game], Any]] = {
    "mail": post,
    "calendar": dates,
    "report": heading_of,
    "people": Game.people,
    "votes": vote_rules,
    "rulebook": book_address,
    "site": site_of,
    "hooks": hooks_of,
}


def setting_faults(game: Game) -> Iterator[str]:
    """The first fault of each table, and the tables that no part of pbm reads."""
    try:
        tables = parsed(game.read(CONFIG))
    except (GameError, ValueError):
        return  # reading the rules of the game names the fault
    for name in tables:
        if name not in READERS and name not in RULES:
            yield f"{game.folder / CONFIG}: there is no table [{name}]; use {', '.join([*RULES, *READERS])}"
        try:
            READERS.get(name, bool)(game)
        except GameError as error:
            yield str(error)
