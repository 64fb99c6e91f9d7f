"""The marks on every page of a turnsheet: a dark square in each corner, by which a photo is straightened, and a QR code
that says game, turn, power, sheet code, page and layout, all of which the page shows in print as well."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pbm.reports.pdf.blocks import Block, Break
from pbm.reports.pdf.qr import QUIET, qr_code, squares
from pbm.reports.pdf.sheet import Sheet
from pbm.reports.pdf.type import PAPERS, Theme, theme

SIDE = 9.0
"""Of a corner mark, in points."""
INSET = 21.0
"""From the edges of the paper to the middle of a mark: printers leave the outermost 5 mm blank."""
CODE_SIDE = 62.0
"""Of the QR code with its empty border."""
LARGE, FILE = "b", "f"
LAYOUT = re.compile(rf"(\d{{1,2}})([{''.join(paper[0] for paper in PAPERS)}])({LARGE}?)({FILE}?)")

Point = tuple[float, float]


@dataclass
class Marked(Break):
    """What follows begins on a new sheet, and its pages have marks; all but the first begin with the head."""

    words: str = ""
    """What the QR code says first."""
    head: Sequence[Block] = ()

    def on(self, number: int, look: Theme) -> str:
        """What the QR code of a page says."""
        return f"{self.words} {number}{layout(look)}"


def layout(look: Theme) -> str:
    """The look of a page as far as it moves the boxes."""
    return look.paper[0] + LARGE * look.large + FILE * look.fillable


def laid_out(written: str) -> tuple[int, Theme] | None:
    """The page of a sheet and its look, as the QR code has them."""
    match = LAYOUT.fullmatch(written)
    if not match:
        return None
    paper = next(paper for paper in PAPERS if paper[0] == match[2])
    return int(match[1]), theme(paper, large=bool(match[3]), fillable=bool(match[4]))


def corners(look: Theme) -> tuple[Point, ...]:
    """The middles of the corner marks: top left, top right, bottom right, bottom left; y runs downwards."""
    width, height = look.page
    return (INSET, INSET), (width - INSET, INSET), (width - INSET, height - INSET), (INSET, height - INSET)


def code_corners(words: str, look: Theme) -> tuple[Point, ...]:
    """The corners of the QR code itself, in the same order."""
    count = squares(words)[-1][0]
    border = CODE_SIDE * QUIET / (count + 2 * QUIET)
    right, top = look.page[0] - look.margin, look.top
    left, bottom = right - CODE_SIDE + border, top + CODE_SIDE - border
    return (left, top + border), (right - border, top + border), (right - border, bottom), (left, bottom)


def mark(sheet: Sheet, words: str) -> None:
    """Put the marks on a page."""
    look, half = sheet.theme, SIDE / 2
    sheet.marked = words
    for x, y in corners(look):
        sheet.panel(x - half, y - half, x + half, y + half, look.ink)
    paint, left = qr_code(words, CODE_SIDE), look.page[0] - look.margin - CODE_SIDE
    bottom = sheet.up(look.top + CODE_SIDE)
    sheet.content.append(lambda canvas: paint(canvas, look, left, bottom, CODE_SIDE, CODE_SIDE))
