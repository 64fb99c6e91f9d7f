"""As much of a typeface as a map needs: how wide letters are, and their outlines."""

from functools import cache, cached_property
from typing import NamedTuple

from fontTools.ttLib import TTFont, newTable

from pbm import fonts

MISSING = ".notdef"
NAMELESS, HEADER = b"\0\3\0\0", slice(4, 32)
"""A table of glyphs without their names, and what of it is kept."""


class Knot(NamedTuple):
    """A point of an outline; off the curve it is the control point of a quadratic curve."""

    x: float
    y: float
    on_curve: bool


Contour = list[Knot]


def opened(face: str) -> TTFont:
    """The file of a face by its name in pbm.fonts; glyphs go by number, since reading all their names is slow.

    Nothing of a glyph that is written again is worked out anew.
    """
    font = TTFont(fonts.path(face), lazy=True, recalcBBoxes=False, recalcTimestamp=False)
    font["post"] = newTable("post")
    font["post"].decompile(NAMELESS + font.reader["post"][HEADER], font)
    font.setGlyphOrder([MISSING, *map(str, range(1, font["maxp"].numGlyphs))])
    return font


class Typeface:
    """One face: all lengths in units of the em (`units` to the em)."""

    def __init__(self, face: str) -> None:
        self.font = opened(face)
        self.units: int = self.font["head"].unitsPerEm
        self.outlines: dict[str, list[Contour]] = {}

    @cached_property
    def characters(self) -> dict[int, str]:
        """Code point to the name of its glyph."""
        return dict(self.font.getBestCmap())

    def glyph(self, character: str) -> str:
        return self.characters.get(ord(character), MISSING)

    def advance(self, character: str) -> float:
        """How far a letter moves the pen, in ems."""
        width: int = self.font["hmtx"][self.glyph(character)][0]
        return width / self.units

    def outline(self, character: str) -> list[Contour]:
        """The letter's closed lines, in units; read once from the file."""
        if character not in self.outlines:
            self.outlines[character] = self.contours(self.glyph(character))
        return self.outlines[character]

    def contours(self, name: str) -> list[Contour]:
        glyphs = self.font["glyf"]
        places, ends, flags = glyphs[name].getCoordinates(glyphs)
        knots = [Knot(x, y, bool(flag & 1)) for (x, y), flag in zip(places, flags, strict=True)]
        starts = [0, *(end + 1 for end in ends)]
        return [knots[start : end + 1] for start, end in zip(starts, ends, strict=False)]


@cache
def typeface(face: str) -> Typeface:
    """A face by its name in pbm.fonts."""
    return Typeface(face)


@cache
def text_width(content: str, face: str, size: float, spacing: float = 0.0) -> float:
    """How wide a line is set; `spacing` is added between letters."""
    letters = typeface(face)
    return sum(letters.advance(letter) for letter in content) * size + spacing * max(len(content) - 1, 0)
