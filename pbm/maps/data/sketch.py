"""What a map gets that comes with less than the whole: a projection, an extent, shapes for its areas."""

from collections import Counter
from math import cos, dist, inf, pi, sin
from statistics import median

from msgspec import structs

from pbm.maps.data.cells import cells
from pbm.maps.data.outlines import Outlines, Ring, edges
from pbm.maps.data.projection import Plane, Projection
from pbm.maps.data.style import Extent, Style
from pbm.maps.geometry import Box, Point, bounds
from pbm.maps.mapdata import CITY, LAND, SEA, SEA_ROUTE, Area, Link, MapData

SHEET = (1100.0, 1400.0)
"""The most room a map takes on its page, in points."""
MARGIN = 0.08
"""Round all areas, as a share of the map's longer side."""
CELL, DISC = 0.85, 0.46
"""How far a cell and a disc reach: a share of the widest and of the usual distance from an area to the next."""
ISLAND = 0.42
"""How far an area without a link on land reaches: a share of the distance to the next."""
SPOT = 20.0
"""How far a small place without a position stands from the middle of its area, in points."""
SPOTS = 6

Ground = Projection | Plane


def in_kinds(areas: MapData, style: Style) -> MapData:
    """The areas as land, cities and seas, whatever the game calls them, small places with their signs."""
    return MapData([in_kind(area, style) for area in areas.areas], areas.links)


def in_kind(area: Area, style: Style) -> Area:
    """One area as its style has it: what the style says of the place itself comes first."""
    said = structs.asdict(style.place[area.code]) if area.code in style.place else {}
    changed = {key: value for key, value in said.items() if value}
    usual = {"kind": style.kinds.get(area.kind, area.kind), "sign": area.sign or style.signs.get(area.kind, "")}
    return structs.replace(area, **usual | changed)


def projection_for(areas: MapData) -> Ground:
    """About the middle of all areas, or a plane if they lie on one."""
    placed = [area for area in areas.areas if area.placed]
    if any(area.lat is None for area in placed):
        return Plane()
    south, west, north, east = bounds(area.at for area in placed)
    return Projection((west + east) / 2, (south + north) / 2)


def extent_for(areas: MapData, projection: Ground, reach: float) -> Extent:
    """All areas with a margin, as large as a page allows."""
    box = bounds(projection.forward(*at) for area in areas.areas if area.placed for at in (area.at, *area.grow))
    box = box.grown(reach + MARGIN * max(box.right - box.left, box.bottom - box.top))
    scale = min(SHEET[0] / (box.right - box.left), SHEET[1] / (box.bottom - box.top))
    return Extent(west=box.left, south=box.top, east=box.right, north=box.bottom, scale=scale)


def settled(areas: MapData, projection: Ground, extent: Extent) -> MapData:
    """Small places that have no position stand round the middle of their area."""
    before = Counter[str]()
    found = []
    for area in areas.areas:
        around = areas.by_code.get(area.inside)
        found.append(
            area if area.placed or not around else beside(area, around, before[around.code], projection, extent)
        )
        before[area.inside] += not area.placed
    return MapData(found, areas.links)


def beside(area: Area, around: Area, number: int, projection: Ground, extent: Extent) -> Area:
    """A small place at one of the spots round the middle of its area."""
    (east, north), turn = projection.forward(*around.at), 2 * pi * number / SPOTS + pi / 4
    away = SPOT / extent.scale
    first, second = projection.backward(east + away * cos(turn), north + away * sin(turn))
    if isinstance(projection, Plane):
        return structs.replace(area, x=first, y=second)
    return structs.replace(area, lat=first, lon=second)


def outlined(areas: MapData, style: Style, projection: Ground, extent: Extent) -> Outlines:
    """Cells for land and sea, or discs for all land areas, cut short where two would overlap."""
    sites = [
        (area, projection.forward(*at)) for area in areas.areas if area.kind != CITY for at in (area.at, *area.grow)
    ]
    lands = [(area, point) for area, point in sites if area.kind == LAND]
    seas = [(area, point) for area, point in sites if area.kind == SEA and style.shape == "cells"]
    points = [point for _, point in lands + seas]
    frame = Box(extent.west, extent.south, extent.east, extent.north)
    reaches = [*reaches_of(lands, areas, style), *(inf for _ in seas)]
    rings = [(area, ring) for (area, _), ring in zip(lands + seas, cells(points, frame, reaches), strict=True)]
    land, sea = ([(area, ring) for area, ring in rings if area.kind == kind] for kind in (LAND, SEA))
    return Outlines(gathered(land, projection), [], gathered(sea, projection))


def reaches_of(lands: list[tuple[Area, Point]], areas: MapData, style: Style) -> list[float]:
    """How far each land area reaches: islands not as far as the next area."""
    near = nearest_distances([point for _, point in lands])
    reach = style.reach or (DISC * median(near) if style.shape == "discs" else CELL * max(near))
    joined = {code for link in areas.links for code in landward(link, areas)}
    return [
        min(reach, ISLAND * away) if style.shape == "cells" and areas.links and area.code not in joined else reach
        for (area, _), away in zip(lands, near, strict=True)
    ]


def landward(link: Link, areas: MapData) -> tuple[str, ...]:
    """The two areas of a link, if both are land."""
    ends = (link.a, link.b)
    return ends if all(areas.by_code[code].kind == LAND for code in ends) else ()


def nearest_distances(points: list[Point]) -> list[float]:
    """From each point to the one next to it."""
    return [min((dist(point, other) for other in points if other != point), default=1.0) for point in points]


def gathered(shapes: list[tuple[Area, list[Point]]], projection: Ground) -> dict[str, list[Ring]]:
    """The shapes of each area as positions."""
    found: dict[str, list[Ring]] = {}
    for area, ring in shapes:
        found.setdefault(area.code, []).append([projection.backward(*point) for point in ring])
    return found


def apart(areas: MapData, outlines: Outlines) -> tuple[Link, ...]:
    """Links between areas of which the picture would not show that they touch."""
    touching = {frozenset(codes) for codes in edges({**outlines.areas, **outlines.seas}).values()}
    afloat = {area.code for area in areas.of_kind(SEA)} if outlines.seas else set()
    small = {area.code for area in areas.of_kind(CITY)}
    return tuple(
        link
        for link in areas.links
        if link.via != SEA_ROUTE
        and not {link.a, link.b} & (small | afloat)
        and frozenset((link.a, link.b)) not in touching
    )
