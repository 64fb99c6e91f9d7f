"""Stores every letter as it came, named by its hash, with a record of when it came, from where, and its verdict."""

import datetime as dt
import hashlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from pbm.files import put, put_json, read_json, sync
from pbm.record.erase import REMEMBERED
from pbm.record.game import Game

RAW, RECORD = ".eml", ".json"
KEYED = "keyed"
"""The place of a sheet that the game master has typed in."""
SET_ASIDE = "set aside"
"""The verdict on a letter that could not be handled: the game master must look at it."""
NAMING = (b"message-id", b"from")
"""The headers that identify a letter, by the first one it has; all others may change on the way."""
HEADERS_END = re.compile(rb"\r?\n\r?\n|\Z")
FOLDED = re.compile(rb"\r?\n[ \t]+")
HASH = 32
MOST_HEAD = 256_000
BLOCK = 1_000_000


@dataclass(frozen=True)
class Delivery:
    """A letter as a source delivers it."""

    raw: bytes
    arrived: dt.datetime
    place: str
    """Its exact place, so that it is not fetched again."""
    release: Callable[[], None] = lambda: None
    """Tell the source that it is safely stored."""


class Move(msgspec.Struct, frozen=True):
    """A change of address; empty fields stay unchanged."""

    email: str = ""
    address: tuple[str, ...] = ()


TRIED = "a trial: nothing is kept"


class Judged(msgspec.Struct, frozen=True):
    """A sheet in a letter, and whether it was accepted."""

    turn: int
    power: str
    accepted: bool
    reason: str = ""
    late: bool = False
    move: Move | None = None
    """The change of address it asks for, after notice to the old address."""
    kind: str = ""
    """Why it was refused, for programs."""
    only_words: bool = False
    """Whether it brought messages and no orders."""


class Asked(msgspec.Struct, frozen=True):
    """What a player asks the game to send."""

    power: str
    what: str
    turn: int | None = None
    proved: bool = False
    """Whether the letter has the power's code, and not only its address."""
    everywhere: bool = False
    """Whether it is meant for all games of the person."""
    value: str = ""
    """What a setting of theirs is to be."""


class Arrival(msgspec.Struct, frozen=True):
    """What is known of a letter."""

    hash: str
    arrived: dt.datetime
    taken: dt.datetime
    turn: int
    """The turn for which orders were accepted then."""
    place: str
    also: tuple[str, ...] = ()
    """Other places where the same letter was found."""
    sender: str = ""
    verdict: str = ""
    """Empty until the letter is handled: accepted, refused, automatic, away, vote, stop, asked or set aside."""
    sheets: tuple["Judged", ...] = ()
    note: str = ""
    """A note for the game master: why it was not answered, or who a bounce is about."""
    answers: tuple[str, ...] = ()
    """The mails in the outbox that answer it."""
    stops: tuple[str, ...] = ()
    """The letters whose changes of address it stops."""
    moved: tuple[str, ...] = ()
    """The powers whose changes of address have been made or have lapsed."""
    asked: tuple["Asked", ...] = ()
    served: bool = False
    """Whether what it asks for has been queued."""
    unread: tuple[str, ...] = ()
    """What in it could not be read."""
    number: int = 0
    """Its number among the letters that a person must read; 0 if none must."""
    done: str = ""
    """What the game master did with it: accepted, answered or done; empty while it waits."""


def identity(raw: bytes) -> str:
    """The hash that identifies a letter: of its Message-ID, else its sender, and its content."""
    end = HEADERS_END.search(raw)
    assert end
    digest = hashlib.sha256(named(raw[: min(end.start(), MOST_HEAD)]) + b"\n\n")
    for block in body_blocks(raw, end.end()):
        digest.update(block)
    return digest.hexdigest()[:HASH]


def body_blocks(raw: bytes, start: int) -> Iterator[bytes]:
    """The content with plain line ends and none at its end, block by block: a large letter is not copied whole."""
    held = 0
    for at in range(start, len(raw), BLOCK):
        block = raw[at : at + BLOCK]
        if block.endswith(b"\r") and raw[at + BLOCK : at + BLOCK + 1] == b"\n":
            block = block[:-1]
        block = block.replace(b"\r\n", b"\n")
        text = block.rstrip(b"\n")
        if text:
            yield b"\n" * held + text
            held = 0
        held += len(block) - len(text)


def named(head: bytes) -> bytes:
    lines = [line.partition(b":") for line in FOLDED.sub(b" ", head).splitlines()]
    given = {name.strip().lower(): b" ".join(value.split()) for name, _, value in reversed(lines)}
    return next((name + b": " + given[name] for name in NAMING if given.get(name)), b"")


def remembered_in(game: Game) -> Path:
    """The file with what runs remember of all letters; it may be deleted at any time."""
    return game.folder / REMEMBERED


@dataclass(frozen=True)
class Inbox:
    game: Game

    @property
    def folder(self) -> Path:
        return self.game.folder / "inbox"

    def raw(self, hash: str) -> bytes:
        return (self.folder / (hash + RAW)).read_bytes()

    def holds(self, hash: str) -> bool:
        return (self.folder / (hash + RAW)).is_file()

    def elsewhere(self, hash: str) -> str:
        """The other game that has taken the letter, where several share a mailbox."""
        others = self.game.folder.parent.glob(f"*/inbox/{hash}{RAW}")
        return next((path.parts[-3] for path in sorted(others) if path.parts[-3] != self.game.folder.name), "")

    def take(self, hash: str, delivery: Delivery, turn: int, now: dt.datetime) -> Arrival:
        """Store a letter, its record first, so that every letter in the inbox has one; the first arrival counts."""
        entry = self.find(hash) or Arrival(hash, min(delivery.arrived, now), now, turn, delivery.place)
        if delivery.place not in (entry.place, *entry.also):
            entry = msgspec.structs.replace(entry, also=(*entry.also, delivery.place))
        self.record(entry)
        if not self.holds(hash):
            self.forget()
            put(self.folder / (hash + RAW), delivery.raw, private=True)
        return entry

    def record(self, entry: Arrival) -> None:
        if self.find(entry.hash) != entry:
            self.forget()
            put_json(self.folder / (entry.hash + RECORD), entry, private=True)

    def forget(self) -> None:
        """Before anything is written: what is remembered of the letters is no longer all."""
        path = remembered_in(self.game)
        if path.exists():
            path.unlink(missing_ok=True)
            sync(path.parent)

    def find(self, hash: str) -> Arrival | None:
        path, remedy = self.folder / (hash + RECORD), "Delete it: its letter will be read again."
        return read_json(path, Arrival, None, remedy)

    def entries(self) -> Iterator[Arrival]:
        """Every stored letter, by arrival; for a letter without a record, the time of its file."""
        found = [self._entry(path) for path in self.folder.glob(f"*{RAW}")]
        yield from sorted(found, key=lambda entry: (entry.arrived, entry.hash))

    def _entry(self, path: Path) -> Arrival:
        written = dt.datetime.fromtimestamp(path.stat().st_mtime, dt.UTC)
        return self.find(path.stem) or Arrival(path.stem, written, written, self.game.last() + 1, str(path))
