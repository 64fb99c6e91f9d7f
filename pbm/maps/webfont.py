"""A face with no more letters than a page uses, as a font that a page can carry in itself (WOFF 1.0)."""

import struct
import zlib
from collections.abc import Iterable
from functools import lru_cache

from pbm.maps.typeface import Typeface, typeface

FIRST_TABULAR = 2067
"""In Fira Sans Condensed the ten figures of equal width are glyphs of their own, from this one on."""
TABULAR = ("sans", "sans-bold")
WORDS, SCALE, TWO_SCALES, FOUR_SCALES, MORE = 0x1, 0x8, 0x40, 0x80, 0x20
"""Flags of a glyph that is made of others."""
LONG_PLACES = 1
NAMES = ((1, "pbm"), (2, "Regular"), (4, "pbm subset"), (6, "pbm-subset"))
Tables = dict[str, bytes]


@lru_cache(maxsize=64)
def webfont(face: str, characters: str) -> bytes:
    """The face with these letters."""
    source = typeface(face)
    numbers = {ord(letter): glyph_of(source, face, letter) for letter in sorted({*characters})}
    known = {code: number for code, number in numbers.items() if number}
    chosen = closure(source, [0, *known.values()])
    places = {number: place for place, number in enumerate(chosen)}
    return woff(tables(source, chosen, {code: places[number] for code, number in known.items()}))


def glyph_of(source: Typeface, face: str, letter: str) -> int:
    if face in TABULAR and letter in "0123456789":
        return FIRST_TABULAR + int(letter)
    return source.characters.get(ord(letter), 0) if ord(letter) < 0xFFFF else 0


def closure(source: Typeface, numbers: Iterable[int]) -> list[int]:
    """Glyphs, and those that they are made of, each once."""
    found = list(dict.fromkeys(numbers))
    for number in found:
        found += [part for _, part in parts(data_of(source, number)) if part not in found]
    return found


def data_of(source: Typeface, number: int) -> bytes:
    long = source.number(">h", "head", 50) == LONG_PLACES
    table, kind, step = source.table("loca"), ">L" if long else ">H", 4 if long else 2
    start, end = (
        struct.unpack_from(kind, table, step * place)[0] * (1 if long else 2) for place in (number, number + 1)
    )
    return source.table("glyf")[start:end]


def parts(data: bytes) -> list[tuple[int, int]]:
    """Where in a glyph another is named, and its number."""
    if len(data) < 10 or struct.unpack_from(">h", data)[0] >= 0:
        return []
    found, place, flags = [], 10, MORE
    while flags & MORE:
        flags, number = struct.unpack_from(">HH", data, place)
        found.append((place + 2, number))
        place += 4 + (4 if flags & WORDS else 2)
        place += 2 if flags & SCALE else 4 if flags & TWO_SCALES else 8 if flags & FOUR_SCALES else 0
    return found


def tables(source: Typeface, chosen: list[int], characters: dict[int, int]) -> Tables:
    places = {number: place for place, number in enumerate(chosen)}
    outlines, starts = b"", [0]
    for number in chosen:
        data = bytearray(data_of(source, number))
        for place, part in parts(bytes(data)):
            struct.pack_into(">H", data, place, places[part])
        outlines += bytes(data) + bytes(-len(data) % 4)
        starts.append(len(outlines))
    head, hhea, maxp = (bytearray(source.table(tag)) for tag in ("head", "hhea", "maxp"))
    struct.pack_into(">h", head, 50, LONG_PLACES)
    struct.pack_into(">H", hhea, 34, len(chosen))
    struct.pack_into(">H", maxp, 4, len(chosen))
    return {
        "OS/2": source.table("OS/2"),
        "cmap": character_table(characters),
        "glyf": outlines,
        "head": bytes(head),
        "hhea": bytes(hhea),
        "hmtx": b"".join(metrics(source, number) for number in chosen),
        "loca": struct.pack(f">{len(starts)}L", *starts),
        "maxp": bytes(maxp),
        "name": name_table(),
        "post": struct.pack(">L", 0x00030000) + source.table("post")[4:32],
    }


def metrics(source: Typeface, number: int) -> bytes:
    table, count = source.table("hmtx"), source.number(">H", "hhea", 34)
    if number < count:
        return table[4 * number : 4 * number + 4]
    bearing = table[4 * count + 2 * (number - count) :][:2]
    return table[4 * (count - 1) :][:2] + bearing


def character_table(characters: dict[int, int]) -> bytes:
    """A table of format 4 with a segment for each letter."""
    codes = [*sorted(characters), 0xFFFF]
    deltas = [(characters[code] - code) & 0xFFFF for code in codes[:-1]] + [1]
    count = len(codes)
    power = count.bit_length() - 1
    search = 2 << power
    body = struct.pack(">HHHH", count * 2, search, power, count * 2 - search)
    body += struct.pack(f">{count}H", *codes) + b"\0\0" + struct.pack(f">{count}H", *codes)
    body += struct.pack(f">{count}H", *deltas) + bytes(2 * count)
    segments = struct.pack(">HHH", 4, len(body) + 6, 0) + body
    return struct.pack(">HHHHL", 0, 1, 3, 1, 12) + segments


def name_table() -> bytes:
    texts = [text.encode("utf-16-be") for _, text in NAMES]
    rows, place = b"", 0
    for (number, _), text in zip(NAMES, texts, strict=True):
        rows += struct.pack(">HHHHHH", 3, 1, 0x409, number, len(text), place)
        place += len(text)
    return struct.pack(">HHH", 0, len(NAMES), 6 + len(rows)) + rows + b"".join(texts)


def woff(content: Tables) -> bytes:
    rows, body = b"", b""
    start = 44 + 20 * len(content)
    for tag, data in sorted(content.items()):
        pressed = zlib.compress(data, 9)
        kept = pressed if len(pressed) < len(data) else data
        rows += struct.pack(">4sLLLL", tag.encode(), start + len(body), len(kept), len(data), checksum(data))
        body += kept + bytes(-len(kept) % 4)
    total = 12 + 16 * len(content) + sum(len(data) + -len(data) % 4 for data in content.values())
    size = start + len(body)
    head = struct.pack(">4sLLHHLHHLLLLL", b"wOFF", 0x00010000, size, len(content), 0, total, 1, 0, 0, 0, 0, 0, 0)
    return head + rows + body


def checksum(data: bytes) -> int:
    padded = data + bytes(-len(data) % 4)
    words: tuple[int, ...] = struct.unpack(f">{len(padded) // 4}L", padded)
    return sum(words) & 0xFFFFFFFF
