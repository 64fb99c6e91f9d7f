"""The names of powers across their lands, as in an atlas: letters spaced along the longest free way through a realm."""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from math import ceil, cos, dist, radians, sin
from pathlib import Path as File
from typing import NamedTuple

from pbm.maps.geometry import Box, Point
from pbm.maps.land.ground import mixed
from pbm.maps.land.plate import Owner, read_plate
from pbm.maps.land.political import Holdings, lines_of
from pbm.maps.letters.typeface import text_width
from pbm.maps.scene import Item, Text

CELL = 8.0  # of the raster on which ways are looked for, in units of the sheet
ANGLES = (0, -12, 12, -25, 25, -38, 38)  # of the lines that are tried, in degrees
SHORTEST = 40.0  # a way is no shorter
INSIDE = 0.86  # how much of the land beside a way must be the realm's
KEPT = 24  # ways of each realm, the best first
SIZES = (3.0, 2.5, 2.1, 1.75, 1.45, 1.2, 1.0)  # of letters, as shares of the smallest
FACE = "serif-bold"
TRACKING, LOOSEST = 0.12, 1.5  # between letters, in ems
FILLED = 0.8  # how much of a way a name fills
CAPITAL = 0.65  # the height of a capital, in ems
PALE = "#a8a8a8"  # of the letters where ink is saved: names of areas stand over them
SHARE = 0.6  # how much of an owner's ink its name has

Cell = tuple[int, int]


class Way(NamedTuple):
    """A line through a realm, and how high letters on it may be, in units of the sheet."""

    start: Point
    end: Point
    height: float

    @property
    def length(self) -> float:
        return dist(self.start, self.end)


class Realm(NamedTuple):
    """Lands of one owner that hang together, in the order of the map."""

    owner: str
    places: tuple[str, ...]
    ways: tuple[Way, ...]


@cache
def raster(folder: File) -> dict[Cell, str]:
    """The area at the middle of each cell of the sheet."""
    found: dict[Cell, str] = {}
    for code, rings in lines_of(folder).shapes.items():
        down = [y for ring in rings for _, y in ring]
        for row in range(int(min(down) / CELL), ceil(max(down) / CELL)):
            y = (row + 0.5) * CELL
            across = sorted(
                x_a + (y - y_a) / (y_b - y_a) * (x_b - x_a)
                for ring in rings
                for (x_a, y_a), (x_b, y_b) in pairwise(ring)
                if (y_a > y) != (y_b > y)
            )
            for start, end in zip(across[::2], across[1::2], strict=True):
                columns = range(ceil(start / CELL - 0.5), int(end / CELL - 0.5) + 1)
                found.update(dict.fromkeys(((column, row) for column in columns), code))
    return found


@lru_cache(maxsize=64)
def realms(folder: File, owned: tuple[tuple[str, str], ...]) -> tuple[Realm, ...]:
    """All lands by owner, those that touch together."""
    owners, shapes = dict(owned), lines_of(folder).shapes
    beside: dict[str, list[str]] = {}
    for (one, other), _ in lines_of(folder).every:
        if owners.get(one) and owners.get(one) == owners.get(other):
            beside.setdefault(one, []).append(other)
            beside.setdefault(other, []).append(one)
    cells: dict[str, list[Cell]] = {}
    for cell, code in raster(folder).items():
        cells.setdefault(code, []).append(cell)
    groups = grouped([code for code in shapes if owners.get(code)], beside)
    return tuple(
        Realm(owners[group[0]], group, ways(frozenset(cell for code in group for cell in cells.get(code, ()))))
        for group in groups
    )


def grouped(codes: Sequence[str], beside: dict[str, list[str]]) -> Iterator[tuple[str, ...]]:
    left = dict.fromkeys(codes)
    while left:
        queue = [next(iter(left))]
        del left[queue[0]]
        for code in queue:
            for other in beside.get(code, ()):
                if other in left:
                    del left[other]
                    queue.append(other)
        yield tuple(queue)


@lru_cache(maxsize=512)
def ways(cells: frozenset[Cell]) -> tuple[Way, ...]:
    """The longest stretches of straight lines within a realm: most realms stay as they are from turn to turn."""
    found = [way for angle in ANGLES for way in along(cells, angle)]
    return tuple(sorted(found, key=lambda way: (-way.length * min(way.height, 30.0), way))[:KEPT])


def along(cells: frozenset[Cell], angle: float) -> Iterator[Way]:
    c, s = cos(radians(angle)), sin(radians(angle))
    turned: dict[int, list[float]] = {}
    for column, row in sorted(cells):
        x, y = (column + 0.5) * CELL, (row + 0.5) * CELL
        turned.setdefault(round((y * c - x * s) / CELL), []).append(x * c + y * s)
    for line, places in turned.items():
        for first, last in stretches(sorted(places)):
            if last - first >= SHORTEST:
                height = thickness(turned, line, first, last)
                y = line * CELL
                yield Way((first * c - y * s, first * s + y * c), (last * c - y * s, last * s + y * c), height)


def stretches(places: Sequence[float]) -> Iterator[tuple[float, float]]:
    """Where places follow each other without a gap."""
    first = last = places[0]
    for place in places[1:]:
        if place - last > 1.6 * CELL:
            yield first, last
            first = place
        last = place
    yield first, last


def thickness(turned: dict[int, list[float]], line: int, first: float, last: float) -> float:
    """How high letters may be: as long as the lines on both sides are the realm's too."""
    wanted = INSIDE * (last - first) / CELL
    reach = 0
    while reach < 4 and all(
        sum(first <= place <= last for place in turned.get(line + side * (reach + 1), ())) >= wanted for side in (-1, 1)
    ):
        reach += 1
    return (2 * reach + 1) * CELL


class Lettered(NamedTuple):
    """The letters of names, and the realms that have none in a window."""

    items: list[Item]
    nameless: list[Realm]


def name_realms(folder: File, holdings: Holdings, box: Box, zoom: float, least: float) -> Lettered:
    """Names over every realm that has room for one, in points on paper from the corner of a window."""
    owners, names = read_plate(folder).owner, dict(holdings.names)
    items: list[Item] = []
    nameless: list[Realm] = []
    for realm in realms(folder, holdings.owned):
        name = names.get(realm.owner, realm.owner).upper()
        found = best(realm, name, box, zoom, least)
        if found and realm.owner in owners:
            way, size = found
            items += spread(name, way, size, owners[realm.owner], holdings, box, zoom)
        else:
            nameless.append(realm)
    return Lettered(items, nameless)


def best(realm: Realm, name: str, box: Box, zoom: float, least: float) -> tuple[Way, float] | None:
    """The way on which the name stands largest."""
    found: tuple[Way, float] | None = None
    for way in (clipped for way in realm.ways if (clipped := cut(way, box, least / zoom))):
        for size in (share * least for share in SIZES):
            if found and size <= found[1]:
                break
            room = way.height * zoom >= size * CAPITAL * 1.15
            if room and set_width(name, size) <= FILLED * way.length * zoom * 1.1:
                found = way, size
                break
    return found


def set_width(name: str, size: float) -> float:
    return text_width(name, FACE, size) + TRACKING * size * (len(name) - 1)


def cut(way: Way, box: Box, edge: float) -> Way | None:
    """The part of a way that a window shows."""
    (x, y), (to_x, to_y) = way.start, way.end
    inner = box.grown(-edge)
    low, high = 0.0, 1.0
    for start, step, least, most in ((x, to_x - x, inner.left, inner.right), (y, to_y - y, inner.top, inner.bottom)):
        if abs(step) < 0.01:
            if not least <= start <= most:
                return None
            continue
        ends = sorted(((least - start) / step, (most - start) / step))
        low, high = max(low, ends[0]), min(high, ends[1])
    if high - low < 0.01:
        return None

    def at(share: float) -> Point:
        return x + share * (to_x - x), y + share * (to_y - y)

    return Way(at(low), at(high), way.height)


def spread(name: str, way: Way, size: float, owner: Owner, holdings: Holdings, box: Box, zoom: float) -> Iterator[Item]:
    """The letters, upright, one after the other along the way and centred on it."""
    colour = PALE if holdings.saving else mixed(mixed("#ffffff", owner.ink, owner.depth / 100), owner.ink, SHARE)
    halo = "#ffffff" if holdings.saving else mixed("#ffffff", owner.ink, owner.depth / 100)
    widths = [text_width(letter, FACE, size) for letter in name]
    free = FILLED * way.length * zoom - sum(widths)
    gap = min(max(free / max(len(name) - 1, 1), TRACKING * size), LOOSEST * size)
    total = sum(widths) + gap * (len(name) - 1)
    step = ((way.end[0] - way.start[0]) / way.length, (way.end[1] - way.start[1]) / way.length)
    middle = (way.start[0] + way.end[0]) / 2 - box.left, (way.start[1] + way.end[1]) / 2 - box.top
    run = -total / 2
    for letter, width in zip(name, widths, strict=True):
        along = run + width / 2
        at = middle[0] * zoom + along * step[0], middle[1] * zoom + along * step[1] + CAPITAL * size / 2
        if letter != " ":
            yield Text(at, letter, FACE, size, colour, "middle", halo, size * 0.06)
        run += width + gap
