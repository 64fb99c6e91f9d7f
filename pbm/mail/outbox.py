"""Mail to be sent: a file for each mail, and a journal of what happened to it.

Game, turn, power and kind identify a mail, so that queueing it twice makes one mail. The journal is on the disk
before the next step: `trying` before a mail's text goes out, `sent` once the server has answered for it.
"""

import datetime as dt
import hmac
import os
import re
import time
from bisect import insort
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from email.headerregistry import Address
from email.parser import BytesHeaderParser
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from pbm.errors import GameError
from pbm.files import alone, names_in, put, sync
from pbm.mail.as_page import as_page
from pbm.mail.calendar import deadline, extension
from pbm.mail.compose import Envelope, Mail, compose, header
from pbm.mail.settings import Post, checked_address, post
from pbm.record.erase import ERASED
from pbm.record.game import Game, edition
from pbm.record.proposals import proposals
from pbm.record.seat_offers import SeatOffer, seat_offers

JOURNAL = "journal.jsonl"
EML = ".eml"
TO = re.compile(rb"^To:.*\r\n(?:[ \t].*\r\n)*", re.MULTILINE)
UNSAFE = re.compile(r"[^A-Za-z0-9-]+")
What = Literal["trying", "sent", "proved", "written", "deferred", "failed"]
DONE = ("sent", "proved", "written")
REPORT, WELCOME = "report", "welcome"
"""The kinds of mail that bring a report: of a turn, and the first letter to a player."""
GM = "gm"
"""The kind of mail that the game master writes."""
ASKED = "asked"
"""The kind of mail that answers a request, with what was asked for."""
UNDONE = "undone"
"""The kind of mail that says that a turn was undone."""
RULING = f"{GM}-ruling"
"""The kind of mail that says what the game master must decide before a turn goes on: the game master reads answers."""
OF_A_RESULT = re.compile(rf"(\d+)-\w+-{REPORT}-([0-9a-f]{{8}})")
OF_A_FIRST_LETTER = re.compile(rf"(\d+)-\w+-{WELCOME}(?:-[A-Za-z0-9-]*?)?(?:--(\d+))?")
"""A first letter made again, because its turn was, has a number: the second, the third."""
OF_AN_UNDONE_TURN = re.compile(rf"(\d+)-\w+-{UNDONE}-([0-9a-f]{{8}})")
OF_A_RULING = re.compile(rf"(\d+)-\w+-{RULING}-[A-Za-z0-9-]+-([0-9a-f]{{8}})")
OF_A_VOTE = re.compile(r"(\d+)-\w+-vote-(\d+)")
OF_A_DEADLINE = re.compile(r"(\d+)-\w+-(?:deadline(?:-\d+)?|reminder|unanswered|waits|late)-(\d{8})")
OF_A_DATE_TO_COME = re.compile(r"(\d+)-\w+-(?:deadline(?:-\d+)?|reminder)-\d{8}")
OF_A_SEAT = re.compile(r"(\d+)-(\w+-seat-[A-Za-z0-9-]+-\d{8})")
OF_A_NEW_DEADLINE = re.compile(r"(\d+)-\w+-deadline-(?:(\d+)-)?\d{8}")
"""The second time that a deadline is moved, and later, the number of the time stands before the day."""


DUE, MOVED, VOTE, SEAT = "due", "moved", "vote", "seat"
TELLING = {
    REPORT: OF_A_RESULT,
    WELCOME: OF_A_FIRST_LETTER,
    UNDONE: OF_AN_UNDONE_TURN,
    RULING: OF_A_RULING,
    VOTE: OF_A_VOTE,
    SEAT: OF_A_SEAT,
    DUE: OF_A_DEADLINE,
    MOVED: OF_A_NEW_DEADLINE,
}
"""What a mail tells of a turn, by its name."""


READ: dict[Path, "Read"] = {}
"""The journal that was read last."""


class Note(msgspec.Struct, frozen=True):
    """A line of the journal: what happened to a mail."""

    id: str
    at: dt.datetime
    what: What
    words: str = ""
    """The server's message, or the place of the copy that proves delivery."""


NOTES = msgspec.json.Decoder(Note)


class Read(NamedTuple):
    """A journal as it was read."""

    whole: bytes = b""
    notes: tuple[Note, ...] = ()
    last: Mapping[str, Note] = {}
    """By mail."""
    unsent: Mapping[str, Note] = {}
    """Those of mails that have not gone out."""


def read_on(path: Path, whole: bytes) -> Read:
    """A journal; only what was added since it was read last is read."""
    before = READ.get(path, Read())
    if whole == before.whole:
        return before
    if not whole.startswith(before.whole):
        before = Read()
    added = tuple(NOTES.decode_lines(whole[len(before.whole) :]))
    new = {note.id: note for note in added}
    unsent = {id: note for id, note in {**before.unsent, **new}.items() if note.what not in DONE}
    READ.clear()
    READ[path] = Read(whole, before.notes + added, {**before.last, **new}, unsent)
    return READ[path]


@lru_cache(8)
def mails_among(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(name.removesuffix(EML) for name in names if name.endswith(EML) and not name.startswith(".")))


@dataclass(frozen=True)
class Outbox:
    game: Game

    @property
    def folder(self) -> Path:
        return self.game.folder / "outbox"

    @cached_property
    def post(self) -> Post:
        return post(self.game)

    def path(self, id: str) -> Path:
        return self.folder / (id + EML)

    def ids(self) -> list[str]:
        return list(mails_among(names_in(self.folder)))

    def queue(self, turn: int, power: str, kind: str, mail: Mail, to: str, now: dt.datetime, anew: bool = False) -> str:
        """Put a mail into the outbox and return its id; a mail that is already there stays unchanged, unless it is made
        anew."""
        id = mail_id(turn, power, kind)
        there = self.path(id).exists()
        if anew or not there:
            made = self.queued_at(id) if there else time.time_ns()  # the file system's own clock may be coarse
            put(self.path(id), compose(in_two_forms(mail, kind), self.envelope(id, to, now)), private=True)
            os.utime(self.path(id), ns=(made, made))
        if not there and "_known" in vars(self):
            insort(self._known[id.split("-", 2)[1]], id)
        return id

    @cached_property
    def _known(self) -> dict[str, list[str]]:
        """The mails for each power when they were first asked for, and those queued here since."""
        known: dict[str, list[str]] = defaultdict(list)
        for id in self.ids():
            known[id.split("-", 2)[1]].append(id)
        return known

    def newest(self, powers: Iterable[str], most: int) -> list[str]:
        """The last mails for some powers, the newest first."""
        found = (id for power in powers for id in self._known[power][-most:])
        return sorted(found, reverse=True)[:most]

    def envelope(self, id: str, to: str, now: dt.datetime) -> Envelope:
        if not self.post.address:
            raise GameError(f'{self.game.name} has no address to send from: add [mail] address = "..." to game.toml.')
        sender = Address(header(self.post.name), addr_spec=self.post.address)
        return Envelope(self.game.name, id, self.message_id(id), sender, checked_address(to, id), now)

    def message_id(self, id: str) -> str:
        """A secret id that nobody knows before the mail is sent, so that a copy with it proves the sending."""
        mac = hmac.digest(self.game.secret(), f"outbox:{self.game.name}:{id}".encode(), "sha256").hex()[:16]
        return f"<{self.game.name}.{id}.{mac}@{self.post.address.rpartition('@')[2]}>"

    def recipient(self, id: str) -> str:
        message = BytesHeaderParser().parsebytes(self.path(id).read_bytes())
        return "".join(str(message["To"]).split())

    def readdress(self, id: str, to: str) -> None:
        """Change the address of a mail that could not be delivered."""
        if to != self.recipient(id):
            line = f"To: {checked_address(to, id)}\r\n".encode()
            put(self.path(id), TO.sub(line, self.path(id).read_bytes(), count=1), private=True)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """A lock held while mail is sent; an incomplete last line of the journal is removed."""
        with alone(self.folder, "Another run is sending mail now. Wait until it is done."):
            self.drop_half_line()
            yield

    def drop_half_line(self) -> None:
        path = self.folder / JOURNAL
        content = path.read_bytes() if path.exists() else b""
        if content and not content.endswith(b"\n"):
            put(path, content[: content.rfind(b"\n") + 1], private=True)

    def note(self, id: str, at: dt.datetime, what: What, words: str = "") -> None:
        """Write a line of the journal and sync it."""
        line = msgspec.json.encode(Note(id, at, what, words)) + b"\n"
        path = self.folder / JOURNAL
        new = not path.exists()
        with path.open("ab") as file:
            file.write(line)
            file.flush()
            os.fsync(file.fileno())
        if new:
            sync(self.folder)

    def notes(self) -> Sequence[Note]:
        return self.journal().notes

    def journal(self) -> Read:
        path = self.folder / JOURNAL
        try:
            return read_on(path, path.read_bytes().rpartition(b"\n")[0]) if path.exists() else Read()
        except msgspec.DecodeError as error:
            raise GameError(f"{path} is damaged: {error}. Fix or delete the line that is not JSON.") from None

    def last(self) -> dict[str, Note | None]:
        """Every mail with its last note; None if it was never tried."""
        last = self.journal().last
        return {id: last.get(id) for id in self.ids()}

    def waiting(self, now: dt.datetime | None = None) -> list[str]:
        """New mails first, then those deferred longest: a mail that makes a server hang up cannot block the others.

        A report or a first letter of a result that no longer counts is not sent, nor that a turn was undone which has
        been played again, nor what must be decided or voted on in a turn that has been played, nor a deadline that has
        been moved again or whose turn was played, nor a seat that is offered no longer, nor what was erased; nor, if
        the time is given, what gives a date that has passed.
        """
        last, stands = self.journal().last, cache(self.stands)
        fresh = sorted((id for id in self.ids() if id not in last), key=self.queued_at)
        in_turn = fresh + [note.id for note in sorted(self.noted("deferred"), key=lambda note: note.at)]
        there = [id for id in in_turn if all(map(stands, tells_of(id))) and not self.is_erased(id)]
        return [id for id in there if not now or not self.is_past(id, now)]

    def is_past(self, id: str, now: dt.datetime) -> bool:
        """Whether a mail asks for something by a time that has passed."""
        if match := OF_A_SEAT.fullmatch(id):
            return not any(one.until >= now for one in self.offered(match[2]))
        match = OF_A_DATE_TO_COME.fullmatch(id)
        due = deadline(self.game, int(match[1])) if match else None
        return due is not None and due < now

    def offered(self, mark: str) -> list[SeatOffer]:
        """The offer that a mail tells of, while it stands."""
        return [
            one for one in seat_offers(self.game) if one.is_open and mail_id(0, one.power, seat_kind(one))[4:] == mark
        ]

    def queued_at(self, id: str) -> int:
        """Mails go out in the order in which they were made, so that the last word comes last."""
        return self.path(id).stat().st_mtime_ns

    def is_erased(self, id: str) -> bool:
        path = self.path(id)
        return path.stat().st_size == len(ERASED) and path.read_bytes() == ERASED

    def stands(self, fact: tuple[str, int, str]) -> bool:
        """Whether a turn still has the result or the deadline that a mail tells of, or is still undone."""
        what, turn, mark = fact
        if what == REPORT:
            return (self.game.manifest_hash(turn) or "")[:8] == mark
        if what == WELCOME:
            return turn <= self.game.last() and edition(self.game.result(turn)) == int(mark)
        if what in (SEAT, VOTE):
            return self.is_asked(what, turn, mark)
        if what in (UNDONE, RULING):
            return turn > self.game.last()
        if what == MOVED:
            return str(extension(self.game, turn).times) == mark
        due = deadline(self.game, turn)
        return turn > self.game.last() and self.game.comes(turn) and (due is None or f"{due:%Y%m%d}" == mark)

    def is_asked(self, what: str, turn: int, mark: str) -> bool:
        """Whether a seat is still offered, or a vote still asked."""
        if what == SEAT:
            return bool(self.offered(mark))
        return turn > self.game.last() and any(one.is_open and one.number == int(mark) for one in proposals(self.game))

    def doubtful(self) -> list[Note]:
        """Mails whose sending was interrupted: the server may have accepted them or not."""
        return self.noted("trying")

    def failed(self) -> list[Note]:
        return self.noted("failed")

    def noted(self, what: What) -> list[Note]:
        """The last notes of mails that have not gone out, in the order of the mails."""
        found = sorted(self.journal().unsent.items())
        return [note for id, note in found if note.what == what and self.path(id).exists()]


def in_two_forms(mail: Mail, kind: str) -> Mail:
    """A letter as text and as a page; a report comes in the form that its reader has chosen."""
    if mail.html or kind.startswith((REPORT, WELCOME, ASKED)):
        return mail
    return msgspec.structs.replace(mail, html=as_page(mail.subject, mail.text))


def tells_of(id: str) -> Iterator[tuple[str, int, str]]:
    """The result or the deadline of a turn that makes a mail outdated once it is another."""
    for what, pattern in TELLING.items():
        if found := pattern.fullmatch(id):
            yield what, int(found[1]), found[2] or "1"


def seat_kind(offer: SeatOffer) -> str:
    """The kind of mail that offers a seat."""
    return f"{SEAT}-{offer.id}-{offer.asked:%Y%m%d}"


def report_kind(manifest: str | None) -> str:
    """The kind of a turn's reports: after a re-run it differs, so that players get a new one."""
    return f"{REPORT}-{(manifest or '')[:8]}"


def first_letters(outbox: Outbox, turn: int, power: str, number: int) -> list[str]:
    """The first letters to a power's players with a turn's first result, or its second, and so on."""
    found = ((id, OF_A_FIRST_LETTER.fullmatch(id)) for id in outbox.ids() if id.startswith(f"{turn:03}-{power}-"))
    return [id for id, match in found if match and int(match[2] or 1) == number]


def has_gone(outbox: Outbox, id: str) -> bool:
    note = outbox.last().get(id)
    return note is not None and note.what in DONE


def mail_id(turn: int, power: str, kind: str) -> str:
    return f"{turn:03}-{UNSAFE.sub('', power) or 'none'}-{UNSAFE.sub('-', kind)}"


def queue(game: Game, turn: int, power: str, kind: str, mail: Mail, to: str, now: dt.datetime) -> str:
    """Queue a mail: a report, a receipt, a reminder. The same turn, power and kind are the same mail."""
    return Outbox(game).queue(turn, power, kind, mail, to, now)
