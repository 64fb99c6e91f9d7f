"""The charts: what things cost and what the dice mean [6.1 to 6.7]; the figures are data that may be changed."""

from functools import cache
from typing import Literal

import msgspec
from msgspec import Struct, field

from pbm.rulesets.twilight.map import DATA

Moral = Literal["none", "minor", "major", "decisive", "ultimate"]
Crt = Literal["SHOCK", "RAID", "ENGAGE"]


class UnitRow(Struct, frozen=True):
    name: str
    who: str | list[str]
    maintain: int
    price: int | None = field(name="raise", default=None)


class MarkerRow(Struct, frozen=True):
    code: str
    name: str
    number: int
    at_once: bool


class Vikings(Struct, frozen=True):
    strength: list[int]
    seafaring: list[Literal["attack", "sail"]]
    raid: dict[str, list[str]]


class Size(Struct, frozen=True):
    """How large a stack looks to others [21.0]."""

    word: str
    least: int = field(name="from")
    guess: int


class GameEnd(Struct, frozen=True):
    first: int
    second: int


class Council(Struct, frozen=True):
    powers: list[str]
    frankish: bool
    from_866: list[str]


class Tables(Struct, frozen=True):
    op_costs: dict[str, int]
    units: dict[str, UnitRow]
    raise_exceptions: dict[str, dict[str, int]]
    marker_cost: int
    pillaged_extra: int
    feudalism_cost: int
    restore_factor: int
    most_markers: int
    crt_columns: list[tuple[int, int | None]]
    crt: dict[Crt, list[list[str]]]
    viking: Vikings
    subversion: dict[str, list[str]]
    succession: list[int]
    feudal_unrest: list[bool]
    markers: list[MarkerRow]
    game_end: GameEnd
    victory: list[tuple[int, str]]
    moral: dict[str, Moral]
    sizes: list[Size]
    church_council: Council
    fleets_massed: dict[str, str]


@cache
def tables() -> Tables:
    return msgspec.json.decode((DATA / "tables.json").read_bytes(), type=Tables)


def index(strength: int) -> int:
    """The column of a combat table for so many attackers."""
    rows = enumerate(tables().crt_columns)
    return next(i for i, (low, high) in rows if low <= strength and (high is None or strength <= high))


def column(strength: int) -> str:
    """The head of that column: 3, 4-5, 8+."""
    low, high = tables().crt_columns[index(strength)]
    return f"{low}+" if high is None else str(low) if low == high else f"{low}-{high}"


def result(crt: Crt, strength: int, roll: int) -> tuple[str, ...]:
    """The results of a throw, from left to right."""
    return tuple(tables().crt[crt][roll - 1][index(strength)].split())


def price_of(power: str, frankish: bool, unit: str) -> int | None:
    """What it costs a power to raise a unit of a type; none if it may not."""
    row = tables().units[unit]
    own = tables().raise_exceptions.get(power)
    if own is not None:
        return own.get(unit)
    allowed = {
        "all": True,
        "all but MAG": True,
        "Frankish, BYZ": frankish or power == "BYZ",
        "none": False,
    }
    may = power in row.who if isinstance(row.who, list) else allowed[row.who]
    return row.price if may else None


def all_markers() -> list[str]:
    return sorted(row.code for row in tables().markers for _ in range(row.number))


def size_word(number: int) -> str:
    return next(row.word for row in reversed(tables().sizes) if row.least <= number)


def guessed(word: str) -> int:
    return next(row.guess for row in tables().sizes if row.word == word)


def sizes_of(word: str) -> tuple[int, int]:
    """The least and the most that looks like that; of a host nobody knows the most."""
    rows = tables().sizes
    place = next(at for at, row in enumerate(rows) if row.word == word)
    least = rows[place].least
    return least, rows[place + 1].least - 1 if place + 1 < len(rows) else 2 * rows[place].guess - least


def level(points: int) -> str:
    return next(name for least, name in tables().victory if points >= least)
