"""Maps of hexes in reports: the whole field, sheets of it, and close-ups, with their counters."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from pbm.maps.hexes.counters import Counter
from pbm.maps.hexes.marks import HexMarks
from pbm.maps.hexes.plate import HexPlate, read_hex_plate
from pbm.maps.hexes.scene import hex_scene, hexside
from pbm.maps.scene import Item, Scene, Text
from pbm.reports.pdf.picture import overlay
from pbm.reports.pdf.type import Theme
from pbm.reports.sections import Map

BLEED = 20.0
"""How near a whole map comes to the edge of the paper, in points."""
HEADED = 40.0
"""The room that a picture of hexes leaves on its page for a heading."""
NARROWEST, SHRUNK = 100.0, 0.98
"""A picture of hexes is made narrower by steps until it and its key fit, but not below this."""
HEXSIDE = 26.0
"""The longest hexside on paper, in points."""


def hexes(section: Map, plate: Path, width: float | None = None, saving: bool = False) -> Scene:
    """A plate of hexes with its counters."""
    counters = [
        Counter(one.place, one.label, one.owner, one.facing, one.sign, str(one.number or ""), one.states)
        for one in section.tokens
    ]
    marks = HexMarks(counters, section.trails, section.fights, section.shots, sides=section.sides)
    look, shown = read_hex_plate(plate, saving), (*section.whole, *section.part)
    most = longest(section, look, width) if width else None
    return hex_scene(look, marks, shown, width, most=most, around=0 if section.whole else 1)


def longest(section: Map, plate: HexPlate, width: float) -> float:
    """The longest hexside: that of the whole plate on a page, so many times as large."""
    page = 2 * width if section.side else width
    return min(HEXSIDE, section.scale * hexside(plate, page)) if section.scale > 1 else HEXSIDE


def height_of_hexes(section: Map, plate: Path, theme: Theme, width: float) -> float:
    return min(hexes(section, plate, breadth(section, theme, width)).height, theme.height - HEADED)


def breadth(section: Map, theme: Theme, width: float) -> float:
    """A picture that has its page for itself runs into the margins."""
    return width if section.side else width + 2 * (theme.margin - BLEED)


def paint_hexes(
    section: Map, plate: Path, canvas: Canvas, theme: Theme, x: float, bottom: float, width: float, height: float
) -> None:
    wide = breadth(section, theme, width)
    drawing = hexes(section, plate, wide, theme.saving)
    while drawing.height > height and wide > NARROWEST:
        wide *= min(height / drawing.height, SHRUNK)
        drawing = hexes(section, plate, wide, theme.saving)
    left, top = x + (width - drawing.width) / 2, bottom + height
    canvas.saveState()
    edge = canvas.beginPath()
    edge.rect(left, top - drawing.height, drawing.width, drawing.height)
    canvas.clipPath(edge, stroke=0, fill=0)
    for layer in layers(drawing.items):
        overlay(canvas, layer, left, top)
    canvas.restoreState()


def layers(items: Iterable[Item]) -> Iterator[list[Item]]:
    """Shapes with the text over them, as far as no shape covers a text."""
    found: list[Item] = []
    for item in items:
        if found and isinstance(found[-1], Text) and not isinstance(item, Text):
            yield found
            found = []
        found.append(item)
    yield found
