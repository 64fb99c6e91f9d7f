"""The grammar of a game's order lines, with the words of its world filled in."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from copy import copy
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path

from lark import Lark, Token, Tree, UnexpectedInput
from lark.lexer import PatternRE, PatternStr, TerminalDef
from lark.parser_frontends import ParsingFrontend

from pbm.files import folder

LETTER, DIGIT = r"[^\W\d_]", r"\d"
NOTHING = r"(?!)x"
"""A pattern that never matches."""
CODED_WORD = rf"{LETTER}(?:\w|['’-]|\.(?!\.))*"
"""Any word that may be meant as a code with digits."""
KEYWORD = 5
"""A word of the grammar has priority over a code that looks like it."""
WORD_ENDS = r"(?!\w)"
INVISIBLE = re.compile(r"\(\?![^()]*\)|\?:|\\b")
"""What a pattern asks of the letters behind a word, and the sign of a group without a name."""
UNSEEN = r"\\b|\(\?![^()]*\)|\(\?:[^()]*\)\?|\\[ds][*+]"
"""What a pattern asks of the letters behind a word, and what may be left out."""
TREES = 1024
"""How many lines are remembered, whatever the world."""
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
        """Fill in the game's names, and stop the grammar's words from matching the beginning of a longer one."""
        if pattern := filled.get(terminal.name.rpartition("__")[2]):
            terminal.pattern = PatternRE(pattern, ("i",))
        elif isinstance(terminal.pattern, PatternStr) and terminal.pattern.value[0].isalpha():
            terminal.pattern = PatternRE(keyword(terminal.pattern.value), ("i",))
            terminal.priority = max(terminal.priority, KEYWORD)
        elif all(map(str.isalpha, words := words_of(terminal.pattern.value))) and words:
            terminal.pattern = PatternRE(f"(?:{terminal.pattern.value}){WORD_ENDS}", terminal.pattern.flags)

    return built(source, edit)


BUILT: dict[str | Path, tuple[Lark, list[TerminalDef]]] = {}
"""The grammar built first from each file, and its terminals before they were filled."""


def built(source: str | Path, edit: Callable[[TerminalDef], None]) -> Lark:
    """A file is read, and its rules are worked out, once; its terminals are filled for every world."""
    if source in BUILT:
        return refilled(*BUILT[source], edit)
    plain: list[TerminalDef] = []

    def keep(terminal: TerminalDef) -> None:
        plain.append(copy(terminal))
        edit(terminal)

    path, ours = source_of(source), str(folder("grammar").parent)
    lark = Lark.open(str(path), parser="lalr", edit_terminals=keep, import_paths=[ours])
    BUILT[source] = lark, plain
    return lark


def refilled(first: Lark, plain: list[TerminalDef], edit: Callable[[TerminalDef], None]) -> Lark:
    """The same rules over other words."""
    lark, words, terminals = copy(first), copy(first.lexer_conf), [copy(terminal) for terminal in plain]
    for terminal in terminals:
        edit(terminal)
    words.terminals, words.terminals_by_name = terminals, {terminal.name: terminal for terminal in terminals}
    lark.terminals, lark.lexer_conf = terminals, words
    lark.parser = ParsingFrontend(words, first.parser.parser_conf, first.options, parser=first.parser.parser)
    return lark


@lru_cache(TREES)
def tree_of(lark: Lark, text: str) -> Tree[Token] | UnexpectedInput:
    """A line by the rules, or where it leaves them: it may name what one world has and another has not."""
    try:
        return lark.parse(text)
    except UnexpectedInput as error:
        return error


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
    if counted := re.fullmatch(r"([A-Z]+)\\s[*+]\\d\+", pattern):
        return f"{counted[1]} and a number"
    digits = re.fullmatch(r"(?:-\?)?\\d(\+|\{(\d+)\})", pattern)
    return "" if not digits else f"{digits[2]} digits" if digits[2] else "a number"


def spelt_out(pattern: str) -> Iterator[str]:
    """The words in capitals that a pattern is made for, without what may be left out: W for `[LFW]\\d*`."""
    for part in re.sub(UNSEEN, "", pattern).split("|"):
        if found := re.fullmatch(r"([A-Z]*)\[([A-Z1-9]+)\]", part):
            yield from (found[1] + letter for letter in found[2])
        elif (word := part.strip("(?:)")).isalpha() and word.isupper():
            yield word
