"""The land as a raster of square pixels, and how hard each pixel is to cross."""

from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import LineString, Polygon

from pbm.maps.build.recipe import Noise, Wall
from pbm.maps.data.projection import Point

MARGIN = 12

Mask = NDArray[np.bool_]
Labels = NDArray[np.int16]
Costs = NDArray[np.float64]


@dataclass(frozen=True)
class Grid:
    """Where the pixels lie: row 0 is the southernmost, column 0 the westernmost."""

    west: float
    south: float
    pixel: float
    rows: int
    columns: int

    def centres(self) -> tuple[Costs, Costs]:
        """East and north of every pixel's centre."""
        east = self.west + (np.arange(self.columns) + 0.5) * self.pixel
        north = self.south + (np.arange(self.rows) + 0.5) * self.pixel
        return np.meshgrid(east, north)

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """West, south, east and north edge."""
        east, north = self.west + self.columns * self.pixel, self.south + self.rows * self.pixel
        return self.west, self.south, east, north

    def cell(self, point: Point) -> tuple[int, int]:
        """Row and column of a point."""
        east, north = point
        return int((north - self.south) // self.pixel), int((east - self.west) // self.pixel)


def grid_over(pieces: list[Polygon], pixel: float) -> Grid:
    """The grid that holds all pieces of land with a margin of sea."""
    west, south, east, north = shapely.total_bounds(pieces)
    columns, rows = int((east - west) // pixel), int((north - south) // pixel)
    edge = MARGIN * pixel
    return Grid(west - edge, south - edge, pixel, rows + 2 * MARGIN, columns + 2 * MARGIN)


def land_mask(grid: Grid, pieces: list[Polygon]) -> Mask:
    """Which pixels have their centre on land."""
    mask = np.zeros((grid.rows, grid.columns), dtype=bool)
    for piece in pieces:
        (bottom, left), (top, right) = grid.cell(piece.bounds[:2]), grid.cell(piece.bounds[2:])
        part = (slice(bottom, top + 1), slice(left, right + 1))
        east, north = (axis[part] for axis in grid.centres())
        shapely.prepare(piece)
        mask[part] |= shapely.contains_xy(piece, east, north)
    return mask


def crossing_costs(grid: Grid, noise: Noise) -> Costs:
    """Smooth ground: two sizes of gentle hills, the lesser half as long and half as high."""
    east, north = grid.centres()
    large = lattice_noise(east / noise.wavelength, north / noise.wavelength, noise.seed)
    small = lattice_noise(east * 2 / noise.wavelength, north * 2 / noise.wavelength, noise.seed + 1)
    costs: Costs = np.exp(noise.strength * (2 * large + small - 1.5))
    return costs


def walled(costs: Costs, grid: Grid, lines: list[list[Point]], wall: Wall) -> Costs:
    """The same ground with walls along some lines."""
    east, north = grid.centres()
    shape = shapely.union_all([LineString(line).buffer(wall.breadth / 2) for line in lines])
    shapely.prepare(shape)
    return np.where(shapely.contains_xy(shape, east, north), wall.cost, costs)


def lattice_noise(east: Costs, north: Costs, seed: int) -> Costs:
    """Values between 0 and 1, scrambled at whole-numbered points and eased in between."""
    column, row = np.floor(east), np.floor(north)
    across, up = ease(east - column), ease(north - row)
    lower = mix(scramble(column, row, seed), scramble(column + 1, row, seed), across)
    upper = mix(scramble(column, row + 1, seed), scramble(column + 1, row + 1, seed), across)
    return mix(lower, upper, up)


def ease(part: Costs) -> Costs:
    """0 to 1 without a kink at either end."""
    return part * part * (3 - 2 * part)


def mix(first: Costs, second: Costs, share: Costs) -> Costs:
    """From the first to the second."""
    return first + (second - first) * share


def scramble(column: Costs, row: Costs, seed: int) -> Costs:
    """A fixed number between 0 and 1 for a lattice point: the same on every machine."""
    places = column.astype(np.int64) * 374761393 + row.astype(np.int64) * 668265263
    whole = (places + seed * 1274126177).astype(np.uint32)
    for shift, factor in ((15, 2246822519), (13, 3266489917)):
        whole = (whole ^ (whole >> np.uint32(shift))) * np.uint32(factor)
    return (whole ^ (whole >> np.uint32(16))).astype(np.float64) / 2**32
