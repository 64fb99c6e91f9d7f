"""The names, marks and small figures that stand over a map with owners, in any window on it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path as File
from typing import NamedTuple

from pbm.maps.data.style import Lettering, Letters, Palette
from pbm.maps.geometry import Box, Point, box_about
from pbm.maps.land import landscape
from pbm.maps.land.ground import mixed
from pbm.maps.land.plate import Label, Owner, Plate, read_plate
from pbm.maps.land.political import BLACK, HATCH_WIDTH, WHITE, Holdings, inked, pattern_ink, pattern_of, tint
from pbm.maps.letters.labels import Block, Row
from pbm.maps.letters.realms import name_realms
from pbm.maps.letters.typeface import text_width
from pbm.maps.mapdata import CITY, SEA, Area
from pbm.maps.marks.hatching import hatched
from pbm.maps.marks.signs import SIGN_SIZE, sign_shape
from pbm.maps.scene import Item, Panel, Polyline, Shape, Text

HALO = 1.5
PLATE = (4.5, 2.8)  # room round the name of a sea
FITS = 1.06  # a name may be so much larger than its room
ENLARGED = 1.2  # names may be so much larger than the map asks for, so that they can be read
REALM = 13.0  # the smallest letters of a realm's name, in units of the sheet
TOKEN, TOKEN_GAP, TOKEN_EDGE = 11.0, 2.2, 5.0  # small figures beside a name
Token = tuple[str, int | str]
"""A sign and a number or a word; either may be empty."""
Tokens = Mapping[str, Sequence[Token]]


@dataclass(frozen=True)
class Window:
    """A part of the sheet on paper: `zoom` for places, `letters` for whatever is written there."""

    box: Box
    zoom: float
    letters: float
    least: float = 6.0
    """Nothing is written smaller than this, in points."""

    def at(self, point: Point) -> Point:
        return (point[0] - self.box.left) * self.zoom, (point[1] - self.box.top) * self.zoom

    @property
    def paper(self) -> Box:
        return Box(0.0, 0.0, (self.box.right - self.box.left) * self.zoom, (self.box.bottom - self.box.top) * self.zoom)


def window_on(box: Box, width: float, shrink: float = 1.0) -> Window:
    """The window that shows a part of the sheet in a width on paper, its lettering shrunk."""
    zoom = width / (box.right - box.left)
    return Window(box, zoom, zoom * shrink)


@dataclass(frozen=True)
class Writer:
    """Writes one window; it remembers what room is taken."""

    plate: Plate
    holdings: Holdings
    window: Window
    coded: frozenset[str] = frozenset()
    """Areas under whose code the owner's stands."""
    taken: dict[str, Box] = field(default_factory=dict)

    @property
    def size(self) -> float:
        return self.window.letters

    @property
    def palette(self) -> Palette:
        return inked(self.plate.atlas.style.palette, self.holdings.saving)

    @property
    def letters(self) -> Letters:
        return self.plate.atlas.style.letters

    def owner(self, code: str) -> Owner | None:
        return self.plate.owner.get(self.holdings.owners.get(code) or "")

    def scaled(self, lettering: Lettering) -> Lettering:
        return Lettering(lettering.face, lettering.size * self.size)

    def ground(self, code: str) -> str:
        """The colour under a name."""
        owner = self.owner(code)
        if self.holdings.saving:
            return WHITE
        return tint(owner, False) if owner else mixed(WHITE, self.plate.atlas.style.palette.paper, 0.55)

    def label(self, area: Area) -> Iterator[Item]:
        label = self.plate.layout.labels.get(area.code)
        if label is None:
            return
        if area.kind == CITY:
            yield from self.city(area, label)
        elif area.kind == SEA:
            yield from self.sea(area, label)
        else:
            yield from self.land(area, label)

    def block(self, label: Label, code: Lettering, name: Lettering, ink: str, more: Sequence[Row] = ()) -> Block:
        first, *rest = label.rows
        return Block((Row(first, self.scaled(code), ink), *more, *(Row(row, self.scaled(name), ink) for row in rest)))

    def owned_by(self, code: str) -> tuple[Row, ...]:
        """The code of its owner, in the owner's ink."""
        owner = self.owner(code)
        ink = BLACK if self.holdings.saving or not owner else owner.ink
        return (Row(self.holdings.owners[code], self.scaled(self.letters.city), ink),) if owner else ()

    @property
    def names_areas(self) -> bool:
        smallest = min(self.letters.name.size, self.letters.sea_name.size)
        return smallest * self.size * ENLARGED >= self.window.least - 0.01

    def readable(self, lettering: Lettering) -> Lettering:
        """As large as it must be for people to read it, however small the map is."""
        return Lettering(lettering.face, max(lettering.size, self.window.least / self.size))

    def land(self, area: Area, label: Label) -> Iterator[Item]:
        """Its code and its name where both have room inside it, or its code alone."""
        ink, code, more = self.palette.ink, self.letters.code, self.owned_by(area.code) * (area.code in self.coded)
        blocks = [Block((Row(area.code, self.scaled(code), ink), *more))]
        if self.names_areas:
            blocks.insert(0, self.block(label, code, self.readable(self.letters.name), ink, more))
        block, centre = self.roomy(area.code, blocks, label)
        if self.take(area.code, block.box(centre)):
            yield from block.texts(centre, self.ground(area.code), HALO * self.size)

    def roomy(self, code: str, blocks: Sequence[Block], label: Label) -> tuple[Block, Point]:
        """The first of some blocks that finds a room, and the middle of it; else the last in the best room."""
        rooms, zoom = self.plate.layout.rooms.get(code, []), self.window.zoom
        for block in blocks:
            for x, y, width, height in rooms:
                if block.width <= width * zoom * FITS and block.height <= height * zoom * FITS:
                    return block, self.window.at((x, y))
        if not rooms:
            return blocks[0], self.window.at(label.at)
        last = blocks[-1]
        x, y, _, _ = max(rooms, key=lambda room: min(room[2] / last.width, room[3] / last.height))
        return last, self.window.at((x, y))

    def sea(self, area: Area, label: Label) -> Iterator[Item]:
        centre, more = self.window.at(label.at), self.owned_by(area.code)
        block = self.block(label, self.letters.sea_code, self.readable(self.letters.sea_name), self.palette.route, more)
        if not self.names_areas:
            block = Block(block.rows[: 1 + len(more)])
        panel = box_about(centre, block.width + 2 * PLATE[0] * self.size, block.height + 2 * PLATE[1] * self.size)
        if self.take(area.code, panel):
            edge, fill = self.sea_look(area.code)
            yield Panel(panel, 4.0 * self.size, fill, edge, 0.9 * self.size)
            yield from block.texts(centre, "", 0.0)

    def sea_look(self, code: str) -> tuple[str, str]:
        """The edge and the ground of a sea's plate; the reader's own is edged like a realm."""
        owner = self.owner(code)
        if owner and self.holdings.owners[code] == self.holdings.own:
            return self.palette.accent, self.ground(code)
        return self.palette.route, self.ground(code) if owner else self.palette.lozenge

    def captions(self) -> Iterator[Item]:
        """Words that name no place."""
        for words in () if not self.names_areas else self.plate.atlas.relief.caption:
            block, centre = landscape.caption(words, self.plate.atlas, self.plate.page)
            rows = tuple(Row(row.content, self.scaled(row.lettering), self.palette.ink) for row in block.rows)
            if self.take(words.text, Block(rows).box(self.window.at(centre))):
                yield from Block(rows).texts(self.window.at(centre), "", 0.0)

    def landmarks(self) -> Iterator[Item]:
        """Signs that name no place."""
        for number, landmark in enumerate(self.plate.atlas.relief.landmark):
            at, size = self.window.at(self.plate.page.at(landmark.at)), landmark.size * self.size
            if self.take(f"landmark {number}", box_about(at, size, size)):
                yield sign_shape(landmark.sign, at, size / SIGN_SIZE, self.palette.ink)

    def take(self, name: str, box: Box) -> bool:
        """Whether a label can be shown whole; if so its room is taken."""
        if box.within(self.window.paper):
            self.taken[name] = box
        return name in self.taken

    def city(self, area: Area, label: Label) -> Iterator[Item]:
        """A box in its owner's ink, and its code beside it, with the owner's if that is another than around it."""
        place, size = self.plate.page.at(area.at), self.size
        at, code = self.window.at(place), self.scaled(self.letters.city)
        away = (label.at[0] - place[0]) * size, (label.at[1] - place[1]) * size
        around = self.holdings.owners.get(self.plate.around.get(area.code, ""))
        more = self.owned_by(area.code) if self.holdings.owners.get(area.code) != around else ()
        block = Block((Row(area.code, code, self.palette.accent), *more))
        middle = at[0] + away[0], at[1] + away[1] + (block.height - code.size * 0.7) / 2 * (1 if away[1] >= 0 else -1)
        half = self.plate.atlas.style.city_size * size / 2
        if not self.take(area.code, block.box(middle)):
            return
        self.taken[f"{area.code} mark"] = box_about(at, 2 * half, 2 * half)
        owner = self.owner(area.code)
        if area.sign and not owner:
            yield sign_shape(area.sign, at, 2 * half / SIGN_SIZE, self.palette.ink, WHITE)
        else:
            yield from keep(owner, at, half, self.holdings.saving, self.palette.ink, size)
        yield from block.texts(middle, self.halo(area), HALO * size)

    def halo(self, city: Area) -> str:
        """A city's code stands on the land around it."""
        return self.ground(self.plate.around.get(city.code, city.code))

    def tokens(self, code: str, tokens: Sequence[Token]) -> Iterator[Item]:
        """Small figures in a row, beside the label they belong to."""
        if code not in self.taken or not tokens:
            return
        widths = [token_width(token, self.size) for token in tokens]
        wide, high = sum(widths) + TOKEN_EDGE * self.size, TOKEN * self.size * 1.12
        spots = list(beside(self.rooms(code), wide, high))
        spot = next((box for box in spots if self.free(box)), None)
        if spot is None:
            return
        self.taken[f"{code} tokens"] = spot
        yield Panel(spot, 3 * self.size, WHITE, self.palette.ink, 0.5 * self.size)
        x = spot.left + TOKEN_EDGE * self.size / 2
        for token, width in zip(tokens, widths, strict=True):
            yield from drawn_token(token, (x, (spot.top + spot.bottom) / 2), self.size, self.palette.ink)
            x += width

    def rooms(self, code: str) -> list[Box]:
        return [self.taken[name] for name in (code, f"{code} mark") if name in self.taken]

    def free(self, box: Box) -> bool:
        return box.within(self.window.paper) and not any(box.overlaps(other) for other in self.taken.values())


def beside(rooms: Sequence[Box], wide: float, high: float) -> Iterator[Box]:
    """Places round a label for something of a size: below, above, at its sides, and then farther off."""
    left, right = min(box.left for box in rooms), max(box.right for box in rooms)
    top, bottom = min(box.top for box in rooms), max(box.bottom for box in rooms)
    x, y = (left + right) / 2, (top + bottom) / 2
    for away in (1.0, 3.0, 6.0):
        for slide in (0.0, -0.3, 0.3):
            yield box_about((x + slide * wide, bottom + away + high / 2), wide, high)
            yield box_about((x + slide * wide, top - away - high / 2), wide, high)
        yield box_about((right + away + wide / 2, y), wide, high)
        yield box_about((left - away - wide / 2, y), wide, high)


def token_width(token: Token, size: float) -> float:
    sign, word = token
    room = TOKEN + TOKEN_GAP if sign else 2 * TOKEN_GAP
    return room * size + text_width(str(word), "sans-bold", TOKEN * size)


def drawn_token(token: Token, at: Point, size: float, ink: str) -> Iterator[Item]:
    (sign, word), (x, y), figure = token, at, TOKEN * size
    if sign:
        yield sign_shape(sign, (x + 6.2 * size, y), size, ink)
    if word != "":
        start = x + (12.0 if sign else TOKEN_GAP) * size
        yield Text((start, y + 0.36 * figure), str(word), "sans-bold", figure, ink, "start")


def keep(owner: Owner | None, at: Point, half: float, saving: bool, edge: str, size: float) -> Iterator[Item]:
    """The box of a city."""
    fill = owner.ink if owner and not saving else WHITE
    yield Panel(box_about(at, 2 * half, 2 * half), 1.2 * size, fill, edge, 1.1 * size)
    yield Panel(box_about(at, 0.7 * half, 0.7 * half), 0.0, WHITE if owner and not saving else edge)


class Lettered(NamedTuple):
    """What stands over the land, from the ground up, and the room that is taken."""

    realms: list[Item]
    labels: list[Item]
    tokens: list[Item]
    taken: dict[str, Box]


def lettered(folder: File, holdings: Holdings, window: Window, tokens: Tokens | None = None) -> Lettered:
    """The names of realms and over them those of areas, then small figures; in points on paper, y downwards."""
    plate = read_plate(folder)
    named, nameless = name_realms(folder, holdings, window.box, window.zoom, window.letters * REALM)
    writer = Writer(plate, holdings, window, frozenset(realm.places[0] for realm in nameless))
    marks = [*writer.captions(), *writer.landmarks()]
    labels = [*marks, *(item for area in ordered(plate) for item in writer.label(area))]
    figures = [item for code, row in (tokens or {}).items() for item in writer.tokens(code, row)]
    return Lettered(named, labels, figures, writer.taken)


def names(folder: File, holdings: Holdings, window: Window, tokens: Tokens | None = None) -> list[Item]:
    """Everything over the land in one list."""
    written = lettered(folder, holdings, window, tokens)
    return [*written.realms, *written.labels, *written.tokens]


def middle_of(plate: Plate, code: str) -> Point:
    """Where a place is pointed at, on the sheet."""
    if rooms := plate.layout.rooms.get(code):
        x, y, _, _ = max(rooms, key=lambda room: min(room[2], room[3] * 1.6))
        return x, y
    return (
        plate.layout.labels[code].at if code in plate.layout.labels else plate.page.at(plate.atlas.map.by_code[code].at)
    )


def ordered(plate: Plate) -> Iterable[Area]:
    """Seas first, cities last: what is written last lies on top."""
    kinds = {SEA: 0, CITY: 2}
    return sorted(plate.atlas.map.areas, key=lambda area: kinds.get(area.kind, 1))


def swatch(owner: Owner, box: Box, saving: bool) -> Iterator[Item]:
    """A patch of an owner's tint and pattern, for a key."""
    ring = box.outline
    yield Shape((ring,), tint(owner, saving))
    yield from (
        Polyline(line.points, line.colour, line.width, line.dash)
        for line in hatched((ring,), pattern_of(owner, saving), pattern_ink(owner, saving), HATCH_WIDTH)
    )
    yield Polyline(ring, BLACK, 0.5)
