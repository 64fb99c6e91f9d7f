"""Events that only tell: what was met, thrown and decided."""

from collections.abc import Mapping
from typing import ClassVar

from pbm.rules.code import Place, Power
from pbm.rules.event import Event


class Met(Event, frozen=True):
    """A power learns the points of forces that it met."""

    who: Power
    where: Place
    units: tuple[str, ...]
    points: int
    text: ClassVar = "you met {units} at {where}, {points} points in all"


class Reckoned(Event, frozen=True):
    """An account that adds up to a sum."""

    who: Power
    title: str
    rows: tuple[tuple[str, int], ...]
    text: ClassVar = "{title}"

    def worded(self, names: Mapping[str, str], public: bool = False) -> str:
        rows = ", ".join(f"{names.get(name, name)} {number}" for name, number in self.rows)
        return f"{self.title}: {rows or 'nothing'}"
