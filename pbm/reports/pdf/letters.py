"""Text as the operators of a page, many times quicker than through a text object."""

from collections.abc import Iterable
from typing import Any

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from pbm.maps.writers.operators import rgb

FILL, FILL_AND_STROKE = 0, 2

Written = tuple[float, float, str, str, float, str]
"""Where a text begins, the text, its face, size and colour."""


def write(canvas: Canvas, texts: Iterable[Written], mode: int = FILL) -> None:
    """Texts in their places; with a stroke, letters are as thick as the line width of the canvas makes them."""
    pen = Pen(canvas._doc, mode)
    lines = [pen.line(*text) for text in texts]
    if lines:
        canvas.addLiteral(f"BT {mode} Tr\n" + "\n".join(lines) + "\nET")


class Pen:
    """Knows the face, size and colour that were used last."""

    def __init__(self, document: Any, mode: int) -> None:
        self.document = document
        self.stroked = mode == FILL_AND_STROKE
        self.ink = self.face = ""

    def line(self, x: float, y: float, text: str, face: str, size: float, ink: str) -> str:
        font = pdfmetrics.getFont(face)
        parts = [f"1 0 0 1 {x:.2f} {y:.2f} Tm"]
        if ink != self.ink:
            self.ink = ink
            parts.append(f"{rgb(ink)} rg" + (f" {rgb(ink)} RG" if self.stroked else ""))
        for subset, codes in font.splitString(text, self.document):
            name = f"{font.getSubsetInternalName(subset, self.document)} {size:.2f} Tf"
            if name != self.face:
                self.face = name
                parts.append(name)
            parts.append(f"({escaped(codes)}) Tj")
        return " ".join(parts)


ESCAPES = {code: f"\\{code:03o}" for code in (*range(32), *range(127, 256))} | {
    ord("("): "\\(",
    ord(")"): "\\)",
    ord("\\"): "\\\\",
}


def escaped(codes: bytes) -> str:
    return codes.decode("latin-1").translate(ESCAPES)
