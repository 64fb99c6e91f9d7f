"""The disk: files that appear whole or not at all, locks that end with their process, and the folders of pbm itself."""

import os
import re
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TypeVar

import msgspec

from pbm.errors import Busy, GameError, NotWritten
from pbm.log import wrote

WINDOWS = os.name == "nt"
LOCK = ".lock"
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,59}")
RESERVED = re.compile(r"con|prn|aux|nul|com[0-9]|lpt[0-9]", re.IGNORECASE)
"""Windows reserves these names, with any ending."""
PRIVATE = (
    "secret",
    "receipt-key",
    "contacts.json",
    "players.toml",
    "people.toml",
    "letters.json",
    "observers.json",
    "messages.jsonl",
)
"""The names of files that only their owner may read."""
TICK = 10_000_000
"""In nanoseconds: two changes that are no further apart may have the same time on a file."""

Content = TypeVar("Content")


def folder(name: str) -> Path:
    """The folder `grammar` or `templates`: inside the package once installed, beside it in a checkout."""
    package = Path(str(files("pbm")))
    return package / name if (package / name).is_dir() else package.parent / name


def refuse_name(name: str) -> None:
    """Check that a folder can have this name on every system, because games are copied between systems."""
    if not NAME.fullmatch(name):
        raise GameError(f'"{name}" cannot be the name of a game: use at most 60 letters, digits, - and _.')
    if RESERVED.fullmatch(name):
        raise GameError(f'"{name}" cannot be the name of a game: Windows cannot have a folder of that name.')


@contextmanager
def alone(place: Path, taken: str, wait: bool = False) -> Iterator[None]:
    """A lock for one process at a time; the system releases it when the process ends."""
    import filelock

    place.mkdir(parents=True, exist_ok=True)
    lock = filelock.FileLock(place / LOCK)
    try:
        lock.acquire(timeout=-1 if wait else 0)
    except filelock.Timeout:
        raise Busy(taken) from None
    try:
        yield
    finally:
        lock.release()


def write_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files to a new folder and sync them; sync its parent to make the folder itself safe."""
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        write_file(folder / name, content)
    for path in (folder, *(p for p in folder.rglob("*") if p.is_dir())):
        sync(path)
    if folder.name[0] != ".":
        wrote(folder)


def write_file(path: Path, content: bytes, private: bool = False) -> None:
    mode = 0o600 if private or path.name in PRIVATE else 0o666
    with open(path, "wb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def put(path: Path, content: bytes, private: bool = False) -> None:
    """Write a file, sync it and move it into place by one rename; a full disk gives a clear error."""
    part = path.with_name(f".{path.name}.part")
    try:
        make(path.parent)
        part.unlink(missing_ok=True)
        write_file(part, content, private or path.name in PRIVATE)
        part.replace(path)
        sync(path.parent)
        wrote(path)
    except OSError as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise NotWritten(
            f"{path} cannot be written: {error.strerror}. Nothing is lost. Free some space or repair the folder, then "
            "run the command again."
        ) from None


def read_once(path: Path) -> bytes:
    """A file that one command asks for again and again: it is read once, and again after every change."""
    there = path.stat()
    return path.read_bytes() if is_fresh(there) else _read(path, stamp(there))


@lru_cache(256)
def _read(path: Path, _stamp: tuple[int, ...]) -> bytes:
    return path.read_bytes()


def stamp(there: os.stat_result) -> tuple[int, ...]:
    """What every change of a file or a folder changes, once it is no longer fresh."""
    return there.st_ino, there.st_size, there.st_mtime_ns, there.st_ctime_ns


def is_fresh(there: os.stat_result) -> bool:
    return time.time_ns() - there.st_mtime_ns < TICK


def files_in(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.rglob("*")) if path.is_file() and path.name[0] != "."]


def names_in(folder: Path | str) -> tuple[str, ...]:
    """The names in a folder; none if there is no such folder. It is listed once, and again after every change."""
    try:
        there = os.stat(folder)
        return tuple(os.listdir(folder)) if is_fresh(there) else _listed(str(folder), stamp(there))
    except (FileNotFoundError, NotADirectoryError):
        return ()


@lru_cache(4096)
def _listed(folder: str, _stamp: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(os.listdir(folder))


def content_of(path: Path) -> bytes:
    """A file; nothing if there is none."""
    return path.read_bytes() if path.is_file() else b""


def read_json(path: Path, kind: type[Content], otherwise: Content, remedy: str) -> Content:
    """A file of ours, or `otherwise` if there is none; `remedy` says what to do if it is damaged."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind) if path.is_file() else otherwise
    except msgspec.DecodeError as error:
        raise GameError(f"{path} is damaged: {error}. {remedy}") from None


def put_json(path: Path, content: object, private: bool = False) -> None:
    """Write a file of ours, in lines that a person can read."""
    put(path, msgspec.json.format(msgspec.json.encode(content), indent=1) + b"\n", private)


def make(folder: Path) -> None:
    """Make a folder and those above it, and sync them."""
    if not folder.is_dir():
        make(folder.parent)
        folder.mkdir(exist_ok=True)
    sync(folder.parent)


def sync(folder: Path) -> None:
    """Sync the listing of a folder. Windows has no such call: there a rename is safe by itself."""
    if WINDOWS:
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
