"""Where letters come from: a Maildir, an mbox, files and folders; an IMAP folder is in `imap`."""

import base64
import datetime as dt
import mailbox
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from functools import partial
from pathlib import Path
from typing import Protocol

from pbm.errors import GameError
from pbm.files import WINDOWS
from pbm.mail.inbox import Delivery
from pbm.mail.loops import headers
from pbm.mail.settings import Post, post
from pbm.record.game import Game

DELIVERED = re.compile(r"(\d{9,11})\.(?:[^.]*?M(\d{1,6}))?")
"""A file name in a Maildir begins with the second of its delivery, and may contain the microsecond."""
FLAGS = "!" if WINDOWS else ":"
"""The separator before a letter's flags in a Maildir: Windows allows no colon in file names."""
FLAGGED = re.compile(r"[:;!]2,[^:;!]*$")
MAIL = re.compile(rb"(?im)^(?:from|received|return-path|message-id|mime-version|delivered-to)\s*:")
MBOX = b"From "
FILED = "file:"
"""How the place of a file begins which the game master saved."""
HEAD = 16_384
Known = Callable[[str], bool]


class Source(Protocol):
    def letters(self, known: Known) -> Iterator[Delivery]:
        """Every letter there in order of arrival, except those at known places."""

    def holds(self, message_ids: set[str]) -> set[str]:
        """Our own mails that have come back as copies."""


def source(place: str, mail: Post) -> Source:
    """The source for an address or path."""
    if re.match(r"imaps?://", place):
        from pbm.mail.imap import Imap

        return Imap(place, mail)
    path = Path(place)
    if (path / "new").is_dir() and (path / "cur").is_dir():
        return Maildir(path, mail)
    if path.is_file():
        with path.open("rb") as file:
            return Mbox(path) if file.read(len(MBOX)) == MBOX else Files(path)
    if path.is_dir():
        return Files(path)
    raise GameError(f"{place} is neither a Maildir nor an mbox, a folder or a file, nor an address like imaps://...")


def sources_of(game: Game) -> list[Source]:
    """The inboxes that a game's settings name; a path is looked for in the game's folder first."""
    mail = post(game)
    own = {place: game.folder / place for place in mail.inboxes}
    return [source(str(path) if path.exists() else place, mail) for place, path in own.items()]


@dataclass(frozen=True)
class Maildir:
    path: Path
    post: Post

    def letters(self, known: Known) -> Iterator[Delivery]:
        for arrived, path in sorted((delivered(path), path) for path in self.files()):
            place = f"maildir:{self.path}/{unflagged(path.name)}"
            if not known(place):
                with suppress(FileNotFoundError):  # another reader has just renamed it: it is read next time
                    yield Delivery(path.read_bytes(), arrived, place, partial(self.release, path))

    def files(self) -> list[Path]:
        return [path for part in ("new", "cur") for path in (self.path / part).iterdir() if path.is_file()]

    def release(self, path: Path) -> None:
        if self.post.after == "delete":
            path.unlink(missing_ok=True)
        elif self.post.after == "move":
            folder = self.path / f".{self.post.moved_to}"
            for part in ("tmp", "new", "cur"):
                (folder / part).mkdir(parents=True, exist_ok=True)
            with suppress(FileNotFoundError):
                path.replace(folder / "cur" / f"{unflagged(path.name)}{FLAGS}2,S")

    def holds(self, message_ids: set[str]) -> set[str]:
        found = set()
        for path in self.files():
            with suppress(FileNotFoundError), path.open("rb") as file:
                found.add(headers(file.read(HEAD)).get("Message-ID", "").strip())
        return found & message_ids


def unflagged(name: str) -> str:
    """The name of a letter in a Maildir without its flags, which change when it is read."""
    return FLAGGED.sub("", name)


def delivered(path: Path) -> dt.datetime:
    if match := DELIVERED.match(path.name):
        return dt.datetime.fromtimestamp(int(match[1]), dt.UTC).replace(microsecond=int(match[2] or 0))
    return modified(path)


def modified(path: Path) -> dt.datetime:
    return dt.datetime.fromtimestamp(path.stat().st_mtime, dt.UTC)


@dataclass(frozen=True)
class Mbox:
    """Letters are never removed, whatever [mail] after says: that would mean rewriting the whole file."""

    path: Path

    def letters(self, known: Known) -> Iterator[Delivery]:
        for number, (raw, line) in enumerate(self.read()):
            yield Delivery(raw, self.arrived(line, number), f"mbox:{self.path}")

    def read(self) -> list[tuple[bytes, str]]:
        """Read it all at once under the file's lock, so that a letter in delivery is not cut short."""
        box = mailbox.mbox(self.path, create=False)
        try:
            box.lock()
            return [parted(box.get_bytes(key, from_=True)) for key in box.iterkeys()]
        except (mailbox.ExternalClashError, PermissionError):
            raise GameError(f"{self.path} is in use by another program: try again in a minute.") from None
        finally:
            box.close()

    def arrived(self, line: str, number: int) -> dt.datetime:
        """The time in the line before the letter; letters of the same second stay in their order."""
        try:
            moment = parsedate_to_datetime(mbox_date(line))
        except (ValueError, IndexError):
            return modified(self.path)
        return moment.replace(tzinfo=moment.tzinfo or dt.UTC, microsecond=number % 1_000_000)

    def holds(self, message_ids: set[str]) -> set[str]:
        return {headers(raw).get("Message-ID", "").strip() for raw, _ in self.read()} & message_ids


def parted(raw: bytes) -> tuple[bytes, str]:
    """A letter of an mbox, and the line before it without the word From."""
    line, _, letter = raw.partition(b"\n")
    return letter, line.removeprefix(MBOX).decode("ascii", "replace").strip()


def mbox_date(line: str) -> str:
    """The date in `mercia@example.org Fri Nov 20 12:00:00 2026`, in the form used in mail."""
    _, _, month, day, time, year = line.split()[:6]
    return f"{day} {month} {year} {time} +0000"


@dataclass(frozen=True)
class Files:
    """A file or a folder of them: saved letters, and sheets as plain text or PDF."""

    path: Path

    def letters(self, known: Known) -> Iterator[Delivery]:
        for arrived, path in sorted((modified(path), path) for path in self.files()):
            content = path.read_bytes()
            raw = content if MAIL.search(content[:HEAD].split(b"\n\n")[0]) else wrapped(path.name, content)
            yield Delivery(raw, arrived, f"{FILED}{path}")

    def files(self) -> list[Path]:
        if self.path.is_file():
            return [self.path]
        return [path for path in self.path.iterdir() if path.is_file() and not path.name.startswith(".")]

    def holds(self, message_ids: set[str]) -> set[str]:
        return set()


def wrapped(name: str, content: bytes) -> bytes:
    """A letter with a file as its only part; the same file always makes the same letter."""
    plain = "".join(c for c in name if c.isascii() and c.isprintable() and c not in '"\\')
    kind = "application/pdf" if content.startswith(b"%PDF") else f"text/plain; charset={charset(content)}"
    head = (
        f"MIME-Version: 1.0\nContent-Type: {kind}\nContent-Transfer-Encoding: base64\n"
        f'Content-Disposition: attachment; filename="{plain}"\n\n'
    )
    return head.encode() + base64.encodebytes(content)


def charset(content: bytes) -> str:
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "utf-16"
    try:
        content.decode()
        return "utf-8"
    except UnicodeDecodeError:
        return "windows-1252"
