"""The names, marks and small figures that stand over a map with owners, in any window on it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path as File

from pbm.maps import landscape
from pbm.maps.geometry import Box, Point, box_about
from pbm.maps.ground import mixed
from pbm.maps.hatching import hatched
from pbm.maps.labels import Block, Row
from pbm.maps.mapdata import CITY, SEA, Area
from pbm.maps.plate import Label, Owner, Plate, read_plate
from pbm.maps.political import BLACK, HATCH_WIDTH, WHITE, Holdings, inked, pattern_ink, tint
from pbm.maps.scene import Disc, Item, Line, Panel, Shape, Text
from pbm.maps.signs import SIGN_SIZE, sign_shape
from pbm.maps.style import Lettering, Palette
from pbm.maps.typeface import text_width

HALO = 1.5
PLATE = (6.0, 3.4)  # room round the name of a sea
RING, RING_WIDTH = 2.6, 1.7  # a ring round what has changed hands
LETTER = 1.45  # the size of a letter in a disc, as a share of the radius
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
    taken: dict[str, Box] = field(default_factory=dict)

    @property
    def size(self) -> float:
        return self.window.letters

    @property
    def half(self) -> float:
        """The radius of a mark."""
        return self.plate.atlas.style.mark_size * self.size

    @property
    def palette(self) -> Palette:
        return inked(self.plate.atlas.style.palette, self.holdings.saving)

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

    def block(self, label: Label, code: Lettering, name: Lettering, ink: str) -> Block:
        first, *rest = label.rows
        return Block((Row(first, self.scaled(code), ink), *(Row(row, self.scaled(name), ink) for row in rest)))

    def land(self, area: Area, label: Label) -> Iterator[Item]:
        """A mark for its owner, its code and its name."""
        letters, centre = self.plate.atlas.style.letters, self.window.at(label.at)
        block = self.block(label, letters.code, letters.name, self.palette.ink)
        if self.take(area.code, block.box(centre)):
            first = block.rows[0]
            before = centre[0] - first.width / 2 - self.half * 1.3
            yield from self.mark(area.code, (before, block.box(centre).top + first.lettering.size * 0.345))
            halo = self.palette.sea if label.afloat else self.ground(area.code)
            yield from block.texts(centre, halo, HALO * self.size)

    def sea(self, area: Area, label: Label) -> Iterator[Item]:
        letters, centre = self.plate.atlas.style.letters, self.window.at(label.at)
        block = self.block(label, letters.sea_code, letters.sea_name, self.palette.route)
        panel = box_about(centre, block.width + 2 * PLATE[0] * self.size, block.height + 2 * PLATE[1] * self.size)
        if self.take(area.code, panel):
            yield Panel(panel, 5.0 * self.size, self.palette.lozenge, self.palette.route, 0.9 * self.size)
            yield from self.mark(area.code, (panel.left - self.half * 0.3, centre[1]))
            yield from block.texts(centre, "", 0.0)

    def captions(self) -> Iterator[Item]:
        """Words that name no place."""
        for words in self.plate.atlas.relief.caption:
            block, centre = landscape.caption(words, self.plate.atlas, self.plate.page)
            ink = self.palette.border if words.letters == "region" else self.palette.ink
            rows = tuple(Row(row.content, self.scaled(row.lettering), ink) for row in block.rows)
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

    def mark(self, code: str, at: Point) -> Iterator[Item]:
        """The owner's letter in a disc, with a ring if the area has just changed hands."""
        if code in self.holdings.changed:
            yield Disc(at, self.half + RING * self.size, WHITE, self.palette.accent, RING_WIDTH * self.size)
        if owner := self.owner(code):
            yield from badge(owner, at, self.half, self.holdings.saving)
        if self.owner(code) or code in self.holdings.changed:
            self.taken[f"{code} mark"] = box_about(at, 2 * self.half, 2 * self.half)

    def city(self, area: Area, label: Label) -> Iterator[Item]:
        """A box with its owner's letter, and its code beside it."""
        place, size = self.plate.page.at(area.at), self.size
        at, code = self.window.at(place), self.scaled(self.plate.atlas.style.letters.city)
        middle = at[0] + (label.at[0] - place[0]) * size, at[1] + (label.at[1] - place[1]) * size
        width = text_width(area.code, code.face, code.size)
        half = self.plate.atlas.style.city_size * size / 2
        if not self.take(area.code, box_about(middle, width, code.size * 0.7)):
            return
        self.taken[f"{area.code} mark"] = box_about(at, 2 * half, 2 * half)
        if area.code in self.holdings.changed:
            yield Disc(at, half * 1.414 + RING * size * 0.6, WHITE, self.palette.accent, RING_WIDTH * size)
        owner = self.owner(area.code)
        if area.sign and not owner:
            yield sign_shape(area.sign, at, 2 * half / SIGN_SIZE, self.palette.ink, WHITE)
        else:
            yield from keep(owner, at, half, self.holdings.saving, self.palette.ink, size)
        base = middle[0], middle[1] + code.size * 0.35
        yield Text(base, area.code, code.face, code.size, self.palette.accent, "middle", self.halo(area), HALO * size)

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


def badge(owner: Owner, at: Point, half: float, saving: bool) -> Iterator[Item]:
    fill, ink = (WHITE, BLACK) if saving else (owner.ink, WHITE)
    yield Disc(at, half, fill, ink, half * 0.12)
    size = half * LETTER
    yield Text((at[0], at[1] + size * 0.35), owner.letter, "sans-bold", size, ink)


def keep(owner: Owner | None, at: Point, half: float, saving: bool, edge: str, size: float) -> Iterator[Item]:
    """The box of a city."""
    fill = owner.ink if owner and not saving else WHITE
    yield Panel(box_about(at, 2 * half, 2 * half), 1.2 * size, fill, edge, 1.1 * size)
    if owner:
        letter = half * LETTER * 1.12
        ink = BLACK if saving else WHITE
        yield Text((at[0], at[1] + letter * 0.35), owner.letter, "sans-bold", letter, ink)
    else:
        yield Panel(box_about(at, 0.7 * half, 0.7 * half), 0.0, edge)


def names(folder: File, holdings: Holdings, window: Window, tokens: Tokens | None = None) -> list[Item]:
    """Everything over the land, in points on paper, y downwards."""
    plate = read_plate(folder)
    writer = Writer(plate, holdings, window)
    labels = [
        *writer.captions(),
        *writer.landmarks(),
        *(item for area in ordered(plate) for item in writer.label(area)),
    ]
    figures = [item for code, row in (tokens or {}).items() for item in writer.tokens(code, row)]
    return [*labels, *figures]


def ordered(plate: Plate) -> Iterable[Area]:
    """Seas first, cities last: what is written last lies on top."""
    kinds = {SEA: 0, CITY: 2}
    return sorted(plate.atlas.map.areas, key=lambda area: kinds.get(area.kind, 1))


def swatch(owner: Owner, box: Box, saving: bool) -> Iterator[Item]:
    """A patch of an owner's tint and pattern, for a key."""
    ring = box.outline
    yield Shape((ring,), tint(owner, saving))
    yield from (
        Line(line.points, line.colour, line.width, line.dash)
        for line in hatched((ring,), owner.pattern, pattern_ink(owner, saving), HATCH_WIDTH)
    )
    yield Line(ring, BLACK, 0.5)
