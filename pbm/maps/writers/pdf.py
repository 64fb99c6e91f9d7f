"""Writes a scene as PDF with its fonts embedded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pbm import fonts
from pbm.maps.geometry import Point
from pbm.maps.letters.typeface import text_width
from pbm.maps.scene import Disc, Item, Panel, Polyline, Scene, Shape, Text

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

START = {"start": 0.0, "middle": 0.5, "end": 1.0}
ROUND, BUTT = 1, 0
FILL, FILL_AND_STROKE = 0, 2


def write_pdf(scene: Scene, path: Path) -> None:
    """One page, the same bytes each time."""
    from reportlab.pdfgen.canvas import Canvas

    register_fonts()
    size = (scene.width, scene.height)
    canvas = Canvas(str(path), pagesize=size, invariant=1, pageCompression=1, initialFontName="serif")
    canvas.setTitle(scene.title)
    canvas.setLineJoin(ROUND)
    painter = Painter(canvas, scene.height)
    for item in scene.items:
        painter.paint(item)
    canvas.save()


def register_fonts() -> None:
    """Makes our faces known under their own names."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    for face in fonts.FACES:
        pdfmetrics.registerFont(TTFont(face, str(fonts.path(face))))


class Painter:
    """Paints parts of a scene on a canvas whose y runs upwards."""

    def __init__(self, canvas: Canvas, height: float) -> None:
        self.canvas = canvas
        self.height = height

    def paint(self, item: Item) -> None:
        """One part."""
        match item:
            case Shape():
                self.ink(item)
                self.trace(item.rings, item)
            case Polyline():
                self.line(item)
            case Disc():
                self.ink(item)
                x, y = self.turned(item.centre)
                self.canvas.circle(x, y, item.radius, stroke=int(bool(item.stroke)), fill=1)
            case Panel():
                self.panel(item)
            case Text():
                self.text(item)

    def turned(self, point: Point) -> Point:
        """A point of the scene on the canvas."""
        return point[0], self.height - point[1]

    def ink(self, item: Shape | Disc | Panel) -> None:
        """Sets fill and stroke."""
        self.canvas.setFillColor(item.fill)
        if item.stroke:
            self.canvas.setStrokeColor(item.stroke)
            self.canvas.setLineWidth(item.width)

    def trace(self, rings: Iterable[Sequence[Point]], item: Shape) -> None:
        """A filled polygon."""
        path = self.canvas.beginPath()
        for ring in rings:
            path.moveTo(*self.turned(ring[0]))
            for point in ring[1:]:
                path.lineTo(*self.turned(point))
            path.close()
        self.canvas.drawPath(path, stroke=int(bool(item.stroke)), fill=1)

    def line(self, item: Polyline) -> None:
        """An open line."""
        self.canvas.setStrokeColor(item.colour)
        self.canvas.setLineWidth(item.width)
        self.canvas.setLineCap(BUTT if item.dash else ROUND)
        self.canvas.setDash(*item.dash) if item.dash else self.canvas.setDash()
        path = self.canvas.beginPath()
        path.moveTo(*self.turned(item.points[0]))
        for point in item.points[1:]:
            path.lineTo(*self.turned(point))
        self.canvas.drawPath(path, stroke=1, fill=0)
        self.canvas.setDash()

    def panel(self, item: Panel) -> None:
        """A rectangle."""
        self.ink(item)
        left, top, right, bottom = item.box
        x, y = self.turned((left, bottom))
        self.canvas.roundRect(x, y, right - left, bottom - top, item.corner, stroke=int(bool(item.stroke)), fill=1)

    def text(self, item: Text) -> None:
        """The halo first, then the letters."""
        width = text_width(item.content, item.face, item.size, item.spacing)
        x, y = self.turned((item.at[0] - START[item.anchor] * width, item.at[1]))
        if item.halo:
            self.canvas.saveState()
            self.canvas.setStrokeColor(item.halo)
            self.canvas.setLineWidth(2 * item.halo_width)
            self.letters(item, (x, y), item.halo, FILL_AND_STROKE)
            self.canvas.restoreState()
        self.letters(item, (x, y), item.colour, FILL)

    def letters(self, item: Text, at: Point, colour: str, mode: int) -> None:
        """One line of text; a render mode outlives its text object unless the state is restored."""
        words = self.canvas.beginText(*at)
        words.setFont(item.face, item.size)
        words.setCharSpace(item.spacing)
        words.setTextRenderMode(mode)
        words.setFillColor(colour)
        words.textOut(item.content)
        self.canvas.drawText(words)
