"""Divides the water among the seas of a map, so that every coast lies on the sea that its area borders on."""

from collections import Counter

import numpy as np
import shapely
from shapely import MultiPolygon

from pbm.maps.build import arcs, fill
from pbm.maps.build.raster import Grid, Labels, Mask
from pbm.maps.build.recipe import Plan, Recipe

SHORT = 3  # pixels of shore that are only a corner


def sea_labels(grid: Grid, land: Mask, plan: Plan, recipe: Recipe) -> Labels:
    """Label n is sea n - 1, also under the land that lies behind its shore; 0 is water beyond the map."""
    sheet = np.pad(np.ones((grid.rows - 2, grid.columns - 2), dtype=bool), 1)
    water = sheet & ~land
    starts = [
        (fill.nearest(grid.cell(recipe.projection.forward(*point)), water), number)
        for number, seed in enumerate(plan.seas, start=1)
        for point in seed.points
    ]
    flat = np.ones(land.shape)
    afloat = fill.spread(water, flat, starts, recipe.sea_reach / grid.pixel)
    for _ in range(fill.SMOOTHING_ROUNDS):
        afloat = fill.smooth(afloat)
    shore = [(int(pixel), int(afloat.flat[pixel])) for pixel in np.flatnonzero(afloat)]
    far = water & (afloat == 0) & (fill.spread(water, flat, starts) > 0)
    return fill.spread(sheet & ~far, flat, shore)


def sea_shapes(grid: Grid, labels: Labels, recipe: Recipe) -> dict[int, MultiPolygon]:
    """Label to shape: the whole sheet cut by the lines between two seas."""
    sheet = shapely.box(*grid.bounds).buffer(-2 * grid.pixel)
    lines = shapely.union_all([sheet.exterior, *arcs.border_arcs(grid, labels)])
    pieces = shapely.get_parts(shapely.polygonize(shapely.get_parts(shapely.node(lines))))
    named = [(piece, label_at(piece, grid, labels)) for piece in pieces]
    found = {label: [piece for piece, name in named if name == label] for label in sorted({name for _, name in named})}
    return {label: MultiPolygon(parts).simplify(recipe.tolerance.background) for label, parts in found.items()}


def label_at(piece: shapely.Polygon, grid: Grid, labels: Labels) -> int:
    point = piece.representative_point()
    return int(labels[grid.cell((point.x, point.y))])


def shores(lands: Labels, seas: Labels, land: Mask, plan: Plan) -> Counter[tuple[str, str]]:
    """How many pixels of shore each land area has on each sea."""
    found = Counter[tuple[str, str]]()
    for axis in (0, 1):
        for step in (1, -1):
            beside, dry = np.roll(seas, step, axis=axis), np.roll(land, step, axis=axis)
            edge = land & ~dry & (lands > 0) & (lands <= len(plan.seeds))
            codes = zip(lands[edge].tolist(), beside[edge].tolist(), strict=True)
            found.update((plan.seeds[one - 1].code, plan.seas[other - 1].code) for one, other in codes if other)
    return found


def shore_faults(found: Counter[tuple[str, str]], plan: Plan) -> tuple[list[str], list[str]]:
    """Links without a shore are faults, shores without a link are for a person to look at."""
    missing = [f"{land}-{sea} is a link but has no shore" for land, sea in plan.coasts if found[land, sea] < SHORT]
    more = [
        f"{land} has {length} pixels of shore on {sea} without a link"
        for (land, sea), length in sorted(found.items())
        if (land, sea) not in plan.coasts and length >= SHORT
    ]
    return missing, more
