"""The language of orders as data: the page reads lines by the very grammar that reads the mail."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

from lark import Lark
from lark.grammar import Rule
from msgspec import Struct

from pbm.reading.grammar import spelt_out
from pbm.reading.words import Words
from pbm.rules.action import Actions

START = "start"
NUMBERS = ("NUMBER", "COUNT")
MOST = 400
"""So many ways to write an order are looked at."""


class Leaf(Struct, frozen=True, omit_defaults=True):
    """What may stand in a line: a word of the language, a code of some kinds, or whatever fits a pattern."""

    word: str = ""
    kinds: tuple[str, ...] = ()
    like: str = ""
    words: tuple[str, ...] = ()
    """The words that fit the pattern."""
    silent: bool = False
    """It means nothing: a dash for a blank box."""


class Tongue(Struct, frozen=True):
    """A grammar: what each rule may consist of, and its leaves. A symbol is the name of a rule or of a leaf."""

    rules: dict[str, tuple[tuple[str, ...], ...]]
    leaves: dict[str, Leaf]
    skip: str
    """What may stand between leaves."""
    actions: dict[str, str]
    """The rule that begins with each action's word."""

    def sequences(self, word: str) -> list[tuple[str, ...]]:
        """The leaves that an action may be written with, its own word first; of a list only one item."""
        return list(dict.fromkeys(self._inside(self.actions[word], frozenset())))

    def _inside(self, symbol: str, within: frozenset[str]) -> list[tuple[str, ...]]:
        if leaf := self.leaves.get(symbol):
            return [() if leaf.silent else (symbol,)]
        if symbol in within:
            return []
        return [whole for form in self.rules[symbol] for whole in self._joined(form, within | {symbol})]

    def _joined(self, form: Iterable[str], within: frozenset[str]) -> list[tuple[str, ...]]:
        whole: list[tuple[str, ...]] = [()]
        for part in form:
            whole = [(*one, *more) for one in whole for more in self._inside(part, within)]
        return whole[:MOST]


class Writer:
    """Makes a tongue of a grammar whose terminals are filled with a world's words."""

    def __init__(self, lark: Lark, words: Words, actions: Actions[Any]) -> None:
        self.lark, self.words, self.actions = lark, words, actions
        self.terminals = {terminal.name: terminal for terminal in lark.terminals}

    def tongue(self) -> Tongue:
        rules = self.reached()
        symbols = {symbol for forms in rules.values() for form in forms for symbol in form} - rules.keys()
        return Tongue(
            rules=rules,
            leaves={symbol: self.leaf(symbol) for symbol in sorted(symbols)},
            skip="|".join(self.terminals[name].pattern.value for name in self.lark.ignore_tokens),
            actions=self.heads(rules),
        )

    @cached_property
    def by_origin(self) -> dict[str, list[Rule]]:
        found: dict[str, list[Rule]] = {}
        for rule in self.lark.rules:
            found.setdefault(str(rule.origin.name), []).append(rule)
        return found

    def reached(self) -> dict[str, tuple[tuple[str, ...], ...]]:
        """The rules of the orders that may still be given."""
        found: dict[str, tuple[tuple[str, ...], ...]] = {}
        waiting = [START]
        while waiting:
            name = waiting.pop()
            if name in found or name in self.words.boxes or name not in self.by_origin:
                continue
            found[name] = tuple(dict.fromkeys(self.forms(name)))
            waiting += [symbol for form in found[name] for symbol in form]
        return found

    def forms(self, name: str) -> Iterator[tuple[str, ...]]:
        for rule in self.by_origin[name]:
            symbols = tuple(str(symbol.name) for symbol in rule.expansion)
            if not any(symbol.upper() in self.actions.gone for symbol in symbols):
                yield symbols

    def leaf(self, symbol: str) -> Leaf:
        if kinds := self.words.boxes.get(symbol):
            return Leaf(kinds=kinds)
        terminal = self.terminals[symbol]
        pattern, word = terminal.pattern.value, terminal.pattern.value.removesuffix(r"(?!\w)")
        if word.isalpha() and word.isupper():
            return Leaf(word=word, silent=symbol.startswith("_"))
        words = () if symbol in NUMBERS else tuple(spelt_out(pattern))
        return Leaf(like=pattern, words=words, silent=symbol.startswith("_"))

    def heads(self, rules: dict[str, tuple[tuple[str, ...], ...]]) -> dict[str, str]:
        """Each action's word, and the rule for its line: a rule may be read under another name."""
        called = {str(rule.alias or rule.origin.name).upper(): str(rule.origin.name) for rule in self.lark.rules}
        return {word: called[word] for word in self.actions if called.get(word) in rules}


def tongue_of(lark: Lark, words: Words, actions: Actions[Any]) -> Tongue:
    return Writer(lark, words, actions).tongue()
