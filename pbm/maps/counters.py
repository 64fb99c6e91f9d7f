"""What a turn puts on a plate of hexes: counters, trails, fights, lines of sight and lines along hexsides."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import dist

from pbm.maps.geometry import Box, Point, blend, box_about
from pbm.maps.hexplate import HexPlate, State, along_side
from pbm.maps.hexshapes import TALL
from pbm.maps.political import BLACK, WHITE, tint
from pbm.maps.scene import Disc, Item, Line, Panel, Shape, Text
from pbm.maps.signs import sign_shape
from pbm.maps.typeface import text_width
from pbm.rules.hexes import Hex

WIDE, HIGH = 1.36, 0.98  # of a counter, in hexsides
SINK = 0.14  # how far below the middle of its hex it lies, so that the number stays clear
STACK = 1.16  # the height of all counters in one hex, if there are several
CODE, SMALL = 0.50, 0.36
TIP, TICK = 1.0, 0.26  # the point of the facing tick, and its size
CLEAR = 1.08  # between the head of a trail and the middle of its last hex
DARK = 50  # owners with more ink than this in their tint have white letters
TRAIL, SIGHT, FIGHT = "#6f6f6f", "#1f6f43", "#b3201c"
BLOCKED = (0.3, 0.2)


@dataclass(frozen=True)
class Counter:
    """A unit: where it stands, its code, its owner, and what else its player may know of it."""

    hex: Hex
    code: str
    owner: str = ""
    facing: int | None = None
    sign: str = ""
    figure: str = ""
    states: tuple[str, ...] = ()


@dataclass(frozen=True)
class Sight:
    """A line of sight, clear or not."""

    start: Hex
    end: Hex
    clear: bool = True


@dataclass(frozen=True)
class HexMarks:
    """All that a turn puts on the map."""

    counters: Sequence[Counter] = ()
    trails: Sequence[Sequence[Hex]] = ()
    """The hexes that a unit moved through."""
    fights: Sequence[tuple[Hex, Hex]] = ()
    """From the attacker's hex to the defender's."""
    sights: Sequence[Sight] = ()
    sides: Sequence[tuple[Hex, int, str]] = ()
    """A hex, a hexside and a kind that the style knows."""


def marked(plate: HexPlate, marks: HexMarks) -> Iterator[Item]:
    """The marks of a turn over the ground."""
    for name, side, kind in marks.sides:
        yield from along_side(plate, name, side, plate.style.sides[kind])
    for sight in marks.sights:
        yield from sight_line(plate, sight)
    for trail in marks.trails:
        yield from arrow(plate, [plate.shapes.centre(name) for name in trail])
    stacks: dict[Hex, list[Counter]] = {}
    for counter in marks.counters:
        stacks.setdefault(counter.hex, []).append(counter)
    for stack in stacks.values():
        yield from drawn_stack(plate, stack)
    for start, end in marks.fights:
        yield from fight(plate, start, end)


def arrow(plate: HexPlate, points: Sequence[Point]) -> Iterator[Item]:
    """A trail that ends in a head, clear of the counter it leads to."""
    if len(points) < 2:
        return
    size, colour = plate.side, plate.ink(TRAIL)
    length = dist(points[-2], points[-1])
    end = blend(points[-2], points[-1], 0.0, length, length - CLEAR * size)
    yield Line((*points[:-1], end), colour, 0.13 * size)
    yield head(points[-2], end, colour, 0.34 * size)


def head(start: Point, end: Point, colour: str, size: float) -> Shape:
    length = dist(start, end) or 1.0
    across, down = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    tip = end[0] + across * size * 0.6, end[1] + down * size * 0.6
    back = end[0] - across * size * 0.5, end[1] - down * size * 0.5
    wings = [(back[0] + side * down * size * 0.6, back[1] - side * across * size * 0.6) for side in (-1, 1)]
    return Shape(((tip, wings[0], wings[1]),), colour)


def drawn_stack(plate: HexPlate, stack: Sequence[Counter]) -> Iterator[Item]:
    """One counter as a card of two rows; several as slim cards under each other."""
    (x, y), size = plate.shapes.centre(stack[0].hex), plate.side
    high = (HIGH if len(stack) == 1 else STACK / len(stack)) * size
    top = y + SINK * size - high * len(stack) / 2
    for place, counter in enumerate(stack):
        card = box_about((x, top + (place + 0.5) * high), WIDE * size, high)
        yield from drawn_counter(plate, counter, card, slim=len(stack) > 1)


def drawn_counter(plate: HexPlate, counter: Counter, card: Box, slim: bool) -> Iterator[Item]:
    """A card with sign, marks and code, and a tick at the corner it faces."""
    (fill, ink), size = colours(plate, counter), plate.side
    edge = BLACK if plate.saving else ink if ink != WHITE else fill
    if counter.facing is not None:
        yield tick(plate, counter, edge)
    yield Panel(card, 0.1 * size, fill, WHITE if slim and fill == edge else edge, 0.07 * size)
    if slim:
        yield from slim_row(plate, counter, card, ink)
    else:
        yield Text(
            ((card.left + card.right) / 2, card.bottom - 0.1 * size), counter.code, "sans-bold", CODE * size, ink
        )
        yield from upper_row(plate, counter, card, ink)


def slim_row(plate: HexPlate, counter: Counter, card: Box, ink: str) -> Iterator[Item]:
    """Sign and code at the left, strength and states at the right."""
    letter, middle = min(SMALL * plate.side, 0.75 * (card.bottom - card.top)), (card.top + card.bottom) / 2
    left = card.left + 0.1 * plate.side
    if counter.sign:
        yield sign_shape(counter.sign, (left + 0.4 * letter, middle), letter / 10.0, ink)
        left += 0.95 * letter
    yield Text((left, middle + 0.35 * letter), counter.code, "sans-bold", letter, ink, "start")
    marks = counter.figure + "".join(state.letter for state in states(plate, counter))
    yield Text((card.right - 0.08 * plate.side, middle + 0.35 * letter), marks, "sans", letter, ink, "end")


def colours(plate: HexPlate, counter: Counter) -> tuple[str, str]:
    """The card and what is printed on it: a state may colour both."""
    owner = plate.style.owner.get(counter.owner)
    dark = owner is not None and owner.depth >= DARK
    if plate.saving or owner is None:
        return (BLACK, WHITE) if dark else (WHITE, BLACK)
    shout = next((state.colour for state in states(plate, counter) if state.colour), "")
    if dark:
        return (shout or tint(owner, False)), WHITE
    return (WHITE, shout) if shout else (tint(owner, False), owner.ink)


def states(plate: HexPlate, counter: Counter) -> list[State]:
    return [plate.style.state.get(word) or State(word[:1].upper()) for word in counter.states]


def tick(plate: HexPlate, counter: Counter, colour: str) -> Shape:
    """A triangle whose point is the corner faced."""
    facing, size = counter.facing or 0, plate.side
    tip = plate.shapes.away(counter.hex, 2 * facing - 1, TIP * 0.97)
    foot = plate.shapes.away(counter.hex, 2 * facing - 1, TIP - 1.3 * TICK)
    across, down = (tip[1] - foot[1]) * 0.75, (foot[0] - tip[0]) * 0.75
    wings = ((foot[0] + across, foot[1] + down), (foot[0] - across, foot[1] - down))
    return Shape(((tip, *wings),), colour, WHITE, 0.03 * size)


def upper_row(plate: HexPlate, counter: Counter, card: Box, ink: str) -> Iterator[Item]:
    """The sign and the strength at the left, the letters of all states at the right."""
    size, left = plate.side, card.left + 0.12 * plate.side
    base = card.top + 0.42 * size
    if counter.sign:
        yield sign_shape(counter.sign, (left + 0.16 * size, base - 0.13 * size), size / 25.0, ink)
        left += 0.46 * size
    if counter.figure:
        yield Text((left, base), counter.figure, "sans", SMALL * size, ink, "start")
    letters = "".join(state.letter for state in states(plate, counter))
    if letters:
        wide = text_width(letters, "sans-bold", SMALL * size) + 0.1 * size
        right = card.right - 0.06 * size
        yield Panel(Box(right - wide, card.top + 0.07 * size, right, base + 0.05 * size), 0.05 * size, ink)
        paper = WHITE if ink != WHITE else BLACK
        yield Text((right - wide / 2, base - 0.02 * size), letters, "sans-bold", SMALL * size, paper)


def fight(plate: HexPlate, start: Hex, end: Hex) -> Iterator[Item]:
    """A short arrow over the hexside between two that fight, pointing at the one attacked."""
    side = plate.map.grid.direction(start, end)
    if side is None:
        return
    size, colour = plate.side, plate.ink(FIGHT)
    before, after = (plate.shapes.away(start, 2 * (side - 1), TALL / 2 + step) for step in (-0.24, 0.08))
    yield Line((before, after), WHITE, 0.22 * size)
    yield replace(head(before, after, colour, 0.32 * size), stroke=WHITE, width=0.06 * size)
    yield Line((before, after), colour, 0.12 * size)


def sight_line(plate: HexPlate, sight: Sight) -> Iterator[Item]:
    """A thin line from middle to middle, broken and barred where sight is blocked."""
    ends, size = (plate.shapes.centre(sight.start), plate.shapes.centre(sight.end)), plate.side
    colour = plate.ink(SIGHT if sight.clear else FIGHT)
    dash = None if sight.clear else (BLOCKED[0] * size, BLOCKED[1] * size)
    yield Line(ends, colour, 0.08 * size, dash)
    for end in ends:
        yield Disc(end, 0.14 * size, WHITE, colour, 0.06 * size)
