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
from pbm.commands.voice import voiced
from pbm.errors import GameError, fault
from pbm.log import heard_by
from pbm.overview import ABOUT, COMMANDS
from pbm.progress import PROGRESS, Known, watcher

OBJECTS = 100_000
"""Python looks for unused cycles after so many new objects: after 700 it took a tenth of a command's time."""


def completed(command: click.Command) -> click.Command:
    from pbm.commands.completion import with_names

    return with_names(command)


def bar(things: Known[Any], label: str) -> Iterator[Any]:
    from pbm.commands.bars import bar

    return bar(things, label)


def noted(things: Known[Any], label: str) -> Iterator[Any]:
    from pbm.commands.bars import noted

    return noted(things, label)


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
        return completed(voiced(command)) if os.environ.get(COMPLETING) else voiced(command)

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
        elif os.environ.get(PROGRESS):
            watcher.set(noted)
        return super().main(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        done: list[str] = []
        try:
            with heard_by(lambda words, path: done.append(words) if path is None else None):
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
            before = f"Done before it: {'; '.join(done)}. " if done else ""
            raise click.ClickException(
                f"{fault(error)}. {before}No turn is left half done: pbm status tells how far it came. "
                "Set PBM_DEBUG=1 to see where."
            ) from None


@click.group(cls=Commands, help=ABOUT, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="pbm")
def main() -> None:
    """The commands; what they are for stands in the overview."""


if __name__ == "__main__":
    main()
