"""From the globe to the page: projection, window, scale, and areas moved into an inset."""

from collections.abc import Iterable
from dataclasses import dataclass

from pbm.maps.data.atlas import Atlas
from pbm.maps.data.outlines import Position
from pbm.maps.data.projection import Plane, Projection
from pbm.maps.data.style import Extent
from pbm.maps.geometry import Box, Point

FRAME = 11.0


@dataclass(frozen=True)
class MapPage:
    """Where a position lies on the paper; y runs downwards."""

    projection: Projection | Plane
    extent: Extent
    moved: dict[str, Point]

    @property
    def width(self) -> float:
        """In page units."""
        return (self.extent.east - self.extent.west) * self.extent.scale

    @property
    def height(self) -> float:
        """In page units."""
        return (self.extent.north - self.extent.south) * self.extent.scale

    @property
    def box(self) -> Box:
        """The whole sheet."""
        return Box(0.0, 0.0, self.width, self.height)

    @property
    def inner(self) -> Box:
        """What the frame leaves."""
        return self.box.grown(-FRAME)

    def at(self, position: Position, code: str = "") -> Point:
        """A position on the page; the code matters for areas shown in an inset."""
        east, north = self.projection.forward(*position)
        across, up = self.moved.get(code, (0.0, 0.0))
        scale = self.extent.scale
        return (east + across - self.extent.west) * scale, (self.extent.north - north - up) * scale

    def line(self, positions: Iterable[Position], code: str = "") -> tuple[Point, ...]:
        """A whole line on the page."""
        return tuple(self.at(position, code) for position in positions)


def page_for(atlas: Atlas, extent: Extent | None = None) -> MapPage:
    """The page of a map, or of another window on it."""
    moved = {inset.code: (inset.east, inset.north) for inset in atlas.style.inset}
    return MapPage(atlas.projection, extent or atlas.extent, moved)
