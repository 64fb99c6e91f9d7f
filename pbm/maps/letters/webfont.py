"""A face with no more letters than a page uses, as a font that a page can carry in itself (WOFF 1.0)."""

from functools import cache, lru_cache
from io import BytesIO

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

from pbm.maps.letters.typeface import opened

TABULAR = {"sans": "tnum", "sans-bold": "tnum"}
"""The faces whose figures are set in columns, and the feature by which a font has figures of equal width."""
TABLES = ["OS/2", "cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "name", "post"]
NAMES = {1: "pbm", 2: "Regular", 4: "pbm subset", 6: "pbm-subset"}
"""A part of a face does not go by the name of the whole."""
WINDOWS, UNICODE_BMP, ENGLISH = 3, 1, 0x409


@lru_cache(maxsize=64)
def webfont(face: str, characters: str) -> bytes:
    """The face with these letters."""
    font = opened(face)
    swapped = substitutes(face, TABULAR[face]) if face in TABULAR else {}
    for table in font["cmap"].tables:
        table.cmap = {code: swapped.get(name, name) for code, name in table.cmap.items()}
    for tag in set(font.keys()) - {*TABLES, "GlyphOrder"}:
        del font[tag]
    subset = Subsetter(options())
    subset.populate(text=characters)
    subset.subset(font)
    rename(font)
    return woff(font)


@cache
def options() -> Options:
    return Options(hinting=False, layout_features=[], notdef_outline=True, glyph_names=False, name_IDs=[])


@cache
def substitutes(face: str, feature: str) -> dict[str, str]:
    """Which glyph stands for which, by the font's own table of features."""
    table, found = opened(face)["GSUB"].table, dict[str, str]()
    numbers = [row.Feature.LookupListIndex for row in table.FeatureList.FeatureRecord if row.FeatureTag == feature]
    for number in sorted({each for rows in numbers for each in rows}):
        for part in table.LookupList.Lookup[number].SubTable:
            found |= getattr(getattr(part, "ExtSubTable", part), "mapping", {})
    return found


def rename(font: TTFont) -> None:
    font["name"].names = []
    for number, text in NAMES.items():
        font["name"].setName(text, number, WINDOWS, UNICODE_BMP, ENGLISH)


def woff(font: TTFont) -> bytes:
    font.flavor, written = "woff", BytesIO()
    font.save(written)
    return written.getvalue()
