"""The people of an office, each known once: `_office/people.toml`, by the id that they have in every game.

A game's players.toml says which seat is whose; whatever it leaves out of a person is in here. What it says itself
counts for that game alone.
"""

import tomllib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, get_args

import msgspec

from pbm.errors import GameError
from pbm.files import alone, put
from pbm.record.clockface import Clockface, Way
from pbm.record.config import parsed

OFFICE, PEOPLE = "_office", "people.toml"
"""The folder for data about people, which belongs to no single game; for the game master only."""
Form = Literal["pdf", "paper", "text", "html", "json"]
FORMS: tuple[Form, ...] = get_args(Form)
Shown = Literal["email", "phone", "town", "record"]
DELETE, ESCAPED = "\x7f", "\\u007f"


class Person(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who somebody is, and how papers reach them."""

    name: str = ""
    email: str = ""
    address: tuple[str, ...] = ()
    form: Form = "pdf"
    phone: str = ""
    town: str = ""
    shows: tuple[Shown, ...] = ()
    """What the other players may know besides the name; never the postal address."""
    large: bool = False
    """Whether their papers, printed or as PDF, are in large print."""
    desk: bool = False
    """Whether an order desk comes with every report by mail."""
    zone: str = ""
    """Their time zone, in which letters give deadlines too: Europe/Vienna."""
    dates: Way = "24h"
    """How dates and times are written to them."""
    calendar: bool = False
    """Whether a file for calendars with the next deadline comes with every report by mail."""

    def shown(self) -> str:
        """The person as other players may know them."""
        chosen = [getattr(self, what, "") for what in get_args(Shown) if what in self.shows]
        return ", ".join(filter(None, [self.name, *chosen]))

    @property
    def clock(self) -> Clockface:
        return Clockface(self.dates, self.zone)

    @property
    def person(self) -> "Person":
        """Without what a seat or a list says of them besides."""
        return Person(**{key: getattr(self, key) for key in Person.__struct_fields__})


def place(games: Path) -> Path:
    return games / OFFICE / PEOPLE


def rows(games: Path) -> Mapping[str, Mapping[str, Any]]:
    """Every person as the file has them."""
    path = place(games)
    if not path.is_file():
        return {}
    try:
        return known_in(path.read_bytes())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise GameError(f"{path} cannot be read: {error}. Fix that line and try again.") from None


@lru_cache(8)
def known_in(content: bytes) -> Mapping[str, Mapping[str, Any]]:
    table = parsed(content)
    msgspec.convert(table, dict[str, Person])
    return table


def people(games: Path) -> dict[str, Person]:
    return msgspec.convert(rows(games), dict[str, Person])


def know(games: Path, new: Mapping[str, Person]) -> None:
    """Write down people, in place of what was known of them."""
    if new and any(people(games).get(id) != person for id, person in new.items()):
        with alone(games / OFFICE, "", wait=True):
            keep(games, people(games) | {**new})


def forget(games: Path, ids: Iterable[str]) -> bool:
    """Whether anybody of these was known, and is not any more."""
    gone = {*ids} & {*people(games)}
    if gone:
        with alone(games / OFFICE, "", wait=True):
            keep(games, {id: person for id, person in people(games).items() if id not in gone})
    return bool(gone)


def keep(games: Path, every: Mapping[str, Person]) -> None:
    text = "\n".join(section(id, msgspec.to_builtins(person)) for id, person in sorted(every.items()))
    put(place(games), text.encode(), private=True)


def section(name: str, row: Mapping[str, Any]) -> str:
    """A table in TOML. Strings and lists are written as in JSON, except one character that only JSON allows."""
    values = {key: msgspec.json.encode(value).decode().replace(DELETE, ESCAPED) for key, value in row.items()}
    return f"[{name}]\n" + "".join(f"{key} = {value}\n" for key, value in values.items())
