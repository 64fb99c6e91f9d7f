"""The land to be divided, in kilometres: clipped, without islets, with the tidal rivers cut in."""

from math import inf

import numpy as np
import shapely
from shapely import LineString, MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from pbm.maps.build.recipe import Clip, Islet, Recipe
from pbm.maps.data.projection import Point, Projection

Countries = dict[str, MultiPolygon]


def land(recipe: Recipe, countries: Countries) -> list[Polygon]:
    """The pieces of land, largest first."""
    whole = clipped(countries, recipe.land or list(countries), recipe.clip, recipe.projection)
    whole = whole.difference(water(recipe))
    for islet in recipe.islet:
        whole = with_islet(whole, islet, recipe)
    return sized_pieces(whole, recipe.smallest_islet, recipe.smallest_lake)


def background(recipe: Recipe, countries: Countries) -> list[Polygon]:
    """The coasts that only frame the map, already simplified."""
    whole = clipped(countries, recipe.background, recipe.background_clip, recipe.projection)
    return sized_pieces(whole.simplify(recipe.tolerance.background), recipe.smallest_islet)


def clipped(countries: Countries, numbers: list[str], clip: Clip, projection: Projection) -> BaseGeometry:
    """The union of some countries inside a window."""
    window = shapely.box(clip.west, clip.south, clip.east, clip.north)
    chosen = [countries[number] for number in numbers]
    lands = shapely.make_valid(chosen, method="structure", keep_collapsed=False)
    whole = shapely.union_all(shapely.intersection(lands, window))
    return shapely.transform(whole, lambda degrees: project(degrees, projection))


def project(degrees: np.ndarray, projection: Projection) -> np.ndarray:
    """An array of (longitude, latitude) in kilometres."""
    return np.array([projection.forward(latitude, longitude) for longitude, latitude in degrees])


def water(recipe: Recipe) -> BaseGeometry:
    """The tidal rivers and straits as bands of water."""
    lines = [LineString(in_kilometres(points, recipe.projection)) for points in recipe.water.values()]
    return shapely.union_all([line.buffer(recipe.water_width / 2) for line in lines])


def with_islet(whole: BaseGeometry, islet: Islet, recipe: Recipe) -> BaseGeometry:
    """The land with one island more, and water all round it."""
    ring = Polygon(in_kilometres(islet.ring, recipe.projection))
    shape = ring.buffer(1).buffer(-2).buffer(1)
    return whole.difference(shape.buffer(recipe.water_width / 2)).union(shape)


def sized_pieces(whole: BaseGeometry, smallest: float, lake: float = inf) -> list[Polygon]:
    """The polygons of at least this many square kilometres, with the lakes of at least so many."""
    pieces = [with_lakes(piece, lake) for piece in shapely.get_parts(whole)]
    return sorted((piece for piece in pieces if piece.area >= smallest), key=lambda piece: -piece.area)


def with_lakes(piece: Polygon, smallest: float) -> Polygon:
    return Polygon(piece.exterior, [hole for hole in piece.interiors if Polygon(hole).area >= smallest])


def in_kilometres(points: list[Point], projection: Projection) -> list[Point]:
    """A list of (latitude, longitude) projected."""
    return [projection.forward(*point) for point in points]
