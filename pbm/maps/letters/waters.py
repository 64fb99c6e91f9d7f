"""Where names can stand at sea."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import dist

from pbm.maps.data.atlas import Atlas
from pbm.maps.data.outlines import edges
from pbm.maps.geometry import Box, Point, blend
from pbm.maps.letters.labels import Block, Placed, free
from pbm.maps.marks.mask import Mask

BESIDE = 4.0  # between an island and its name
SAMPLE = 4.0  # how densely routes are sampled to keep names off them
TOO_MUCH = 1.5  # trouble that a name at sea is not worth

Course = list[Point]


@dataclass(frozen=True)
class Waters:
    """Where a name can stand at sea: clear of all land, and of the routes if possible."""

    masks: Mapping[str, Mask]
    lines: list[Point]
    sheet: Box
    islands: frozenset[str]

    def place_beside(self, blocks: list[Block], island: Box, taken: list[Box]) -> Placed | None:
        """The best place round an island."""
        best: tuple[float, Block, Point] | None = None
        for block in blocks:
            for centre in around(island, block):
                box = block.box(centre)
                if not box.within(self.sheet) or not free(box, taken):
                    continue
                score = self.trouble(box)
                if score < TOO_MUCH and (best is None or score < best[0]):
                    best = (score, block, centre)
        return Placed(best[1], best[2]) if best else None

    def trouble(self, box: Box) -> float:
        """What a box at sea would cover."""
        land = sum(mask.share_inside(box) for mask in self.masks.values() if mask.box.overlaps(box))
        left, top, right, bottom = box
        points = sum(left < x < right and top < y < bottom for x, y in self.lines)
        return land * 8 + points * 0.12


def no_trouble(_: Box) -> float:
    """On land a name may stand anywhere."""
    return 0.0


def around(island: Box, block: Block) -> Iterator[Point]:
    """Places to the right, left, top and bottom of an island."""
    middle = ((island.left + island.right) / 2, (island.top + island.bottom) / 2)
    across = (island.right - island.left + block.width) / 2 + BESIDE
    down = (island.bottom - island.top + block.height) / 2 + BESIDE
    for near in (0.6, 0.7, 0.8, 0.9, 1.0):
        for slide in (0.0, 0.25, -0.25, 0.5, -0.5):
            yield middle[0] + across * near, middle[1] + down * slide
            yield middle[0] - across * near, middle[1] + down * slide
            yield middle[0] + across * slide, middle[1] + down * near
            yield middle[0] + across * slide, middle[1] - down * near


def sampled(line: Course) -> Iterator[Point]:
    """Points along a route, so dense that no name fits between them."""
    for start, end in pairwise(line):
        steps = max(int(dist(start, end) / SAMPLE), 1)
        for step in range(steps):
            yield blend(start, end, 0, steps, step)


def lone_areas(atlas: Atlas) -> frozenset[str]:
    """Areas without a border on land."""
    bordering = {code for codes in edges(atlas.outlines.areas).values() if len(codes) > 1 for code in codes}
    return frozenset(atlas.outlines.areas) - bordering
