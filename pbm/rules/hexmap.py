"""A map of hexes as data: terrain, heights and what lies on hexsides. Rules and drawing read the same file."""

from functools import cached_property
from pathlib import Path

import msgspec

from pbm.rules.hexes import Grid, Hex


class Hexside(msgspec.Struct, frozen=True, array_like=True):
    """Something between two neighbours."""

    a: Hex
    b: Hex
    kind: str


class HexMap(msgspec.Struct, frozen=True, dict=True):
    """All of hexes.json. Hexes that are not named have the usual terrain and lie at height 0."""

    grid: Grid
    usual: str = ""
    terrain: dict[str, list[Hex]] = {}
    heights: dict[int, list[Hex]] = {}
    sides: list[Hexside] = []
    roads: dict[str, list[list[Hex]]] = {}
    """Lines through the middles of hexes, by kind."""
    names: dict[Hex, str] = {}

    @cached_property
    def terrain_of(self) -> dict[Hex, str]:
        named = {name: terrain for terrain, names in self.terrain.items() for name in names}
        return {name: named.get(name, self.usual) for name in self.grid}

    @cached_property
    def height_of(self) -> dict[Hex, int]:
        named = {name: height for height, names in self.heights.items() for name in names}
        return {name: named.get(name, 0) for name in self.grid}

    @cached_property
    def side_of(self) -> dict[frozenset[Hex], str]:
        return {frozenset((side.a, side.b)): side.kind for side in self.sides}

    def side(self, one: Hex, other: Hex) -> str:
        """What lies between two neighbours; "" for nothing."""
        return self.side_of.get(frozenset((one, other)), "")


def read_hexes(path: Path) -> HexMap:
    """The hexes kept in a file."""
    return msgspec.json.decode(path.read_bytes(), type=HexMap)
