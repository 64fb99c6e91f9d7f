"""From text to orders: every line is read by the game's grammar, and a line that cannot be read fails alone."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from itertools import takewhile
from typing import Any

from lark import Lark, Token, Tree, UnexpectedInput
from lark.exceptions import UnexpectedCharacters
from lark.lexer import PatternRE, PatternStr, TerminalDef

from pbm.files import folder
from pbm.reading.sheet_filling import Filling
from pbm.reading.sheet_lines import entries, numbered
from pbm.reading.spelling import alike, nearest
from pbm.rules.order import Line, Number, Order, Refusal, Sheet, Unreadable

LONGEST_LINE = 200
MEMORY = 256
"""Lines of which a reader remembers what they are: those of a letter are asked for more than once."""
WORD = re.compile(r"\w+")
NAME_WORD = re.compile(r"[^\W\d_][^\s,]*")
MOST_BOXES = 6


@dataclass(frozen=True)
class Words:
    """The words of one game: its grammar, its actions, and the codes and names of its areas and powers."""

    grammar: str
    actions: Mapping[str, type[Order]]
    areas: Mapping[str, str]
    powers: Mapping[str, str]
    power: str = "power"
    aliases: Mapping[str, str] = field(default_factory=dict)
    """Other names of areas, to their codes."""
    pairs: Mapping[str, str] = field(default_factory=dict)
    """Codes that are easily taken for each other, both ways."""
    near: Mapping[str, Collection[str]] = field(default_factory=dict)
    """The areas beside each area, which are likelier to be named with it."""
    spellings: Mapping[str, str] = field(default_factory=dict)
    """Other spellings of action words."""
    rule: str = ""
    """The paragraph to cite for a line that cannot be read."""
    code_rule: str = ""
    limit: int | None = None
    """How many actions a sheet holds."""
    contacts: Mapping[str, int] = field(default_factory=lambda: {"PHONE": 28, "EMAIL": 34})
    """What a player may have printed in the roundup, and how long it may be."""
    contact_rule: str = ""

    @cached_property
    def area_names(self) -> dict[str, str]:
        return {plain(name): code for code, name in self.areas.items()} | {
            plain(name): code for name, code in self.aliases.items()
        }

    @cached_property
    def power_names(self) -> dict[str, str]:
        return {plain(name): code for code, name in self.powers.items()}

    def name(self, code: str) -> str:
        return self.areas.get(code) or self.powers.get(code, code)


def plain(name: str) -> str:
    return " ".join(name.casefold().split())


@cache
def grammar(name: str, names: frozenset[str]) -> Lark:
    """The grammar of a game that has those names."""
    longest_first = sorted(names, key=lambda n: (-len(n), n))
    choices = "|".join(re.escape(name).replace(r"\ ", r"\s+") for name in longest_first)

    def edit(terminal: TerminalDef) -> None:
        """Fill in the names, and let no keyword match the beginning of a longer word."""
        if terminal.name == "NAME":
            terminal.pattern = PatternRE(f"(?:{choices})(?!\\w)", ("i",))
        elif isinstance(terminal.pattern, PatternStr) and terminal.pattern.value.isalpha():
            terminal.pattern = PatternRE(f"{terminal.pattern.value}(?!\\w)", ("i",))

    return Lark.open(str(folder("grammar") / f"{name}.lark"), parser="lalr", edit_terminals=edit)


class Reader:
    """Reads the order lines of one game."""

    def __init__(self, words: Words) -> None:
        self.words = words
        codes = {plain(code) for code in (*words.areas, *words.powers)}
        self._tried = lru_cache(MEMORY)(self._try)
        self._lark = grammar(words.grammar, frozenset({*words.area_names, *words.power_names} - codes))

    def power_named(self, text: str) -> str | None:
        """The code of a power that is written as code or name, perhaps both; None if that is not clear."""
        named = find(text, self.words.powers, self.words.power_names)
        parts = [find(part, self.words.powers, self.words.power_names) for part in re.split(r"[^\w]+", text)]
        return named or next(filter(None, parts), None)

    def line(self, text: str, number: int = 1) -> Line | None:
        """The line, or None if it leaves its action empty."""
        given, written = numbered(text)
        order, refusal = self.read(written)
        return Line(given or number, written, order, refusal) if order or refusal else None

    def lines(self, player: str, texts: Iterable[str]) -> Sheet:
        """A sheet whose n-th text is action n."""
        read = [self.line(text, number) for number, text in enumerate(texts, 1)]
        return Sheet(player, {line.number: line for line in read if line})

    def sheet(self, player: str, text: str) -> Sheet:
        """A sheet from a file: lines numbered or not; `#` and `;` begin a remark."""
        return Filling(self.words, self).fill(entries(text)).sheet(player)

    def read(self, text: str) -> tuple[Order | None, Refusal | None]:
        """The order that a line without its number makes, or why it makes none; neither if it is blank."""
        if len(text) > LONGEST_LINE:
            return None, Refusal(self.words.rule, f"no order has more than {LONGEST_LINE} characters")
        try:
            return self._parsed(text), None
        except (Unreadable, UnexpectedInput) as error:
            return None, self._refusal(text, error)

    def order(self, text: str) -> Order | None:
        """The order that a line makes, if it makes one; quick to say no, for lines of a letter may be anything."""
        first = WORD.search(text)
        if first is None or first[0].upper() not in self._action_words or len(text) > LONGEST_LINE:
            return None
        try:
            return self._parsed(text)
        except (Unreadable, UnexpectedInput):
            return None

    def _parsed(self, text: str) -> Order | None:
        found = self._tried(text)
        if isinstance(found, Exception):
            raise found.with_traceback(None)
        return found

    def _try(self, text: str) -> Order | Unreadable | UnexpectedInput | None:
        try:
            action = next(iter(self._lark.parse(text).children), None)
            return self._order(action) if action else None
        except (Unreadable, UnexpectedInput) as error:
            return error

    def _refusal(self, text: str, error: Unreadable | UnexpectedInput) -> Refusal:
        first = WORD.search(text)
        if first and first[0].upper() in self._action_words and (slip := self._long_name(text)):
            return slip
        if isinstance(error, Unreadable):
            return Refusal(self.words.code_rule, str(error), error.column)
        return self._misread(text, error)

    def _long_name(self, text: str) -> Refusal | None:
        """A name of several words with a slip in it, which otherwise would be blamed on one of its words."""
        words = list(NAME_WORD.finditer(text))[1 : MOST_BOXES + 1]
        for length in range(self._longest_name, 1, -1):
            for first, last in zip(words, words[length - 1 :], strict=False):
                written = plain(text[first.start() : last.end()])
                if (close := alike(written, self._long_names)) and written.upper() not in close:
                    codes = list(dict.fromkeys(self._long_names[name] for name in close))
                    there = f'nothing is called "{written.upper()}"{self._hint(codes)}'
                    return Refusal(self.words.code_rule, there, first.start() + 1)
        return None

    @cached_property
    def _long_names(self) -> dict[str, str]:
        names = {**self.words.area_names, **self.words.power_names}
        return {name.upper(): code for name, code in names.items() if " " in name}

    @cached_property
    def _longest_name(self) -> int:
        return max((len(name.split()) for name in self._long_names), default=1)

    def resembles(self, text: str) -> bool:
        """Whether a line is an order, if perhaps a mistaken one: something like an action, then boxes."""
        if self.order(text):
            return True
        first, *rest = WORD.findall(text) or [""]
        if len(rest) > MOST_BOXES or not all(map(self._like_box, rest)):
            return False
        return first.upper() in self._action_words or bool(rest and self._like_action(first))

    @cached_property
    def _action_words(self) -> dict[str, None]:
        return dict.fromkeys([*self.words.actions, *self.words.spellings])

    def _like_action(self, word: str) -> list[str]:
        return alike(word, self._action_words)

    def _like_box(self, word: str) -> bool:
        return len(word) <= 3 or word.isupper() or word.isdigit() or plain(word) in self._name_words

    @cached_property
    def _name_words(self) -> frozenset[str]:
        return frozenset(word for name in (*self.words.area_names, *self.words.power_names) for word in name.split())

    def _order(self, tree: Any) -> Order:
        kind = self.words.actions[tree.data.upper()]
        beside = self._beside(tree)
        return kind.read(*(self._box(box, beside) for box in tree.children))

    def _beside(self, tree: Any) -> frozenset[str]:
        """What lies beside the areas that an order names."""
        words = self.words
        tokens = [box.children[0] for box in tree.children if isinstance(box, Tree)]
        codes = [find(str(token), words.areas, words.area_names) for token in tokens]
        return frozenset(near for code in codes if code for near in words.near.get(code, ()))

    def _box(self, box: Tree[Token] | Token | None, beside: Collection[str]) -> str | Number | None:
        if box is None:
            return None
        if isinstance(box, Token):
            return Number.read(box)
        token = box.children[0]
        assert isinstance(token, Token)
        return {"area": self._area, "power": self._power, "code": self._code}[box.data](token, beside)

    def _area(self, token: Token, beside: Collection[str]) -> str:
        words = self.words
        if code := find(token, words.areas, words.area_names):
            return code
        self._of_other_kind(token, "area", find(token, words.powers, words.power_names))
        raise self._unknown(token, "area", words.areas, words.area_names, beside)

    def _power(self, token: Token, beside: Collection[str]) -> str:
        words = self.words
        if code := find(token, words.powers, words.power_names):
            return code
        self._of_other_kind(token, words.power, find(token, words.areas, words.area_names))
        raise self._unknown(token, words.power, words.powers, words.power_names)

    def _code(self, token: Token, beside: Collection[str]) -> str:
        """Either kind; a name that both kinds have is not clear enough."""
        words = self.words
        area, power = find(token, words.areas, words.area_names), find(token, words.powers, words.power_names)
        if area and power:
            raise Unreadable(f"{token} is an area and a {words.power}: write {area} or {power}", token.column)
        if code := area or power:
            return code
        codes, names = {**words.areas, **words.powers}, {**words.area_names, **words.power_names}
        raise self._unknown(token, f"area or {words.power}", codes, names)

    def _of_other_kind(self, token: Token, wanted: str, other: str | None) -> None:
        if other:
            kind = "area" if other in self.words.areas else self.words.power
            text = f"{token} is {self.words.name(other)}, {kind} {other}; this box is for the code of the {wanted}"
            raise Unreadable(text, token.column)

    def _unknown(
        self,
        token: Token,
        wanted: str,
        codes: Mapping[str, str],
        names: Mapping[str, str],
        beside: Collection[str] = (),
    ) -> Unreadable:
        hint = self._hint(nearest(token, codes, self.words.pairs, names, beside))
        return Unreadable(f'no {wanted} is called "{token}"{hint}', token.column)

    def _hint(self, codes: Iterable[str]) -> str:
        named = [f"{code} ({self.words.name(code)})" for code in codes]
        return f": did you mean {' or '.join(named)}?" if named else ""

    def _misread(self, text: str, error: UnexpectedInput) -> Refusal:
        word = "".join(takewhile(str.isalpha, text))
        known = self.words.spellings.get(word.upper(), word.upper())
        if known not in self.words.actions:
            return Refusal(self.words.rule, self._no_action(word), 1)
        kind, at = self.words.actions[known], error_column(text, error)
        found = text[at - 1 :].split()
        here = f'"{found[0]}" does not belong here' if found else "something is missing at the end"
        return Refusal(kind.rule, f"{here}; it is written: {form(kind)}", at)

    def _no_action(self, word: str) -> str:
        close = self._like_action(word)
        hint = f": did you mean {' or '.join(close)}?" if close else ""
        return f'"{word}" is not an action{hint}' if word else "no action word was found"


def form(kind: type[Order]) -> str:
    """How an action is written: `MOVE from to number`."""
    return " ".join([kind.word, *kind.written_boxes()])


def error_column(text: str, error: UnexpectedInput) -> int:
    at_end = not isinstance(error, UnexpectedCharacters) and getattr(error, "token", Token("", "")).type == "$END"
    return len(text.rstrip()) + 1 if at_end else error.column


def find(token: str, codes: Mapping[str, str], names: Mapping[str, str]) -> str | None:
    """The code that is meant: written as such, or as a full name."""
    upper = token.upper()
    return upper if upper in codes else names.get(plain(token))
