"""The outlines in a TrueType file's `glyf` table."""

import struct
from typing import NamedTuple

ON_CURVE, SHORT_X, SHORT_Y, REPEAT, SAME_X, SAME_Y = 1, 2, 4, 8, 16, 32
WORDS, OFFSETS, ONE_SCALE, MORE, TWO_SCALES, FOUR_SCALES = 1, 2, 8, 32, 64, 128
FIXED = 16384  # 1.0 as the format writes fractions


class Knot(NamedTuple):
    """A point of an outline; off the curve it is the control point of a quadratic curve."""

    x: float
    y: float
    on_curve: bool


Contour = list[Knot]


class Glyphs:
    """All outlines of one face, by glyph number."""

    def __init__(self, table: bytes, places: bytes, long_places: bool) -> None:
        self.table = table
        count = len(places) // (4 if long_places else 2)
        numbers = struct.unpack(f">{count}{'L' if long_places else 'H'}", places)
        self.places = numbers if long_places else tuple(number * 2 for number in numbers)

    def contours(self, number: int) -> list[Contour]:
        """The closed lines of a glyph; none for a space."""
        data = self.table[self.places[number] : self.places[number + 1]]
        if not data:
            return []
        (count,) = struct.unpack_from(">h", data)
        return read_simple(data, count) if count >= 0 else self.read_compound(data)

    def read_compound(self, data: bytes) -> list[Contour]:
        """A glyph put together from others, such as a letter and its accent."""
        contours: list[Contour] = []
        place, flags = 10, MORE
        while flags & MORE:
            flags, number = struct.unpack_from(">HH", data, place)
            move = struct.unpack_from(">hh" if flags & WORDS else ">bb", data, place + 4)
            place += 8 if flags & WORDS else 6
            scale, length = read_scale(data, place, flags)
            place += length
            shift = move if flags & OFFSETS else (0, 0)
            contours += [[moved(knot, scale, shift) for knot in line] for line in self.contours(number)]
        return contours


Scale = tuple[float, float, float, float]


def read_scale(data: bytes, place: int, flags: int) -> tuple[Scale, int]:
    """The matrix of a part and how many bytes it takes."""
    if flags & ONE_SCALE:
        (both,) = struct.unpack_from(">h", data, place)
        return (both / FIXED, 0.0, 0.0, both / FIXED), 2
    if flags & TWO_SCALES:
        across, up = struct.unpack_from(">hh", data, place)
        return (across / FIXED, 0.0, 0.0, up / FIXED), 4
    if flags & FOUR_SCALES:
        a, b, c, d = (value / FIXED for value in struct.unpack_from(">hhhh", data, place))
        return (a, b, c, d), 8
    return (1.0, 0.0, 0.0, 1.0), 0


def moved(knot: Knot, scale: Scale, shift: tuple[int, int]) -> Knot:
    """A knot of a part in its place within the whole."""
    a, b, c, d = scale
    return Knot(a * knot.x + c * knot.y + shift[0], b * knot.x + d * knot.y + shift[1], knot.on_curve)


def read_simple(data: bytes, count: int) -> list[Contour]:
    """A glyph with outlines of its own."""
    ends = struct.unpack_from(f">{count}H", data, 10)
    total = ends[-1] + 1 if ends else 0
    (instructions,) = struct.unpack_from(">H", data, 10 + 2 * count)
    flags, place = read_flags(data, 12 + 2 * count + instructions, total)
    across, place = read_steps(data, place, flags, SHORT_X, SAME_X)
    up, _ = read_steps(data, place, flags, SHORT_Y, SAME_Y)
    knots = [Knot(x, y, bool(flag & ON_CURVE)) for x, y, flag in zip(across, up, flags, strict=True)]
    starts = [0, *(end + 1 for end in ends)]
    return [knots[start : end + 1] for start, end in zip(starts, ends, strict=False)]


def read_flags(data: bytes, place: int, total: int) -> tuple[list[int], int]:
    """One flag per knot, with repeats written out, and where the positions begin."""
    flags: list[int] = []
    while len(flags) < total:
        flag = data[place]
        times = data[place + 1] + 1 if flag & REPEAT else 1
        flags += [flag] * times
        place += 2 if flag & REPEAT else 1
    return flags, place


def read_steps(data: bytes, place: int, flags: list[int], short: int, same: int) -> tuple[list[int], int]:
    """Positions along one axis: steps of one byte, of two bytes, or none."""
    position, positions = 0, []
    for flag in flags:
        if flag & short:
            position += data[place] if flag & same else -data[place]
            place += 1
        elif not flag & same:
            position += struct.unpack_from(">h", data, place)[0]
            place += 2
        positions.append(position)
    return positions, place
