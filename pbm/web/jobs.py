"""A button is a command: each runs as a process of its own, with the locks that it always has, and every window may
watch it. It is not ended with the server, because a command that has begun should come to its end."""

import datetime as dt
import os
import secrets
import shlex
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from pbm.errors import GameError
from pbm.files import WINDOWS
from pbm.progress import PROGRESS

MOST = 200
"""So many commands are remembered while the server runs."""
LONGEST = 400_000
"""So much of what a command printed is shown."""
SAID, SEEN, SHEET, MADE = "said.txt", "seen.txt", "sheet.txt", "made"
INTO, FROM = "\0made", "\0sheet"
"""In a command: the folder for what it makes, and the file with what was written on the page. Nobody can type them."""


@dataclass(frozen=True)
class Command:
    """A command as its button makes it."""

    words: tuple[str, ...]
    label: str
    game: str = ""
    input: str = ""
    """What was written on the page, for its standard input or as a file."""
    back: str = "/"
    """The page from which it was called."""

    def __str__(self) -> str:
        """As one would type it."""
        words = [{INTO: "reports", FROM: SHEET}.get(word, word) for word in self.words]
        return "pbm " + (subprocess.list2cmdline(words) if WINDOWS else shlex.join(words))


@dataclass(frozen=True)
class Job:
    id: str
    command: Command
    begun: dt.datetime
    place: Path
    process: "subprocess.Popen[bytes]"

    @property
    def code(self) -> int | None:
        """How it ended; None while it works."""
        return self.process.poll()

    @property
    def works(self) -> bool:
        return self.code is None

    @property
    def said(self) -> str:
        return read(self.place / SAID)

    @property
    def stands(self) -> str:
        """How far it is, in a line."""
        done, _, rest = read(self.place / SEEN).partition(" ")
        total, _, label = rest.partition(" ")
        return f"{label}: {done} of {total}" if label and self.works else ""

    @property
    def outcome(self) -> str:
        return {None: "at work", 0: "done"}.get(self.code, "needs you")

    def files(self) -> list[str]:
        """What it made for its page."""
        folder = self.place / MADE
        return sorted(path.name for path in folder.iterdir() if path.is_file()) if folder.is_dir() else []

    def made(self, name: str) -> bytes:
        if name not in self.files():
            raise GameError("There is no such file.")
        return (self.place / MADE / name).read_bytes()


@dataclass
class Jobs:
    """The commands that ran since the server was started, the newest first."""

    games: Path
    place: Path
    now: Callable[[], dt.datetime]
    all: dict[str, Job] = field(default_factory=dict)
    begun: dict[str, str] = field(default_factory=dict)
    """The job that each form has begun: a form that is sent twice begins one."""

    def begin(self, command: Command, once: str) -> Job:
        if once and once in self.begun and self.begun[once] in self.all:
            return self.all[self.begun[once]]
        id = secrets.token_hex(8)
        folder = self.place / id
        folder.mkdir(parents=True)
        job = Job(id, command, self.now(), folder, started(self.games, command, folder))
        self.all = {id: job, **dict(list(self.all.items())[: MOST - 1])}
        self.begun = {once: id, **dict(list(self.begun.items())[: MOST - 1])}
        return job

    def find(self, id: str) -> Job:
        if id not in self.all:
            raise GameError("That command was called before this desk was opened, or never.")
        return self.all[id]

    @property
    def at_work(self) -> list[Job]:
        return [job for job in self.all.values() if job.works]


def started(games: Path, command: Command, folder: Path) -> "subprocess.Popen[bytes]":
    """The command, begun; what it prints goes to a file, so that it never waits for a reader."""
    words = [{INTO: str(folder / MADE), FROM: str(folder / SHEET)}.get(word, word) for word in command.words]
    setting = {"PBM_GAMES": str(games), PROGRESS: str(folder / SEEN), "PYTHONIOENCODING": "utf-8", "NO_COLOR": "1"}
    (folder / SHEET).write_text(command.input, encoding="utf-8")
    with (folder / SHEET).open("rb") as given, (folder / SAID).open("wb") as said:
        return subprocess.Popen(
            [sys.executable, "-m", "pbm", *words],
            stdin=given,
            stdout=said,
            stderr=subprocess.STDOUT,
            env=os.environ | setting,
            start_new_session=not WINDOWS,  # Ctrl-C ends the server, and not what it has begun
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )


def read(path: Path) -> str:
    return path.read_bytes()[-LONGEST:].decode("utf-8", "replace") if path.is_file() else ""
