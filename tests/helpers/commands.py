"""Commands as the game master types them, in a games folder."""

from pathlib import Path

from click.testing import CliRunner, Result

from pbm.cli import main
from pbm.record.game import Game


def pbm(where: Game | Path, *words: object, typed: str = "") -> Result:
    """Run in the folder of a game, or in a games folder; `typed` is what is typed in."""
    games = where.folder.parent if isinstance(where, Game) else where
    return CliRunner().invoke(main, [*map(str, words), "--games", str(games)], input=typed, prog_name="pbm")
