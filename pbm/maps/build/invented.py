"""An invented coast: python -m pbm.maps.build.invented MAP.

The areas of the map's file have coarse polygons that tile the land. Their edges are broken up by fractal displacement,
each edge once for the areas on both sides, and then the whole plane is bent a little, so that nothing stays straight.
"""

import tomllib
from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import dist, floor
from pathlib import Path
from typing import Any
from zlib import crc32

import click
import msgspec
from shapely import Polygon

from pbm.maps.data.outlines import Edge, Outlines, Position, Ring, edges, write_outlines
from pbm.maps.mapdata import read_groups, read_map

RULESETS = Path(__file__).parents[2] / "rulesets"
DECIMALS = 3
SAME = 0.03
"""Corners so near to each other are one, in the map's own unit."""
TRIES = 16
"""How often an edge is drawn anew, each time straighter, if an outline crosses itself."""

SMOOTHER = 0.6
"""The coast of a small island, as a share of the usual roughness."""


class Roughness(msgspec.Struct, frozen=True):
    """How far the middle of an edge may move, as a share of its length, and the length at which the breaking ends."""

    share: float
    finest: float


class Bend(msgspec.Struct, frozen=True):
    """A bending of the whole plane: how long its waves are, and how far it may move a point."""

    wavelength: float
    far: float


class Skerry(msgspec.Struct, frozen=True):
    """A small island that belongs to an area: its middle and about how far it reaches."""

    area: str
    at: Position
    reach: float


class Invention(msgspec.Struct, frozen=True):
    """outlines.toml of an invented land."""

    seed: int
    coast: Roughness
    border: Roughness
    bend: list[Bend]
    skerry: list[Skerry] = []
    one: list[tuple[Position, Position]] = []
    """Two corners that become the first, where areas that no link joins are to meet in a point only."""


@click.command(epilog="Example:  python -m pbm.maps.build.invented marnon")
@click.argument("ruleset")
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), help="Where to write, instead of beside the map."
)
def main(ruleset: str, out: Path | None) -> None:
    """Make the outlines of all land areas of RULESET's map from their polygons and its outlines.toml."""
    folder = RULESETS / ruleset / "data"
    recipe = msgspec.convert(tomllib.loads((folder / "outlines.toml").read_text(encoding="utf-8")), Invention)
    polygons = {area["code"]: area["polygon"] for _, area in read_groups(folder / "map.json") if "polygon" in area}
    outlines = build(polygons, recipe)
    write_outlines(outlines, out or folder / "outlines.json")
    click.echo(f"{len(outlines.areas)} areas, {sum(len(r) for rings in outlines.areas.values() for r in rings)} points")
    faults = list(contradictions(outlines, folder / "map.json"))
    for fault in faults:
        click.echo(f"FAULT: {fault}", err=True)
    raise SystemExit(bool(faults))


def build(polygons: dict[str, list[Any]], recipe: Invention) -> Outlines:
    """All steps from polygons to outlines."""
    moved = {second: first for first, second in recipe.one}
    corners = {code: [(float(x), float(y)) for x, y in ring] for code, ring in polygons.items()}
    tiles = fitted({code: [moved.get(point, point) for point in ring] for code, ring in corners.items()})
    straight = dict.fromkeys(edges(tiles), 1.0)
    for _ in range(TRIES):
        lines = {edge: broken(edge, len(sides) == 1, straight[edge], recipe) for edge, sides in edges(tiles).items()}
        drawn = {code: drawn_ring(rings[0], lines, recipe) for code, rings in tiles.items()}
        crossed = [code for code, ring in drawn.items() if not Polygon(ring).is_valid]
        if not crossed:
            break
        for code in crossed:
            for edge in edges({code: tiles[code]}):
                straight[edge] *= 0.7
    islands = {code: [islet(each, recipe) for each in recipe.skerry if each.area == code] for code in drawn}
    return Outlines({code: [ring, *islands[code]] for code, ring in drawn.items()}, [])


def fitted(polygons: dict[str, Ring]) -> dict[str, list[Ring]]:
    """Polygons whose corners are the same where they meet, each with the corners that lie on its edges."""
    corners: list[Position] = []
    for ring in polygons.values():
        corners += [point for point in ring if not any(dist(point, other) < SAME for other in corners)]
    tiles = {}
    for code, ring in polygons.items():
        own = [min(corners, key=lambda corner, at=point: (dist(corner, at), corner)) for point in ring]  # type: ignore[misc]
        closed = [point for before, point in zip([own[-1], *own], own, strict=False) if point != before]
        closed.append(closed[0])
        full = [point for start, end in pairwise(closed) for point in (start, *between(start, end, corners))]
        tiles[code] = [[*full, full[0]]]
    return tiles


def between(start: Position, end: Position, corners: Iterable[Position]) -> list[Position]:
    """The corners on an edge, from its start to its end."""
    on = [corner for corner in corners if corner not in (start, end) and off(corner, start, end) < SAME]
    return sorted(on, key=lambda corner: dist(corner, start))


def off(point: Position, start: Position, end: Position) -> float:
    """How far a point lies from an edge."""
    length = dist(start, end)
    share = ((point[0] - start[0]) * (end[0] - start[0]) + (point[1] - start[1]) * (end[1] - start[1])) / length**2
    share = min(max(share, 0.0), 1.0)
    return dist(point, (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])))


def broken(edge: Edge, coast: bool, straight: float, recipe: Invention) -> Ring:
    """An edge with its middle moved aside, and so on for both halves."""
    rough = recipe.coast if coast else recipe.border
    return [edge[0], *halved(edge[0], edge[1], rough, straight, f"{recipe.seed} {edge}"), edge[1]]


def halved(start: Position, end: Position, rough: Roughness, straight: float, name: str) -> Iterator[Position]:
    length = dist(start, end)
    if length < rough.finest:
        return
    aside = (2 * scrambled(name) - 1) * rough.share * straight
    along = 0.5 + 0.12 * (2 * scrambled(name + "along") - 1)
    x = start[0] + along * (end[0] - start[0]) - aside * (end[1] - start[1])
    y = start[1] + along * (end[1] - start[1]) + aside * (end[0] - start[0])
    yield from halved(start, (x, y), rough, straight, name + "0")
    yield x, y
    yield from halved((x, y), end, rough, straight, name + "1")


def drawn_ring(ring: Ring, lines: dict[Edge, Ring], recipe: Invention) -> Ring:
    """A polygon with its edges broken and bent."""
    points: Ring = []
    for start, end in pairwise(ring):
        line = lines[(start, end) if start < end else (end, start)]
        points += (line if line[0] == start else line[::-1])[:-1]
    bent_ring = [bent(point, recipe) for point in [*points, points[0]]]
    return [point for before, point in zip([None, *bent_ring], bent_ring, strict=False) if point != before]


def bent(point: Position, recipe: Invention) -> Position:
    """Where the bending of the plane takes a point."""
    moved = [point[0], point[1]]
    for number, bend in enumerate(recipe.bend):
        x, y = (axis / bend.wavelength for axis in point)
        for axis in (0, 1):
            moved[axis] += bend.far * (2 * noise(x, y, f"{recipe.seed} {number} {axis}") - 1)
    return round(moved[0], DECIMALS), round(moved[1], DECIMALS)


def noise(x: float, y: float, name: str) -> float:
    """Between 0 and 1: scrambled at whole numbers, eased in between."""
    column, row = floor(x), floor(y)
    across, down = eased(x - column), eased(y - row)
    corner = [[scrambled(f"{name} {column + i} {row + j}") for i in (0, 1)] for j in (0, 1)]
    upper, lower = (left + (right - left) * across for left, right in corner)
    return upper + (lower - upper) * down


def eased(share: float) -> float:
    return share * share * (3 - 2 * share)


def scrambled(name: str) -> float:
    """A fixed number between 0 and 1 for a name, the same on every machine."""
    return (crc32(name.encode()) * 2654435761 % 2**32) / 2**32


def islet(skerry: Skerry, recipe: Invention) -> Ring:
    """A small island with a coast as rough as the others."""
    (x, y), reach = skerry.at, skerry.reach
    corners = [(x - reach, y), (x - 0.2 * reach, y - 0.6 * reach), (x + reach, y + 0.1 * reach), (x, y + 0.7 * reach)]
    sides = [broken(edge, True, SMOOTHER, recipe)[:-1] for edge in pairwise([*corners, corners[0]])]
    ring = [bent(point, recipe) for side in sides for point in side]
    return [*ring, ring[0]]


def contradictions(outlines: Outlines, file: Path) -> Iterator[str]:
    """Where the borders drawn are not the links of the map, and outlines that cross themselves."""
    shared = {frozenset(codes) for codes in edges(outlines.areas).values() if len(codes) == 2}
    linked = {pair for pair in read_map(file).borders if pair <= set(outlines.areas)}
    yield from (
        f"{' and '.join(sorted(pair))}: a link without a border" for pair in sorted(linked - shared, key=sorted)
    )
    yield from (
        f"{' and '.join(sorted(pair))}: a border without a link" for pair in sorted(shared - linked, key=sorted)
    )
    rings = [(code, ring) for code, rings in outlines.areas.items() for ring in rings]
    yield from (f"{code} crosses itself" for code, ring in rings if not Polygon(ring).is_valid)


if __name__ == "__main__":
    main()
