"""Options that many commands share."""

from pathlib import Path
from typing import Any

import click

HERE = Path("games")


def games_option(command: Any) -> Any:
    return click.option(
        "--games",
        type=click.Path(file_okay=False, path_type=Path),
        envvar="PBM_GAMES",
        default=HERE,
        show_default=True,
        help="The folder the games are in.",
    )(command)
