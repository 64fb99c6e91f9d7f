"""The pictures of reports: maps with their owners and units, and charts; for paper and as SVG.

`data` is a game's folder of data, where its plates are.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

from msgspec import structs
from reportlab.pdfgen.canvas import Canvas

from pbm.maps.data.atlas import PLATES, find
from pbm.maps.geometry import Box
from pbm.maps.hexes.plate import HEXES, read_hex_plate
from pbm.maps.land import arms
from pbm.maps.land.plate import Owner, owners_of, read_plate
from pbm.maps.land.political import Holdings, land, over_land
from pbm.maps.scene import Item, Panel, Scene, shown
from pbm.maps.writers.svg import drawn
from pbm.reports import charts, mappictures, webmaps
from pbm.reports.hexpictures import height_of_hexes, hexes, paint_hexes
from pbm.reports.mappictures import holdings
from pbm.reports.pdf.blocks import Paint
from pbm.reports.pdf.markup import Figures, Shape
from pbm.reports.pdf.picture import overlay
from pbm.reports.pdf.type import Theme
from pbm.reports.sections import AnySection, Chart, Map

ARMS = "arms"
SHEET, FOREVER = 555.0, 1e6
"""The width of a whole map on a page, and a height that is never too small."""
Curves = Sequence[charts.Curve]
Turns = Sequence[int]
CHART_SHAPE = 0.31
"""The height of a chart for a width of 1."""


def figures(sections: Iterable[AnySection], data: Path | None, who: str = "") -> Figures:
    """Every picture of a report; without its data a game has no maps."""
    kinds = Chart if data is None else Chart | Map
    found = {one.key: painted(of_reader(one, who), data, who) for one in sections if isinstance(one, kinds)}
    for section in sections:
        if isinstance(section, Map) and data:
            found |= quarters(section, data, who)
    if owner := owner_of(first_plate(sections, data), who):
        found[ARMS] = (
            (lambda *room: paint_arms(who, owner, *room)),
            lambda theme, width: width * arms.HEIGHT / arms.WIDTH,
        )
    return found


def quarters(section: Map, data: Path, who: str) -> Figures:
    """A whole map in four parts, for large print."""
    plate, seen = plate_of(section, data), of_reader(section, who)
    if is_of_hexes(plate) or not isinstance(seen, Map) or mappictures.is_part(seen) or seen.quiet:
        return {}
    return {
        f"{section.key} {name}": (partial(mappictures.paint_quarter, number, seen, plate), filling)
        for number, name in enumerate(mappictures.QUARTERS)
    }


def filling(theme: Theme, width: float) -> float:
    """The height of a picture that has its page for itself under a heading."""
    return theme.height - 2.4 * theme.body


def of_reader(section: Chart | Map, who: str) -> Chart | Map:
    """A map that all reports share has the reader's realm outlined."""
    return structs.replace(section, own=who) if isinstance(section, Map) and not section.own else section


def first_plate(sections: Iterable[AnySection], data: Path | None) -> Path | None:
    """The plate of the first map in a report; of a game without maps its data."""
    maps = (section for section in sections if isinstance(section, Map))
    return data and next((plate_of(section, data) for section in maps), data)


def owner_of(plate: Path | None, who: str) -> Owner | None:
    """How a power is shown on a plate."""
    if plate is None or not who:
        return None
    return read_hex_plate(plate).style.owner.get(who) if is_of_hexes(plate) else owners_of(plate).get(who)


def paint_arms(
    who: str, owner: Owner, canvas: Canvas, theme: Theme, x: float, bottom: float, width: float, height: float
) -> None:
    drawing = list(arms.arms(who, owner, height, theme.saving))
    overlay(canvas, drawing, x, bottom + height)


def arms_as_svg(sections: Iterable[AnySection], data: Path | None, who: str) -> str:
    """The arms of a power, or nothing if no map shows it."""
    owner = owner_of(first_plate(sections, data), who)
    if not owner:
        return ""
    return drawn(Scene(f"The arms of {who}", arms.WIDTH, arms.HEIGHT, list(arms.arms(who, owner, arms.HEIGHT))))


def painted(section: Chart | Map, data: Path | None, who: str) -> tuple[Paint, Shape]:
    if isinstance(section, Chart):
        return (lambda *room: paint_chart(lines_in(section, data, who), section.turns, *room)), shaped(CHART_SHAPE)
    assert data is not None
    plate = plate_of(section, data)
    if is_of_hexes(plate):
        return (lambda *room: paint_hexes(section, plate, *room)), lambda *room: height_of_hexes(section, plate, *room)
    return (
        lambda *room: mappictures.paint(section, plate, *room),
        lambda *room: mappictures.height_on_paper(section, plate, *room),
    )


def shaped(ratio: float) -> Shape:
    return lambda theme, width: ratio * width


# maps


def is_of_hexes(plate: Path) -> bool:
    return find(plate, HEXES).exists()


def plate_of(section: Chart | Map, data: Path) -> Path:
    return data / PLATES / section.plate if section.plate else data


def scene(section: Map, data: Path, title: str = "", saving: bool = False) -> Scene:
    """The plate as a scene with its key, for those who write PDF, SVG or PNG files of it alone."""
    plate, held = plate_of(section, data), holdings(section, saving)
    if is_of_hexes(plate):
        return hexes(section, plate, saving=saving)
    sheet = read_plate(plate).page.box
    grown = sheet.right / SHEET
    laid = mappictures.picture(section, plate, sheet.right, FOREVER, mappictures.LEAST_TYPE * grown, saving, grown)
    items = [item for pane in laid.panes for item in pane_items(section, plate, held, pane)]
    below = laid.panes[0].window.paper.bottom
    margin = Panel(Box(-laid.width, below, 2 * laid.width, 2 * laid.height), 0.0, "#ffffff")
    return Scene(title or section.title, laid.width, laid.height, [*items, margin, *laid.key])


def pane_items(section: Map, plate: Path, held: Holdings, pane: mappictures.Pane) -> Iterator[Item]:
    window = pane.window
    corner, away = (window.box.left, window.box.top), (-pane.at[0], -pane.at[1])
    ground = [*land(plate, held), *over_land(plate, held, window.zoom)]
    yield from shown(shown(ground, corner, window.zoom), away, 1.0)
    for layer in mappictures.over(section, plate, held, window).layers:
        yield from shown(layer, away, 1.0)


def map_on_page(section: Map, data: Path, who: str) -> str:
    """A map as a part of a web page, on which the land of maps of areas stands already."""
    plate = plate_of(section, data)
    if is_of_hexes(plate):
        return webmaps.scene_html(scene(section, data), section)
    own_map = of_reader(section, who)
    assert isinstance(own_map, Map)
    return webmaps.map_html(own_map, plate)


def lands_on_page(sections: Iterable[Map], data: Path) -> Iterator[str]:
    """What the maps of areas on a page are drawn over, plate by plate."""
    plates: dict[Path, list[Map]] = {}
    for section in sections:
        if not is_of_hexes(plate := plate_of(section, data)):
            plates.setdefault(plate, []).append(section)
    for plate, maps in plates.items():
        parts = webmaps.lands(maps, plate)
        yield f'<svg class="parts" width="0" height="0" aria-hidden="true"><defs>{parts}</defs></svg>'


# charts


def lines_in(section: Chart, data: Path | None, who: str) -> Curves:
    owners = owners_of(plate_of(section, data)) if data else {}
    return [
        charts.Curve(one.name, one.values, owners[one.code].ink if one.code in owners else charts.INK, one.code == who)
        for one in section.series
    ]


def paint_chart(
    lines: Curves, turns: Turns, canvas: Canvas, theme: Theme, x: float, bottom: float, width: float, height: float
) -> None:
    overlay(canvas, charts.chart(lines, turns, width, height, theme.saving), x, bottom + height)
