"""Rivers, mountain ranges, borders at sea and captions, as they are drawn."""

from collections.abc import Iterable, Iterator, Mapping
from math import dist

from pbm.maps.data.atlas import Atlas
from pbm.maps.data.page import MapPage
from pbm.maps.data.relief import REGION, Caption
from pbm.maps.data.style import Glyph, Lettering
from pbm.maps.geometry import Box, Point, bounds, box_about, curve
from pbm.maps.land import ground
from pbm.maps.letters.labels import Block, Placed, Row
from pbm.maps.letters.waters import sampled
from pbm.maps.marks.mask import Mask
from pbm.maps.scene import Path

AT_BORDER = 6.5  # a river so near to a border over a river is that border
SHORT = 4  # points of a stretch that is not worth drawing
CLEAR = 1.0  # between a little drawing and what is written
EDGE = 2.0  # between a little drawing and a border


class Neighbourhood:
    """Finds quickly the nearest of many points, if one lies within a distance."""

    def __init__(self, points: Iterable[Point], reach: float) -> None:
        self.reach = reach
        self.cells: dict[tuple[int, int], list[Point]] = {}
        for point in points:
            self.cells.setdefault(self.cell(point), []).append(point)

    def cell(self, point: Point) -> tuple[int, int]:
        return int(point[0] // self.reach), int(point[1] // self.reach)

    def nearest(self, point: Point) -> Point | None:
        column, row = self.cell(point)
        around = ((column + across, row + down) for across in (-1, 0, 1) for down in (-1, 0, 1))
        found = [(dist(point, other), other) for cell in around for other in self.cells.get(cell, ())]
        distance, other = min(found, default=(self.reach + 1, point))
        return other if distance <= self.reach else None


def rivers(atlas: Atlas, page: MapPage) -> list[Path]:
    """Every river, but where it is a border: there the border is drawn."""
    kinds, kind = atlas.map.borders, atlas.style.relief.river_border
    banks = [line for codes, line in ground.borders(atlas, page) if kinds.get(frozenset(codes)) == kind]
    near = Neighbourhood((point for line in banks for point in sampled(list(line))), AT_BORDER)
    courses = [curve(page.line(course)) for course in atlas.relief.river.values()]
    return [stretch for course in courses for stretch in stretches(course, near)]


def stretches(course: list[Point], near: Neighbourhood) -> Iterator[Path]:
    """The parts of a river away from such borders, each led on to the border it comes from or flows into."""
    part: list[Point] = []
    for point in course:
        bank = near.nearest(point)
        part.append(bank or point)
        if bank:
            yield from [tuple(part)] if len(part) > SHORT else []
            part = [bank]
    yield from [tuple(part)] if len(part) > SHORT else []


def sea_borders(atlas: Atlas, page: MapPage) -> list[Path]:
    return [tuple(curve(page.line(line))) for line in atlas.relief.sea_border.values()]


def peaks(atlas: Atlas, page: MapPage, masks: Mapping[str, Mask], taken: list[Box]) -> Iterator[Point]:
    """Where the little drawings of all ranges stand: on land, off the borders and off all that is written."""
    if not atlas.style.relief.peak:
        return
    glyph = atlas.style.glyph[atlas.style.relief.peak]
    borders = (point for _, line in ground.borders(atlas, page) for point in sampled(list(line)))
    near = Neighbourhood(borders, glyph.reach + EDGE)
    for name, high in atlas.relief.range.items():
        half = high.breadth * page.extent.scale / 2
        line = list(sampled(curve(page.line(high.line))))
        for place in ground.lattice(name, bounds(line).grown(half), glyph.spacing):
            on_range = min(dist(place, point) for point in line) <= half
            if on_range and not near.nearest(place) and standing(place, glyph, masks, taken):
                taken.append(room(place, glyph))
                yield place


def standing(place: Point, glyph: Glyph, masks: Mapping[str, Mask], taken: list[Box]) -> bool:
    """Whether a little drawing stands on land and covers nothing."""
    on_land = any(mask.depth_at(place) > glyph.reach for mask in masks.values())
    return on_land and not any(room(place, glyph).overlaps(box, CLEAR) for box in taken)


def room(place: Point, glyph: Glyph) -> Box:
    return box_about(place, 2 * glyph.reach, 1.6 * glyph.reach)


def caption(words: Caption, atlas: Atlas, page: MapPage) -> Placed:
    """A caption in its place, one row for each line of its text."""
    letters, palette = atlas.style.letters, atlas.style.palette
    ink = palette.ink if words.on_land else palette.route
    usual = letters.name if words.on_land else letters.sea_name
    lettering: Lettering = getattr(letters, words.letters) if words.letters else usual
    ink = palette.border if words.letters == REGION else ink
    return Placed(Block(tuple(Row(row, lettering, ink) for row in words.text.splitlines())), page.at(words.at))
