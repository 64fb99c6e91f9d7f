"""The grammar of a game's order lines, with the words of its world filled in."""

import re
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from itertools import groupby
from pathlib import Path

from lark import Lark
from lark.lexer import PatternRE, PatternStr, TerminalDef

from pbm.files import folder

LETTER, DIGIT = r"[^\W\d_]", r"\d"
NOTHING = r"(?!)x"
"""A pattern that never matches."""
CODED_WORD = rf"{LETTER}(?:\w|['’-]|\.(?!\.))*"
"""Any word that may be meant as a code with digits."""
KEYWORD = 5
"""A word of the grammar has priority over a code that looks like it."""
INVISIBLE = re.compile(r"\(\?![^()]*\)|\?:")
"""What a pattern asks of the letters behind a word, and the sign of a group without a name."""
Shapes = tuple[str, ...]


def source_of(source: str | Path) -> Path:
    """The file of a grammar: a name in our own folder, or a path in another package."""
    return source if isinstance(source, Path) else folder("grammar") / f"{source}.lark"


def shapes(codes: Iterable[str]) -> Shapes:
    """Patterns for codes of these shapes: ABC gives three letters, H01 a letter and two digits."""
    return tuple(sorted({shape(code) for code in codes}, key=lambda pattern: (-len(pattern), pattern)))


@cache
def shape(code: str) -> str:
    runs = ((pattern, len(list(run))) for pattern, run in groupby(code, key=character))
    text = "".join(pattern + (f"{{{length}}}" if length > 1 else "") for pattern, length in runs)
    return text + (f"(?!{LETTER})" if code.isalpha() else r"(?!\w)")


def character(letter: str) -> str:
    return LETTER if letter.isalpha() else DIGIT if letter.isdigit() else re.escape(letter)


@cache
def grammar(source: str | Path, names: frozenset[str], kinds: tuple[tuple[str, Shapes], ...]) -> Lark:
    """The grammar of a game with these names, and codes of these shapes."""
    filled = {kind.upper(): either(patterns) for kind, patterns in kinds}
    every = tuple(dict.fromkeys(pattern for _, patterns in kinds for pattern in patterns))
    filled |= {"NAME": rf"(?:{either(spelt(names))})(?!\w)", "CODE": either(every)}
    if any(DIGIT in pattern.replace(r"\W\d_", "") for pattern in every):
        filled["WORD"] = CODED_WORD

    def edit(terminal: TerminalDef) -> None:
        """Fill in the game's names, and stop keywords from matching the beginning of a longer word."""
        if pattern := filled.get(terminal.name.rpartition("__")[2]):
            terminal.pattern = PatternRE(pattern, ("i",))
        elif isinstance(terminal.pattern, PatternStr) and terminal.pattern.value[0].isalpha():
            terminal.pattern = PatternRE(keyword(terminal.pattern.value), ("i",))
            terminal.priority = max(terminal.priority, KEYWORD)

    path, ours = source_of(source), str(folder("grammar").parent)
    return Lark.open(str(path), parser="lalr", edit_terminals=edit, import_paths=[ours])


def keyword(word: str) -> str:
    return re.escape(word) + (r"(?!\w)" if word[-1].isalpha() else "")


def either(patterns: Iterable[str]) -> str:
    return "|".join(patterns) or NOTHING


def spelt(names: Iterable[str]) -> Iterator[str]:
    """The names as patterns, longest first."""
    for name in sorted(names, key=lambda n: (-len(n), n)):
        yield re.escape(name).replace(r"\ ", r"\s+")


def keywords(lark: Lark) -> list[str]:
    """The words of a grammar."""
    return [word for terminal in lark.terminals if (word := terminal.pattern.value.removesuffix(r"(?!\w)")).isalpha()]


def value_words(lark: Lark, filled: Collection[str]) -> dict[str, tuple[str, ...]]:
    """What each terminal stands for, such as NEAR, STOP or HOLD; nothing for those that are filled with codes."""
    found = ((each.name, words_of(each.pattern.value)) for each in lark.terminals if not each.name.startswith("_"))
    return {name: words for name, words in found if words and name.rpartition("__")[2] not in filled}


def words_of(pattern: str) -> tuple[str, ...]:
    """The alternatives of a pattern that consists of words in capitals and numbers; nothing for any other."""
    alternatives = [each.strip("()") for each in INVISIBLE.sub("", pattern).split("|")]
    words = [each if each.isalpha() and each.isupper() else in_words(each) for each in alternatives]
    return tuple(words) if all(words) else ()


def in_words(pattern: str) -> str:
    digits = re.fullmatch(r"(?:-\?)?\\d(\+|\{(\d+)\})", pattern)
    return "" if not digits else f"{digits[2]} digits" if digits[2] else "a number"


def marks(lark: Lark) -> frozenset[str]:
    """The signs of a grammar that are not words, such as : and /."""
    signs = (terminal.pattern.value for terminal in lark.terminals if isinstance(terminal.pattern, PatternStr))
    return frozenset(sign for sign in signs if not sign.isalnum())
