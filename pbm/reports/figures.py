"""The pictures of reports: maps with their owners and units, and charts; for paper and as SVG.

`data` is a game's folder of data, where its plates are.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from pbm.maps.atlas import PLATES, find
from pbm.maps.counters import Counter
from pbm.maps.geometry import Box, bounds
from pbm.maps.hexmarks import HexMarks
from pbm.maps.hexplate import HEXES, HexPlate, read_hex_plate
from pbm.maps.hexscene import hex_scene, hexside
from pbm.maps.lettering import Window, badge, names, swatch, window_on
from pbm.maps.plate import owners_of, read_plate
from pbm.maps.political import BLACK, Holdings, land, lines_of
from pbm.maps.scene import Item, Line, Scene, Text
from pbm.maps.svg import drawn
from pbm.reports import charts
from pbm.reports.pdf.blocks import Paint
from pbm.reports.pdf.markup import Figures, Shape
from pbm.reports.pdf.picture import overlay, pressed, stamp
from pbm.reports.pdf.type import Theme
from pbm.reports.sections import AnySection, Chart, Map, Token

BLEED = 20.0
"""How near a whole map comes to the edge of the paper, in points."""
KEY_ROW, KEY_SIZE = 12.5, 7.0
KEY_COLUMNS, KEY_LETTERS = (6, 5), 15
"""The columns of the key, and with names of more letters than this."""
AROUND = 55.0
"""How much of the map is shown round the places of a window, in units of the sheet."""
LEAST = 420.0
"""The narrowest window."""
LETTERS = 0.6
"""The largest lettering in a window, as a share of that of the sheet."""
HEADED = 40.0
"""The room that a picture of hexes leaves on its page for a heading."""
NARROWEST, SHRUNK = 100.0, 0.98
"""A picture of hexes is made narrower by steps until it and its key fit, but not below this."""
HEXSIDE = 26.0
"""The longest hexside on paper, in points."""
MAP_SHAPE, WINDOW_SHAPE, CHART_SHAPE = 1.3, 0.56, 0.31
"""The height of pictures for a width of 1."""


def figures(sections: Iterable[AnySection], data: Path | None, who: str = "") -> Figures:
    """Every picture of a report; without its data a game has no maps."""
    found = {section.key: painted(section, data, who) for section in sections if isinstance(section, Chart)}
    if data is None:
        return found
    return found | {section.key: painted(section, data, who) for section in sections if isinstance(section, Map)}


def painted(section: Chart | Map, data: Path | None, who: str) -> tuple[Paint, Shape]:
    if isinstance(section, Chart):
        return (lambda *room: paint_chart(lines_in(section, data, who), section.turns, *room)), shaped(CHART_SHAPE)
    assert data is not None
    plate = plate_of(section, data)
    if is_of_hexes(plate):
        return (lambda *room: paint_hexes(section, plate, *room)), lambda *room: height_of_hexes(section, plate, *room)
    if section.whole or section.part:
        return (lambda *room: paint_window(section, data, *room)), shaped(WINDOW_SHAPE)
    return (lambda *room: paint_plate(section, data, *room)), shaped(MAP_SHAPE)


def shaped(ratio: float) -> Shape:
    return lambda theme, width: ratio * width


# maps


def is_of_hexes(plate: Path) -> bool:
    return find(plate, HEXES).exists()


def plate_of(section: Chart | Map, data: Path) -> Path:
    return data / PLATES / section.plate if section.plate else data


def holdings(section: Map, saving: bool) -> Holdings:
    return Holdings(tuple(section.owners.items()), frozenset(section.changed), saving)


@lru_cache(maxsize=8)
def ground(plate: Path, owned: tuple[tuple[str, str], ...], saving: bool) -> bytes:
    """What lies under the names: the same for every report of a turn."""
    return pressed(land(plate, Holdings(owned, saving=saving)))


@lru_cache(maxsize=8)
def lettered(plate: Path, held: Holdings, window: Window) -> list[Item]:
    """The names of a map that all reports of a turn share."""
    return names(plate, held, window)


def signs(tokens: Iterable[Token]) -> dict[str, list[tuple[str, int | str]]]:
    """Small figures for the units in each place."""
    found: dict[str, list[tuple[str, int | str]]] = {}
    for token in tokens:
        found.setdefault(token.place, []).append((token.sign, token.label or token.number or ""))
    return found


def paint_plate(
    section: Map, data: Path, canvas: Canvas, theme: Theme, x: float, bottom: float, width: float, height: float
) -> None:
    """The whole plate as large as it goes, with the key to the owners under it."""
    plate, saving = plate_of(section, data), theme.saving
    sheet, held = read_plate(plate).page.box, holdings(section, saving)
    key = KEY_ROW * -(-len(section.names) // key_columns(section)) + 6
    wide = min(width + 2 * (theme.margin - BLEED), (height - key) * sheet.right / sheet.bottom)
    left, top = x + (width - wide) / 2, bottom + height
    window = window_on(sheet, wide)
    show(canvas, section, plate, held, window, left, top)
    overlay(canvas, list(key_to_owners(section, plate, width, saving)), x, top - window.paper.bottom - 8)


def paint_window(
    section: Map, data: Path, canvas: Canvas, theme: Theme, x: float, bottom: float, width: float, height: float
) -> None:
    """A part of the plate, with the units there."""
    plate = plate_of(section, data)
    window = window_round(section, plate, width, height)
    show(canvas, section, plate, holdings(section, theme.saving), window, x, bottom + height)


def show(canvas: Canvas, section: Map, plate: Path, held: Holdings, window: Window, x: float, top: float) -> None:
    """A window on a plate, with its frame."""
    box, paper = read_plate(plate).page.box, window.paper
    name = f"land-{section.plate}" if section.plate else "land"
    stamp(canvas, name, ground(plate, held.owned, held.saving), (box.right, box.bottom), window, x, top)
    edge = Line(((0, 0), (paper.right, 0), (paper.right, paper.bottom), (0, paper.bottom), (0, 0)), BLACK, 0.8)
    tokens = signs(section.tokens)
    written = names(plate, held, window, tokens) if tokens else lettered(plate, held, window)
    overlay(canvas, [*written, edge], x, top)


def key_to_owners(section: Map, plate: Path, width: float, saving: bool) -> Iterator[Item]:
    owners, columns = read_plate(plate).owner, key_columns(section)
    for number, (code, name) in enumerate(section.names.items()):
        x, y = number % columns * width / columns, number // columns * KEY_ROW
        owner = owners[code]
        yield from swatch(owner, Box(x, y, x + 16, y + 8.4), saving)
        yield from badge(owner, (x + 22, y + 4.2), 4.0, saving)
        yield Text((x + 29, y + 6.8), name, "serif", KEY_SIZE + 1, BLACK, "start")


def key_columns(section: Map) -> int:
    few, many = KEY_COLUMNS[1], KEY_COLUMNS[0]
    return few if any(len(name) > KEY_LETTERS for name in section.names.values()) else many


def window_round(section: Map, plate: Path, width: float, height: float) -> Window:
    """The part of the sheet that holds the places of a window, in the shape of its room."""
    sheet, shapes = read_plate(plate), lines_of(plate).shapes
    points = [point for place in section.whole for ring in shapes.get(place, ()) for point in ring]
    points += [sheet.layout.labels[place].at for place in (*section.whole, *section.part)]
    inner = sheet.page.inner
    return fitted(bounds(points).grown(AROUND) if points else inner, inner, width, height)


def fitted(box: Box, sheet: Box, width: float, height: float) -> Window:
    """The box widened to a shape and kept on the sheet; what does not fit is cut off."""
    wide = max(box.right - box.left, (box.bottom - box.top) * width / height, LEAST)
    wide = min(wide, sheet.right - sheet.left, (sheet.bottom - sheet.top) * width / height)
    high = wide * height / width
    left = centred(box.left + box.right, wide, sheet.left, sheet.right)
    top = centred(box.top + box.bottom, high, sheet.top, sheet.bottom)
    zoom = width / wide
    return Window(Box(left, top, left + wide, top + high), zoom, min(zoom, LETTERS))


def centred(middles: float, length: float, low: float, high: float) -> float:
    """Where a stretch begins that is centred on half of `middles` and lies between two ends."""
    return min(max((middles - length) / 2, low), high - length)


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


def scene(section: Map, data: Path, title: str = "", saving: bool = False) -> Scene:
    """The plate as a scene, for those who write SVG or PNG."""
    plate, held = plate_of(section, data), holdings(section, saving)
    if is_of_hexes(plate):
        return hexes(section, plate, saving=saving)
    sheet = read_plate(plate).page.box
    window = window_on(sheet, sheet.right)
    items = [*land(plate, held), *names(plate, held, window, signs(section.tokens))]
    return Scene(title or section.title, sheet.right, sheet.bottom, items)


def map_as_svg(section: Map, data: Path) -> str:
    """With letters of its own: several maps may stand on one page."""
    written, own = drawn(scene(section, data)), f"{section.key}-"
    return written.replace(' id="', f' id="{own}').replace('href="#', f'href="#{own}')


# charts


def lines_in(section: Chart, data: Path | None, who: str) -> list[charts.Line]:
    owners = owners_of(plate_of(section, data)) if data else {}
    return [
        charts.Line(one.name, one.values, owners[one.code].ink if one.code in owners else charts.INK, one.code == who)
        for one in section.series
    ]


def paint_chart(
    series: Sequence[charts.Line],
    turns: Sequence[int],
    canvas: Canvas,
    theme: Theme,
    x: float,
    bottom: float,
    width: float,
    height: float,
) -> None:
    drawing = charts.chart(series, turns, width, height, theme.saving)
    overlay(canvas, drawing, x, bottom + height)
