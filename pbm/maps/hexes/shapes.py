"""Where hexes lie on the page: middles, corners and hexsides."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import cos, pi, sin, sqrt

from pbm.maps.geometry import Box, Point, bounds
from pbm.maps.scene import Path
from pbm.rules.hexes import SIDES, Grid, Hex

TALL = sqrt(3.0)
"""From side to opposite side, for a hexside of 1."""


@dataclass(frozen=True)
class HexShapes:
    """A grid with hexsides of a length, in page units; the first hex lies about the origin."""

    grid: Grid
    side: float

    def centre(self, name: Hex) -> Point:
        column, row = self.grid.place(name)
        shifted = (row if self.grid.top == "pointed" else column) % 2 == (self.grid.shifted == "odd")
        along, over = (column, row) if self.grid.top == "flat" else (row, column)
        broad, tall = 1.5 * along * self.side, (over + 0.5 * shifted) * TALL * self.side
        return (broad, tall) if self.grid.top == "flat" else (tall, broad)

    def away(self, name: Hex, half_sides: float, distance: float) -> Point:
        """So many hexsides from the middle, towards direction 1 turned clockwise by halves of 60 degrees."""
        x, y = self.centre(name)
        turn = (half_sides + (self.grid.top == "pointed")) * pi / 6
        return x + distance * self.side * sin(turn), y - distance * self.side * cos(turn)

    def corner(self, name: Hex, facing: int) -> Point:
        """The corner that a facing points at, between hexsides k and k + 1."""
        return self.away(name, 2 * facing - 1, 1.0)

    def reach(self, down: float) -> float:
        """From the upright line through the middle of a hex to its edge, so far above or below the middle."""
        if self.grid.top == "flat":
            return 1.0 - abs(down) / TALL
        return min(TALL / 2, (1.0 - abs(down)) * TALL)

    def outline(self, name: Hex) -> Path:
        return tuple(self.corner(name, facing) for facing in (*SIDES, 1))

    def hexside(self, name: Hex, side: int) -> Path:
        return self.corner(name, side - 1), self.corner(name, side)

    def box(self, names: Iterable[Hex]) -> Box:
        """The room that hexes take."""
        return bounds(point for name in names for point in self.outline(name))
