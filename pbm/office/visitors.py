"""Who writes to the office, and what they want: found out from a letter, with what is missing said in plain words."""

import datetime as dt
import re
import unicodedata
from dataclasses import dataclass
from difflib import get_close_matches
from email.utils import parseaddr
from functools import cached_property
from pathlib import Path
from typing import get_args

from msgspec import structs

from pbm.errors import GameError
from pbm.mail.asking import Asking, Wanted, all_asked
from pbm.mail.compose import header
from pbm.mail.front_door import Office
from pbm.mail.inbox import Arrival
from pbm.mail.loops import Headers
from pbm.mail.settings import bad_zone
from pbm.office.offers import may_be_wished, offers
from pbm.office.people import known
from pbm.office.signup import places_of, seated_in
from pbm.reading.errands import Errand, details_in, wishes_in
from pbm.reading.letter import Letter
from pbm.reading.letter import header as decoded
from pbm.record.apart import apart
from pbm.record.clockface import USUAL, WAYS, ways_shown
from pbm.record.game import Game, all_games
from pbm.record.people import FORMS, Person, Shown, people

LONGEST_NAME = 60
YES = ("yes", "y", "true", "large")
MOST_LINES = 6
WHICH = "Say which game you mean: {word} and its name. GAMES lists them."
NO_SUCH = 'There is no game "{game}" here{like} GAMES lists those that there are.'


@dataclass(frozen=True)
class Visitor:
    """The writer of a letter to the office."""

    office: Office
    entry: Arrival
    letter: Letter
    headers: Headers
    now: dt.datetime

    @property
    def games(self) -> Path:
        return self.office.games

    @cached_property
    def details(self) -> dict[str, str]:
        """What they say of themselves, now or in a request that they have confirmed."""
        before = self.before
        return {**(said_by(before.person) if before and before.person and before.confirmed else {}), **self.own_details}

    @cached_property
    def own_details(self) -> dict[str, str]:
        return details_in(self.letter)

    @cached_property
    def before(self) -> Asking | None:
        """What somebody who is new has asked for already: they are one person, whatever they ask for."""
        name = self.own_details.get("name", "").casefold()
        every = [one for one in all_asked(self.games) if one.person and is_at(one.person, self.entry.sender)]
        theirs = [one for one in every if one.person and name in ("", one.person.name.casefold())]
        return max(theirs, key=lambda one: one.confirmed, default=None)

    @cached_property
    def name(self) -> str:
        """As they write it, else as their mail program does."""
        shown = parseaddr(decoded(self.headers.message, "From"))[0] if self.entry.sender else ""
        return header(self.details.get("name") or shown, LONGEST_NAME)

    @cached_property
    def id(self) -> str:
        """The id of somebody whom the office knows by that address; empty if they are new."""
        there = {id: one for id, one in people(self.games).items() if is_at(one, self.entry.sender)}
        named = [id for id, one in there.items() if one.name.casefold() == self.name.casefold()]
        if len(there) > 1 and len(named) != 1:
            lines = "\n".join(f"  Name: {one.name}" for one in there.values())
            raise GameError(f"Several people have mail at your address. Add the line that says who you are:\n\n{lines}")
        return (named or [*there, ""])[0]

    @property
    def is_new(self) -> bool:
        return not self.id


def is_at(person: Person, address: str) -> bool:
    return bool(address) and person.email.casefold() == address.casefold()


def said_by(person: Person) -> dict[str, str]:
    """What somebody has said of themselves, as a letter says it."""
    lists = {"address": "; ".join(person.address), "shows": ", ".join(person.shows)}
    marks = {"desk": ("yes", person.desk), "print": ("large", person.large), "calendar": ("yes", person.calendar)}
    one = {key: getattr(person, key) for key in ("name", "form", "zone", "town", "phone")}
    one["dates"] = person.dates * (person.dates != USUAL.way)
    marked = {key: word for key, (word, is_set) in marks.items() if is_set}
    return {key: value for key, value in {**one, **lists, **marked}.items() if value}


def new_person(visitor: Visitor) -> Person:
    """Somebody who is new, as their letter says; whatever it leaves out is as usual."""
    said = visitor.details
    form, zone = said.get("form", "pdf").casefold(), said.get("zone", "")
    lines = tuple(line.strip() for line in said.get("address", "").split(";") if line.strip())[:MOST_LINES]
    shows = tuple(word for word in re.split(r"[ ,;]+", said.get("shows", "").casefold()) if word)
    if not visitor.name:
        raise GameError("We do not know your name. Send it once more with a line like this:\n\n  Name: Ann Example")
    if form not in FORMS:
        raise GameError(f"Reports come as {', '.join(FORMS)}. Send it once more with a line like this:\n\n  Form: pdf")
    if form == "paper" and not lines:
        raise GameError("For reports on paper add your postal address:\n\n  Address: 1 High Street; Town")
    if zone and bad_zone(zone):
        raise GameError(f'"{zone}" is not a time zone. Write it like this:\n\n  Zone: Europe/London')
    dates = said.get("dates", USUAL.way).casefold()
    if dates not in WAYS:
        raise GameError(f'"{dates}" is no way of writing dates. Write "Dates:" and one of these:\n\n{ways_shown()}')
    if strange := [word for word in shows if word not in get_args(Shown)]:
        raise GameError(f'You cannot show "{strange[0]}" to the others: use {", ".join(get_args(Shown))}.')
    more = {key: header(said[key], LONGEST_NAME) for key in ("town", "phone") if key in said}
    desk, calendar, large = (said.get(key, "").casefold() in YES for key in ("desk", "calendar", "print"))
    person = Person(visitor.name, visitor.entry.sender, lines, form, shows=shows, zone=zone, **more)  # type: ignore[arg-type]
    return structs.replace(person, dates=dates, desk=desk, calendar=calendar, large=large)


def new_id(visitor: Visitor, code: str) -> str:
    """An id that nobody has, made of the name; the same in all that they ask for, and if the letter is read again."""
    for one in all_asked(visitor.games):
        if one.code == code or one == visitor.before:
            return one.id
    plain = unicodedata.normalize("NFKD", visitor.name).encode("ascii", "ignore").decode().casefold()
    base = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:30].strip("-") or "player"
    taken = known(visitor.games) | {one.id for one in all_asked(visitor.games)}
    return next(id for id in (base, *(f"{base}-{number}" for number in range(2, len(taken) + 3))) if id not in taken)


def wanted(visitor: Visitor, errand: Errand) -> list[Wanted]:
    """What an errand comes to, or an error that says what is missing."""
    if errand.word == "leave":
        return leaving(visitor, errand)
    if errand.word == "standby":
        return [standing_by(visitor, errand)]
    offered = {name.casefold(): name for name in offers(visitor.games)}
    if not errand.game and len(offered) == 1:
        name = next(iter(offered.values()))
    elif errand.game.casefold() in offered:
        name = offered[errand.game.casefold()]
    else:
        return [standing_by(visitor, errand)]
    refuse_seated(visitor, name)
    return [Wanted("join", name, prefers(visitor, errand, name))]


def prefers(visitor: Visitor, errand: Errand, name: str) -> tuple[str, ...]:
    there = may_be_wished(visitor.games, name)
    good, strange = wishes_in(errand.prefers or visitor.details.get("prefers", ""), there)
    if strange:
        powers = ", ".join(f"{code} {called}".strip() for code, called in there.items())
        raise GameError(f'Nobody in {name} is called "{" ".join(strange)}". You can prefer: {powers}.')
    return good


def running_game(games: Path, errand: Errand) -> Game:
    """The game that is meant and is being played."""
    there = {game.folder.name.casefold(): game for game in all_games(games)}
    if not errand.game:
        raise GameError(WHICH.format(word=errand.word.upper()))
    if errand.game.casefold() in map(str.casefold, offers(games)):
        raise GameError(f"{errand.game} has not started yet. To play in it, write JOIN {errand.game}.")
    if errand.game.casefold() not in there:
        raise GameError(NO_SUCH.format(game=errand.game, like=nearest(errand.game, [*there, *offers(games)])))
    game = there[errand.game.casefold()]
    if game.ended():
        raise GameError(f"{game.name} is over.")
    return game


def nearest(written: str, names: list[str]) -> str:
    close = get_close_matches(written.casefold(), names, 1)
    return f": did you mean {close[0]}?" if close else "."


def standing_by(visitor: Visitor, errand: Errand) -> Wanted:
    name = running_game(visitor.games, errand).name
    refuse_seated(visitor, name)
    return Wanted("standby", name, prefers(visitor, errand, name))


def refuse_seated(visitor: Visitor, name: str) -> None:
    if visitor.id and name in (game.name for game in seats(visitor.games, visitor.id)):
        raise GameError(f"You play in {name} already.")


def seats(games: Path, id: str) -> list[Game]:
    """The games in which somebody has a seat."""
    return [
        game for game in all_games(games) if any(one.id == id and one.left is None for one in seated_in(game).values())
    ]


def leavable(games: Path, id: str) -> list[str]:
    """Where somebody plays or waits; a game that is over cannot be left."""
    ended, _ = apart(all_games(games), lambda game: game.ended())
    return [name for name in places_of(games, id) if not ended.get(name)]


def leaving(visitor: Visitor, errand: Errand) -> list[Wanted]:
    """One game, or all that somebody plays in or waits for and that are not over."""
    places = leavable(visitor.games, visitor.id) if visitor.id else []
    meant = [name for name in places if errand.game.casefold() in ("", name.casefold())]
    if not meant:
        where = f"in {errand.game}" if errand.game else "in any of our games, or on a list for one"
        raise GameError(f"Nobody with your address is {where}.")
    return [Wanted("leave", name) for name in meant]
