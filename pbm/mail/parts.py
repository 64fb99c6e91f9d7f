"""A letter in parts, each for the game that its headings or its code name: what one letter brings for several games."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain

import msgspec
from msgspec import Struct

from pbm.reading.letter import Letter, Text
from pbm.reading.printed import unquoted
from pbm.reading.quoting import Zone, pieces
from pbm.reading.sheet import game_named
from pbm.reading.sheet_bounds import blocks
from pbm.reading.sheet_code import plain
from pbm.reading.sheet_lines import HEADINGS, SheetLine, entries, in_lines, visible
from pbm.reading.verdict import CODE

Owner = Callable[[str], str]
"""The game of a code, as `plain` writes it; empty if it is of none."""


class Part(Struct, frozen=True):
    """What stands from a line on, down to the next part, is for this game."""

    line: int
    game: str
    by_name: bool
    """Whether its name is given, and not only a code."""


class Names(Struct, frozen=True):
    """What games are called in headings, and whose codes are whose."""

    called: Mapping[str, str]
    owner: Owner

    def of(self, headings: Mapping[str, str]) -> tuple[str, bool]:
        """The game of a group of headings, and whether they name it."""
        if game := self.called.get(game_named(headings.get("game", "")), ""):
            return game, True
        return self.owner(plain(headings.get("code", ""))) if headings.get("code") else "", False


def parts_in(letter: Letter, names: Names) -> list[Part]:
    """The parts of all its texts; those of the HTML version only if no other text has any."""
    read = [[*parts_of(text, names)] for text in letter.texts if not text.spare]
    read = read if any(read) else [[*parts_of(text, names)] for text in letter.texts if text.spare]
    return [*chain(*read)]


def parts_of(text: Text, names: Names) -> Iterator[Part]:
    lines = text.form or own_lines(text)
    now, closed = "", True
    for group in grouped(lines):
        headings = {entry.kind: entry.value for entry in group if entry.kind in HEADINGS}
        game, by_name = names.of(headings) if headings else (coded(group[0], names.owner), False)
        if game and (by_name or closed):
            yield Part(min(entry.line for entry in group), game, by_name)
            now, closed = game, False
        closed = closed or not now or "code" in headings or group[0].kind == "end"


def grouped(lines: Iterable[SheetLine]) -> Iterator[list[SheetLine]]:
    """Adjoining headings together, and every other line alone."""
    lines = list(lines)
    heads = {block[0]: [lines[at] for at in block] for block in blocks(lines)}
    for at, line in enumerate(lines):
        if at in heads:
            yield heads[at]
        elif line.kind not in HEADINGS:
            yield [line]


def own_lines(text: Text) -> tuple[SheetLine, ...]:
    """What its writer has not quoted."""
    found = pieces(in_lines(text.text))
    return entries("\n".join(piece.text if piece.zone is Zone.OWN else "" for piece in found))


def coded(line: SheetLine, owner: Owner) -> str:
    """The game whose code stands in running text."""
    return next(filter(None, (owner(plain(found[0])) for found in re.finditer(CODE, visible(line.raw)))), "")


def quoted_in(letter: Letter, names: Names) -> set[str]:
    """The games that are named anywhere, in quoted lines too."""
    found = set[str]()
    for text in letter.texts:
        lines = entries("\n".join(map(unquoted, in_lines(text.text))))
        headed = (names.of({entry.kind: entry.value})[0] for entry in lines if entry.kind in ("game", "code"))
        found |= {*headed, *(coded(entry, names.owner) for entry in lines)}
    return found - {""}


def has_headings(letter: Letter) -> bool:
    """Whether it looks like a sheet for some game."""
    lines = chain.from_iterable(text.form or own_lines(text) for text in letter.texts)
    return any(entry.kind in HEADINGS and entry.value for entry in lines)


def part_for(game: str, letter: Letter, names: Names) -> Letter:
    """A letter for several games without what is for the others; what stands above all parts is for each."""
    cut = (for_one(game, text, [*parts_of(text, names)]) for text in letter.texts)
    return msgspec.structs.replace(letter, texts=tuple(text for text in cut if text))


def for_one(game: str, text: Text, parts: list[Part]) -> Text | None:
    if text.form:
        return None if parts and game not in {part.game for part in parts} else text
    whose, kept = {part.line: part.game for part in parts}, list[str]()
    now = game
    for number, line in enumerate(in_lines(text.text), 1):
        now = whose.get(number, now)
        kept.append(line if now == game else "")
    return msgspec.structs.replace(text, text="\n".join(kept))
