"""A page being filled: text, lines and panels are gathered and written at once; y runs downwards from the top."""

from collections.abc import Callable
from itertools import groupby
from typing import NamedTuple

from reportlab.pdfgen.canvas import Canvas

from pbm.maps.writers.operators import rgb
from pbm.reports.pdf.letters import Written, write
from pbm.reports.pdf.type import Run, SetLine, Theme, measure

Picture = Callable[[Canvas], None]


class Place(NamedTuple):
    """A box to write in: its name, where it lies on the page, and what is printed in it."""

    name: str
    left: float
    top: float
    right: float
    bottom: float
    printed: str = ""


UNDERLINE, UNDERLINE_WIDTH = 0.12, 0.05
"""How far below the line an underline lies and how thick it is, in ems."""


DEPTH = 0.25
"""How far below the line a link reaches, in ems."""


class Sheet:
    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.under: list[str] = []
        self.content: list[Written | Picture] = []
        """Text and pictures in reading order."""
        self.outline: list[tuple[str, int, float]] = []
        self.names: list[tuple[str, float]] = []
        """The places that links lead to."""
        self.links: list[tuple[str, tuple[float, float, float, float]]] = []
        self.places: list[Place] = []
        self.marked = ""
        """What its QR code says, if it is a page of a turnsheet."""
        self.used = 0.0
        """How much of its height is used."""

    def up(self, y: float) -> float:
        return self.theme.page[1] - y

    def line(self, line: SetLine, x: float, y: float) -> None:
        """A line of text on its baseline."""
        for across, run in line.runs:
            style = run.style
            self.content.append((x + across, self.up(y), run.text, style.face, style.size, style.colour))
            if style.underlined:
                self.underline(run, x + across, y)
            if style.link:
                base, right = self.up(y), x + across + measure(run)
                self.links.append((style.link, (x + across, base - DEPTH * style.size, right, base + style.size)))

    def underline(self, run: Run, x: float, y: float) -> None:
        size = run.style.size
        self.rule(x, y + UNDERLINE * size, x + measure(run), UNDERLINE_WIDTH * size, run.style.colour)

    def rule(self, left: float, y: float, right: float, width: float, ink: str) -> None:
        self.stroke(left, y, right, y, width, ink)

    def stroke(self, x: float, y: float, to_x: float, to_y: float, width: float, ink: str) -> None:
        ends = f"{x:.2f} {self.up(y):.2f} m {to_x:.2f} {self.up(to_y):.2f} l S"
        self.under.append(f"{rgb(ink)} RG {width:.2f} w {ends}")

    def panel(
        self, left: float, top: float, right: float, bottom: float, fill: str, edge: str = "", width: float = 0.5
    ) -> None:
        box = f"{left:.2f} {self.up(bottom):.2f} {right - left:.2f} {bottom - top:.2f} re"
        if fill:
            self.under.append(f"{rgb(fill)} rg {box} f")
        if edge:
            self.under.append(f"{rgb(edge)} RG {width:.2f} w {box} S")

    def write(self, canvas: Canvas) -> None:
        """Put everything on the canvas, in reading order."""
        if self.under:
            canvas.addLiteral("q 0 J\n" + "\n".join(self.under) + "\nQ")
        for painted, group in groupby(self.content, callable):
            if painted:
                for picture in group:
                    picture(canvas)  # type: ignore[operator]
            else:
                write(canvas, group)  # type: ignore[arg-type]
