"""Zip files with the same bytes for the same content, which unpack only into their own folder."""

import errno
import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

from pbm.errors import GameError

DATE = (1980, 1, 1, 0, 0, 0)
UNIX = 3
MODE = 0o644 << 16
LEVEL = 6
MOST_BYTES, MOST_FILES = 2 << 30, 200_000
"""The most bytes a game may have; a file that unpacks to more was not made by pbm."""


def zipped(folder: str, files: Mapping[str, bytes]) -> bytes:
    """Pack the files under a folder of that name, sorted by name and without dates."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(f"{folder}/{name}", DATE)
            entry.create_system, entry.external_attr = UNIX, MODE
            archive.writestr(entry, files[name], zipfile.ZIP_DEFLATED, LEVEL)
    return made.getvalue()


def unpack(path: Path, into: Path) -> Path:
    """Unpack a zip made by pbm into an empty folder; return the one folder in it."""
    try:
        with zipfile.ZipFile(path) as archive:
            entries = archive.infolist()
            refuse_strange(path, entries)
            archive.extractall(into)
    except GameError:
        raise
    except Exception as error:  # a damaged file makes the library fail in many ways
        if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EACCES, errno.ENOENT):
            raise
        raise GameError(f"{path} is damaged or not a zip file: {error}.") from None
    return into / entries[0].filename.split("/")[0]


def refuse_strange(path: Path, entries: list[zipfile.ZipInfo]) -> None:
    roots = {entry.filename.split("/")[0] for entry in entries}
    climbing = [entry for entry in entries if ".." in entry.filename.split("/") or entry.filename.startswith("/")]
    if len(roots) != 1 or climbing or "" in roots:
        raise GameError(f"{path} was not made by pbm: it has {len(roots)} folders, and must have one game.")
    if len(entries) > MOST_FILES or sum(entry.file_size for entry in entries) > MOST_BYTES:
        raise GameError(f"{path} is too large: it was not made by pbm.")
