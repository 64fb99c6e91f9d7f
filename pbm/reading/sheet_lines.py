"""Sorts the lines of a sheet: headings, numbered actions, messages, comments. Nothing here depends on a game."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator
from functools import cache, lru_cache

from lark import Lark, Token, Tree
from msgspec import Struct

from pbm.files import folder
from pbm.reading.sheet_code import written_in

HEADINGS = ("game", "turn", "power", "code")
MOVES = ("new_email", "new_address")
ORDER_LINES = frozenset({"action", "other"})
WISHES = ("final", "not_yet", "trial", "away", "not_away", "passes")
REMARK = re.compile(r"\s*[#;].*")
HASHED = re.compile(r"\s*#.*")
"""A comment that cannot be anything else."""
POINTER = re.compile(r"\s*(?:\*{2,3}|[-=~]{1,6}>|→)\s+")
"""What people put before a line of their own, so that it is seen among quoted ones."""
NUMBERING = re.compile(r"\s*(?:[(\[]?(\d+)(?!\s*(?:[x×*]|times)\s)(?!\d)\s*\??)?")
"""The number of an action, as 5. or 5) or (5) or 5 - or plain 5."""
LEADING = re.compile(r"\A(?:[\s,.):\]/]|-(?=[\s,.]*[^\W\d]))+")
"""Points, brackets and dashes between the number and the order: no part of either."""
DOTS = frozenset(".):]/-")
EMPHASIS = re.compile(r"(?<![\w*_])(\*{1,3}|_{1,3})(?=[^\s*_])(.+?)(?<=[^\s*_])\1(?![\w*_])")
"""Words between stars or lines, as mailers write bold and italic."""
NUMBER = re.compile(r"\d+")
MEMORY = 16
"""So many sheets are remembered: whoever asks for the power on a sheet asks for its orders next."""
HIGHEST = 9999
TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Right-to-left marks, which show letters in another order than the stored one."""
UNSEEN = TURNING | frozenset("\u00ad\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\ufffe\uffff")
SPACES = str.maketrans(dict.fromkeys("\t\v\f\N{NO-BREAK SPACE}", " "))
PUNCTUATION = str.maketrans(
    dict.fromkeys("‐‑‒–—―−﹘﹣－⁃", "-") | dict.fromkeys("‘’‚‛′`´", "'") | dict.fromkeys("“”„‟″«»", '"')
)


class SheetLine(Struct, frozen=True):
    """One line of a sheet: its kind, its content, and its place in the text."""

    kind: str
    """A heading, action, other, message, continued, new_email, new_address, phone, email, a wish, end,
    closed (an End of a message alone), remark or blank."""
    value: str
    line: int
    number: int | None = None
    dotted: bool = False
    """Whether a point or bracket follows the number, unlike numbers in prose."""
    raw: str = ""
    """The line as it was sent."""
    to: tuple[str, ...] = ()
    """The powers that a message is for, if it is not for everyone."""
    unsure: bool = False
    """Whether a question mark follows the number, as in 5? TAX: an order without a place on the sheet."""


def in_lines(text: str) -> list[str]:
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def visible(line: str) -> str:
    """A line without invisible characters: control characters, direction marks, joiners."""
    if line.isprintable():
        return line
    shown = line.translate(SPACES)
    return "".join(c for c in shown if not (c in UNSEEN or unicodedata.category(c) in {"Cc", "Cs"}))


def plainly(line: str) -> str:
    """A line with full-width letters, typographic dashes, quotation marks and odd spaces replaced by plain ones."""
    text = unicodedata.normalize("NFKC", line.translate(PUNCTUATION)).translate(PUNCTUATION)
    return " ".join(text.split())


def unpointed(line: str) -> str:
    """A line without the stars or the arrow that its writer put before it."""
    return POINTER.sub("", line, count=1) if POINTER.match(line) else line


def unmarked(text: str) -> str:
    """A text without the stars and lines that make it bold or italic."""
    return EMPHASIS.sub(r"\2", text)


def numbered(text: str) -> tuple[int | None, str]:
    """The number before a line, if any, and the line without it."""
    match = NUMBERING.match(text)
    assert match
    return counted(match[1]), ordered(text[match.end() :])


def ordered(text: str) -> str:
    """What stands behind the number of a line, from its first word on."""
    return LEADING.sub("", text).rstrip()


def counted(text: str | None) -> int | None:
    """A number as written; a very long one counts as one that is too large."""
    found = NUMBER.search(text or "")
    return min(int(found[0][:9]), HIGHEST) if found else None


@lru_cache(MEMORY)
def entries(text: str) -> tuple[SheetLine, ...]:
    """Everything on a sheet, line by line."""
    lines = in_lines(text)
    tree = sheet_grammar().parse("\n".join(unmarked(plainly(visible(line))) for line in lines))
    read = [entry for child in tree.children if isinstance(child, Tree) for entry in understood(child, lines)]
    used = {entry.line for entry in read}
    blank = [SheetLine("blank", "", n) for n in range(1, len(lines) + 1) if n not in used]
    return tuple(sorted([*read, *blank], key=lambda entry: entry.line))


def understood(tree: Tree[Token], lines: list[str]) -> Iterator[SheetLine]:
    if tree.data == "header":
        for heading in tree.children:
            assert isinstance(heading, Tree)
            yield from understood(heading, lines)
        return
    line = tree.meta.line
    tokens = {token.type: str(token) for token in tree.children if isinstance(token, Token)}
    value = tokens.get("VALUE") or tokens.get("REST") or tokens.get("REMARK") or ""
    numbering = tokens.get("NUMBERING", "")
    yield SheetLine(
        kind=tree.data,
        value=ordered(value) if tree.data in ORDER_LINES else value.strip(),
        line=line,
        number=counted(numbering),
        dotted=any(mark in DOTS for mark in numbering),
        unsure="?" in numbering,
        raw=lines[line - 1],
    )


@cache
def sheet_grammar() -> Lark:
    path = folder("grammar") / "sheet.lark"
    return Lark.open(str(path), parser="lalr", propagate_positions=True, maybe_placeholders=False)


def shows_code(lines: Iterable[str], codes: Collection[str]) -> bool:
    """Whether one of some plain codes stands in any lines."""
    return bool(written_in(" ".join(plainly(visible(line)) for line in lines), codes))
