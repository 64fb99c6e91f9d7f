"""A picture as a list of simple parts, in page units (points, from the top left corner, y downwards)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from pbm.maps.geometry import Box, Point

Path = tuple[Point, ...]


@dataclass(frozen=True)
class Shape:
    """A filled polygon; the rings are closed by whoever draws them."""

    rings: tuple[Path, ...]
    fill: str
    stroke: str = ""
    width: float = 0.0


@dataclass(frozen=True)
class Polyline:
    """An open line with round ends and joins; `dash` is the length of a stroke and of a gap."""

    points: Path
    colour: str
    width: float
    dash: tuple[float, float] | None = None


@dataclass(frozen=True)
class Disc:
    """A filled circle."""

    centre: Point
    radius: float
    fill: str
    stroke: str = ""
    width: float = 0.0


@dataclass(frozen=True)
class Panel:
    """A filled rectangle with rounded corners."""

    box: Box
    corner: float
    fill: str
    stroke: str = ""
    width: float = 0.0


@dataclass(frozen=True)
class Text:
    """One line of text; `at` is the start, middle or end of its baseline, the halo lies under all letters."""

    at: Point
    content: str
    face: str
    size: float
    colour: str
    anchor: str = "middle"
    halo: str = ""
    halo_width: float = 0.0
    spacing: float = 0.0


Item = Shape | Polyline | Disc | Panel | Text


@dataclass
class Scene:
    """The parts in the order in which they are painted, and the box of every label, for those who check."""

    title: str
    width: float
    height: float
    items: list[Item] = field(default_factory=list)
    labels: dict[str, Box] = field(default_factory=dict)


def shown(items: Iterable[Item], corner: Point, zoom: float) -> Iterator[Item]:
    """The same parts `zoom` times as large, seen from another corner."""
    for item in items:
        yield enlarged(item, corner, zoom)


def enlarged(item: Item, corner: Point, zoom: float) -> Item:
    def at(point: Point) -> Point:
        return (point[0] - corner[0]) * zoom, (point[1] - corner[1]) * zoom

    match item:
        case Shape():
            rings = tuple(tuple(at(point) for point in ring) for ring in item.rings)
            return replace(item, rings=rings, width=item.width * zoom)
        case Polyline():
            dash = item.dash and (item.dash[0] * zoom, item.dash[1] * zoom)
            return replace(item, points=tuple(at(point) for point in item.points), width=item.width * zoom, dash=dash)
        case Disc():
            return replace(item, centre=at(item.centre), radius=item.radius * zoom, width=item.width * zoom)
        case Panel():
            box = Box(*at((item.box.left, item.box.top)), *at((item.box.right, item.box.bottom)))
            return replace(item, box=box, corner=item.corner * zoom, width=item.width * zoom)
        case Text():
            sizes = {key: getattr(item, key) * zoom for key in ("size", "halo_width", "spacing")}
            return replace(item, at=at(item.at), **sizes)
