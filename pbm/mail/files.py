"""Files that appear whole or not at all, and locks that die with their process."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pbm.errors import GameError
from pbm.store import put


def write(path: Path, content: bytes) -> None:
    """Put a file in its place by one rename, for its owner's eyes alone; a full disk is said in words."""
    try:
        put(path, content, private=True)
    except OSError as error:
        with suppress(OSError):
            path.with_name(f".{path.name}.part").unlink(missing_ok=True)
        raise GameError(
            f"{path} cannot be written: {error.strerror}. Nothing is lost: what was not stored is still where it "
            "came from. Make room or mend the folder, then run the command again."
        ) from None


@contextmanager
def alone(folder: Path, work: str) -> Iterator[None]:
    """Held by one process at a time; the system lets go of it whenever the process dies."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise GameError(f"Another run is {work} just now: wait until it is done.") from None
        yield
