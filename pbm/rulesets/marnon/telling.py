"""Events that only tell: what was met, thrown, noted and reckoned."""

from collections.abc import Mapping
from typing import ClassVar

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


class Thrown(Event, frozen=True):
    """Dice that a power may see."""

    who: Power
    what: str
    dice: tuple[int, ...]
    unit: Named | None = None
    text: ClassVar = "{what}: {dice}"

    def worded(self, names: object, public: bool = False) -> str:
        return f"{self.what}{f' ({self.unit})' if self.unit else ''}: {' '.join(map(str, self.dice))}"
