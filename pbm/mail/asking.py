"""What people have asked the office for and must still confirm, by a code that was mailed to them: _office/asking.json.

A request that nobody confirms in time is forgotten, with all it says of a person.
"""

import datetime as dt
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

import msgspec

from pbm.files import put_json, read_json
from pbm.record.people import OFFICE, Person

ASKING = "asking.json"
STANDS = dt.timedelta(days=14)
"""How long a code counts."""


class Wanted(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that somebody wants."""

    act: Literal["join", "standby", "leave"]
    game: str
    prefers: tuple[str, ...] = ()


class Asking(msgspec.Struct, frozen=True, omit_defaults=True):
    code: str
    made: dt.datetime
    id: str
    """Whose it is; of somebody who is new, their id from then on."""
    email: str
    """Where the code went."""
    wanted: tuple[Wanted, ...]
    person: Person | None = None
    """Somebody who is new."""
    confirmed: bool = False
    """Whether the code came back, and it waits for the game master alone."""


def all_asked(games: Path) -> list[Asking]:
    return read_json(games / OFFICE / ASKING, list[Asking], [], "Fix that line, or delete the file.")


def keep_asked(games: Path, every: Iterable[Asking]) -> None:
    put_json(games / OFFICE / ASKING, sorted(every, key=lambda one: (one.made, one.code)), private=True)


def ask(games: Path, new: Asking) -> None:
    """Write down what somebody wants, in place of what the same letter wanted before."""
    keep_asked(games, [*(one for one in all_asked(games) if one.code != new.code), new])


def drop(games: Path, done: Asking) -> None:
    keep_asked(games, [one for one in all_asked(games) if one.code != done.code])
