"""The `pbm` command. Each command is imported when it runs, so that help comes at once."""

import gc
import io
import os
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import click

from pbm import __version__
from pbm.commands import COMPLETING
from pbm.errors import GameError
from pbm.progress import Known, watcher

COMMANDS = {
    "new": ("game:new", "Set up a game without sign-ups."),
    "games": ("offers:games", "List the games that there are, and those that people may join."),
    "offer": ("offers:offer", "Let people join a game that is to start."),
    "signup": ("signups:signup", "Add a player to a game's sign-up list."),
    "start": ("signups:start", "Start a game with the players who signed up."),
    "adjudicate": ("game:adjudicate", "Adjudicate the next turn."),
    "collect": ("mail:collect", "Read incoming mail and queue receipts."),
    "letters": ("letters:letters", "List and answer the letters that a person must read."),
    "enter": ("mail:enter", "Type in a sheet that came by post."),
    "send": ("mail:send", "Send queued mail."),
    "remind": ("deadlines:remind", "Remind players whose orders are missing."),
    "extend": ("deadlines:extend", "Move the deadline of the next turn."),
    "away": ("players:away", "Note when a player is away."),
    "players": ("players:players", "Show how many turns each player has sent and missed."),
    "people": ("people:people", "Show what people have done over all games, and their rating."),
    "check": ("receipt:check", "Check an order file and print its receipt."),
    "try": ("trial:try_out", "Play the coming turn as a player knows it."),
    "status": ("office:status", "Show missing orders, deadlines and problems."),
    "run": ("office:run", "Collect, adjudicate, report and send for all games (for cron)."),
    "notice": ("office:notice", "Add a note for all players to the next report."),
    "credits": ("office:credits", "Show or change players' turn credits."),
    "takeover": ("signups:takeover", "Give a power to a player on the standby list."),
    "resign": ("signups:resign", "Remove a player who leaves a game."),
    "observe": ("observe:observe", "Mail the roundup of every turn to somebody who does not play."),
    "address": ("signups:address", "Change a player's address."),
    "show": ("game:show", "Show the whole position of a game."),
    "orders": ("computer:orders", "Print the orders a computer player would give."),
    "standby": ("computer:standby", "Give a power back to its last player."),
    "report": ("report:report", "Print or save the reports of a turn."),
    "sheet": ("sheet:sheet", "Print or save the next turnsheet, or the order desk."),
    "schema": ("report:schema", "Print the schema of the JSON reports."),
    "print": ("printing:print_out", "Make one PDF of everything to be posted."),
    "hold": ("holding:hold", "Hold a game: it is not adjudicated until you resume it."),
    "resume": ("holding:resume", "Go on with a game that is held."),
    "votes": ("votes:votes", "Show what the players vote on; end a proposal, or decide it."),
    "undo": ("record:undo", "Undo the last turn, and hold the game."),
    "redo": ("record:redo", "Re-run the last turn with a corrected sheet."),
    "correct": ("record:correct", "Correct a value in the position."),
    "house": ("holding:house", "Change a house rule while the game is played."),
    "account": ("record:account", "Print the full account of a turn."),
    "judge": ("judge:judge", "Judge one turn for another program (JSON)."),
    "verify": ("record:verify", "Verify a game's record."),
    "verify-receipt": ("receipt:verify_receipt", "Verify a signed receipt."),
    "bundle": ("record:bundle", "Make a public file that proves the game was fair."),
    "archive": ("record:archive", "Save a whole game in one file."),
    "migrate": ("record:migrate", "Re-run a game under this version and list what changes."),
    "export": ("people:export", "Write all that is kept of one person into a file for them."),
    "erase": ("record:erase", "Erase a player's personal data."),
    "simulate": ("simulate:simulate", "Play many games with computer players only."),
    "advise": ("simulate:advise", "Give advice on a player's own report."),
    "scaffold": ("scaffold:scaffold", "Write a new game of one action, to begin a ruleset with."),
    "case": ("rulebook:case", "Run rule cases."),
    "rules": ("rulebook:rules", "Print the table of actions."),
    "rulebook": ("rulebook:rulebook", "Make the rulebook, as PDF and HTML."),
    "map": ("rulebook:draw_map", "Draw the map."),
    "replay": ("site:replay", "Replay a game on its map, as a page or a GIF."),
    "site": ("site:site", "Write a public site of games."),
    "completion": ("completion:completion", "Print what a shell needs to complete commands and names."),
    "man": ("man:man", "Write a man page for every command."),
    "hooks": ("hooks:hooks", "List what is called after every turn, or call it again."),
}
"""Every command: its function, and its line in the help."""
OBJECTS = 100_000
"""Python looks for unused cycles after so many new objects: after 700 it took a tenth of a command's time."""


def completed(command: click.Command) -> click.Command:
    from pbm.commands.completion import with_names

    return with_names(command)


def bar(things: Known[Any], label: str) -> Iterator[Any]:
    from pbm.commands.bars import bar

    return bar(things, label)


class Commands(click.Group):
    """Imports a command when it is called, and prints errors as messages without a traceback."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, name = COMMANDS[cmd_name][0].split(":")
        command = getattr(import_module(f"pbm.commands.{module}"), name)
        assert isinstance(command, click.Command)
        return completed(command) if os.environ.get(COMPLETING) else command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Find the command; for a mistyped one, say which may be meant."""
        if args[0] not in COMMANDS:
            from difflib import get_close_matches

            if close := get_close_matches(args[0], COMMANDS):
                ctx.fail(f"There is no command {args[0]}. Did you mean {' or '.join(close)}?")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, words) for name, (_, words) in COMMANDS.items()])

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run a command; a console prints a question mark for a letter that it cannot show."""
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")
        gc.set_threshold(OBJECTS)
        if os.environ.get(COMPLETING):
            import_module("pbm.commands.completion")
        if sys.stderr.isatty():
            watcher.set(bar)
        return super().main(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except GameError as error:
            raise click.ClickException(str(error)) from None
        except BrokenPipeError:
            raise  # the reader of our output has closed the pipe, and click handles that
        except OSError as error:
            raise click.ClickException(f"{error.filename or 'the disk'}: {error.strerror}.") from None
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception as error:
            if os.environ.get("PBM_DEBUG"):
                raise
            fault = f"{type(error).__name__}: {error}"
            raise click.ClickException(
                f"internal error ({fault}). No turn was changed. Set PBM_DEBUG=1 to see where."
            ) from None


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="pbm")
def main() -> None:
    """Adjudicate games that are played by email and by post.

    \b
    pbm new game1 --ruleset darkage      start a game
    pbm adjudicate game1                 adjudicate its next turn
    pbm show game1                       see how it stands

    The exit code is 0 if it is done, 1 if it could not be done or something needs you, 2 if the command was not written
    as it must be.
    """


if __name__ == "__main__":
    main()
