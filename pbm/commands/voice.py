"""-v and -q, which every command has, and the log of the office: _office/pbm.log in the folder of the games."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from functools import cached_property, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbm.commands import clock
from pbm.commands.options import silent
from pbm.log import fault, heard_by
from pbm.progress import watcher

if TYPE_CHECKING:
    from logging.handlers import RotatingFileHandler

LOG = "pbm.log"
ROOM, KEPT = 1_000_000, 5
"""So many bytes are in the log, and as many in each of so many older ones."""


def voiced(command: click.Command) -> click.Command:
    """A command with -v and -q; what it does to games is written to the office's log."""
    for inner in command.commands.values() if isinstance(command, click.Group) else ():
        voiced(inner)
    if command.callback and not hasattr(command.callback, "is_logged"):
        command.params += [verbose()] if named(command, "quiet") else [verbose(), quiet()]
        command.callback = logged(command.callback, command.name or "")
    return command


def named(command: click.Command, name: str) -> bool:
    return any(param.name == name for param in command.params)


def verbose() -> click.Option:
    words = "Say on standard error what is done and written, and how long it takes."
    return click.Option(["-v", "--verbose"], is_flag=True, expose_value=False, callback=speak, help=words)


def quiet() -> click.Option:
    words = "Print nothing but errors; the exit code tells the rest."
    return click.Option(["-q", "--quiet"], is_flag=True, expose_value=False, callback=hush, help=words)


def speak(ctx: click.Context, _: click.Parameter, asked: bool) -> None:
    if asked:
        ctx.with_resource(timed())


def hush(ctx: click.Context, _: click.Parameter, asked: bool) -> None:
    if asked:
        ctx.with_resource(silence())


@contextmanager
def silence() -> Iterator[None]:
    """No words, no bars, and no questions: they are answered as for a script."""
    asked, watched = silent.set(True), watcher.set(None)
    try:
        with open(os.devnull, "w", encoding="utf-8") as nowhere, redirect_stdout(nowhere):
            yield
    finally:
        silent.reset(asked)
        watcher.reset(watched)


@contextmanager
def timed() -> Iterator[None]:
    """Everything that is done is said; at the end, how long it took."""
    begun, used = time.monotonic(), time.process_time()
    try:
        with heard_by(lambda words, _: click.echo(words, err=True)):
            yield
    finally:
        spent, worked = time.monotonic() - begun, time.process_time() - used
        click.echo(f"{spent:.2f} s, {worked:.2f} s of the processor", err=True)


# the log of the office


def logged(call: Callable[..., Any], command: str) -> Callable[..., Any]:
    @wraps(call)
    def told(*args: Any, **given: Any) -> Any:
        games, game = given.get("games"), given.get("name") or given.get("game") or ""
        if not isinstance(games, Path):
            return call(*args, **given)
        with kept(games, " ".join([command, *[game] * (games / game).is_dir()]).strip() if game else command):
            return call(*args, **given)

    told.is_logged = True  # type: ignore[attr-defined]
    return told


@contextmanager
def kept(games: Path, command: str) -> Iterator[None]:
    """A command that changes something among the games, or breaks, has a line of its own at its end."""
    log, begun = OfficeLog(games, command), time.monotonic()
    came_to = "done"
    try:
        with heard_by(log):
            yield
    except BaseException as error:
        came_to = "" if isinstance(error, SystemExit) else fault(error)
        raise
    finally:
        if log.changed or came_to not in ("", "done"):
            log.write(f"{came_to or 'done, with problems'} after {time.monotonic() - begun:.1f} s")


class OfficeLog:
    """What commands did, a line each. Whatever is wrong with the log, it stops no game."""

    def __init__(self, games: Path, command: str) -> None:
        self.games, self.command, self.changed = games, command, False

    def __call__(self, words: str, path: Path | None) -> None:
        if path is None:
            self.changed = True
            self.write(words)
        elif path.name[0] != "." and self.games in path.parents:
            self.changed = True

    @cached_property
    def file(self) -> "RotatingFileHandler | None":
        """Opened when there is something to say, and only in an office."""
        from logging.handlers import RotatingFileHandler

        from pbm.record.people import OFFICE

        place = self.games / OFFICE
        if not place.is_dir():
            return None
        return RotatingFileHandler(place / LOG, maxBytes=ROOM, backupCount=KEPT, encoding="utf-8", delay=True)

    def write(self, words: str) -> None:
        import logging

        logging.raiseExceptions = False
        line = f"{clock.now():%Y-%m-%dT%H:%M:%SZ} {os.getpid()} {self.command}: {words}"
        if file := self.file:
            file.handle(logging.LogRecord("pbm", logging.INFO, "", 0, line, None, None))
            file.close()
