"""Pictures on a page: what many documents share is made and compressed once, and stamped into each."""

import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFFormXObject, PDFName, PDFStream
from reportlab.pdfgen.canvas import Canvas

from pbm.maps.geometry import Box
from pbm.maps.letters.lettering import Window
from pbm.maps.scene import Item, Text
from pbm.maps.writers.operators import operators
from pbm.reports.pdf.letters import FILL, FILL_AND_STROKE, write
from pbm.reports.pdf.type import SANS, SANS_BOLD, ems, legible

START = {"start": 0.0, "middle": 0.5, "end": 1.0}
FACES = {"sans": SANS, "sans-bold": SANS_BOLD}


def drawing(size: tuple[float, float], content: bytes) -> PDFFormXObject:
    """A drawing that is compressed already."""
    made = PDFFormXObject(0, 0, *size)
    made.Contents = PDFStream(content=content)
    made.Contents.dictionary["Filter"] = PDFName("FlateDecode")
    return made


def pressed(items: Iterable[Item]) -> bytes:
    """A scene without its text, ready to be stamped."""
    return zlib.compress(operators(items).encode("ascii"), 9)


def stamp(
    canvas: Canvas, name: str, content: bytes, size: tuple[float, float], window: Window, x: float, top: float
) -> None:
    """Show a window of a drawing with its top left corner in a place."""
    form: Any = canvas
    if not form.hasForm(name):
        form._doc.addForm(name, drawing(size, content))
    with clipped(canvas, window.paper, x, top):
        placed(canvas, window, x, top)
        canvas.doForm(name)


def traced(canvas: Canvas, items: Iterable[Item], window: Window, x: float, top: float) -> None:
    """Draw parts in units of the sheet through a window."""
    with clipped(canvas, window.paper, x, top):
        placed(canvas, window, x, top)
        canvas.addLiteral(operators(items))


def placed(canvas: Canvas, window: Window, x: float, top: float) -> None:
    left, upper, zoom = window.box.left, window.box.top, window.zoom
    canvas.transform(zoom, 0, 0, -zoom, x - left * zoom, top + upper * zoom)


@contextmanager
def clipped(canvas: Canvas, paper: Box, x: float, top: float) -> Iterator[None]:
    canvas.saveState()
    clip = canvas.beginPath()
    clip.rect(x, top - paper.bottom, paper.right, paper.bottom)
    canvas.clipPath(clip, stroke=0, fill=0)
    yield
    canvas.restoreState()


def overlay(canvas: Canvas, items: Sequence[Item], x: float, top: float, paper: Box | None = None) -> None:
    """Draw parts in points on paper, y downwards from a top: shapes first, then halos, then letters; within a box of
    paper if one is given."""
    if paper:
        with clipped(canvas, paper, x, top):
            overlay(canvas, items, x, top)
        return
    canvas.addLiteral(f"q 1 0 0 -1 {x:.2f} {top:.2f} cm\n{operators(items)}\nQ")
    texts = [item for item in items if isinstance(item, Text)]
    if halos := [text for text in texts if text.halo]:
        canvas.saveState()
        canvas.setLineJoin(1)
        canvas.setLineWidth(2 * halos[0].halo_width)
        letters(canvas, halos, x, top, FILL_AND_STROKE)
        canvas.restoreState()
    letters(canvas, texts, x, top, FILL)


def letters(canvas: Canvas, texts: Iterable[Text], x: float, top: float, mode: int) -> None:
    placed = []
    for text in texts:
        face = FACES.get(text.face, text.face)
        content = legible(text.content, face)
        start = text.at[0] - START[text.anchor] * ems(content, face) * text.size
        ink = text.halo if mode else text.colour
        placed.append((x + start, top - text.at[1], content, face, text.size, ink))
    write(canvas, placed, mode)
