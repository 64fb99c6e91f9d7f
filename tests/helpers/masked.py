"""A machine that is not Unix: what only Unix has is gone before pbm is imported, and a command is run.

`python -m tests.helpers.masked COMMAND... + COMMAND...` runs `pbm COMMAND...` so, one after the other until one
fails; without a command it imports every module.
"""

import asyncio  # noqa: F401  what others have for this very system is loaded before it is masked
import importlib
import os
import pkgutil
import signal
import subprocess  # noqa: F401
import sys

import click._termui_impl  # noqa: F401

MODULES = ("fcntl", "pwd", "grp", "termios", "resource", "readline", "syslog", "spwd", "crypt", "tty", "pty")
OPTIONAL = ("distributed", "pyarrow", "numpy", "shapely", "imap_tools", "keyring")
"""What running does not need is not there either."""
CALLS = (
    *("fork", "forkpty", "getuid", "geteuid", "getgid", "getegid", "setsid", "getpgid", "uname", "nice", "getloadavg"),
    *("chown", "fchown", "lchown", "fchmod", "fchdir", "sync", "statvfs", "mkfifo", "link", "sysconf", "ftruncate"),
    *("O_NONBLOCK", "O_DIRECTORY", "O_NOFOLLOW", "O_CLOEXEC", "O_SYNC", "O_DSYNC", "O_NOCTTY"),
)
SIGNALS = ("SIGKILL", "SIGHUP", "SIGUSR1", "SIGUSR2", "SIGCHLD", "SIGALRM", "SIGPIPE", "alarm", "pause")


def mask() -> None:
    for name in (*MODULES, *OPTIONAL):
        sys.modules[name] = None  # type: ignore[assignment]
    for place, names in ((os, CALLS), (signal, SIGNALS)):
        for name in names:
            if hasattr(place, name):
                delattr(place, name)
    importlib.import_module("pbm.files").WINDOWS = True  # type: ignore[attr-defined]


def import_all() -> None:
    import pbm

    for found in pkgutil.walk_packages(pbm.__path__, "pbm."):
        try:
            importlib.import_module(found.name)
        except ModuleNotFoundError as error:
            if (error.name or "").split(".")[0] not in OPTIONAL:
                raise


def run_all(words: list[str]) -> None:
    from pbm.cli import main

    commands = " ".join(word.replace(" ", "\0") for word in words).split(" + ")
    for command in commands:
        try:
            main([word.replace("\0", " ") for word in command.split()], prog_name="pbm")
        except SystemExit as end:
            if end.code:
                raise


if __name__ == "__main__":
    mask()
    if sys.argv[1:]:
        run_all(sys.argv[1:])
    else:
        import_all()
