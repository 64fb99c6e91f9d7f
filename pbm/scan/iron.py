"""Bent paper made flat: pieces of the page are laid beside the blank one, and what has moved is moved back."""

import itertools
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from pbm.reports.pdf.marks import Point
from pbm.reports.pdf.sheet import Place
from pbm.scan.blank import DOTS, Blank
from pbm.scan.light import evenly_lit
from pbm.scan.straighten import Matrix, moved

if TYPE_CHECKING:
    from PIL.Image import Image

COARSE = 1.5
"""Dots to the point, in which a page is laid beside the blank one."""
AROUND, REACH = 9.0, 8.0
"""How much around a piece is compared with the blank page, and how far it may have moved, in points: less than half
of the distance between two lines of a sheet."""
PIECE = 48.0
"""The greatest width of a piece."""
LIKE = 0.35
"""How much a piece must be like the blank one, of 1, to be believed."""
TIMES = 2
"""How often the page is laid beside the blank one."""
CELL = 36.0
"""The page is moved back in cells of this size."""
SLACK = 1.0
"""Pieces that disagree with the others by more, in points, were mistaken for something else."""
POWERS = [(a, b) for a in range(4) for b in range(4 - a)]


class Piece(NamedTuple):
    """A part of a box, from side to side; `ends` if one of them is the box's own."""

    left: float
    top: float
    right: float
    bottom: float
    ends: bool


class Field:
    """How far each place of the page lies from where it should, as a smooth surface over the page."""

    def __init__(self, page: Point) -> None:
        import numpy as np

        self.page = page
        self.across, self.down = np.zeros(len(POWERS)), np.zeros(len(POWERS))

    def terms(self, x: float, y: float) -> Any:
        import numpy as np

        across, down = x / self.page[0] - 0.5, y / self.page[1] - 0.5
        return np.array([across**a * down**b for a, b in POWERS])

    def at(self, point: Point) -> Point:
        """Where a place of the page really is."""
        terms = self.terms(*point)
        return point[0] + float(terms @ self.across), point[1] + float(terms @ self.down)

    def add(self, found: Sequence[tuple[Piece, Point]]) -> None:
        """Move it by what was found of its pieces."""
        ends = [(piece, shift) for piece, shift in found if piece.ends]
        self.across = self.across + self.surface([(piece, shift[0]) for piece, shift in ends])
        self.down = self.down + self.surface([(piece, shift[1]) for piece, shift in found])

    def surface(self, found: Sequence[tuple[Piece, float]]) -> Any:
        """The surface nearest to these heights, without those that stand out."""
        import numpy as np

        if len(found) < len(POWERS):
            return np.array(
                [float(np.median([height for _, height in found])) if found else 0.0] + [0.0] * (len(POWERS) - 1)
            )
        terms = np.array([self.terms((one.left + one.right) / 2, (one.top + one.bottom) / 2) for one, _ in found])
        heights = np.array([height for _, height in found])
        kept = np.ones(len(found), dtype=bool)
        answer = np.zeros(len(POWERS))
        for _ in range(3):
            answer = np.linalg.lstsq(terms[kept], heights[kept], rcond=1e-3)[0]
            off = np.abs(terms @ answer - heights)
            closer = off <= max(SLACK, 2.5 * float(np.median(off)))
            kept = closer if closer.sum() >= len(POWERS) else kept
        return answer


def ironed(picture: "Image", matrix: Matrix, blank: Blank) -> "tuple[Image, float]":
    """The page as it would lie flat, with its boxes in their places, and how much it is like the blank one."""
    field, like = Field(blank.look.page), 0.0
    pieces = [piece for place in blank.places for piece in pieces_of(place)]
    plain = darkness(blank.picture, COARSE / DOTS)
    for _ in range(TIMES):
        seen = darkness(evenly_lit(flat(picture, matrix, field, COARSE)), 1.0)
        found = [(piece, *move(seen, plain, piece)) for piece in pieces]
        field.add([(piece, shift) for piece, shift, likeness in found if likeness >= LIKE])
        like = sorted(likeness for _, _, likeness in found)[len(found) // 2] if found else 1.0
    return evenly_lit(flat(picture, matrix, field, DOTS)), like


def pieces_of(place: Place) -> Iterator[Piece]:
    count = max(1, round((place.right - place.left) / PIECE))
    step = (place.right - place.left) / count
    for number in range(count):
        left = place.left + number * step
        yield Piece(left, place.top, left + step, place.bottom, number in (0, count - 1))


def darkness(picture: "Image", scale: float) -> Any:
    import numpy as np

    size = round(picture.width * scale), round(picture.height * scale)
    return 255.0 - np.asarray(picture.resize(size), dtype=np.float32)


def flat(picture: "Image", matrix: Matrix, field: Field, dots: float) -> "Image":
    """The page from straight above, cell by cell."""
    from PIL import Image

    width, height = field.page
    columns, rows = round(width / CELL), round(height / CELL)
    wide, high = round(width * dots), round(height * dots)
    xs = [round(wide * number / columns) for number in range(columns + 1)]
    ys = [round(high * number / rows) for number in range(rows + 1)]
    there = {(x, y): moved(matrix, field.at((x / dots, y / dots))) for x in xs for y in ys}
    cells = [
        (
            (left, top, right, bottom),
            (*there[left, top], *there[left, bottom], *there[right, bottom], *there[right, top]),
        )
        for left, right in itertools.pairwise(xs)
        for top, bottom in itertools.pairwise(ys)
    ]
    return picture.transform((wide, high), Image.Transform.MESH, cells, Image.Resampling.BICUBIC, fillcolor=255)


def move(seen: Any, plain: Any, piece: Piece) -> tuple[Point, float]:
    """How far a piece has moved, across and down, and how much what is there is like what was printed."""
    import numpy as np

    top, left = round(max(0.0, piece.top - AROUND) * COARSE), round(max(0.0, piece.left - AROUND) * COARSE)
    bottom, right = round((piece.bottom + AROUND) * COARSE), round((piece.right + AROUND) * COARSE)
    here, there = (part - part.mean() for part in (plain[top:bottom, left:right], seen[top:bottom, left:right]))
    reach = round(REACH * COARSE)
    size = here.shape[0] + reach, here.shape[1] + reach
    product = np.fft.irfft2(np.fft.rfft2(there, size) * np.conj(np.fft.rfft2(here, size)), size)
    near = np.roll(product, (reach, reach), (0, 1))[: 2 * reach + 1, : 2 * reach + 1]
    down, across = np.unravel_index(int(np.argmax(near)), near.shape)
    whole = float(np.linalg.norm(here) * np.linalg.norm(there)) or 1.0
    shift = (between(near[down], int(across)) - reach) / COARSE, (between(near[:, across], int(down)) - reach) / COARSE
    return shift, float(near[down, across]) / whole


def between(heights: Any, top: int) -> float:
    """Where the highest point of a curve is, to a part of a step."""
    if not 0 < top < len(heights) - 1:
        return float(top)
    before, here, after = (float(heights[top + step]) for step in (-1, 0, 1))
    bend = before - 2 * here + after
    return top + 0.5 * (before - after) / bend if bend else float(top)
