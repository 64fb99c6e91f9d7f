"""Events that only tell: what was met, thrown, noted and reckoned."""

from collections.abc import Mapping
from typing import ClassVar, Protocol

from pbm.rules.code import Named, Place, Power
from pbm.rules.event import Event


class Met(Event, frozen=True):
    """A power learns the points of forces that it met."""

    who: Power
    where: Place
    units: tuple[str, ...]
    points: int
    text: ClassVar = "{who} met {units} at {where}, {points} points in all"

    def worded(self, names: Mapping[str, str], public: bool = False) -> str:
        who, place = (names.get(code, code) for code in (self.who, self.where))
        return f"{who} met {', '.join(self.units)} at {place}, {self.points} points in all"


class Reckoned(Event, frozen=True):
    """An account that adds up to a sum."""

    who: Power
    title: str
    rows: tuple[tuple[str, int], ...]
    text: ClassVar = "{title}"

    def worded(self, names: Mapping[str, str], public: bool = False) -> str:
        rows = ", ".join(f"{names.get(name, name)} {number}" for name, number in self.rows)
        return f"{self.title}: {rows or 'nothing'}"


class Noted(Event, frozen=True):
    """Something that one power is told and that changes nothing."""

    who: Power
    note: str
    text: ClassVar = "{note}"


class Cornered(Event, frozen=True):
    """Why a force surrenders: every way it could have gone, and who holds it [5.34]."""

    who: Power
    force: str
    ways: tuple[tuple[str, str], ...]
    why: str = ""
    text: ClassVar = "{force} has no way back"

    def worded(self, names: Mapping[str, str], public: bool = False) -> str:
        held = [f"{names.get(area, area)} is held by {names.get(by, by) or 'nobody'}" for area, by in self.ways]
        return f"{self.force} has no way back: {'; '.join([*held, *filter(None, [self.why])])}"


class OutOfSupply(Event, frozen=True):
    """Where the line of supply of a force is cut [5.66]."""

    who: Power
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
        return "there is no source of supply any more"
    source = names.get(found.source, found.source)
    if found.cut is None:
        return f"the nearest source, {source}, is {found.far} areas away, and two are the most"
    holder = f"held by {names.get(found.by, found.by)}" if found.by else "nobody's"
    return f"the way to {source} is cut at {names.get(found.cut, found.cut)}, which is {holder}"


class Unpursued(Event, frozen=True):
    """Why nobody was pursued after a battle [5.36]; the beaten do not learn what the winner ordered."""

    who: Power
    area: Place
    why: str
    text: ClassVar = "no pursuit from {area}: {why}"


class Thrown(Event, frozen=True):
    """Dice that a power may see."""

    who: Power
    what: str
    dice: tuple[int, ...]
    unit: Named | None = None
    text: ClassVar = "{what}: {dice}"

    def worded(self, names: Mapping[str, str], public: bool = False) -> str:
        unit = f" ({names.get(self.unit, self.unit)})" if self.unit else ""
        return f"{self.what}{unit}: {' '.join(map(str, self.dice))}"
