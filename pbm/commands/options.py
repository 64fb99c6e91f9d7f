"""Options that several commands share, and the question that some ask first."""

import sys
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbm.errors import GameError

if TYPE_CHECKING:
    from pbm.record.game import Game

HERE = Path("games")
silent: ContextVar[bool] = ContextVar("silent", default=False)
"""Whether -q was given."""


def secret_of(text: str | None) -> bytes | None:
    """A secret given on the command line, in hexadecimal digits."""
    from pbm.record.judging import secret

    return secret(text) if text else None


def power_code(game: "Game", text: str) -> str:
    """The code of a power given by code or name; an unknown one is returned unchanged, for the command to report."""
    config = game.config()
    words = config.ruleset.language.words(config.open(game.position(game.last())))
    names = {name.casefold(): code for code, name in words.powers.items()}
    return text.upper() if text.upper() in words.powers else names.get(" ".join(text.casefold().split()), text.upper())


def make_sure(doubt: str, question: str, flag: str) -> None:
    """Ask before going on in spite of a doubt; a script is refused, and told the flag that answers the question."""
    if not on_a_terminal():
        raise GameError(f"{doubt} To go on all the same, use {flag}.")
    click.echo(doubt)
    click.confirm(question, abort=True)


def on_a_terminal() -> bool:
    return sys.stdin.isatty() and not silent.get()


def games_option(command: Any) -> Any:
    return click.option(
        "--games",
        type=click.Path(file_okay=False, path_type=Path),
        envvar="PBM_GAMES",
        default=HERE,
        show_default=True,
        help="The folder of the games.",
    )(command)


def json_option(command: Any) -> Any:
    return click.option("--json", "as_json", is_flag=True, help="Print JSON for other programs.")(command)


def house_option(command: Any) -> Any:
    return click.option(
        "--house",
        multiple=True,
        metavar="KEY=VALUE",
        help="A house rule; may be repeated. `pbm house` lists them. by_the_book: each as the game's source has it.",
    )(command)
