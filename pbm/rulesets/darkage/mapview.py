"""The pictures of a report: the map with its owners, a kingdom's neighbourhood, and the standings over time."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from reportlab.pdfgen.canvas import Canvas

from pbm.maps.geometry import Box, bounds
from pbm.maps.lettering import Tokens, Window, badge, names, swatch, window_on
from pbm.maps.plate import read_plate
from pbm.maps.political import BLACK, Holdings, land, lines_of
from pbm.maps.scene import Item, Line, Scene, Text
from pbm.reports.charts import Series, chart
from pbm.reports.pdf.markup import Figures
from pbm.reports.pdf.picture import overlay, pressed, stamp
from pbm.reports.pdf.type import Theme
from pbm.rulesets.darkage.map import DATA
from pbm.rulesets.darkage.report.shape import Holding, Report, Roundup, Sighting

BLEED = 20.0
"""How near the map comes to the edge of the paper, in points."""
KEY_ROW, KEY_COLUMNS, KEY_SIZE = 12.5, 6, 7.0
AROUND = 55.0
"""How much of the map is shown round a kingdom's own areas, in units of the sheet."""
LEAST = 420.0
"""The narrowest window."""
LETTERS = 0.6
"""The largest lettering in a neighbourhood, as a share of that of the sheet."""
SHAPE, CHART = 0.56, 0.31
"""The height of neighbourhood and chart for a width of 1."""


def figures(subject: Report | Roundup) -> Figures:
    """Every picture that a template may show."""
    public = subject.roundup if isinstance(subject, Report) else subject
    who = subject.masthead.who
    shown: Figures = {
        "map": (lambda *room: paint_map(public, *room), 1.3),
        "points": (lambda *room: paint_chart(points(public, who), public, *room), CHART),
        "lands": (lambda *room: paint_chart(lands(public, who), public, *room), CHART),
        "wealth": (lambda *room: paint_chart(wealth(public, who), public, *room), CHART),
    }
    if isinstance(subject, Report):
        return {**shown, "neighbourhood": (lambda *room: paint_neighbourhood(subject, *room), SHAPE)}
    return shown


def holdings(public: Roundup, saving: bool) -> Holdings:
    owners = tuple((area, row.code) for row in public.ranks for area in row.areas)
    return Holdings(owners, frozenset(change.area for change in public.changes), saving)


@lru_cache(maxsize=4)
def ground(owned: tuple[tuple[str, str], ...], saving: bool) -> bytes:
    """What lies under the names: the same for every report of a turn."""
    return pressed(land(DATA, Holdings(owned, saving=saving)))


@lru_cache(maxsize=4)
def lettered(held: Holdings, window: Window) -> list[Item]:
    """The names of a map that all reports of a turn share."""
    return names(DATA, held, window)


def show(canvas: Canvas, held: Holdings, window: Window, x: float, top: float, tokens: Tokens | None = None) -> None:
    """A window on the map, with its frame."""
    box = read_plate(DATA).page.box
    stamp(canvas, "land", ground(held.owned, held.saving), (box.right, box.bottom), window, x, top)
    paper = window.paper
    edge = Line(((0, 0), (paper.right, 0), (paper.right, paper.bottom), (0, paper.bottom), (0, 0)), BLACK, 0.8)
    overlay(canvas, [*(lettered(held, window) if tokens is None else names(DATA, held, window, tokens)), edge], x, top)


def paint_map(
    public: Roundup, canvas: Canvas, theme: Theme, x: float, bottom: float, width: float, height: float
) -> None:
    """The whole map as large as it goes, with the key to the owners under it."""
    sheet, held = read_plate(DATA).page.box, holdings(public, theme.saving)
    entries = [row.code for row in public.ranks if row.areas]
    key = KEY_ROW * -(-len(entries) // KEY_COLUMNS) + 6
    room = width + 2 * (theme.margin - BLEED)
    wide = min(room, (height - key) * sheet.right / sheet.bottom)
    left, top = x + (width - wide) / 2, bottom + height
    window = window_on(sheet, wide)
    show(canvas, held, window, left, top)
    overlay(canvas, list(key_to_owners(public, entries, width, theme.saving)), x, top - window.paper.bottom - 8)


def key_to_owners(public: Roundup, entries: Sequence[str], width: float, saving: bool) -> Iterator[Item]:
    owners, step = read_plate(DATA).owner, width / KEY_COLUMNS
    for number, code in enumerate(entries):
        x, y = number % KEY_COLUMNS * step, number // KEY_COLUMNS * KEY_ROW
        owner = owners[code]
        yield from swatch(owner, Box(x, y, x + 16, y + 8.4), saving)
        yield from badge(owner, (x + 22, y + 4.2), 4.0, saving)
        yield Text((x + 29, y + 6.8), public.names[code], "serif", KEY_SIZE + 1, BLACK, "start")


def paint_neighbourhood(
    report: Report, canvas: Canvas, theme: Theme, x: float, bottom: float, width: float, height: float
) -> None:
    """The map round a kingdom, with the armies, ships and forts it knows of."""
    window = neighbourhood(report, width, height)
    held = holdings(report.roundup, theme.saving)
    show(canvas, held, window, x, bottom + height, known([*report.areas, *report.seen]))


def neighbourhood(report: Report, width: float, height: float) -> Window:
    """The part of the sheet that holds a kingdom's areas and those it sees, in the shape of its room."""
    plate, shapes = read_plate(DATA), lines_of(DATA).shapes
    points = [point for area in report.areas for ring in shapes.get(area.code, ()) for point in ring]
    codes = [area.code for area in report.areas] + [area.code for area in report.seen]
    points += [plate.layout.labels[code].at for code in codes]
    inner = plate.page.inner
    return fitted(bounds(points).grown(AROUND) if points else inner, inner, width, height)


def fitted(box: Box, sheet: Box, width: float, height: float) -> Window:
    """The box widened to a shape, and kept on the sheet: a realm too far flung is shown in part."""
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


def known(areas: Sequence[Holding | Sighting]) -> dict[str, list[tuple[str, int]]]:
    """Small figures for what stands in an area."""
    return {
        area.code: [
            (sign, number)
            for sign, number in (("shield", area.armies), ("boat", area.ships), ("tower", area.forts))
            if number
        ]
        for area in areas
    }


def paint_chart(
    series: Sequence[Series],
    public: Roundup,
    canvas: Canvas,
    theme: Theme,
    x: float,
    bottom: float,
    width: float,
    height: float,
) -> None:
    turns = [chapter.turn for chapter in public.history]
    overlay(canvas, chart(series, turns, width, height, theme.saving), x, bottom + height)


def lines(public: Roundup, who: str, figure: Sequence[Mapping[str, int]]) -> list[Series]:
    """A line for every kingdom that has played."""
    owners = read_plate(DATA).owner
    return [
        Series(row.name, [turn.get(row.code, 0) for turn in figure], owners[row.code].ink, row.code == who)
        for row in public.ranks
        if row.in_play or any(turn.get(row.code) for turn in figure)
    ]


def points(public: Roundup, who: str) -> list[Series]:
    return lines(public, who, [chapter.points for chapter in public.history])


def wealth(public: Roundup, who: str) -> list[Series]:
    return lines(public, who, [chapter.wealth for chapter in public.history])


def lands(public: Roundup, who: str) -> list[Series]:
    return lines(public, who, [counted(chapter.owners) for chapter in public.history])


def counted(owners: Mapping[str, str | None]) -> dict[str, int]:
    found: dict[str, int] = {}
    for owner in owners.values():
        if owner:
            found[owner] = found.get(owner, 0) + 1
    return found


def scene(public: Roundup, saving: bool = False) -> Scene:
    """The whole map with its owners as a scene, for those who write SVG or PNG."""
    sheet, held = read_plate(DATA).page.box, holdings(public, saving)
    window = window_on(sheet, sheet.right)
    return Scene(public.masthead.title, sheet.right, sheet.bottom, [*land(DATA, held), *names(DATA, held, window)])
