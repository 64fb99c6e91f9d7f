"""How a border or a hexside is drawn: each kind differs in form, so that it needs no colour."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import dist, hypot, pi, sin
from typing import Literal

import msgspec

from pbm.maps.geometry import Point, blend
from pbm.maps.scene import Item, Path, Polyline, Shape

PAPER = "#ffffff"
DASH = (5.0, 3.5)
WAVE, SWELL = 11.0, 2.3  # length and height of a wave
WAVE_STEP = 1.2
TOOTH, TEETH = 4.6, 8.0  # height of a tooth, and how far apart teeth are
BRIDGE = (11.0, 6.0)  # length and breadth of a bridge
INNER = 0.45  # of a double line's width left white


class Stroke(msgspec.Struct, frozen=True):
    """One kind of border; `name` is what the key calls it."""

    line: Literal["solid", "double", "dashed", "wavy", "bridged", "spanned", "toothed"] = "solid"
    colour: str = "#2e251b"
    width: float = 1.2
    name: str = ""


def stroked(path: Path, stroke: Stroke, size: float = 1.0) -> Iterator[Item]:
    """A line drawn as its kind asks, `size` times as large."""
    width = stroke.width * size
    match stroke.line:
        case "solid":
            yield Polyline(path, stroke.colour, width)
        case "double" | "spanned":
            yield Polyline(path, stroke.colour, width)
            yield Polyline(path, PAPER, width * INNER)
            yield from bridge(path, stroke.colour, size) if stroke.line == "spanned" else ()
        case "dashed":
            yield Polyline(path, stroke.colour, width, (DASH[0] * size, DASH[1] * size))
        case "wavy":
            yield Polyline(waved(path, size), stroke.colour, width)
        case "bridged":
            yield Polyline(waved(path, size), stroke.colour, width)
            yield from bridge(path, stroke.colour, size)
        case "toothed":
            yield Polyline(path, stroke.colour, width)
            yield from teeth(path, stroke.colour, size)


def length_of(path: Sequence[Point]) -> float:
    return sum(dist(start, end) for start, end in pairwise(path))


def at(path: Sequence[Point], along: float) -> tuple[Point, Point]:
    """The point so far along a line, and the unit vector across it there."""
    for start, end in pairwise(path):
        length = dist(start, end)
        if length and along <= length:
            across = (start[1] - end[1]) / length, (end[0] - start[0]) / length
            return blend(start, end, 0.0, length, along), across
        along -= length
    start, end = path[-2], path[-1]
    length = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    return end, ((start[1] - end[1]) / length, (end[0] - start[0]) / length)


def waved(path: Path, size: float) -> Path:
    """A line that swings about another and meets both its ends."""
    length = length_of(path)
    waves = max(round(length / (WAVE * size)), 1)
    steps = max(round(length / (WAVE_STEP * size)), 2)
    shares = [step / steps for step in range(steps + 1)]
    return tuple(beside(path, length * share, SWELL * size * sin(2 * pi * waves * share)) for share in shares)


def beside(path: Path, along: float, aside: float) -> Point:
    (x, y), (across, down) = at(path, along)
    return x + aside * across, y + aside * down


def bridge(path: Path, colour: str, size: float) -> Iterator[Item]:
    """Two short bars across the middle."""
    middle, (long, broad) = length_of(path) / 2, (BRIDGE[0] * size, BRIDGE[1] * size)
    corners = [beside(path, middle + a * broad / 2, b * long / 2) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    yield Shape((tuple(corners),), PAPER)
    yield Polyline((corners[0], corners[3]), colour, 1.6 * size)
    yield Polyline((corners[1], corners[2]), colour, 1.6 * size)


def teeth(path: Path, colour: str, size: float) -> Iterator[Item]:
    """Small triangles along a line, on both sides in turn."""
    length = length_of(path)
    count = max(int(length / (TEETH * size)), 1)
    for number in range(count):
        along, half = length * (number + 0.5) / count, TOOTH * size / 2
        tip = TOOTH * size * (1 if number % 2 else -1)
        ring = (beside(path, along - half, 0.0), beside(path, along, tip), beside(path, along + half, 0.0))
        yield Shape((ring,), colour)
