"""The `pbm` command. Each command is imported when it runs, so that help comes at once."""

import os
from importlib import import_module
from typing import Any

import click

from pbm import __version__
from pbm.errors import GameError

COMMANDS = {
    "new": ("game:new", "Start a game."),
    "adjudicate": ("game:adjudicate", "Adjudicate the next turn."),
    "collect": ("mail:collect", "Take in orders that were sent."),
    "enter": ("mail:enter", "Key a sheet that came by post."),
    "send": ("mail:send", "Send the mail that waits."),
    "remind": ("mail:remind", "Remind those whose orders are missing."),
    "extend": ("mail:extend", "Give more time for the coming turn."),
    "show": ("game:show", "Show how a game stands."),
    "orders": ("computer:orders", "The orders a computer player would give."),
    "standby": ("computer:standby", "Let a new player take a kingdom over."),
    "report": ("report:report", "A turn's reports."),
    "verify": ("game:verify", "Prove that a game's record is sound."),
    "simulate": ("simulate:simulate", "Let the computer play many games against itself."),
    "advise": ("simulate:advise", "Advice on a player's own report."),
    "case": ("rulebook:case", "Run rule cases."),
    "rules": ("rulebook:rules", "The table of actions."),
    "map": ("rulebook:draw_map", "Draw the map."),
}
"""Every command: where it is, and what it does in a few words."""


class Desk(click.Group):
    """Finds commands when they are asked for, and turns errors into words: no traceback reaches a person."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, name = COMMANDS[cmd_name][0].split(":")
        command = getattr(import_module(f"pbm.commands.{module}"), name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, words) for name, (_, words) in COMMANDS.items()])

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except GameError as error:
            raise click.ClickException(str(error)) from None
        except OSError as error:
            raise click.ClickException(
                f"{error.filename or 'the disk'}: {error.strerror}. No turn was changed."
            ) from None
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception as error:
            if os.environ.get("PBM_DEBUG"):
                raise
            fault = f"{type(error).__name__}: {error}"
            raise click.ClickException(
                f"a fault in pbm itself ({fault}). No turn was changed. Set PBM_DEBUG=1 to see where."
            ) from None


@click.group(cls=Desk, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="pbm")
def main() -> None:
    """Adjudicate games that are played by email and by post.

    \b
    pbm new game1 --ruleset darkage      start a game
    pbm adjudicate game1                 adjudicate its next turn
    pbm show game1                       see how it stands
    """


if __name__ == "__main__":
    main()
