"""Maps of areas in reports: the part they show with its key beside it, on paper and as SVG."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from reportlab.pdfgen.canvas import Canvas

from pbm.maps.geometry import Box, Point
from pbm.maps.land.movements import Arrow, drawn, figures
from pbm.maps.land.plate import Cover, Plate, read_plate
from pbm.maps.land.political import BLACK, Holdings, conquered, covered, land, over_land, tint
from pbm.maps.letters.lettering import Lettered, Tokens, Window, lettered, middle_of, swatch
from pbm.maps.letters.typeface import text_width
from pbm.maps.marks.signs import SIGNS, sign_shape
from pbm.maps.scene import Item, Polyline, Shape, Text, shown
from pbm.reports.mapframes import frames, shaped
from pbm.reports.pdf.picture import overlay, pressed, stamp, traced
from pbm.reports.pdf.type import Theme
from pbm.reports.sections import Map, Token

BLEED = 20.0
"""How near a whole map comes to the edge of the paper, in points."""
KEY_ROW, KEY_SIZE, KEY_GAP = 11.6, 7.4, 10.0
KEY_WIDTH = 104.0
"""The room for the key beside a part of the map."""
KEY_COLUMNS, KEY_LETTERS = (6, 5), 15
"""The columns of the key under a whole map, and with names of more letters than this."""
LEAST_TYPE, LEAST_TYPE_LARGE = 6.25, 9.3
GROWN = LEAST_TYPE_LARGE / LEAST_TYPE
"""The smallest lettering on a map, in points."""
NAMED_AT = 0.78
"""From this zoom on names stand beside the codes of areas."""
TALLEST, TALLEST_LARGE = 0.36, 0.6
"""The height of a part of the map, as a share of the page."""
NARROWEST = 0.5
"""A part of a map is not narrower than this share of its room."""
HEADED, HEADED_AND_EXPLAINED = 2.6, 4.2
"""What a heading over a map takes, and one with a line that explains the map, in sizes of the text."""
INSET = 92.0
"""The height of an inset."""


class Pane(NamedTuple):
    """A window, and where its corner stands on the picture."""

    window: Window
    at: Point


class Picture(NamedTuple):
    """A map laid out: windows and the key, in points from its top left corner."""

    width: float
    height: float
    panes: tuple[Pane, ...]
    key: tuple[Item, ...]


QUARTERS = ("north-west", "north-east", "south-west", "south-east")
OVERLAP = 24.0
"""How much of the map two neighbouring sheets both show, in units of the sheet."""


def quarter(folder: Path, number: int) -> Box:
    """A quarter of the sheet, for a map on four pages."""
    sheet = read_plate(folder).page.box
    x, y = sheet.right / 2, sheet.bottom / 2
    across = (x - OVERLAP, sheet.right) if number % 2 else (0.0, x + OVERLAP)
    down = (y - OVERLAP, sheet.bottom) if number // 2 else (0.0, y + OVERLAP)
    return Box(across[0], down[0], across[1], down[1])


def is_part(section: Map) -> bool:
    return bool(section.whole or section.part)


def holdings(section: Map, saving: bool) -> Holdings:
    was = tuple((place, section.was.get(place, "")) for place in section.changed)
    return Holdings(
        tuple(section.owners.items()), was, saving, tuple(section.names.items()), section.own, section.covers
    )


# the picture


def picture(
    section: Map, folder: Path, width: float, most: float, type_size: float, saving: bool, grown: float = 1.0
) -> Picture:
    """A map in a width, no higher than `most`, with no lettering smaller than a size; the key so much larger."""
    if is_part(section):
        return partial(section, folder, width, most, type_size, saving)
    sheet = read_plate(folder).page.box
    if section.quiet:
        wide = min(width, most * sheet.right / sheet.bottom)
        window = seen(read_plate(folder), sheet, wide, type_size)
        return Picture(width, window.paper.bottom, (Pane(window, ((width - wide) / 2, 0.0)),), ())
    key = (KEY_ROW * -(-len(key_rows(section, folder)) // key_columns(section)) + 8) * grown
    wide = min(width, (most - key) * sheet.right / sheet.bottom)
    window = seen(read_plate(folder), sheet, wide, type_size)
    items = key_under(section, folder, width, saving, grown=grown)
    below = window.paper.bottom + 9
    pane = Pane(window, ((width - wide) / 2, 0.0))
    return Picture(width, below + key, (pane,), tuple(shown(items, (0.0, -below), 1.0)))


def partial(section: Map, folder: Path, width: float, most: float, type_size: float, saving: bool) -> Picture:
    """The main frame with the key to its right, and insets under the key."""
    plate, (main, *rest) = read_plate(folder), frames(section, folder)
    grown = type_size / LEAST_TYPE
    explained = bool(section.names or section.key_to or rest)
    room = width - (KEY_WIDTH * grown + KEY_GAP) * explained
    ratio = (main.bottom - main.top) / (main.right - main.left)
    height = min(most, room * ratio)
    wide = min(max(height / ratio, NARROWEST * room), room)
    window = seen(plate, shaped(main, height / wide, plate.page.inner), wide, type_size)
    left = wide + KEY_GAP
    items = list(key_beside(section, folder, [main, *rest], width - left, saving, grown))
    panes, down = [Pane(window, (0.0, 0.0))], key_height(items) + KEY_GAP
    for frame in rest:
        high = min(INSET, (width - left) * (frame.bottom - frame.top) / (frame.right - frame.left))
        panes.append(
            Pane(
                seen(plate, shaped(frame, high / (width - left), plate.page.inner), width - left, type_size),
                (left, down),
            )
        )
        down += high + 6
    return Picture(width, max(window.paper.bottom, down), tuple(panes), tuple(shown(items, (-left, 0.0), 1.0)))


def seen(plate: Plate, box: Box, width: float, type_size: float) -> Window:
    """A window of a width; where areas are large enough, names stand beside their codes."""
    zoom, letters = width / (box.right - box.left), plate.atlas.style.letters
    smallest = min(letters.code.size, letters.city.size, letters.sea_code.size)
    named = min(letters.name.size, letters.sea_name.size) if zoom >= NAMED_AT * type_size / LEAST_TYPE else smallest
    return Window(box, zoom, type_size / named, type_size)


# the key


def key_columns(section: Map) -> int:
    few, many = KEY_COLUMNS[1], KEY_COLUMNS[0]
    return few if any(len(name) > KEY_LETTERS for name in section.names.values()) else many


def key_under(
    section: Map, folder: Path, width: float, saving: bool, columns: int = 0, grown: float = 1.0
) -> Iterator[Item]:
    columns = columns or key_columns(section)
    for number, (code, name) in enumerate(key_rows(section, folder)):
        at = number % columns * width / columns, number // columns * KEY_ROW * grown
        yield from key_row(folder, code, name, at, saving, grown)


def key_rows(section: Map, folder: Path) -> list[tuple[str, str]]:
    """Owners, then what lies over areas, each with its name."""
    covers = read_plate(folder).cover if section.names else {}
    there = {name for _, name in section.covers}
    return [*section.names.items(), *((code, cover.name) for code, cover in covers.items() if code in there)]


def key_row(folder: Path, code: str, name: str, at: Point, saving: bool, grown: float = 1.0) -> Iterator[Item]:
    """A patch of an owner, its code and its name; or of what lies over areas, and its name."""
    (x, y), plate, size = at, read_plate(folder), KEY_SIZE * grown
    box = Box(x, y, x + 15 * grown, y + 8 * grown)
    if code in plate.cover:
        yield from patch(plate.cover[code], box, saving)
        yield Text((x + 18.5 * grown, y + 6.6 * grown), name, "serif", size, BLACK, "start")
        return
    if code in plate.owner:
        yield from swatch(plate.owner[code], box, saving)
    yield Text((x + 18.5 * grown, y + 6.6 * grown), code, "sans-bold", size * 0.9, BLACK, "start")
    yield Text((x + 37 * grown, y + 6.6 * grown), name, "serif", size, BLACK, "start")


def patch(cover: Cover, box: Box, saving: bool) -> Iterator[Item]:
    """What lies over areas, half as large as on the map."""
    ring = tuple((2 * x, 2 * y) for x, y in box.outline)
    yield from shown(covered((ring,), cover, saving), (0.0, 0.0), 0.5)
    if not cover.ring:
        yield Polyline(box.outline, BLACK, 0.5)


def key_beside(
    section: Map, folder: Path, boxes: Sequence[Box], width: float, saving: bool, grown: float
) -> Iterator[Item]:
    """The owners that the frames show, then what the signs mean."""
    plate, y, row = read_plate(folder), 0.0, KEY_ROW * grown
    there = shown_in(section, plate, boxes)
    for code, name in key_rows(section, folder):
        if code in there:
            yield from key_row(folder, code, name, (0.0, y), saving, grown)
            y += row
    y += 3
    for sign, words in section.key_to:
        yield from explained(plate, sign, (0.0, y), saving, grown)
        for line in wrapped(words, width - 18.5 * grown, KEY_SIZE * grown):
            yield Text((18.5 * grown, y + 6.6 * grown), line, "serif", KEY_SIZE * grown, BLACK, "start")
            y += row * 0.86
        y += row * 0.14


def shown_in(section: Map, plate: Plate, boxes: Sequence[Box]) -> set[str]:
    """The owners and the covers that the frames show."""
    rows = (*section.owners.items(), *section.covers)
    return {what for place, what in rows if any(holds(plate, place, box) for box in boxes)}


def holds(plate: Plate, place: str, box: Box) -> bool:
    x, y = middle_of(plate, place)
    return box.left <= x <= box.right and box.top <= y <= box.bottom


def explained(plate: Plate, sign: str, at: Point, saving: bool, grown: float) -> Iterator[Item]:
    """What a sign of the map looks like."""
    (x, y), ink = at, BLACK if saving else plate.atlas.style.palette.accent
    if sign in SIGNS:
        yield sign_shape(sign, (x + 7.5 * grown, y + 4 * grown), 0.85 * grown, BLACK)
    elif sign == "own":
        yield Polyline(((x, y + 4 * grown), (x + 15 * grown, y + 4 * grown)), ink, 2.2)
    elif sign == "changed":
        ring = Box(x, y, x + 15 * grown, y + 8 * grown).outline
        first, second = [*plate.owner.values()][:2]
        yield Shape((ring,), tint(first, saving))
        yield from shown(conquered((tuple((2 * a, 2 * b) for a, b in ring),), second, "", saving), (0.0, 0.0), 0.5)
        yield Polyline(ring, BLACK, 0.5)
    elif sign in ("march", "raid"):
        start, end = (x - 4, y + 4 * grown), (x + 15 * grown + 6, y + 4 * grown)
        yield from drawn([Arrow(start, end, 0, ink, sign == "raid")])


def key_height(items: Iterable[Item]) -> float:
    return max((item.at[1] for item in items if isinstance(item, Text)), default=0.0)


def wrapped(words: str, room: float, size: float) -> list[str]:
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer, "serif", size) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


# what stands over the land


class Over(NamedTuple):
    """Layers in points on paper, from the ground up."""

    layers: tuple[list[Item], ...]


def signs(tokens: Iterable[Token]) -> Tokens:
    """Small figures for the units in each place."""
    found: dict[str, list[tuple[str, int | str]]] = {}
    for token in tokens:
        found.setdefault(token.place, []).append((token.sign, token.label or token.number or ""))
    return found


@lru_cache(maxsize=8)
def shared_names(folder: Path, held: Holdings, window: Window) -> Lettered:
    """The names of a map that all reports of a turn share."""
    return lettered(folder, held, window)


def over(section: Map, folder: Path, held: Holdings, window: Window) -> Over:
    tokens = signs(section.tokens)
    written = lettered(folder, held, window, tokens) if tokens else shared_names(folder, replace(held, own=""), window)
    if section.quiet:
        written = written._replace(labels=[], tokens=[])
    arrows = list(arrows_in(section, folder, held, window))
    paper = window.paper
    edge = Polyline(((0, 0), (paper.right, 0), (paper.right, paper.bottom), (0, paper.bottom), (0, 0)), BLACK, 0.8)
    scale = window.letters * read_plate(folder).atlas.style.letters.code.size / 7.2
    numbers = [*figures(arrows, list(written.taken.values()), scale)]
    return Over((written.realms, [*drawn(arrows)], written.labels, [*written.tokens, *numbers, edge]))


def arrows_in(section: Map, folder: Path, held: Holdings, window: Window) -> Iterator[Arrow]:
    """The marches that a window shows; those of one way together."""
    plate, sums = read_plate(folder), dict[tuple[str, str, str, bool], int]()
    for move in section.moves:
        key = move.origin, move.target, move.who, move.returns
        sums[key] = sums.get(key, 0) + move.number
    for (origin, target, who, returns), number in sums.items():
        if holds(plate, origin, window.box) or holds(plate, target, window.box):
            start, end = (window.at(middle_of(plate, place)) for place in (origin, target))
            ink = plate.owner[who].ink if who in plate.owner and not held.saving else BLACK
            yield Arrow(start, end, number, ink, returns)


# on paper


@lru_cache(maxsize=8)
def ground(folder: Path, owned: tuple[tuple[str, str], ...], was: tuple[tuple[str, str], ...], saving: bool) -> bytes:
    """What lies under the names: the same for every report of a turn."""
    return pressed(land(folder, Holdings(owned, was, saving)))


def on_paper(section: Map, folder: Path, theme: Theme, width: float, height: float | None = None) -> Picture:
    size = LEAST_TYPE_LARGE if theme.large else LEAST_TYPE
    if is_part(section):
        return picture(
            section, folder, width, (TALLEST_LARGE if theme.large else TALLEST) * theme.height, size, theme.saving
        )
    wide = width if section.side else width + 2 * (theme.margin - BLEED)
    return picture(section, folder, wide, height or theme.height, size, theme.saving)


def quartered(section: Map, folder: Path, theme: Theme, number: int, width: float, height: float) -> Picture:
    """One of four pages in large print, the last with the key."""
    box, size = quarter(folder, number), LEAST_TYPE_LARGE
    rows = KEY_ROW * -(-len(key_rows(section, folder)) // 4) * GROWN + 8 if number == len(QUARTERS) - 1 else 0.0
    wide = min(width, (height - rows) * (box.right - box.left) / (box.bottom - box.top))
    window = seen(read_plate(folder), box, wide, size)
    items = list(key_under(section, folder, width, theme.saving, 4, GROWN)) if rows else []
    below = window.paper.bottom + 9
    key = tuple(shown(items, (0.0, -below), 1.0))
    return Picture(width, below + rows, (Pane(window, ((width - wide) / 2, 0.0)),), key)


def height_on_paper(section: Map, folder: Path, theme: Theme, width: float) -> float:
    """As high as it gets at a width, with its heading over it."""
    room = theme.height - (HEADED_AND_EXPLAINED if section.caption else HEADED) * theme.body
    return on_paper(section, folder, theme, width, room).height


def paint(
    section: Map, folder: Path, canvas: Canvas, theme: Theme, x: float, bottom: float, width: float, height: float
) -> None:
    laid = on_paper(section, folder, theme, width, height)
    put(laid, section, folder, canvas, theme, x + (width - laid.width) / 2, bottom + height)


def paint_quarter(
    number: int,
    section: Map,
    folder: Path,
    canvas: Canvas,
    theme: Theme,
    x: float,
    bottom: float,
    width: float,
    height: float,
) -> None:
    laid = quartered(section, folder, theme, number, width, height)
    put(laid, section, folder, canvas, theme, x, bottom + height)


def put(laid: Picture, section: Map, folder: Path, canvas: Canvas, theme: Theme, left: float, top: float) -> None:
    held = holdings(section, theme.saving)
    box, name = read_plate(folder).page.box, f"land{section.plate}{crc32(repr((held.owned, held.was)).encode()):08x}"
    content = ground(folder, held.owned, held.was, held.saving)
    for pane in laid.panes:
        at = left + pane.at[0], top - pane.at[1]
        stamp(canvas, name, content, (box.right, box.bottom), pane.window, *at)
        traced(canvas, over_land(folder, held, pane.window.zoom), pane.window, *at)
        for layer in over(section, folder, held, pane.window).layers:
            overlay(canvas, layer, *at, pane.window.paper)
    overlay(canvas, laid.key, left, top)
