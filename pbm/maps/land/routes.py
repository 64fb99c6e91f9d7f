"""Sea routes and ferries."""

from collections.abc import Iterator, Mapping
from functools import partial
from math import dist

from msgspec import structs

from pbm.maps.data.atlas import Atlas
from pbm.maps.data.outlines import chains
from pbm.maps.data.page import MapPage
from pbm.maps.geometry import Point, curve, nearest
from pbm.maps.mapdata import CITY, FERRY, SEA, SEA_ROUTE, Link
from pbm.maps.marks.strokes import Stroke, stroked
from pbm.maps.scene import Disc, Item, Polyline

DASH = (4.6, 3.4)
ROUTE_WIDTH = 0.9
PORT_RADIUS = 1.7
TOWARDS = 0.35  # how much a port may give way towards its sea
BORDER_CLEAR = 10.0  # between a port and the end of a coast
FERRY_DOT, FERRY_STEP, FERRY_LENGTH = 0.95, 3.1, 15.5

Shores = Mapping[str, list[Point]]


def shores(atlas: Atlas, page: MapPage, clear: float = 0.0) -> dict[str, list[Point]]:
    """The coast of each area as points on the page, so far clear of its borders."""
    found: dict[str, list[Point]] = {}
    for codes, run in chains(atlas.outlines.areas):
        if len(codes) == 1:
            line = page.line(run, codes[0])
            ends = [] if line[0] == line[-1] else [line[0], line[-1]]
            found.setdefault(codes[0], []).extend(away(list(line), ends, clear) or line)
    return found


def courses(atlas: Atlas, page: MapPage) -> list[tuple[Link, list[Point]]]:
    """Every sea route with its line, from the middle of its sea to the other sea, the city or the shore."""
    coast, open_coast = shores(atlas, page), shores(atlas, page, BORDER_CLEAR)
    found = []
    for link in map(partial(seaward, atlas), atlas.map.via(SEA_ROUTE)):
        way = [page.at(atlas.map.by_code[link.a].at), *page.line(link.path)]
        end = landing(link, atlas, page, coast if link.port else open_coast, way[-1])
        found.append((link, curve([*way, end])))
    return found


def seaward(atlas: Atlas, link: Link) -> Link:
    """A route as it runs from its sea, however it is written down."""
    if atlas.map.by_code[link.a].kind == SEA or atlas.map.by_code[link.b].kind != SEA:
        return link
    return structs.replace(link, a=link.b, b=link.a, path=link.path[::-1])


def landing(link: Link, atlas: Atlas, page: MapPage, coast: Shores, last: Point) -> Point:
    """Where a route ends: ports lie on the shore, nearest to where the data or the route wants them."""
    target = atlas.map.by_code[link.b]
    if target.kind in (SEA, CITY):
        return page.at(target.at)
    if target.code not in coast:
        return page.at(target.at)
    port = page.at(link.port, target.code) if link.port else last
    return min(coast[target.code], key=lambda point: dist(point, port) + TOWARDS * dist(point, last))


def sea_routes(atlas: Atlas, page: MapPage) -> Iterator[Item]:
    """Dashed lines under a light edge, with a dot where they reach the land."""
    palette = atlas.style.palette
    drawn = courses(atlas, page)
    for _, line in drawn:
        yield Polyline(tuple(line), palette.route, ROUTE_WIDTH, DASH)
    for link, line in drawn:
        if atlas.map.by_code[link.b].kind not in (SEA, CITY):
            yield Disc(line[-1], PORT_RADIUS, palette.route, palette.lozenge, 0.5)


def ferries(atlas: Atlas, page: MapPage) -> Iterator[Item]:
    """Dots across the narrowest water; very short crossings run on a little over the land."""
    cities = [page.at(city.at) for city in atlas.map.of_kind(CITY)]
    coast = {code: away(points, cities, FERRY_LENGTH) for code, points in shores(atlas, page).items()}
    for link in atlas.map.via(FERRY):
        start, end = narrows(coast[link.a], coast[link.b])
        for place in dotted(*lengthened(start, end)):
            yield Disc(place, FERRY_DOT, atlas.style.palette.accent)


def under_discs(atlas: Atlas, page: MapPage) -> Iterator[Item]:
    """The connections of a map of discs run from rim to rim."""
    return connections(atlas, page) if atlas.style.shape == "discs" else iter(())


def over_cells(atlas: Atlas, page: MapPage) -> Iterator[Item]:
    """Those of a map of cells have to be seen on the land between."""
    return connections(atlas, page) if atlas.style.shape == "cells" else iter(())


def connections(atlas: Atlas, page: MapPage) -> Iterator[Item]:
    """A thin line between two areas that touch by the rules, but not in the picture."""
    areas, style = atlas.map.by_code, atlas.style
    coast = shores(atlas, page) if atlas.apart and atlas.outlines.seas else {}
    for link in atlas.apart:
        ends = page.at(areas[link.a].at), page.at(areas[link.b].at)
        if {link.a, link.b} <= coast.keys():
            ends = lengthened(*narrows(coast[link.a], coast[link.b]))
        afloat = SEA in (areas[link.a].kind, areas[link.b].kind)
        plain = Stroke("dashed", style.palette.route if afloat else style.palette.ink, ROUTE_WIDTH)
        yield from stroked(ends, style.border.get(link.border, plain))


def away(points: list[Point], places: list[Point], distance: float) -> list[Point]:
    """Those points that keep their distance from all places."""
    return [point for point in points if all(dist(point, place) > distance for place in places)]


def narrows(one: list[Point], other: list[Point]) -> tuple[Point, Point]:
    """The two points of two coasts that are nearest to each other."""
    pairs = ((start, nearest(start, other)) for start in one)
    return min(pairs, key=lambda ends: dist(*ends))


def lengthened(start: Point, end: Point) -> tuple[Point, Point]:
    """The same line, at least FERRY_LENGTH long."""
    length = max(dist(start, end), 0.1)
    more = max(FERRY_LENGTH - length, 0.0) / 2 / length
    across, down = (end[0] - start[0]) * more, (end[1] - start[1]) * more
    return (start[0] - across, start[1] - down), (end[0] + across, end[1] + down)


def dotted(start: Point, end: Point) -> Iterator[Point]:
    """Points at even steps from start to end."""
    count = max(round(dist(start, end) / FERRY_STEP), 1)
    for number in range(count + 1):
        share = number / count
        yield start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
