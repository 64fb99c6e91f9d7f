"""From text to orders: the game's grammar reads every line, and a line that it cannot read fails alone."""

import copy
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Self

from lark import Lark, Token, Tree, UnexpectedInput

from pbm.reading.addressed import addressed
from pbm.reading.boxes import persons
from pbm.reading.courtesy import greets, is_small_talk
from pbm.reading.gaps import Gaps
from pbm.reading.grammar import grammar, keywords, shapes, tree_of, value_words
from pbm.reading.mistakes import WORD, Mistakes, named, unclear
from pbm.reading.phrases import plain
from pbm.reading.pieces import bare
from pbm.reading.sayings import Sayings
from pbm.reading.several import Several
from pbm.reading.sheet_filling import Filling
from pbm.reading.sheet_lines import SheetLine, entries, numbered
from pbm.reading.spelling import alike, nearest
from pbm.reading.steps import FREE, Steps
from pbm.reading.tongue import Tongue
from pbm.reading.vocabulary import AND_BACK, CONNECTING, COUNTED, FILLERS, LATER
from pbm.reading.words import Words, find, one
from pbm.reading.work import Remembered, Work
from pbm.rules.action import Actions
from pbm.rules.condition import Condition, If, Not
from pbm.rules.order import Box, Line, Lines, Number, Order, Refusal, Shape, Sheet, Unreadable

MEMORY = 4096
"""How many lines a reader remembers, because the lines of a letter are read more than once."""
LOOKING = 4
"""The units it takes to look for the names that may have been meant."""
LETTERS_PER_UNIT = 60
"""So many letters of a line cost as much again as a short one."""
STEPS_PER_UNIT = 60
"""So many steps from word to word cost as much as reading a line."""
DIRECTION = re.compile(r"\b(?:to|from)\b", re.IGNORECASE)
"""What people write between boxes; the error in a line is looked for without it."""
SPOKEN = re.compile(r"\w+(?:'\w+)*")
"""A word as people say it: I'd, let's."""
COURTESY = re.compile(r"\A\s*(?:please|pls|plz)\b[\s,]*|(?:[\s,]+(?:please|pls|plz))?(?<!\.)[.!]?\s*\Z", re.IGNORECASE)
"""What stands around an order without a meaning of its own."""
TOLD = re.compile(
    r"\W*(?P<verb>\w+)\s+(?:to\s+)?(?P<whom>\w[^:,]{,30}?)\s*[:,]\s*(?P<words>\S.*)", re.IGNORECASE | re.DOTALL
)
"""Words for somebody: message to SPR: shall we share the meadow?"""
MORE_WORDS = 8
"""How many words people may put around an order."""
FEW = 3
"""So few words after an action word are taken for an order."""
TOKENS: Mapping[str, Callable[[str], Box]] = {"NUMBER": Number.read, "COUNT": int, "TEXT": str}
"""The value of a box by its terminal; any other terminal gives a word in capitals."""


class Reader:
    """Reads the order lines of one game."""

    def __init__(self, words: Words, source: str | Path, actions: Actions[Any], shape: Shape) -> None:
        self.words = words
        self.shape = shape
        self.actions = actions.written
        self.conditions = actions.conditions
        self.opener = actions.opener
        self.source = source
        self.work: Work | None = None
        """What this letter may still cost; nothing limits what the game reads by itself."""
        self._units = 0
        self._tried = Remembered(self._try, lambda: self._units, MEMORY)
        self._parts = Remembered(self._several, lambda: self._units, MEMORY)
        self._leads = lru_cache(MEMORY)(self._leads_to_action)
        self._refused = Remembered(self._refuse, lambda: self._units, MEMORY)

    @cached_property
    def grammar(self) -> Lark:
        """Made when the first line is read."""
        codes = {plain(code) for code in self.words.all_codes}
        written = tuple((kind, shapes(codes)) for kind, codes in self.words.kinds.items())
        return grammar(self.source, frozenset(self.words.all_names.keys() - codes), written)

    def within(self, most: int) -> Self:
        """The same reader for one letter, whose reading may cost so many units; what was read before is known."""
        reader = copy.copy(self)
        reader.work = Work(most)
        return reader

    def power_named(self, text: str) -> str | None:
        """The code of a power written as code, name or both; None if that is not clear."""
        named = find(text, self.words.powers, self.words.power_names)
        parts = [find(part, self.words.powers, self.words.power_names) for part in re.split(r"[^\w]+", text)]
        return named or next(filter(None, parts), None)

    def line(self, text: str, number: int = 1) -> Line | None:
        """The line, or None if it is blank; on a sheet with slots it has the number written before it."""
        given, written = numbered(text)
        order, refusal = self.read(written)
        number = number if given is None or isinstance(self.shape, Lines) else given
        return Line(number, written, order, refusal) if order or refusal else None

    def lines(self, player: str, texts: Iterable[str]) -> Sheet:
        """A sheet of these texts; on a sheet with slots the n-th text is action n."""
        if isinstance(self.shape, Lines):
            listed = (SheetLine("other", numbered(text)[1], n, raw=text) for n, text in enumerate(texts, 1))
            return Filling(self.words, self).fill(listed).sheet(player)
        read = [self.line(text, number) for number, text in enumerate(texts, 1)]
        return Sheet(player, {line.number: line for line in read if line})

    def sheet(self, player: str, text: str) -> Sheet:
        """A sheet from a file: lines may be numbered; `#` and `;` start a comment."""
        return self.filling(text).sheet(player)

    def filling(self, text: str) -> Filling:
        return Filling(self.words, self).fill(addressed(entries(text), self.words))

    def read(self, text: str) -> tuple[Order | None, Refusal | None]:
        """The order in a line without its number, or why there is none; neither if the line is blank."""
        if len(text) > self.shape.longest:
            return None, Refusal(
                self.words.rule, f"an order may have at most {self.shape.longest} characters", kind="read"
            )
        try:
            return self._parsed(text), None
        except (Unreadable, UnexpectedInput):
            return None, self._refused(text, "refused", self.work)

    def several(self, text: str) -> list[str]:
        """The texts of the orders in a line that holds more than one, such as TAX x3; none if it does not."""
        begins = self._leads(text) or text[:1].isdigit()
        return self._parts(text, "parts", self.work) if begins and len(text) <= self.shape.longest else []

    def _several(self, text: str) -> list[str]:
        return self.severally.of(text)

    def order(self, text: str) -> Order | None:
        """The order in a line, if any; fast for other lines, because a letter may contain anything."""
        if len(text) > self.shape.longest or not self._leads(text):
            return None
        try:
            return self._parsed(text)
        except (Unreadable, UnexpectedInput):
            return None

    def exact(self, text: str) -> Order | None:
        """The order in a line that is written just as the grammar has it."""
        found = self._exact(text)
        return None if isinstance(found, Exception) else found

    def is_order(self, text: str) -> bool:
        """Whether a line with the words of a request or a vote is an order all the same."""
        return self.order(text) is not None

    def _leads_to_action(self, text: str) -> bool:
        for word in SPOKEN.finditer(self.words.in_own_words(text.replace("’", "'"))):
            if word[0].upper() in self._action_words:
                return True
            if word[0].casefold() not in CONNECTING:
                break
        return self.sayings.lexicon.may_say(text)

    def begins(self, text: str) -> bool:
        """Whether a line begins as an order does, with an action of the game behind words that only lead to it."""
        for word in SPOKEN.finditer(text.replace("’", "'")):
            if word[0].casefold() not in CONNECTING:
                return word[0].upper() in self._action_words
        return False

    def opens_block(self, text: str) -> bool:
        """Whether a line begins the orders of another power."""
        return self.opener is not None and text.upper().split()[:1] == [self.opener.word]

    def _parsed(self, text: str) -> Order | None:
        found = self._tried(text, "tried", self.work)
        if isinstance(found, Exception):
            raise found.with_traceback(None)
        return found

    def _refuse(self, text: str) -> Refusal:
        """Why a line is no order; to look for what was meant costs as much as several readings."""
        found = self._tried(text, "tried", None)
        assert isinstance(found, Unreadable | UnexpectedInput)
        self._units += LOOKING
        return self.mistakes.refusal(text, found)

    def _try(self, text: str) -> Order | Unreadable | UnexpectedInput | None:
        """The order as the grammar has it; only if there is none, as people may mean it."""
        found = self._exact(text)
        if not isinstance(found, Exception):
            return found
        if isinstance(polite := self._exact(COURTESY.sub("", text)), Order):
            return polite
        if self.words.exact and text.isupper():
            return found
        readings = self._meant(text)
        if len(readings) == 1:
            return readings[0]
        if readings:
            return unclear([str(order) for order in readings])
        spaced = DIRECTION.sub(lambda word: " " * len(word[0]), text)
        again = self._exact(spaced) if spaced != text else found
        return again if isinstance(again, Exception) else found

    def _meant(self, text: str) -> list[Order]:
        """The orders that people may mean; what they say to others is theirs, and is never put in other words."""
        if (action := self.sayings.action_in(self.words.in_own_words(text))) and FREE in self._terms(action):
            told = TOLD.fullmatch(text)
            return self._as_it_stands(f"{action} {self._whom(told['whom'])} {told['words']}", text) if told else []
        before = self.sayings.made.taken
        found = next(filter(None, self._readings(text)), [])
        self._units += (self.sayings.made.taken - before) // STEPS_PER_UNIT
        uncounted = self.words.uncounted(text)
        found = [order for order in found if not LATER.search(text) or self._is_of_later(order)]
        return [order for order in found if not self.sayings.counts_one(order, uncounted)]

    def _is_of_later(self, order: Order) -> bool:
        """Whether an order is about a later turn anyway: the reserve of next turn."""
        return "next" in self.words.habits.within(str(order).split()[0])

    def _readings(self, text: str) -> Iterator[list[Order]]:
        """What a line may mean as it was said, without words that mean nothing, and if what is done is said."""
        lexicon = self.sayings.lexicon
        plain = lexicon.without_reason(bare(text))
        said = self.words.in_own_words(plain)
        if AND_BACK.search(said):
            return
        yield self._as_it_stands(said, text) or self.sayings.orders(said)
        if ";" in text:  # a remark is no order, whatever is left of it without such words: ; ten of us
            return
        for way in dict.fromkeys((said, self.words.in_own_words(lexicon.active(plain)))):
            if (fewer := lexicon.plainer(way)) != said:
                yield self.sayings.orders(fewer)

    def _whom(self, name: str) -> str:
        return self.words.power_called(name.removeprefix("the ")) or name

    def orders(self, text: str) -> list[Order]:
        """Every order that a text may mean."""
        exact = self._exact(text)
        return [exact] if isinstance(exact, Order) else self._meant(text)

    def _as_it_stands(self, way: str, text: str) -> list[Order]:
        found = self._exact(way) if way != text else None
        return [found] if isinstance(found, Order) else []

    def _exact(self, text: str) -> Order | Unreadable | UnexpectedInput | None:
        self._units += 1 + len(text) // LETTERS_PER_UNIT
        tree = tree_of(self.grammar, text)
        if isinstance(tree, UnexpectedInput):
            return tree
        action = next(iter(tree.children), None)
        for token in tree.scan_values(lambda value: isinstance(value, Token) and value.type in self.words.takes):
            if token.casefold() in FILLERS:
                return Unreadable(f'"{token}" is nobody', token.column)
        try:
            return self._order(action) if isinstance(action, Tree) else None
        except Unreadable as error:
            return error

    @cached_property
    def severally(self) -> Several:
        gaps = Gaps(self.sayings.boxes, self.orders, lambda text: self.sayings.pieces(self.words.in_own_words(text)))
        return Several(self.orders, lambda text: self.sayings.action_in(self.words.in_own_words(text)), gaps.of)

    @cached_property
    def tongue(self) -> Tongue:
        words, inner = self.words, (word for word in keywords(self.grammar) if word.upper() not in self._action_words)
        return Tongue(
            order=lambda text: order if isinstance(order := self._exact(text), Order) else None,
            actions=self.actions,
            spellings=words.spellings,
            codes=words.codes_named,
            longest_name=words.longest_name,
            keywords=frozenset(map(plain, inner)) | frozenset(map(plain, self._values)),
        )

    @cached_property
    def _values(self) -> list[str]:
        """The words that stand in boxes, such as NEAR, STOP and HOLD."""
        found = value_words(self.grammar, {"NAME", "CODE", "WORD", *map(str.upper, self.words.kinds)})
        return [word for words in found.values() for word in words if word.isalpha() and word not in self._action_words]

    def _terms(self, action: str) -> set[str]:
        return {term for inside in self.sayings.steps.heads(action).values() for term in inside.terms}

    @cached_property
    def sayings(self) -> Sayings:
        return Sayings(self.tongue, Steps(self.grammar), self.words)

    @cached_property
    def mistakes(self) -> Mistakes:
        values = value_words(self.grammar, {"NAME", "CODE", "WORD", *map(str.upper, self.words.kinds)})
        return Mistakes(
            self.words,
            self.severally,
            self.sayings,
            self.actions,
            self._action_words,
            self.shape.words,
            values,
            self.conditions,
        )

    def resembles(self, text: str) -> bool:
        """Whether a line is meant as an order, right or wrong: something like an action, then boxes."""
        if self.order(text) or self.several(text):
            return True
        first, *rest = WORD.findall(text) or [""]
        if len(rest) > self.shape.words or not all(map(self._like_box, rest)):
            return False
        return first.upper() in self._action_words or bool(rest and self._like_action(first))

    def may_be_meant(self, text: str) -> bool:
        """Whether a line may be meant as an order at all: it names something to do, and something to do it with."""
        words = WORD.findall(text)
        if is_small_talk(text) or len(words) > self.shape.words + MORE_WORDS:
            return self.resembles(text)
        doing = [word for word in words if self._is_deed(word)]
        with_what = any(self._is_thing(word) for word in words if word not in doing)
        known = bool(doing) and (with_what or (words[0] in doing and len(words) <= FEW))
        return known or self.resembles(text)

    def mentions(self, text: str) -> bool:
        """Whether a line that is no courtesy has a word of the orders: something to do, or to do it with."""
        words = WORD.findall(self.words.in_own_words(text))
        if greets(text) or len(words) > self.shape.words + MORE_WORDS:
            return False
        boxes = self.sayings.boxes
        own = (word for word in words if len(word) > 1 and word.isupper() and boxes.owns(word))
        return any(own) or any(self._is_deed(word) or self._is_thing(word) for word in words)

    def _is_deed(self, word: str) -> bool:
        """Whether a word is an action or an everyday verb, said of oneself or of others."""
        known = self.mistakes.everyday
        return any(each.upper() in self._action_words or each in known for each in persons(plain(word)))

    def _is_thing(self, word: str) -> bool:
        """Whether a word is a number, a code or a name, or the name of a unit such as A1."""
        return any(map(str.isdigit, word)) or plain(word) in COUNTED or bool(self.words.codes_named(word))

    @cached_property
    def _action_words(self) -> dict[str, None]:
        return dict.fromkeys([*self.actions, *self.words.spellings])

    def _like_action(self, word: str) -> list[str]:
        return alike(word, self._action_words)

    def _like_box(self, word: str) -> bool:
        return len(word) <= 3 or word.isupper() or word.isdigit() or plain(word) in self._box_words

    @cached_property
    def _box_words(self) -> frozenset[str]:
        """Codes, the words in names, and the grammar's words other than actions."""
        names = (word for name in self.words.all_names for word in name.split())
        inner = (plain(word) for word in keywords(self.grammar) if word.upper() not in self._action_words)
        return frozenset({*names, *map(plain, self.words.all_codes), *inner})

    def _order(self, tree: Tree[Token]) -> Order:
        name = str(tree.data)
        if name in ("if_before", "if_behind"):
            return self._conditional(tree, name == "if_behind")
        return self.actions[name.upper()].read(*(self._box(box, tree) for box in tree.children))

    def _conditional(self, tree: Tree[Token], behind: bool) -> If:
        trees = [child for child in tree.children if isinstance(child, Tree)]
        conditions = tuple(self._condition(child) for child in trees if child.data.startswith("if_"))
        [inner] = [self._order(child) for child in trees if not child.data.startswith("if_")]
        return If(conditions, inner, behind)

    def _condition(self, tree: Tree[Token]) -> Condition | Not:
        if tree.data == "if_not":
            [inner] = [self._condition(child) for child in tree.children if isinstance(child, Tree)]
            return Not(inner) if isinstance(inner, Condition) else inner.condition
        kind = self.conditions[tree.data.removeprefix("if_").upper()]
        return kind.read(*(self._box(box, tree) for box in tree.children))

    def _box(self, box: Tree[Token] | Token | None, tree: Tree[Token]) -> Box:
        """A box of an order: a word or number, a code if its rule is named after a kind, or a list of boxes."""
        if box is None:
            return None
        if isinstance(box, Token):
            return TOKENS.get(box.type, str.upper)(str(box))
        if kinds := self.words.boxes.get(box.data):
            return self._code(str(box.children[0]), box.children[0], kinds, tree)
        return tuple(self._box(child, tree) for child in box.children)

    def _code(self, written: str, token: Any, kinds: tuple[str, ...], tree: Tree[Token]) -> str:
        words = self.words
        found = {code: kind for kind in kinds if (code := find(written, words.kinds[kind], words.names[kind]))}
        if len(found) > 1:
            named = " and ".join(one(words.word_for(kind)) for kind in found.values())
            raise Unreadable(f"{written} is {named}: write {' or '.join(found)}", token.column, tuple(found))
        if found:
            return next(iter(found))
        wanted = " or ".join(map(words.word_for, kinds))
        self._of_other_kind(token, wanted)
        raise self._unknown(token, wanted, kinds, tree)

    def _of_other_kind(self, token: Token, wanted: str) -> None:
        for kind, codes in self.words.kinds.items():
            if other := find(token, codes, self.words.names[kind]):
                word = self.words.word_for(kind)
                known = codes[other] if str(token).upper() == other else other
                named = f"the {word} {known}" if known else one(word)
                raise Unreadable(f"{token} is {named}; this box is for the code of the {wanted}", token.column)

    def _unknown(self, token: Token, wanted: str, kinds: tuple[str, ...], tree: Tree[Token]) -> Unreadable:
        words = self.words
        codes = {code: name for kind in kinds for code, name in words.kinds[kind].items()}
        names = {name: code for kind in kinds for name, code in words.names[kind].items()}
        close = tuple(nearest(token, codes, words.pairs, names, self._beside(tree)))
        return Unreadable(f'no {wanted} is called "{token}"{named(close, words)}', token.column, close)

    def _beside(self, tree: Tree[Token]) -> frozenset[str]:
        """The neighbours of the things that an order names."""
        tokens = [str(token) for token in tree.scan_values(lambda value: isinstance(value, Token))]
        codes = [find(token, self.words.all_codes, self.words.all_names) for token in tokens]
        return frozenset(near for code in codes if code for near in self.words.near.get(code, ()))
