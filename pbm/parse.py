"""From text to orders: every line is read by the game's grammar, and a line that cannot be read fails alone."""

import difflib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import takewhile
from typing import Any

from lark import Lark, Token, Tree, UnexpectedInput
from lark.exceptions import UnexpectedCharacters
from lark.lexer import PatternRE, PatternStr, TerminalDef

from pbm.filling import Filling
from pbm.layout import entries, numbered
from pbm.order import Line, Number, Order, Refusal, Sheet, Unreadable
from pbm.resources import folder

LONGEST_LINE = 200
BOX_WORDS = {"origin": "from", "target": "to", "toward": "to"}
SUGGESTIONS = 4
WORD = re.compile(r"\w+")
MOST_BOXES = 6
ALIKE = 0.6


@dataclass(frozen=True)
class Words:
    """The words of one game: its grammar, its actions, and the codes and names of its areas and powers."""

    grammar: str
    actions: Mapping[str, type[Order]]
    areas: Mapping[str, str]
    powers: Mapping[str, str]
    power: str = "kingdom"
    aliases: Mapping[str, str] = field(default_factory=dict)
    """Other names of areas, to their codes."""
    pairs: Mapping[str, str] = field(default_factory=dict)
    """Codes that are easily taken for each other, both ways."""
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
        self._lark = grammar(words.grammar, frozenset({*words.area_names, *words.power_names} - codes))

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
            action = next(iter(self._lark.parse(text).children), None)
            return (self._order(action) if action else None), None
        except Unreadable as error:
            return None, Refusal(self.words.code_rule, str(error), error.column)
        except UnexpectedInput as error:
            return None, self._misread(text, error)

    def resembles(self, text: str) -> bool:
        """Whether a line is an order, if perhaps a mistaken one: something like an action, then boxes."""
        if self.read(text)[0]:
            return True
        first, *rest = WORD.findall(text) or [""]
        exact = first.upper() in self._action_words
        return (exact or bool(rest and self._like_action(first))) and (
            len(rest) <= MOST_BOXES and all(map(self._like_box, rest))
        )

    @cached_property
    def _action_words(self) -> list[str]:
        return [*self.words.actions, *self.words.spellings]

    def _like_action(self, word: str) -> list[str]:
        return difflib.get_close_matches(word.upper(), self._action_words, 3, ALIKE)

    def _like_box(self, word: str) -> bool:
        return len(word) <= 3 or word.isupper() or word.isdigit() or plain(word) in self._name_words

    @cached_property
    def _name_words(self) -> frozenset[str]:
        return frozenset(word for name in (*self.words.area_names, *self.words.power_names) for word in name.split())

    def _order(self, tree: Any) -> Order:
        kind = self.words.actions[tree.data.upper()]
        return kind.read(*(self._box(box) for box in tree.children))

    def _box(self, box: Tree[Token] | Token | None) -> str | Number | None:
        if box is None:
            return None
        if isinstance(box, Token):
            return Number.read(box)
        token = box.children[0]
        assert isinstance(token, Token)
        return {"area": self._area, "power": self._power, "code": self._code}[box.data](token)

    def _area(self, token: Token) -> str:
        words = self.words
        code = find(token, words.areas, words.area_names)
        return code or self._unknown(token, "area", words.areas, find(token, words.powers, words.power_names))

    def _power(self, token: Token) -> str:
        words = self.words
        code = find(token, words.powers, words.power_names)
        return code or self._unknown(token, words.power, words.powers, find(token, words.areas, words.area_names))

    def _code(self, token: Token) -> str:
        """Either kind; a name that both kinds have is not clear enough."""
        words = self.words
        area, power = find(token, words.areas, words.area_names), find(token, words.powers, words.power_names)
        if area and power:
            raise Unreadable(f"{token} is an area and a {words.power}: write {area} or {power}", token.column)
        return area or power or self._unknown(token, f"area or {words.power}", {**words.areas, **words.powers})

    def _unknown(self, token: Token, wanted: str, codes: Mapping[str, str], other: str | None = None) -> str:
        if other:
            kind = "area" if other in self.words.areas else self.words.power
            text = f"{token} is {self.words.name(other)}, {kind} {other}; this box is for the code of the {wanted}"
            raise Unreadable(text, token.column)
        hint = self._hint(nearest(token, codes, self.words.pairs))
        raise Unreadable(f'no {wanted} is called "{token}"{hint}', token.column)

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
    return " ".join([kind.word, *(BOX_WORDS.get(box, box) for box in kind.boxes)])


def error_column(text: str, error: UnexpectedInput) -> int:
    at_end = not isinstance(error, UnexpectedCharacters) and getattr(error, "token", Token("", "")).type == "$END"
    return len(text.rstrip()) + 1 if at_end else error.column


def find(token: str, codes: Mapping[str, str], names: Mapping[str, str]) -> str | None:
    """The code that is meant: written as such, or as a full name."""
    upper = token.upper()
    return upper if upper in codes else names.get(plain(token))


def nearest(word: str, codes: Mapping[str, str], pairs: Mapping[str, str]) -> list[str]:
    """Codes like the word, by code or by name, each with the one it is easily taken for."""
    names = {name.upper(): code for code, name in codes.items()}
    close = difflib.get_close_matches(word.upper(), [*codes, *names], SUGGESTIONS, ALIKE)
    found: dict[str, None] = {}
    for match in close:
        code = names.get(match, match)
        found[code] = None
        pair = pairs.get(code)
        if pair and pair in codes:
            found[pair] = None
    return list(found)[:SUGGESTIONS]
