"""A page made straight: the corners of its QR code say roughly where it lies, its corner marks say it exactly."""

from collections.abc import Iterator, Sequence
from itertools import product
from math import dist
from typing import TYPE_CHECKING, Any

from pbm.reports.pdf.marks import SIDE, Point, code_corners, corners
from pbm.scan.label import Label

if TYPE_CHECKING:
    from PIL.Image import Image

FINE = 2.0
"""Dots to the point, in which a mark is looked for."""
BORDER = 4.0
"""The paper around a mark that must be blank, in points."""
PLAIN = 0.35
"""How much darker than the paper around it a mark is at least, as a share of the paper's brightness."""
DIM = 40.0
"""Nothing darker than this is paper, of 255."""
NEAR, FAR = 30.0, 0.2
"""How far around the place where it should be a mark is looked for: so many points, and a share of its distance from
the QR code, by which the place is known."""
SIZES = (1.0, 0.8, 1.25)
"""How large a mark may look, since what is farther off looks smaller."""
FEW = 4
"""So many dark squares are weighed for each corner."""
AGAIN = 12.0
"""How far around it each mark is looked for once more, when the others are known."""
WEIGHT = 3.0
"""Of a corner mark, where a corner of the QR code weighs 1."""
HIDDEN = 2.0
"""What a hidden mark counts against a choice of four, in points by which the QR code lies wrong."""

Matrix = Any
"""Three by three numbers that turn a place on the paper into one in the picture."""
Pairs = Sequence[tuple[Point, Point]]
"""Places on the paper, and where they lie in the picture."""


def places(label: Label, picture: "Image") -> tuple[Matrix, int]:
    """Where each place of the page lies in the picture, and how many corner marks were found."""
    code = list(zip(code_corners(label.words, label.look), label.at, strict=True))
    middles = corners(label.look)
    rough = sloped(code)
    choices = [dark_squares(picture, rough, middle, NEAR + FAR * dist(middle, code[0][0])) for middle in middles]
    matrix, marks = min(
        (
            weighed(code, dict(zip(middles, chosen, strict=True)))
            for chosen in product(*choices)
            if chosen.count(None) < 2
        ),
        key=lambda way: way[0],
    )[1:]
    for middle in middles:
        if found := dark_squares(picture, matrix, middle, AGAIN)[0]:
            marks[middle] = found
    return known(code, marks), len(marks)


def weighed(code: Pairs, chosen: "dict[Point, Point | None]") -> tuple[float, Matrix, dict[Point, Point]]:
    """How far the QR code would lie from where it is if these squares were the marks, in points, and what follows."""
    marks = {middle: at for middle, at in chosen.items() if at}
    whole = len(marks) == len(chosen)
    matrix = fitted([(here, there, 1.0) for here, there in marks.items()]) if whole else known(code, marks)
    step = dist(code[0][1], code[2][1]) / dist(code[0][0], code[2][0])
    off = sum(dist(moved(matrix, here), there) for here, there in code) / len(code) / step
    return off + (0.0 if whole else HIDDEN), matrix, marks


def known(code: Pairs, marks: dict[Point, Point]) -> Matrix:
    return fitted([(*pair, 1.0) for pair in code] + [(here, there, WEIGHT) for here, there in marks.items()])


def sloped(pairs: Pairs) -> Matrix:
    """The nearest projection from straight above: a small code says little of what is far away."""
    import numpy as np

    here = np.array([(x, y, 1.0) for (x, y), _ in pairs])
    there = np.array([there for _, there in pairs])
    return np.vstack([np.linalg.lstsq(here, there, rcond=None)[0].T, [0.0, 0.0, 1.0]])


def fitted(known: Sequence[tuple[Point, Point, float]]) -> Matrix:
    """The projection that takes places of the page to places of the picture with the least error."""
    import numpy as np

    page = scaling([here for here, _, _ in known])
    shown = scaling([there for _, there, _ in known])
    rows = []
    for here, there, weight in known:
        (x, y), (u, v) = moved(page, here), moved(shown, there)
        rows.append([weight * each for each in (x, y, 1, 0, 0, 0, -u * x, -u * y, -u)])
        rows.append([weight * each for each in (0, 0, 0, x, y, 1, -v * x, -v * y, -v)])
    least = np.linalg.svd(np.array(rows))[2][-1].reshape(3, 3)
    return np.linalg.inv(shown) @ least @ page


def scaling(points: Sequence[Point]) -> Matrix:
    """Brings points about the origin, to a distance of about 1, for the sake of exactness."""
    import numpy as np

    middle = np.mean(points, axis=0)
    size = float(np.mean(np.linalg.norm(np.array(points) - middle, axis=1))) or 1.0
    return np.array([[1 / size, 0, -middle[0] / size], [0, 1 / size, -middle[1] / size], [0, 0, 1]])


def moved(matrix: Matrix, point: Point) -> Point:
    x, y, depth = (row[0] * point[0] + row[1] * point[1] + row[2] for row in matrix)
    return float(x / depth), float(y / depth)


def window(
    picture: "Image", matrix: Matrix, left: float, top: float, right: float, bottom: float, dots: float
) -> "Image":
    """A rectangle of the page as it would look from straight above; white where the picture does not reach."""
    import numpy as np
    from PIL import Image

    onto = matrix @ np.array([[1 / dots, 0, left], [0, 1 / dots, top], [0, 0, 1]])
    onto = onto / onto[2, 2]
    size = max(1, round((right - left) * dots)), max(1, round((bottom - top) * dots))
    return picture.transform(
        size, Image.Transform.PERSPECTIVE, tuple(onto.flatten()[:8]), Image.Resampling.BICUBIC, fillcolor=255
    )


def dark_squares(picture: "Image", matrix: Matrix, middle: Point, reach: float) -> "list[Point | None]":
    """Where in the picture dark squares stand alone on paper, near a place of the page; then None, for no square."""
    import numpy as np

    x, y = middle
    reach += SIDE + BORDER
    seen = np.asarray(window(picture, matrix, x - reach, y - reach, x + reach, y + reach, FINE), dtype=np.float64)
    sums = np.zeros((seen.shape[0] + 1, seen.shape[1] + 1))
    sums[1:, 1:] = np.cumsum(np.cumsum(seen, axis=0), axis=1)
    found = sorted(peak for size in SIZES for peak in peaks(sums, round(SIDE * FINE * size)))
    spots: list[Point] = []
    for _, down, across, side in reversed(found):
        if all(max(abs(down - row), abs(across - column)) > side for row, column in spots) and len(spots) < FEW:
            spots.append((down, across))
    exact = [centred(seen, down, across, round(SIDE * FINE)) for down, across in spots]
    return [moved(matrix, (x - reach + column / FINE, y - reach + row / FINE)) for row, column in exact] + [None]


def peaks(sums: Any, side: int) -> "Iterator[tuple[float, float, float, int]]":
    """The squares of a size that stand out most: how much, and their middles, down and across."""
    import numpy as np

    border = round(BORDER * FINE)
    paper = np.minimum.reduce(blank_beside(sums, side, border))
    contrast = (paper - inside(sums, side, border)) / np.maximum(paper, DIM)
    for _ in range(FEW):
        row, column = (int(each) for each in np.unravel_index(int(np.argmax(contrast)), contrast.shape))
        if contrast[row, column] < PLAIN:
            return
        yield float(contrast[row, column]), row + border + side / 2, column + border + side / 2, side
        contrast[max(0, row - side) : row + side, max(0, column - side) : column + side] = 0.0


def inside(sums: Any, side: int, border: int) -> Any:
    """The mean of every square that has a border around it; `sums` has the sums of all that lies above and left."""
    whole = side + 2 * border
    rows, columns = sums.shape[0] - whole, sums.shape[1] - whole
    return means(sums, border, border, side, side, rows, columns)


def blank_beside(sums: Any, side: int, border: int) -> list[Any]:
    """The means of the four strips around every such square, a little way off for the sake of blurred edges."""
    whole, thin = side + 2 * border, border // 2
    rows, columns = sums.shape[0] - whole, sums.shape[1] - whole
    return [
        means(sums, 0, 0, thin, whole, rows, columns),
        means(sums, whole - thin, 0, thin, whole, rows, columns),
        means(sums, 0, 0, whole, thin, rows, columns),
        means(sums, 0, whole - thin, whole, thin, rows, columns),
    ]


def means(sums: Any, down: int, across: int, height: int, width: int, rows: int, columns: int) -> Any:
    def corner(y: int, x: int) -> Any:
        return sums[y : y + rows, x : x + columns]

    top, left = down, across
    total = corner(top + height, left + width) - corner(top, left + width)
    return (total - corner(top + height, left) + corner(top, left)) / (height * width)


def centred(seen: Any, down: float, across: float, side: int) -> Point:
    """The middle of the dark about a place, down and across, to a part of a dot."""
    import numpy as np

    half = round(side * 0.8)
    top, left = max(0, round(down) - half), max(0, round(across) - half)
    part = seen[top : round(down) + half, left : round(across) + half]
    dark = np.clip((part.max() + part.min()) / 2 - part, 0, None)
    total = float(dark.sum()) or 1.0
    rows, columns = np.arange(dark.shape[0]) + 0.5, np.arange(dark.shape[1]) + 0.5
    return float(top + (dark.sum(axis=1) * rows).sum() / total), float(
        left + (dark.sum(axis=0) * columns).sum() / total
    )
