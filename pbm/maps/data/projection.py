"""From positions to kilometres east and north of the map's origin: a globe, or a plane for invented lands."""

from dataclasses import dataclass
from math import asin, atan2, atanh, cos, cosh, degrees, radians, sin, sinh, tan

EARTH_RADIUS = 6371.0

Point = tuple[float, float]


@dataclass(frozen=True)
class Projection:
    """Spherical transverse Mercator about the meridian and the parallel given in degrees."""

    meridian: float
    parallel: float

    def forward(self, latitude: float, longitude: float) -> Point:
        """Degrees to kilometres (east, north)."""
        phi, turn = radians(latitude), radians(longitude - self.meridian)
        east = EARTH_RADIUS * atanh(cos(phi) * sin(turn))
        return east, EARTH_RADIUS * (atan2(tan(phi), cos(turn)) - radians(self.parallel))

    def backward(self, east: float, north: float) -> Point:
        """Kilometres to degrees (latitude, longitude)."""
        across, along = east / EARTH_RADIUS, north / EARTH_RADIUS + radians(self.parallel)
        latitude = asin(sin(along) / cosh(across))
        return degrees(latitude), self.meridian + degrees(atan2(sinh(across), cos(along)))


@dataclass(frozen=True)
class Plane:
    """A map whose positions are x to the east and y to the south, in any unit."""

    def forward(self, x: float, y: float) -> Point:
        return x, -y

    def backward(self, east: float, north: float) -> Point:
        return east, -north
