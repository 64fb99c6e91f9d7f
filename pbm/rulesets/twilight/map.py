"""The Frankish world: 45 areas, 33 burgs in them, nine seas and five lands at its edge [2.1, 3.1, 15.0, 19.0]."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct, field

DATA = Path(__file__).parent / "data"

Border = Literal["open", "river", "mountain", "sea"]
Kind = Literal["land", "burg", "sea", "peripheral"]


class Spot(Struct, frozen=True, forbid_unknown_fields=True):
    """A place of the map; `value` is the levy value of an area and the diplomatic value of a burg."""

    name: str
    kind: Kind
    value: int
    lat: float
    lon: float
    links: dict[str, Border]
    within: str | None = field(name="in", default=None)
    """The area around a burg."""
    owner: str | None = None
    """Whose land at the edge of the map it is."""
    viking_next: str | None = None
    """Where raiders sail on to."""
    port: bool = False
    frankish: bool = False
    also: tuple[tuple[float, float], ...] = ()
    """Where it is drawn a second time."""

    @property
    def is_area(self) -> bool:
        """Land that pays levies, on the map or at its edge."""
        return self.kind in ("land", "peripheral")


class PowerRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A power of the list."""

    name: str
    kind: Literal["player", "major", "minor", "system"]
    frankish: bool
    peripheral: str | None = None


Chart = Mapping[str, Spot]


@cache
def chart() -> Chart:
    return msgspec.json.decode((DATA / "map.json").read_bytes(), type=dict[str, Spot])


@cache
def listed() -> dict[str, PowerRow]:
    """Every power of the rulebook by its code."""
    return msgspec.json.decode((DATA / "powers.json").read_bytes(), type=dict[str, PowerRow])


@cache
def burgs() -> dict[str, str]:
    """The burg in each area that has one."""
    return {spot.within: code for code, spot in chart().items() if spot.within}


def area_of(place: str) -> str:
    """The area of a place: a burg's own, else itself."""
    return chart()[place].within or place


def is_on_map(place: str) -> bool:
    """Land that nobody calls home, or a burg in it: Constantinople and Cordoba are home [24.0.7]."""
    return chart()[area_of(place)].kind == "land"


def places_of(area: str) -> list[str]:
    """An area and the burg in it; a sea is itself."""
    return [area, burgs()[area]] if area in burgs() else [area]


def home_of(power: str) -> str | None:
    """The peripheral area of a power."""
    return listed()[power].peripheral if power in listed() else None
