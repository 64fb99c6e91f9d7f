"""Type: the faces, what they can write, how a page looks, and text broken into lines."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from pbm import fonts

SERIF, BOLD, ITALIC, SANS, SANS_BOLD = "serif", "serif-bold", "serif-italic", "figures", "figures-bold"
FACES = {SERIF: SERIF, BOLD: BOLD, ITALIC: ITALIC, SANS: "sans", SANS_BOLD: "sans-bold"}
"""Every face of a report, and the font it is made from."""
FIRST_TABULAR = 2067
"""In Fira Sans Condensed the ten figures of equal width are glyphs of their own, from this one on."""
OWN_FIGURES = b"-Tabular"
"""ReportLab takes fonts of one face for the same font, whichever came first: this is not the face that maps have."""
NO_SIGN = "□▯?"
"""In place of a character that no font has: the first of these that one has."""
SPACES = re.compile(r"([^\S\xa0]+)")
"""Where a line may end: a space that binds is no such place."""
PAPERS = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}


@cache
def register_faces() -> None:
    for face, source in FACES.items():
        font = TTFont(face, str(fonts.path(source)))
        if face.startswith("figures"):
            font.face.name += OWN_FIGURES
            for digit in range(10):
                font.face.charToGlyph[ord("0") + digit] = FIRST_TABULAR + digit
                font.face.charWidths[ord("0") + digit] = tabular_width(font)
        pdfmetrics.registerFont(font)


def tabular_width(font: TTFont) -> float:
    return float(font.face.hmetrics[FIRST_TABULAR][0] * 1000 / font.face.unitsPerEm)


@dataclass(frozen=True)
class Theme:
    """How pages look: the paper, the sizes of type in points, and the colours."""

    paper: str = "a4"
    body: float = 8.8
    leading: float = 1.27
    margin: float = 42.0
    top: float = 40.0
    foot: float = 34.0
    ink: str = "#2e251b"
    accent: str = "#8a1712"
    faint: str = "#76664f"
    rule: str = "#b99c66"
    hair: str = "#dccfb2"
    tint: str = "#f8f1de"
    saving: bool = False
    large: bool = False
    fillable: bool = True
    """Its boxes can be filled in in the file."""

    @property
    def page(self) -> tuple[float, float]:
        return PAPERS[self.paper]

    @property
    def width(self) -> float:
        return self.page[0] - 2 * self.margin

    @property
    def height(self) -> float:
        return self.page[1] - self.top - self.foot


LARGE = 16.0
"""The size of the text in large print, in points."""
BLACK, DARK, MIDDLE, LIGHT = "#000000", "#4d4d4d", "#9a9a9a", "#bdbdbd"


@cache
def theme(paper: str = "a4", large: bool = False, saving: bool = False, fillable: bool = True) -> Theme:
    plain = Theme(paper=paper, saving=saving, large=large, fillable=fillable)
    sized = replace(plain, body=LARGE, margin=34.0, leading=1.2) if large else plain
    if not saving:
        return sized
    return replace(sized, ink=BLACK, accent=BLACK, faint=DARK, rule=MIDDLE, hair=LIGHT, tint="")


@dataclass(frozen=True, slots=True)
class Style:
    face: str
    size: float
    colour: str
    underlined: bool = False
    link: str = ""
    """The name of the place in the document that it leads to."""


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of text in one style."""

    text: str
    style: Style


@dataclass(frozen=True, slots=True)
class SetLine:
    """The text of a line: runs and where each begins."""

    runs: tuple[tuple[float, Run], ...]
    width: float


@lru_cache(maxsize=65536)
def ems(text: str, face: str) -> float:
    """How wide a text is, in ems."""
    width: float = pdfmetrics.stringWidth(text, face, 1000)
    return width / 1000


def measure(run: Run) -> float:
    return ems(run.text, run.style.face) * run.style.size


def legible(text: str, face: str) -> str:
    """The text as far as the face can write it; what it cannot, as an empty box."""
    if text.isascii():
        return text
    known = pdfmetrics.getFont(face).face.charToGlyph
    missing = next(sign for sign in NO_SIGN if ord(sign) in known)
    return "".join(
        letter if ord(letter) in known or letter.isspace() else substitute(letter, known, missing)
        for letter in unicodedata.normalize("NFC", text)
    )


def substitute(letter: str, known: dict[int, int], missing: str) -> str:
    if unicodedata.category(letter) in ("Mn", "Me", "Cf", "Cc"):
        return ""
    plain = unicodedata.normalize("NFKD", letter)
    return plain if all(ord(part) in known for part in plain) else missing


Cluster = list[Run]
"""Runs with no space between them: they stay on one line."""


def clusters(runs: Iterable[Run], room: float) -> Iterator[Cluster]:
    """The words of a text, those longer than a line in pieces."""
    word: Cluster = []
    for run in runs:
        for part in SPACES.split(run.text):
            if not part:
                continue
            if part.isspace():
                if word:
                    yield word
                word = []
            else:
                *full, last = pieces(Run(part, run.style), room)
                for piece in full:
                    yield [*word, piece]
                    word = []
                word.append(last)
    if word:
        yield word


def pieces(run: Run, room: float) -> list[Run]:
    """A word, cut where it would be wider than a line."""
    if measure(run) <= room:
        return [run]
    found, piece, used = [], "", 0.0
    for letter in run.text:
        wide = ems(letter, run.style.face) * run.style.size
        if piece and used + wide > room:
            found.append(Run(piece, run.style))
            piece, used = "", 0.0
        piece, used = piece + letter, used + wide
    return [*found, Run(piece, run.style)]


def broken(runs: Iterable[Run], room: float) -> list[SetLine]:
    """The text in lines no wider than the room."""
    lines: list[SetLine] = []
    line: list[Cluster] = []
    used = 0.0
    for word in clusters(runs, room):
        wide = sum(measure(run) for run in word)
        gap = ems(" ", word[0].style.face) * word[0].style.size if line else 0.0
        if line and used + gap + wide > room + 0.01:
            lines.append(set_line(line))
            line, used, gap = [], 0.0, 0.0
        line.append(word)
        used += gap + wide
    return [*lines, set_line(line)] if line else lines


def set_line(words: list[Cluster]) -> SetLine:
    """Words with spaces between them; neighbours of one style are one run, and no space is underlined at its end."""
    merged: list[Run] = []
    for number, word in enumerate(words):
        for place, run in enumerate(word):
            spaced = " " if number and not place else ""
            last = merged[-1] if merged else run
            if merged and last.style == run.style:
                merged[-1] = Run(last.text + spaced + run.text, run.style)
            elif spaced and not last.style.underlined:
                merged[-1:] = [Run(last.text + spaced, last.style), run]
            else:
                merged.append(Run(spaced + run.text, run.style))
    return single(merged)


def single(runs: Iterable[Run]) -> SetLine:
    """Text that is not broken."""
    placed, x = [], 0.0
    for run in runs:
        placed.append((x, run))
        x += measure(run)
    return SetLine(tuple(placed), x)
