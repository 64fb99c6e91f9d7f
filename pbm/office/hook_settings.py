"""[hooks] in game.toml, or in _office/office.toml for all games: what is called after every turn."""

import shlex
from urllib.parse import urlsplit

import msgspec

from pbm.errors import GameError
from pbm.files import read_once
from pbm.office.credits import SETTINGS
from pbm.record.config import read_table
from pbm.record.game import CONFIG, Game
from pbm.record.people import OFFICE

WEB = ("http://", "https://")
SHELL = (">", ">>", "<", "|", "||", "&&", "&", ";")
"""Words that only a shell understands: commands are run without one."""


class Hooks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    after_turn: tuple[str, ...] = ()
    """Each a command, run in the folder of the games, or the address of a webhook."""
    seconds: int = 30
    """How long each may take."""


def hooks_of(game: Game) -> list[tuple[str, int]]:
    """What is called after a turn, with the seconds it may take: for every game, and for this one."""
    path = game.folder.parent / OFFICE / SETTINGS
    usual = read_table(read_once(path), "hooks", Hooks, str(path)) if path.is_file() else None
    tables = {str(path): usual, str(game.folder / CONFIG): game.table("hooks", Hooks)}
    found: dict[str, int] = {}
    for where, table in tables.items():
        for hook in table.after_turn if table else ():
            refuse_unusable(hook, where)
            found[hook] = table.seconds if table else 0
    return list(found.items())


def refuse_unusable(hook: str, where: str) -> None:
    try:
        usable = urlsplit(hook).hostname if hook.startswith(WEB) else shlex.split(hook)
    except ValueError:
        usable = None
    if not hook.startswith(WEB) and usable and {*SHELL} & {*usable}:
        raise GameError(f"{where}, [hooks]: \"{hook}\" needs a shell: write it as sh -c '...'.")
    if not usable:
        raise GameError(f'{where}, [hooks]: "{hook}" is neither a command nor the address of a webhook.')


def name_of(hook: str) -> str:
    """A hook as it is named to people: of an address the host alone, for the rest may be a password."""
    return str(urlsplit(hook).hostname) if hook.startswith(WEB) else shlex.split(hook)[0]
