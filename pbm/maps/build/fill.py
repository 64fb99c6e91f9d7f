"""Divides the land pixels among the areas by cost distance, so that no area reaches across water."""

import heapq
from collections import deque
from itertools import product
from math import inf

import numpy as np

from pbm.maps.build.raster import Costs, Grid, Labels, Mask
from pbm.maps.build.recipe import Plan
from pbm.maps.data.projection import Projection

STRAIGHT = 1.0
DIAGONAL = 2**0.5
SMOOTHING_ROUNDS = 4
ISLETS = 40.0  # kilometres from an area to islets that belong to it
SHORE = 8  # how many pixels the division runs on over the sea

Start = tuple[int, int]  # flat pixel number, label


def divide(
    grid: Grid, land: Mask, costs: Costs, plan: Plan, projection: Projection, reach: float | None = None
) -> Labels:
    """Label n is the area of seed n - 1; 0 is open sea. The division goes on a little beyond the coast.

    With a `reach`, land farther away than so many kilometres is nobody's and has the label after the last.
    """
    starts = [
        (nearest(grid.cell(projection.forward(*point)), land), number)
        for number, seed in enumerate([*plan.seeds, *plan.beyond], start=1)
        for point in seed.points
    ]
    labels = spread(land, costs, starts, inf if reach is None else reach / grid.pixel)
    labels = give_away_islands(labels, land, inf if reach is None else ISLETS / grid.pixel)
    labels = np.where(land & (labels == 0), len(plan.seeds) + 1, labels).astype(np.int16)
    for _ in range(SMOOTHING_ROUNDS):
        labels = smooth(labels)
    return over_the_shore(labels)


def nearest(cell: tuple[int, int], mask: Mask) -> int:
    """The flat number of the pixel of a mask that is nearest to a cell."""
    rows, columns = np.nonzero(mask)
    closest = np.argmin((rows - cell[0]) ** 2 + (columns - cell[1]) ** 2)
    return int(rows[closest] * mask.shape[1] + columns[closest])


def spread(passable: Mask, costs: Costs, starts: list[Start], most: float = inf) -> Labels:
    """Dijkstra from all starts at once: every pixel that can be reached, at `most` so far, gets its cheapest label."""
    columns = passable.shape[1]
    open_pixels, cost = passable.ravel().tolist(), costs.ravel().tolist()
    labels = [0] * len(open_pixels)
    queue = [(0.0, pixel, label) for pixel, label in starts]
    heapq.heapify(queue)
    while queue:
        distance, pixel, label = heapq.heappop(queue)
        if labels[pixel]:
            continue
        if distance > most:
            break
        labels[pixel] = label
        for neighbour, length in neighbours(pixel, columns, open_pixels):
            if not labels[neighbour]:
                step = length * (cost[pixel] + cost[neighbour]) / 2
                heapq.heappush(queue, (distance + step, neighbour, label))
    return np.array(labels, dtype=np.int16).reshape(passable.shape)


def neighbours(pixel: int, columns: int, open_pixels: list[bool]) -> list[tuple[int, float]]:
    """Open pixels beside this one; a corner may only be cut where one of its sides is open."""
    found = []
    for up, across in product((-columns, 0, columns), (-1, 0, 1)):
        neighbour = pixel + up + across
        if neighbour == pixel or not 0 <= neighbour < len(open_pixels) or not open_pixels[neighbour]:
            continue
        if not (up and across):
            found.append((neighbour, STRAIGHT))
        elif open_pixels[pixel + up] or open_pixels[pixel + across]:
            found.append((neighbour, DIAGONAL))
    return found


def give_away_islands(labels: Labels, land: Mask, near: float) -> Labels:
    """Islands that no area grew on go, whole, to the area with the nearest shore, if it is near."""
    given = labels.copy()
    rows, columns = np.nonzero(labels)
    for island in islands(land & (labels == 0)):
        row, column = np.array(island).mean(axis=0)
        distances = (rows - row) ** 2 + (columns - column) ** 2
        closest = np.argmin(distances)
        if distances[closest] <= (near + len(island) ** 0.5) ** 2 and not ashore(island, labels):
            given[tuple(np.array(island).T)] = labels[rows[closest], columns[closest]]
    return given


def ashore(cells: list[tuple[int, int]], labels: Labels) -> bool:
    """Whether a group of pixels is joined to land that has an area."""
    rows, columns = np.array(cells).T
    return any(labels[rows + up, columns + across].any() for up, across in product((-1, 0, 1), repeat=2))


def islands(mask: Mask) -> list[list[tuple[int, int]]]:
    """The connected groups of pixels in a mask."""
    left = {(int(row), int(column)): None for row, column in zip(*np.nonzero(mask), strict=True)}
    groups = []
    while left:
        first, _ = left.popitem()
        groups.append(collect(first, left))
    return groups


def collect(first: tuple[int, int], left: dict[tuple[int, int], None]) -> list[tuple[int, int]]:
    """The group around one pixel, taken out of those that are left."""
    group, edge = [first], deque([first])
    while edge:
        row, column = edge.popleft()
        for up, across in product((-1, 0, 1), repeat=2):
            cell = (row + up, column + across)
            if cell in left:
                del left[cell]
                group.append(cell)
                edge.append(cell)
    return group


def smooth(labels: Labels) -> Labels:
    """Every land pixel takes the label that is most common among it and its eight neighbours."""
    around = np.stack([np.roll(labels, (up, across), axis=(0, 1)) for up, across in product((0, -1, 1), repeat=2)])
    counts = np.stack([(around == layer).sum(axis=0) * (layer > 0) for layer in around])
    commonest = np.take_along_axis(around, counts.argmax(axis=0)[np.newaxis], axis=0)[0]
    return np.where(labels > 0, commonest, labels)


def over_the_shore(labels: Labels) -> Labels:
    """The labels carried on some pixels over the sea, so that borders surely cross the coast."""
    band = labels > 0
    band = widened(band, SHORE)
    shore = (labels > 0) & widened(labels == 0)
    starts = [(int(pixel), int(labels.flat[pixel])) for pixel in np.flatnonzero(shore)]
    carried = spread(band & ((labels == 0) | shore), np.ones(labels.shape), starts)
    return np.where(labels > 0, labels, carried)


def widened(mask: Mask, pixels: int = 1) -> Mask:
    """A mask grown by some pixels all round; the grid's margin keeps it off the edge."""
    for _ in range(pixels):
        mask = np.logical_or.reduce([np.roll(mask, shift, axis=(0, 1)) for shift in product((-1, 0, 1), repeat=2)])
    return mask
