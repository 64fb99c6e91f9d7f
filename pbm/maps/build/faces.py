"""From coast and borders to one shape per area: cut, name the pieces, tidy, simplify."""

import shapely
from shapely import LineString, MultiPolygon, Polygon, STRtree
from shapely.geometry.base import BaseGeometry

from pbm.maps.build.raster import Grid, Labels

DEEP = 3  # pixels

Named = list[tuple[Polygon, int]]


def area_shapes(
    land: list[Polygon], arcs: list[LineString], grid: Grid, labels: Labels, sliver: float
) -> dict[int, BaseGeometry]:
    """Label to shape. Neighbours share their border point for point."""
    named = merge_slivers([(face, label_of(face, grid, labels)) for face in cut(land, arcs)], sliver)
    return {
        label: shapely.coverage_union_all([face for face, name in named if name == label])
        for label in sorted({name for _, name in named})
    }


def simplified(shapes: dict[int, BaseGeometry], tolerance: float) -> dict[int, MultiPolygon]:
    """Fewer points, taken away from both sides of a border alike."""
    simple = shapely.coverage_simplify(list(shapes.values()), tolerance)
    return dict(zip(shapes, simple, strict=True))


def cut(land: list[Polygon], arcs: list[LineString]) -> list[Polygon]:
    """The pieces into which the borders cut the land."""
    whole = MultiPolygon(land)
    lines = shapely.union_all([whole.boundary, *arcs])
    faces = shapely.get_parts(shapely.polygonize(shapely.get_parts(lines)))
    shapely.prepare(whole)
    return [face for face in faces if whole.contains(face.representative_point())]


def label_of(face: Polygon, grid: Grid, labels: Labels) -> int:
    """The area on whose pixels the piece lies, looked up well inside it: its edge has been smoothed."""
    inner = face.buffer(-DEEP * grid.pixel)
    point = (face if inner.is_empty else inner).representative_point()
    return int(labels[grid.cell((point.x, point.y))])


def merge_slivers(named: Named, sliver: float) -> Named:
    """Small pieces go to the neighbour with the longest common border; small islands have none."""
    faces = [face for face, _ in named]
    names = [name for _, name in named]
    tree = STRtree(faces)
    small = sorted((face.area, number) for number, face in enumerate(faces) if face.area < sliver)
    for _, number in small:
        touching = sorted(int(other) for other in tree.query(faces[number]) if other != number)
        lengths = [(common_length(faces[number], faces[other]), -other) for other in touching]
        length, other = max(lengths, default=(0.0, 0))
        if length > 0:
            names[number] = names[-other]
    return list(zip(faces, names, strict=True))


def common_length(one: Polygon, other: Polygon) -> float:
    """How long the common border of two pieces is."""
    return float(one.intersection(other).length)
