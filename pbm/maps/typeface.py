"""Reads as much of a TrueType file as a map needs: how wide letters are, and their outlines."""

import struct
from functools import cache, cached_property

from pbm import fonts
from pbm.maps import glyf
from pbm.maps.glyf import Contour

WINDOWS, UNICODE_BMP = 3, 1
CMAP_SEGMENTS = 4


class Typeface:
    """One face: all lengths in units of the em (`units` to the em)."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.tables = dict(table_places(data))
        self.units = self.number(">H", "head", 18)
        self.outlines: dict[str, list[Contour]] = {}
        self.glyphs = glyf.Glyphs(self.table("glyf"), self.table("loca"), self.number(">h", "head", 50) == 1)

    def table(self, tag: str) -> bytes:
        """The bytes of one table."""
        start, length = self.tables[tag]
        return self.data[start : start + length]

    def number(self, kind: str, tag: str, place: int) -> int:
        """A number within a table."""
        value: int = struct.unpack_from(kind, self.data, self.tables[tag][0] + place)[0]
        return value

    @cached_property
    def characters(self) -> dict[int, int]:
        """Code point to glyph number."""
        table = self.table("cmap")
        (count,) = struct.unpack_from(">H", table, 2)
        for number in range(count):
            platform, encoding, start = struct.unpack_from(">HHL", table, 4 + 8 * number)
            if (platform, encoding) == (WINDOWS, UNICODE_BMP):
                return read_segments(table[start:])
        raise ValueError("the font has no Unicode table")

    @cached_property
    def advances(self) -> list[int]:
        """Width of each glyph; the last width in the file holds for all further glyphs."""
        count = self.number(">H", "hhea", 34)
        pairs = struct.unpack_from(f">{count * 2}h", self.table("hmtx"))
        return [width & 0xFFFF for width in pairs[::2]]

    def advance(self, character: str) -> float:
        """How far a letter moves the pen, in ems."""
        number = self.characters.get(ord(character), 0)
        return self.advances[min(number, len(self.advances) - 1)] / self.units

    def outline(self, character: str) -> list[Contour]:
        """The letter's closed lines, in units; read once from the file."""
        if character not in self.outlines:
            self.outlines[character] = self.glyphs.contours(self.characters.get(ord(character), 0))
        return self.outlines[character]


def table_places(data: bytes) -> list[tuple[str, tuple[int, int]]]:
    """Tag, start and length of each table."""
    (count,) = struct.unpack_from(">H", data, 4)
    rows = [struct.unpack_from(">4sLLL", data, 12 + 16 * number) for number in range(count)]
    return [(tag.decode("ascii"), (start, length)) for tag, _, start, length in rows]


def read_segments(table: bytes) -> dict[int, int]:
    """A character table of format 4."""
    kind, _, _, double = struct.unpack_from(">HHHH", table)
    if kind != CMAP_SEGMENTS:
        raise ValueError(f"character table of format {kind}")
    count = double // 2
    ends, starts, deltas, offsets = (
        struct.unpack_from(f">{count}H", table, place) for place in (14, 16 + double, 16 + 2 * double, 16 + 3 * double)
    )
    found = {}
    for number in range(count):
        for code in range(starts[number], min(ends[number], 0xFFFE) + 1):
            glyph = code
            if offsets[number]:
                place = 16 + 3 * double + 2 * number + offsets[number] + 2 * (code - starts[number])
                (glyph,) = struct.unpack_from(">H", table, place)
            found[code] = (glyph + deltas[number]) & 0xFFFF
    return found


@cache
def typeface(face: str) -> Typeface:
    """A face by its name in pbm.fonts."""
    return Typeface(fonts.path(face).read_bytes())


@cache
def text_width(content: str, face: str, size: float, spacing: float = 0.0) -> float:
    """How wide a line is set; `spacing` is added between letters."""
    letters = typeface(face)
    return sum(letters.advance(letter) for letter in content) * size + spacing * max(len(content) - 1, 0)
