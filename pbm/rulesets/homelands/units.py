"""Units as a position counts them: `LI`, in EXTENDED with a level `LI.x`; during a round with marks, `LI.x*ms`.

The marks: `m` has used its move of step 2, `s` moves no more this round, `a` came in this part of a step, `u` rose a
level this round. A position at the end of a round has none.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

TYPES = ("LI", "HI", "SM", "CV", "TS", "WS", "ME", "CO", "WE")
LAND = ("LI", "HI", "CV", "ME", "WE")
"""Land units that move, in the order in which they are drawn."""
SHIPS = ("TS", "WS")
AFLOAT = ("TS", "WS", "CO")
LEVELS = ("r", "", "x", "v", "e")
"""From recruit to elite."""
MOVED, STOPPED, ARRIVED, RISEN = "m", "s", "a", "u"
Units = dict[str, int]


class Kind(NamedTuple):
    type: str
    level: str
    marks: str


@cache
def kind(key: str) -> Kind:
    name, _, marks = key.partition("*")
    unit, _, level = name.partition(".")
    return Kind(unit, level.lower(), marks)


@cache
def key_of(unit: str, level: str = "", marks: str = "") -> str:
    """The key of a unit; its marks are in order, each once."""
    kept = "".join(sorted(set(marks)))
    return unit + (f".{level}" if level else "") + (f"*{kept}" if kept else "")


def type_of(key: str) -> str:
    return kind(key).type


@cache
def rank(key: str) -> tuple[int, int, str]:
    """Types in their order, within a type the lowest level first."""
    unit, level, marks = kind(key)
    return TYPES.index(unit), LEVELS.index(level), marks


def total(units: Mapping[str, int]) -> int:
    return sum(units.values())


def number(units: Mapping[str, int], *types: str) -> int:
    """How many there are of some types."""
    return sum(count for key, count in units.items() if kind(key).type in types)


UNIT_WORDS = {
    "LI": ("light infantry", "light infantry"), "HI": ("heavy infantry", "heavy infantry"),
    "SM": ("siege machine", "siege machines"), "CV": ("cavalry", "cavalry"), "TS": ("transport", "transports"),
    "WS": ("warship", "warships"), "ME": ("mercenary", "mercenaries"), "CO": ("corsair", "corsairs"),
    "WE": ("war elephant", "war elephants"),
}  # fmt: skip
"""One unit of a type, and several."""
ONE_UNIT = {unit: one for unit, (one, _) in UNIT_WORDS.items()}
SEVERAL_UNITS = {unit: many for unit, (_, many) in UNIT_WORDS.items()}
LEVEL_WORDS = {"r": "raw", "": "", "x": "experienced", "v": "veteran", "e": "elite"}


def plain(units: Mapping[str, int], gone: str = MOVED + STOPPED + ARRIVED + RISEN) -> Units:
    """Without some marks."""
    found: Units = {}
    for key, count in units.items():
        unit, level, marks = kind(key)
        bare = key_of(unit, level, "".join(mark for mark in marks if mark not in gone))
        found[bare] = found.get(bare, 0) + count
    return ordered(found)


def ordered(units: Mapping[str, int]) -> Units:
    return {key: units[key] for key in sorted(units, key=rank) if units[key]}


def added(*parts: Mapping[str, int]) -> Units:
    found: Units = {}
    for part in parts:
        for key, count in part.items():
            found[key] = found.get(key, 0) + count
    return ordered(found)


def less(units: Mapping[str, int], gone: Mapping[str, int]) -> Units:
    return ordered({key: count - gone.get(key, 0) for key, count in units.items()})


def put(units: Units, more: Mapping[str, int]) -> None:
    for key, count in more.items():
        units[key] = units.get(key, 0) + count
        if not units[key]:
            del units[key]


def take(units: Units, gone: Mapping[str, int]) -> None:
    put(units, {key: -count for key, count in gone.items()})


def marked(units: Mapping[str, int], marks: str) -> Units:
    """The same units with further marks."""
    found: Units = {}
    for key, count in units.items():
        unit, level, had = kind(key)
        new = key_of(unit, level, had + marks)
        found[new] = found.get(new, 0) + count
    return found


def chosen(units: Mapping[str, int], wanted: int, fits: Callable[[str], bool] = lambda key: True) -> Units:
    """So many of those that fit, types in their order and the lowest level first; fewer if there are not so many."""
    found: Units = {}
    for key in sorted((key for key in units if fits(key)), key=rank):
        count = min(wanted, units[key])
        if count > 0:
            found[key] = count
            wanted -= count
    return found


def singly(units: Mapping[str, int]) -> Iterator[str]:
    """Unit by unit, types in their order and the lowest level first."""
    for key in sorted(units, key=rank):
        yield from [key] * units[key]


def written(units: Mapping[str, int]) -> str:
    """For tables: 3 LI, 1 CV."""
    return ", ".join(f"{count} {key}" for key, count in plain(units).items())


def told(units: Mapping[str, int]) -> str:
    """For sentences: 3 light infantry, 1 veteran cavalry."""
    return ", ".join(f"{count} {unit_words(key, count)}" for key, count in plain(units).items())


def unit_words(key: str, count: int = 1) -> str:
    unit, level, _ = kind(key)
    return " ".join(filter(None, (LEVEL_WORDS[level], UNIT_WORDS[unit][count != 1])))


def doing(units: Mapping[str, int], one: str, many: str) -> str:
    """What units do, with the verb that agrees with their number."""
    return f"{told(units)} {one if sum(units.values()) == 1 else many}"


def is_of(key: str, unit: str | None, types: Iterable[str] = LAND) -> bool:
    """Whether a unit is meant by a type as an order names it: LI is any level, LI.x that level alone."""
    if unit is None:
        return kind(key).type in types
    wanted = kind(unit)
    return kind(key).type == wanted.type and (not wanted.level or named_level(unit) == kind(key).level)


def named_level(unit: str) -> str:
    return kind(unit).level
