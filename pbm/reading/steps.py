"""Which words may follow each other in an order: the parser's own table, gone through without making anything."""

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

from lark import Lark
from lark.grammar import Rule
from lark.lexer import TerminalDef
from lark.parsers.lalr_analysis import Shift

from pbm.reading.grammar import words_of

END = "$END"
START = "start"
NAMED = frozenset({"NAME", "CODE", "WORD"})
"""What stands in a box for a code; which of them it is makes no difference to the table."""
FREE = "TEXT"
Stack = tuple[int, ...]


class Inside(NamedTuple):
    """What an action's line may consist of: terminals, and the rules of its boxes."""

    terms: frozenset[str]
    boxes: frozenset[str]


NOTHING = Inside(frozenset(), frozenset())


class Steps:
    def __init__(self, lark: Lark) -> None:
        table = lark.parser.parser._parse_table
        self._states, self._start, self._end = table.states, table.start_states[START], table.end_states[START]
        self._rules: list[Rule] = lark.rules
        self.terminals: dict[str, TerminalDef] = {str(each.name): each for each in lark.terminals}
        self.ignored = frozenset(map(str, lark.ignore_tokens))

    def begin(self) -> Stack:
        return (self._start,)

    def after(self, stack: Stack, terminal: str) -> Stack | None:
        """Where a line stands with one word more; None if that word cannot stand there."""
        while step := self._states[stack[-1]].get(terminal):
            action, where = step
            if action is Shift:
                return (*stack, where)
            stack = stack[: len(stack) - len(where.expansion)]
            _, state = self._states[stack[-1]][where.origin.name]
            stack = (*stack, state)
            if terminal == END and state == self._end:
                return stack
        return None

    def is_whole(self, stack: Stack) -> bool:
        return self.after(stack, END) is not None

    @cached_property
    def patterns(self) -> dict[str, re.Pattern[str]]:
        return {name: re.compile(each.pattern.value, re.IGNORECASE) for name, each in self.terminals.items()}

    @cached_property
    def own_words(self) -> dict[str, frozenset[str]]:
        """The words in capitals that a terminal stands for, if it stands for such words alone."""
        found = {}
        for name, each in self.terminals.items():
            plain = each.pattern.value.removesuffix(r"(?!\w)")
            found[name] = frozenset([plain.upper()] if plain.isalpha() else words_of(each.pattern.value))
        return found

    @cached_property
    def inner_words(self) -> frozenset[str]:
        """The words that lead to a box and are no value of their own: ELSE, ADV, ROUNDS."""
        inner = (each for rule in self._rules for each in rule.expansion[1:] if each.is_term)
        return frozenset(str(each.name) for each in inner if getattr(each, "filter_out", False))

    @cached_property
    def leading(self) -> frozenset[str]:
        """The terminals of one word each behind which more must stand: PICK, LAND, ELSE."""
        inner = (each for rule in self._rules for each in rule.expansion[:-1] if each.is_term)
        return frozenset(name for each in inner if len(self.own_words[name := str(each.name)]) == 1)

    def heads(self, word: str) -> dict[str, Inside]:
        """The terminals that begin an action's line, each with what may follow in it."""
        return self._heads.get(word, {})

    @cached_property
    def _heads(self) -> dict[str, dict[str, Inside]]:
        found: dict[str, dict[str, Inside]] = {}
        for rule in self._rules:
            first = rule.expansion[0] if rule.expansion else None
            if first is not None and first.is_term:
                heads = found.setdefault(str(rule.alias or rule.origin.name).upper(), {})
                heads[first.name] = self._inside([rule], heads.get(first.name, NOTHING))
        return found

    @cached_property
    def conditions(self) -> Inside:
        """What conditions consist of; nothing in a game without them."""
        inside = [rule for rule in self._rules if str(rule.origin.name).startswith("if_")]
        inner = [rule for rule in inside if str(rule.origin.name) not in ("if_before", "if_behind")]
        heads = {str(rule.expansion[0].name) for rule in inner if rule.expansion[0].is_term}
        found = self._inside(inner, NOTHING)
        return Inside(found.terms | heads | {"AND"}, found.boxes) if inner else NOTHING

    def _inside(self, rules: Iterable[Rule], more: Inside) -> Inside:
        names = {name for rule in rules for name in self._within(rule)}
        terms = names & self.terminals.keys()
        return Inside(more.terms | terms, more.boxes | names - terms)

    def _within(self, rule: Rule) -> Iterator[str]:
        waiting, seen = [str(each.name) for each in rule.expansion[1:]], set[str]()
        while waiting:
            name = waiting.pop()
            if name not in seen:
                seen.add(name)
                yield name
                waiting += [str(each.name) for each in self._expansions(name)]

    def _expansions(self, name: str) -> Iterator[Any]:
        for rule in self._rules:
            if rule.origin.name == name:
                yield from rule.expansion
