"""Where names go: hand-placed ones near their place, the others where they fit their area best."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import cos, dist, pi, sin
from typing import NamedTuple

from pbm.maps.data.style import Lettering
from pbm.maps.geometry import Box, Point, box_about
from pbm.maps.letters.typeface import text_width
from pbm.maps.marks.mask import Mask
from pbm.maps.scene import Text

GAP = 2.2  # between labels
CAPITAL, DESCENT = 0.69, 0.2  # heights of a capital and of a tail, in ems
LEADING = 1.02
ROOM = 7.0  # more clearance than this is no better
FAR = 20.0  # a name so far from its wanted place is as bad as one on a route
PLENTY = 1200  # places to try
SPIRAL_TURNS, SPIRAL_STEP = 14, 1.5


@dataclass(frozen=True)
class Row:
    """One line of a label."""

    content: str
    lettering: Lettering
    colour: str

    @property
    def width(self) -> float:
        """As set."""
        return text_width(self.content, self.lettering.face, self.lettering.size)


@dataclass(frozen=True)
class Block:
    """Lines set under each other and centred; `lead` is room kept for a sign before the first."""

    rows: tuple[Row, ...]
    lead: float = 0.0

    @cached_property
    def width(self) -> float:
        """Of the widest row."""
        return max(self.rows[0].width + 2 * self.lead, *(row.width for row in self.rows))

    @cached_property
    def height(self) -> float:
        """From the top of the capitals to the bottom of the tails."""
        first, *rest = (row.lettering.size for row in self.rows)
        return first * CAPITAL + sum(size * LEADING for size in rest) + (rest or [0.0])[-1] * DESCENT

    def box(self, centre: Point) -> Box:
        """The room the block takes about a point."""
        return box_about(centre, self.width, self.height)

    def texts(self, centre: Point, halo: str, halo_width: float) -> list[Text]:
        """The block about a point."""
        x, y = centre[0], centre[1] - self.height / 2
        texts = []
        for number, row in enumerate(self.rows):
            size = row.lettering.size
            y += size * (LEADING if number else CAPITAL)
            face, colour = row.lettering.face, row.colour
            texts.append(Text((x, y), row.content, face, size, colour, "middle", halo, halo_width))
        return texts


class Placed(NamedTuple):
    """A block and where its middle goes."""

    block: Block
    centre: Point

    @property
    def box(self) -> Box:
        """The room it takes."""
        return self.block.box(self.centre)


def free(box: Box, taken: Iterable[Box]) -> bool:
    """Whether a box keeps its distance from all that is there already."""
    return not any(box.overlaps(other, GAP) for other in taken)


def place_near(
    block: Block, wanted: Point, taken: list[Box], sheet: Box, trouble: Callable[[Box], float]
) -> Placed | None:
    """The free place nearest to the wanted one, or somewhat farther if it covers less there."""
    best: tuple[float, Point] | None = None
    for centre in spiral(wanted):
        box, aside = block.box(centre), dist(centre, wanted) / FAR
        if (best is None or aside < best[0]) and box.within(sheet) and free(box, taken):
            score = trouble(box) + aside
            best = min(best or (score, centre), (score, centre))
    return Placed(block, best[1]) if best else None


def spiral(centre: Point) -> Iterator[Point]:
    """Points round a centre, farther and farther out."""
    yield centre
    for turn in range(1, SPIRAL_TURNS):
        for step in range(16):
            angle, radius = 2 * pi * step / 16, turn * SPIRAL_STEP
            yield centre[0] + radius * cos(angle), centre[1] + radius * sin(angle)


def place_within(blocks: list[Block], mask: Mask, taken: list[Box], sheet: Box) -> Placed | None:
    """The best of all free places in an area, for whichever way of breaking the name suits best."""
    middle = deepest(mask)
    reach = mask.box.grown(max(block.width for block in blocks))
    near = [box for box in taken if box.overlaps(reach)]
    best: tuple[float, Block, Point] | None = None
    for block in blocks:
        for centre in cells(mask):
            score = fit(block, centre, middle, mask)
            if best and score <= best[0]:
                continue
            box = block.box(centre)
            if box.within(sheet) and free(box, near):
                best = (score, block, centre)
    return Placed(best[1], best[2]) if best else None


def cells(mask: Mask) -> Iterator[Point]:
    """The middles of the cells inside an area; of a large area, only some."""
    step = 1 + int((mask.sums[-1][-1] / PLENTY) ** 0.5)
    for row in range(0, mask.rows, step):
        for column in range(0, mask.columns, step):
            if mask.depth[row][column]:
                yield mask.centre(row, column)


def deepest(mask: Mask) -> Point:
    """The place farthest from all edges."""
    return max(cells(mask), key=mask.depth_at)


def fit(block: Block, centre: Point, middle: Point, mask: Mask) -> float:
    """How well a block sits: inside its area first, then clear of the edge, then near the middle."""
    box = block.box(centre)
    corners = [(x, y) for x in (box.left, centre[0], box.right) for y in (box.top, box.bottom)]
    clearance = min(mask.depth_at(corner) for corner in corners)
    aside = dist(centre, middle) / 120 + len(block.rows) * 0.15
    return mask.share_inside(box) * 6 + min(clearance, ROOM) / ROOM - aside
