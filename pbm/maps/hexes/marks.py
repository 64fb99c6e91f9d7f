"""What a turn puts on a plate of hexes: counters, trails, shots, fights, lines of sight and lines along hexsides."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import dist

from pbm.maps.geometry import Point, blend
from pbm.maps.hexes.counters import Counter, drawn_stack
from pbm.maps.hexes.plate import HexPlate, along_side, number
from pbm.maps.land.political import WHITE
from pbm.maps.scene import Disc, Item, Polyline, Shape
from pbm.rules.hexes import Hex

CLEAR = 1.08  # between the head of a trail and the middle of its last hex
AIMED = 0.62  # between the head of a shot and the middle of its target
TRAIL, SHOT, SIGHT, FIGHT = "#6f6f6f", "#2c6286", "#1f6f43", "#b3201c"
EDGE, POINT, WING = 0.1, 0.27, 0.23  # of a fight: room at both ends of its line, length and half breadth of its point
BLOCKED, FLIGHT = (0.3, 0.2), (0.16, 0.14)  # broken lines


@dataclass(frozen=True)
class Sight:
    """A line of sight, clear or not."""

    start: Hex
    end: Hex
    clear: bool = True
    by: tuple[Hex, ...] = ()
    """The hexes that block it."""


@dataclass(frozen=True)
class HexMarks:
    """All that a turn puts on the map."""

    counters: Sequence[Counter] = ()
    trails: Sequence[Sequence[Hex]] = ()
    """The hexes that a unit moved through."""
    fights: Sequence[tuple[Hex, Hex]] = ()
    """From the attacker's hex to the defender's."""
    shots: Sequence[tuple[Hex, Hex]] = ()
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
        yield from (number(plate, name) for name in trail)
    for start, end in marks.shots:
        yield from shot(plate, plate.shapes.centre(start), plate.shapes.centre(end))
    stacks: dict[Hex, list[Counter]] = {}
    for counter in marks.counters:
        stacks.setdefault(counter.hex, []).append(counter)
    for stack in stacks.values():
        yield from drawn_stack(plate, stack)
    for start, end in marks.fights:
        yield from fight(plate, start, end)


def arrow(plate: HexPlate, points: Sequence[Point]) -> Iterator[Item]:
    """A trail from a small ring to a head that is clear of the counter it leads to."""
    if len(points) < 2:
        return
    size, colour = plate.side, TRAIL
    end = before(points[-2], points[-1], CLEAR * size)
    yield Polyline((*points[:-1], end), WHITE, 0.22 * size)
    yield Polyline((*points[:-1], end), colour, 0.12 * size)
    yield Disc(points[0], 0.15 * size, WHITE, colour, 0.08 * size)
    yield head(points[-2], end, colour, 0.34 * size)


def before(start: Point, end: Point, room: float) -> Point:
    """The point of a line so far from its end."""
    length = dist(start, end)
    return blend(start, end, 0.0, length, length - room)


def head(start: Point, end: Point, colour: str, size: float) -> Shape:
    length = dist(start, end) or 1.0
    across, down = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    tip = end[0] + across * size * 0.6, end[1] + down * size * 0.6
    back = end[0] - across * size * 0.5, end[1] - down * size * 0.5
    wings = [(back[0] + side * down * size * 0.6, back[1] - side * across * size * 0.6) for side in (-1, 1)]
    return Shape(((tip, wings[0], wings[1]),), colour)


def shot(plate: HexPlate, start: Point, end: Point) -> Iterator[Item]:
    """A thin broken line from card to card, with a small head."""
    size, colour = plate.side, plate.ink(SHOT)
    ends = before(end, start, AIMED * size), before(start, end, AIMED * size)
    yield Polyline(ends, WHITE, 0.17 * size)
    yield Polyline(ends, colour, 0.08 * size, (FLIGHT[0] * size, FLIGHT[1] * size))
    yield replace(head(*ends, colour, 0.26 * size), stroke=WHITE, width=0.03 * size)


def fight(plate: HexPlate, start: Hex, end: Hex) -> Iterator[Item]:
    """A thick line on the hexside between two that fight, with a point towards the one attacked."""
    side = plate.map.grid.direction(start, end)
    if side is not None:
        one, other = plate.shapes.hexside(start, side)
        line = blend(one, other, 0.0, 1.0, EDGE), blend(one, other, 0.0, 1.0, 1 - EDGE)
        middle = blend(one, other, 0.0, 1.0, 0.5)
        yield from attack(line, middle, plate.shapes.centre(end), plate.ink(FIGHT), plate.side)


def attack(line: tuple[Point, Point], middle: Point, target: Point, colour: str, size: float) -> Iterator[Item]:
    tip = blend(middle, target, 0.0, dist(middle, target), POINT * size)
    wings = tuple(blend(middle, end, 0.0, dist(middle, end), WING * size) for end in line)
    yield Polyline(line, WHITE, 0.22 * size)
    yield Shape(((tip, *wings),), colour, WHITE, 0.06 * size)
    yield Polyline(line, colour, 0.12 * size)


def sight_line(plate: HexPlate, sight: Sight) -> Iterator[Item]:
    """A thin line from middle to middle; a broken one where sight is blocked, and a rim round what blocks it."""
    ends, size = (plate.shapes.centre(sight.start), plate.shapes.centre(sight.end)), plate.side
    colour = plate.ink(SIGHT if sight.clear else FIGHT)
    dash = None if sight.clear else (BLOCKED[0] * size, BLOCKED[1] * size)
    yield from (Polyline(plate.shapes.outline(name), colour, 0.12 * size) for name in sight.by)
    yield Polyline(ends, colour, 0.08 * size, dash)
    for end in ends:
        yield Disc(end, 0.14 * size, WHITE, colour, 0.06 * size)
