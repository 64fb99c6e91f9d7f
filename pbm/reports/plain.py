"""Plain text: what players wrote made harmless, and lines measured and broken as a mail reader shows them."""

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache

WIDTH = 68
"""So narrow that a mail program does not break the lines again when it quotes them."""
HIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Kinds of character that show nothing, or change how what follows is shown."""
JOINER, VARIATION = "\u200d", "\ufe0f"
"""What holds the parts of one sign together: kept."""
ODD = re.compile("[^\0-\u02ff]")
"""Every sign before these takes one column."""


def cleaned(text: str) -> str:
    """One line of player text without control characters and hidden marks."""
    return " ".join(shown(text).split())


def cleaned_lines(text: str) -> str:
    """Player text of several lines, with at most one empty line between two of them."""
    lines = [" ".join(shown(line).split()) for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n")


def shown(text: str) -> str:
    if text.isascii() and text.isprintable():
        return text
    return "".join(sign(character) for character in text)


def sign(character: str) -> str:
    if character.isspace():
        return " "
    if character in (JOINER, VARIATION) or unicodedata.category(character) not in HIDDEN:
        return character
    return ""


def width(text: str) -> int:
    """The columns a text takes: wide signs two, marks above and below letters none."""
    return len(text) if is_even(text) else sum(columns(character) for character in text)


def is_even(text: str) -> bool:
    """Whether every sign takes one column."""
    return text.isascii() or not ODD.search(text)


@lru_cache(4096)
def columns(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def wrapped(text: str, room: int) -> list[str]:
    """The text in lines of at most that many columns; a word longer than a line is broken."""
    if width(text) <= room and "\n" not in text:
        return [text]
    return [line for part in text.split("\n") for line in broken(part, room)]


def broken(text: str, room: int) -> list[str]:
    measured: Callable[[str], int] = len if is_even(text) else width
    words = text.split(" ")
    if max(map(len, words)) > room // 2:
        words = [piece for word in words for piece in pieces(word, room)]
    lines, line, used = [], "", 0
    for word in words:
        size = measured(word)
        if not line:
            line, used = word, size
        elif used + 1 + size <= room:
            line, used = f"{line} {word}", used + 1 + size
        else:
            lines.append(line)
            line, used = word, size
    return [*lines, line]


def pieces(word: str, room: int) -> list[str]:
    if width(word) <= room:
        return [word]
    found, piece, used = [], "", 0
    for character in word:
        if used + columns(character) > room:
            found.append(piece)
            piece, used = "", 0
        piece += character
        used += columns(character)
    return [*found, piece]
