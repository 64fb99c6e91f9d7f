"""The `pbm` command. Each command is imported when it runs, so that help comes at once."""

import os
from importlib import import_module
from typing import Any

import click

from pbm import __version__
from pbm.errors import GameError

COMMANDS = {
    "new": ("game:new", "Set up a game."),
    "signup": ("office:signup", "Put a player on a game's list."),
    "start": ("office:start", "Start a game with those who signed up."),
    "adjudicate": ("game:adjudicate", "Adjudicate the next turn."),
    "collect": ("mail:collect", "Take in orders that were sent."),
    "enter": ("mail:enter", "Key a sheet that came by post."),
    "send": ("mail:send", "Send the mail that waits."),
    "remind": ("mail:remind", "Remind those whose orders are missing."),
    "extend": ("mail:extend", "Give more time for the coming turn."),
    "check": ("receipt:check", "What the orders in a file mean, and what will come of them."),
    "status": ("office:status", "Who is in, when orders are due, what is wrong."),
    "run": ("office:run", "The round of all games, for cron."),
    "notice": ("office:notice", "A word to all players in the next report."),
    "credits": ("office:credits", "Turn credits of the players."),
    "takeover": ("office:takeover", "Give a power to a player of the standby list."),
    "resign": ("office:resign", "A player leaves a game."),
    "address": ("office:address", "A player has moved."),
    "show": ("game:show", "Show how a game stands."),
    "orders": ("computer:orders", "The orders a computer player would give."),
    "standby": ("computer:standby", "Let a new player take a power over."),
    "report": ("report:report", "A turn's reports."),
    "schema": ("report:schema", "The schema of the JSON reports."),
    "print": ("printing:print_out", "One file of all that goes out by post."),
    "undo": ("mending:undo", "Roll the last turn back."),
    "redo": ("mending:redo", "Make the last turn again with a corrected sheet."),
    "correct": ("mending:correct", "Put a figure of the position right."),
    "replay": ("mending:replay", "Tell any turn again."),
    "verify": ("mending:verify", "Prove that a game's record is sound."),
    "bundle": ("mending:bundle", "What anyone may have to prove a game."),
    "archive": ("mending:archive", "A whole game in one file, for keeping."),
    "migrate": ("mending:migrate", "What other code would make of a game."),
    "erase": ("mending:erase", "Take a player's data out of a game."),
    "simulate": ("simulate:simulate", "Let the computer play many games against itself."),
    "advise": ("simulate:advise", "Advice on a player's own report."),
    "case": ("rulebook:case", "Run rule cases."),
    "rules": ("rulebook:rules", "The table of actions."),
    "map": ("rulebook:draw_map", "Draw the map."),
}
"""Every command: where it is, and what it does in a few words."""


class Commands(click.Group):
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
        except BrokenPipeError:
            raise  # whoever read our words has heard enough, and click knows what to do
        except OSError as error:
            raise click.ClickException(f"{error.filename or 'the disk'}: {error.strerror}.") from None
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception as error:
            if os.environ.get("PBM_DEBUG"):
                raise
            fault = f"{type(error).__name__}: {error}"
            raise click.ClickException(
                f"a fault in pbm itself ({fault}). No turn was changed. Set PBM_DEBUG=1 to see where."
            ) from None


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
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
