"""Events that only tell: what was met, thrown, noted and reckoned."""

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Protocol

from pbm.rules.code import Named, Place, Power
from pbm.rules.event import OfPower
from pbm.rulesets.marnon.codes import is_castle_power
from pbm.rulesets.marnon.spelling import Told, spelled


class Met(OfPower, frozen=True):
    """A power learns the points of forces that it met."""

    where: Place
    units: tuple[str, ...]
    points: int
    text: ClassVar = "{who} met {units} at {where}, {points} points in all"

    def worded(self, names: Mapping[str, str], public: bool = False) -> str:
        who, place = (names.get(code, code) for code in (self.who, self.where))
        return f"{who} met {'; '.join(owned_by(self.units, names))} at {place}, {self.points} points in all"


def owned_by(units: Iterable[str], names: Mapping[str, str]) -> Iterator[str]:
    """`A1 and A2 of Whispery Meadow` for WHI.A1 and WHI.A2."""
    found: dict[str, list[str]] = {}
    for unit in units:
        who, _, code = unit.partition(".")
        found.setdefault(who, []).append(code)
    for who, codes in found.items():
        if is_castle_power(who):
            yield names.get(who, who)
            continue
        yield f"{' and '.join(filter(None, (', '.join(codes[:-1]), codes[-1])))} of {names.get(who, who)}"


class Reckoned(OfPower, frozen=True):
    """An account that adds up to a sum."""

    title: str
    rows: tuple[tuple[str, int], ...]
    text: ClassVar = "{title}"

    def worded(self, names: Mapping[str, str], public: bool = False) -> str:
        rows = ", ".join(f"{spelled(name, names)} ({number})" for name, number in self.rows)
        return f"{self.title}: {rows or 'nothing'}"


class Noted(Told, frozen=True):
    """Something that one power is told and that changes nothing."""

    who: Power
    note: str
    text: ClassVar = "{note}"


class Cornered(OfPower, frozen=True):
    """Why a force surrenders: every way it could have gone, and who holds it [5.34]."""

    force: str
    ways: tuple[tuple[str, str], ...]
    why: str = ""
    text: ClassVar = "{force} has no way back"

    def worded(self, names: Mapping[str, str], public: bool = False) -> str:
        held = [f"{names.get(area, area)} is {held_by(by, names)}" for area, by in self.ways]
        return f"{self.force} has no way back: {'; '.join([*held, *filter(None, [self.why])])}"


class OutOfSupply(OfPower, frozen=True):
    """Where the line of supply of a force is cut [5.66]."""

    force: str
    source: Place | None
    cut: Place | None
    by: Power | None
    far: int
    text: ClassVar = "{force} is out of supply"

    def worded(self, names: Mapping[str, str], public: bool = False) -> str:
        return f"{self.force} is out of supply: {cut_words(self, names)}"


class Cut(Protocol):
    """The nearest source of supply, where the way to it is cut and by whom, or how far it is."""

    @property
    def source(self) -> str | None: ...
    @property
    def cut(self) -> str | None: ...
    @property
    def by(self) -> str | None: ...
    @property
    def far(self) -> int: ...


def cut_words(found: Cut, names: Mapping[str, str]) -> str:
    if found.source is None:
        return "no castle of its own is free, and no fort or port is linked to one"
    source = names.get(found.source, found.source)
    if found.cut is None:
        return f"the nearest source, {source}, is {found.far} areas away, and two are the most"
    if found.cut == found.source:
        return f"the nearest source, {source}, is {held_by(found.by, names)}"
    return f"the way to {source} is cut at {names.get(found.cut, found.cut)}, which is {held_by(found.by, names)}"


def held_by(who: str | None, names: Mapping[str, str]) -> str:
    return f"held by {names.get(who, who)}" if who else "nobody's"


class Unpursued(OfPower, frozen=True):
    """Why nobody was pursued after a battle [5.36]; the beaten do not learn what the winner ordered."""

    area: Place
    why: str
    text: ClassVar = "no pursuit from {area}: {why}"


class Thrown(OfPower, frozen=True):
    """Dice that a power may see."""

    what: str
    dice: tuple[int, ...]
    unit: Named | None = None
    text: ClassVar = "{what}: {dice}"

    def worded(self, names: Mapping[str, str], public: bool = False) -> str:
        unit = f" ({names.get(self.unit, self.unit)})" if self.unit else ""
        return f"{spelled(self.what, names)}{unit}: {' '.join(map(str, self.dice))}"
