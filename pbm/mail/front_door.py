"""The office as one who gets and sends mail: letters of people who do not write to a game, but want to know which there
are, to join one, to stand by for one, or to leave. Its mail is set by [mail] in _office/game.toml.

A game that finds such a letter in a mailbox which they share stores it in the office's inbox. It is handled there.
"""

import datetime as dt
import secrets
from collections.abc import Collection, Iterable, Iterator
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from pathlib import Path

from pbm.errors import GameError
from pbm.files import alone, put
from pbm.mail.asking import all_asked
from pbm.mail.inbox import Delivery, Inbox, identity
from pbm.mail.loops import Headers, headers
from pbm.mail.outbox import Outbox
from pbm.mail.own_copies import is_own_copy, prove
from pbm.mail.settings import post
from pbm.mail.sources import sources_of
from pbm.reading.errands import Errand, answers_about, answers_in, answers_without_code, errands_in, only_quoted
from pbm.reading.letter import Letter, read_letter
from pbm.reading.sheet_code import plain
from pbm.record.game import CONFIG, SECRET, Game, all_games, find
from pbm.record.people import OFFICE, rows
from pbm.record.seat_offers import offer_codes

NAME = "office"
SECRET_BYTES = 32


@dataclass(frozen=True)
class Office(Game):
    """The office's folder: it has an inbox and an outbox as a game has, and no turns."""

    known_as: str = NAME

    @property
    def games(self) -> Path:
        return self.folder.parent

    def last(self) -> int:
        return 0

    def named(self, turn: int) -> str:
        return "the office's own post"

    def locked(self) -> AbstractContextManager[None]:
        """Not the lock of the office's other papers, which are changed while its letters are handled."""
        return alone(self.folder / "inbox", "Another run is reading the office's letters. Wait until it is done.")


def office_of(games: Path) -> Office | None:
    """The office, if its game.toml says where its mail comes from."""
    office = Office(games / OFFICE)
    if not (office.folder / CONFIG).is_file() or not post(office).address:
        return None
    with alone(office.folder, "", wait=True):
        if not (office.folder / SECRET).is_file():
            put(office.folder / SECRET, secrets.token_hex(SECRET_BYTES).encode() + b"\n", private=True)
    return office


def if_open(games: Path) -> Office | None:
    """The office; none if its settings are wrong, which must not stop a game."""
    with suppress(GameError):
        return office_of(games)
    return None


def correspondent(games: Path, name: str) -> Game:
    """A game by its name, or the office, if no game has that name."""
    if name == NAME and not (games / name).is_dir() and (office := office_of(games)):
        return office
    return find(games, name)


def correspondents(games: Path) -> list[Game]:
    """All who get letters: the games, and the office."""
    office = if_open(games)
    return [*all_games(games), *([office] if office else [])]


@dataclass(frozen=True)
class FrontDoor:
    """What tells a letter for the office from one for a game."""

    office: Office
    names: frozenset[str]
    """The games that there are, or that people may join."""
    codes: frozenset[str]
    """The codes that the office waits for, or has waited for."""
    asked: frozenset[str]
    """The addresses of those to whom it mailed them."""

    def awaits(self, letter: Letter, writer: str) -> bool:
        """Whether it is an answer that the office waits for: by its code, or because its writer was asked."""
        if any(answer.code in self.codes for answer in answers_in(letter)):
            return True
        if any(code in self.codes for code in only_quoted(letter)):
            return True
        return writer.casefold() in self.asked and answers_without_code(letter, self.names)

    def wants(self, letter: Letter, top: Headers, is_player: bool) -> bool:
        """Whether a letter without the code of a game is for the office."""
        if answers_about(letter, self.names):
            return True
        if not is_player and (self.is_answer(top) or answers_without_code(letter)):
            return True
        return any(self.is_meant(errand, is_player) for errand in errands_in(letter))

    def is_meant(self, errand: Errand, is_player: bool) -> bool:
        """In some game JOIN is an order: a player of it who names no game has written that."""
        return not is_player or not errand.game or errand.game.casefold() in self.names

    def is_answer(self, top: Headers) -> bool:
        """Whether it answers a mail of the office."""
        return any(f"<{self.office.name}." in top.get(name) for name in ("In-Reply-To", "References"))

    def take(self, delivery: Delivery, now: dt.datetime) -> None:
        """Store a letter, or note that a copy of the office's own mail has come back."""
        top = headers(delivery.raw)
        if is_own_copy(self.office, Outbox(self.office), top):
            prove(Outbox(self.office), top, delivery.place, now)
        else:
            Inbox(self.office).take(identity(delivery.raw), delivery, 0, now)


def front_door(games: Path) -> FrontDoor | None:
    office = if_open(games)
    if not office:
        return None
    offered = dict(offer_codes(all_games(games)))
    waiting = [one.id for one in offered.values() if one.is_open]
    codes, known = [*(one.code for one in all_asked(games)), *offered], rows(games)
    asked = [*(one.email for one in all_asked(games)), *(known.get(id, {}).get("email", "") for id in waiting)]
    return FrontDoor(
        office,
        names_known(games),
        frozenset(map(plain, codes)),
        frozenset(filter(None, map(str.casefold, asked))),
    )


def names_known(games: Path) -> frozenset[str]:
    """The games that there are, or that people may join."""
    return frozenset(map(str.casefold, [*(game.folder.name for game in all_games(games)), *listed_games(games)]))


def listed_games(games: Path) -> Iterator[str]:
    """The games that have a list of sign-ups, or are offered."""
    from tomllib import TOMLDecodeError

    from pbm.record.config import parsed

    yield from (path.stem for path in (games / OFFICE / "signups").glob("*.jsonl"))
    with suppress(OSError, TOMLDecodeError, UnicodeDecodeError):
        yield from parsed((games / OFFICE / "offers.toml").read_bytes())


def own_letters(office: Office, now: dt.datetime) -> int:
    """Take what lies in the office's inbox, if no game looks there; return how many letters."""
    places = post(office).inboxes
    if not places or shared(all_games(office.games), places):
        return 0
    door, inbox, number = front_door(office.games), Inbox(office), 0
    known = {place for entry in inbox.entries() for place in (entry.place, *entry.also)}
    for source in sources_of(office):
        for delivery in source.letters(known.__contains__):
            hash = identity(delivery.raw)
            if door and not inbox.holds(hash) and not inbox.elsewhere(hash):
                door.take(delivery, now)
                number += 1
            delivery.release()
    return number


def shared(games: Iterable[Game], places: Collection[str]) -> bool:
    """Whether a game takes letters from there; one whose settings cannot be read may."""
    for game in games:
        try:
            if {*post(game).inboxes} & {*places}:
                return True
        except Exception:
            return True
    return False


def letter_of(office: Office, hash: str) -> Letter:
    return read_letter(Inbox(office).raw(hash))
