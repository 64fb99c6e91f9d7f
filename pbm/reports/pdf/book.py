"""Documents laid out on pages and bound in one PDF: the same content gives the same bytes."""

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO

from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from pbm.reports.pdf.blocks import Block, Break, Figure, Stack, filled_round, stacked
from pbm.reports.pdf.marks import Marked, mark
from pbm.reports.pdf.sheet import Sheet
from pbm.reports.pdf.type import SANS, SERIF, Run, Style, Theme, legible, register_faces, single

FOOT_SIZE = 7.2
rl_config.useA85 = 0
"""Streams as they are: a quarter smaller than in ASCII."""
WEB = ("https://", "http://")
"""What begins a link that leads out of the document."""


@dataclass(frozen=True)
class Document:
    """Blocks, and the foot of every page."""

    title: str
    foot: str
    blocks: Sequence[Block]
    language: str = "en-GB"
    subject: str = ""


class Book:
    def __init__(self, theme: Theme, title: str, subject: str = "", language: str = "en-GB") -> None:
        register_faces()
        self.theme = theme
        self.buffer = BytesIO()
        self.canvas = Canvas(
            self.buffer, theme.page, invariant=1, pageCompression=1, lang=language, initialFontName=SERIF
        )
        self.canvas.setTitle(title)
        self.canvas.setSubject(subject or title)
        self.canvas.setAuthor("")
        self.canvas.setCreator("pbm")
        self.canvas.setProducer("pbm")
        self.marks = 0
        self.pages = 0

    def add(
        self,
        document: Document,
        nested: bool = False,
        deeper: int = 0,
        look: Theme | None = None,
        numbered: bool = True,
    ) -> int:
        """Bind a document in; if nested, it stands in the outline by its title. Returns how many pages it took."""
        sheets = pages(document, look or self.theme)
        if nested:
            sheets[0].outline.insert(0, (document.title, -deeper, 0.0))
        written = [sheet for sheet in sheets if sheet.content]
        for number, sheet in enumerate(written, 1):
            if numbered:
                foot(sheet, document.foot, number, len(written))
        for sheet in sheets:
            self.write(sheet, deeper)
        return len(sheets)

    def blank(self) -> None:
        """An empty page."""
        self.write(Sheet(self.theme), 0)

    def write(self, sheet: Sheet, deeper: int) -> None:
        sheet.write(self.canvas)
        for title, level, y in sheet.outline:
            self.marks += 1
            self.canvas.bookmarkHorizontal(f"m{self.marks}", 0, sheet.up(y))
            self.canvas.addOutlineEntry(title, f"m{self.marks}", level + deeper, closed=level + deeper > 0)
        for name, y in sheet.names:
            self.canvas.bookmarkHorizontal(name, 0, sheet.up(y))
        for name, box in sheet.links:
            if name.startswith(WEB):
                self.canvas.linkURL(name, box)
            else:
                self.canvas.linkAbsolute("", name, box)
        self.canvas.showPage()
        self.pages += 1

    def finish(self) -> bytes:
        self.canvas.save()
        return self.buffer.getvalue()


def pages(document: Document, theme: Theme) -> list[Sheet]:
    """The document's pages, without their foot lines."""
    sheets: list[Sheet] = []
    queue = list(document.blocks)
    marked, number = None, 0
    while queue:
        if isinstance(queue[0], Marked):
            marked, number = queue[0], 0
        if isinstance(queue[0], Break):
            if queue[0].front and not theme.fillable and len(sheets) % 2:
                sheets.append(Sheet(theme))
            queue.pop(0)
            continue
        number += 1
        sheet, queue = page(queue, theme, marked.head if marked and number > 1 else ())
        if marked:
            mark(sheet, marked.on(number, theme))
        sheets.append(sheet)
    return sheets or [Sheet(theme)]


def page(queue: list[Block], theme: Theme, head: Sequence[Block]) -> tuple[Sheet, list[Block]]:
    """A page with as many blocks as fit under its head, and those left over."""
    top, sheet = stacked(head, theme.width), Sheet(theme)
    Stack(blocks=head).draw(sheet, theme.margin, theme.top, theme.width)
    placed, rest, used = filled_round(queue, theme.width, theme.height - top)
    if not placed:
        placed, rest = [(0.0, queue[0])], queue[1:]
    stretch(placed, theme.width, theme.height - top - used)
    sheet.used = top + max(y + block.measure(theme.width) for y, block in placed)
    for y, block in placed:
        block.draw(sheet, theme.margin, theme.top + top + y, theme.width)
    return sheet, rest


def stretch(placed: list[tuple[float, Block]], width: float, spare: float) -> None:
    """Let the figure that ends a page, and is meant to, take what is left of it."""
    last = placed[-1][1]
    if isinstance(last, Figure) and last.stretches:
        height = last.measure(width)
        last.height = max(height, min(height + spare, last.most or height + spare))


def foot(sheet: Sheet, text: str, number: int, count: int) -> None:
    theme = sheet.theme
    style = Style(SANS, FOOT_SIZE, theme.faint)
    y = theme.page[1] - theme.foot + 18
    sheet.rule(theme.margin, y - 10, theme.page[0] - theme.margin, 0.4, theme.rule)
    left = single([Run(legible(text, SANS), style)])
    right = single([Run(f"page {number} of {count}", style)])
    sheet.line(left, theme.margin, y)
    sheet.line(right, theme.page[0] - theme.margin - right.width, y)
