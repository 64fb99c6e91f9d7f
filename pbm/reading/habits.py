"""The habits of people who write orders: what they add, spell out and turn around. An order that its grammar reads as
it stands never comes here. Two readings of a line are a question, never a guess.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import permutations

from msgspec.structs import fields

from pbm.reading.sheet_lines import unmarked
from pbm.reading.words import POWER
from pbm.rules.order import Order

NUMBERS = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
seventeen eighteen nineteen twenty"""
COUNTED = {word: str(number) for number, word in enumerate(NUMBERS.split())}
FILLING = """the to into in at on onto of from with please pls plz armies army troops soldiers my our your
towards toward against using then and also now next finally again just more extra further"""
FILLERS = frozenset(FILLING.split())
LEADING = """and then also next finally now please pls plz so i we will would like want to shall i'd i'll we'd we'll
let's first firstly secondly thirdly lastly afterwards"""
CONNECTING = frozenset(LEADING.split())
"""What may stand before the action word."""
JOINING = frozenset({"and"})
"""Fillers only before the action word: inside an order they join two things."""
PLACED = frozenset({"in", "at"})
TOWARD = frozenset({"to", "into", "onto", "towards", "toward", "against"})
AWAY = frozenset({"from"})
BY = frozenset({"with", "using"})
"""What stands behind these does it: it comes before what it is done to."""
GIVING = frozenset({"GIVE", "GIFT", "FUND", "TRIBUTE", "LOAN", "REPAY", "REDEEM"})
"""Who is said to get something from a power does not mean to give it something."""
EVERYTHING = frozenset({"all", "everything", "everybody", "everyone"})
BUT = frozenset({"but", "except", "bar", "minus"})
TIMES = {"once": "1", "twice": "2", "thrice": "3"}
MOST_TIMES = 20
REPEATED = re.compile(
    r"(?P<before>.*?\S)[\s,]*[(\[]?\s*(?:(?:(?<!\w)x|[×*])\s*(?P<after>\d{1,2}|[a-z]+)|(?P<count>\d{1,2}|[a-z]+)(?:\s*[x×]|\s+times)"
    r"|(?P<word>once|twice|thrice))\s*[)\]]?[\s.!]*",
    re.IGNORECASE,
)
FIRST = re.compile(r"\s*(?P<count>\d{1,2}|[a-z]+)\s*(?:[x×*]|times)\s+(?P<rest>\S.*)", re.IGNORECASE)
JOINT = re.compile(r"\s*(?:[.;&,+]\s*(?:and\s+then|then|and)?|\band\s+then\b|\bthen\b|\band\b)\s+", re.IGNORECASE)
PIECE = re.compile(r"\.{2,}|(?:AB|ab|Ab)\s?-?\s?\d+\b|[+-]?\d+\b|[^\W\d_]\w*(?:['’.]\w+)*|\S")
SEPARATORS = frozenset(",;.!:|/>-=→[]\"'")
BRACKETS = frozenset("()")
NUMBERED = re.compile(r"\s*(?:order|orders)\s*\d+\s*[.:)]", re.IGNORECASE)
"""`Order 1. LEVY CON 2` may be the first line, or the action ORDER and another: a question."""
CONDITION = "IF"
BEHIND_CONDITION = frozenset({":"})
"""What ends a condition has no meaning inside an order."""
UNIT = re.compile(r"\{\w+:([^}/]+)/([^}]+)\}")
MOST_WORDS = 40


@dataclass(frozen=True)
class Tongue:
    """What a game's language knows of the words in a line."""

    order: Callable[[str], Order | None]
    """The order in a text that stands exactly as the grammar wants it."""
    actions: Mapping[str, type[Order]]
    spellings: Mapping[str, str]
    codes: Callable[[str], Mapping[str, str]]
    """What a code or name stands for: its kinds, each with its code."""
    longest_name: int
    keywords: frozenset[str]
    """The words of the grammar other than actions, in small letters."""
    marks: frozenset[str]
    """Its signs that are not words."""
    exact: bool = False
    """Whether its boxes take any word, so that a stranger among them would not be noticed."""

    @cached_property
    def units(self) -> dict[str, frozenset[str]]:
        """What each action counts: armies, ships, as it says itself."""
        return {word: frozenset(unit_words(kind.meaning)) for word, kind in self.actions.items()}

    def action(self, word: str) -> str | None:
        upper = word.upper()
        known = self.spellings.get(upper, upper)
        return known if known in self.actions else None

    def is_filler(self, word: str, action: str) -> bool:
        return word in FILLERS - JOINING - self.keywords or word in self.units[action]


def unit_words(meaning: str) -> Iterator[str]:
    for one, many in UNIT.findall(meaning):
        yield from one.casefold().split()
        yield from many.casefold().split()


@dataclass(frozen=True)
class Said:
    """A word of a line after the action: a thing by its code or name, a number, or something else."""

    text: str
    codes: Mapping[str, str] = field(default_factory=dict)
    """Of each kind of thing that it may be."""
    number: bool = False
    cue: str = ""
    """From, to or in, if that stands before it."""
    enclosed: bool = False
    """Whether it stands in brackets."""

    @property
    def is_word(self) -> bool:
        return not self.codes and not self.number


@dataclass(frozen=True)
class Habits:
    tongue: Tongue

    def readings(self, text: str) -> list[Order]:
        """Every order that the line may mean; none if it cannot be read."""
        found: dict[str, Order] = {}
        as_it_stands = " ".join(text.upper().split())
        for written in self._rewritten(text):
            if written.upper() == as_it_stands:
                continue
            if order := self.tongue.order(written):
                found.setdefault(str(order), order)
        return list(found.values())

    def _rewritten(self, text: str) -> Iterator[str]:
        """The line in every form that may be meant; behind a condition, the order that depends on it."""
        words = pieces(bare(text))
        if len(words) > MOST_WORDS or (start := self._verb(words)) is None:
            return
        action = self.tongue.action(words[start]) or ""
        if action == CONDITION:
            condition, colon, inner = text.partition(":")
            yield from (f"{condition}{colon} {line}" for line in self._rewritten(inner))
            return
        kind, said = self.tongue.actions[action], self._said(words[start + 1 :], action)
        if takes_a_row(kind) and any(each.cue in AWAY for each in said):
            return
        if self.tongue.exact and any(map(self._is_strange, said)):
            return
        if action in GIVING and any(each.cue in AWAY and POWER in each.codes for each in said):
            return
        for written in dict.fromkeys(map(tuple, arrangements(said, kind.written_boxes()))):
            yield " ".join([action, *written])

    def _verb(self, words: Sequence[str]) -> int | None:
        """The place of the action word, behind words that only lead to it."""
        for at, word in enumerate(words):
            if self.tongue.action(word):
                return at
            if word.casefold() not in CONNECTING and word not in SEPARATORS:
                return None
        return None

    def action_in(self, text: str) -> str | None:
        start = self._verb(words := pieces(bare(text)))
        return None if start is None else self.tongue.action(words[start])

    def strangers(self, text: str) -> list[str]:
        """The words of an order that are neither things, numbers nor words of the grammar."""
        words = pieces(bare(text))
        start = self._verb(words)
        said = [] if start is None else self._said(words[start + 1 :], self.tongue.action(words[start]) or "")
        return [each.text for each in said if self._is_strange(each)]

    def _is_strange(self, said: Said) -> bool:
        return said.is_word and said.text[0].isalpha() and said.text.casefold() not in self.tongue.keywords

    def _said(self, words: Sequence[str], action: str) -> list[Said]:
        found, at, cue, enclosed = list[Said](), 0, "", False
        while at < len(words):
            word = words[at].casefold()
            one, length = self._one(words, at, action)
            at += length
            if one:
                found.append(replace(one, cue=cue, enclosed=enclosed))
            enclosed = word == "(" or (enclosed and word != ")")
            cue = word if word in TOWARD | AWAY | PLACED | BY else cue if one is None else ""
        return list(without_echoes(without_joints(with_exceptions(found))))

    def _one(self, words: Sequence[str], at: int, action: str) -> tuple[Said | None, int]:
        """The thing said here and how many words it takes; nothing if these words only lead on."""
        tongue = self.tongue
        for length in range(min(tongue.longest_name, len(words) - at), 0, -1):
            if codes := tongue.codes(name := " ".join(words[at : at + length])):
                return Said(name, codes), length
        number, length = amount(words, at, lambda word: tongue.is_filler(word, action))
        if number:
            return Said(number, number=True), length
        word = words[at].casefold()
        counts = at + 1 < len(words) and words[at + 1].casefold() in tongue.units[action]
        if word in ("a", "an") and counts:
            return Said("1", number=True), 1
        leads = (
            word in SEPARATORS - (tongue.marks - BEHIND_CONDITION) or word in BRACKETS or tongue.is_filler(word, action)
        )
        return None if leads else Said(words[at]), 1

    def several(self, text: str) -> list[str]:
        """The texts of the orders in a line that holds more than one; none if it does not."""
        if repeated := self._repeated(text):
            return repeated
        parts = [part for each in JOINT.split(bare(text)) if (part := each.strip(" .,;"))]
        if len(parts) < 2 or NUMBERED.match(text):
            return []
        orders = [[part] if self._is_order(part) else self._repeated(part) for part in parts]
        return [order for each in orders for order in each] if all(orders) else []

    def _repeated(self, text: str) -> list[str]:
        once, times = self._times(text) or ("", 0)
        return [once] * times

    def _times(self, text: str) -> tuple[str, int] | None:
        """A line that is meant more than once: tax x3, 3 x tax, tax twice."""
        for once, times in repetitions(bare(text)):
            if self._is_order(once) and not self._is_order(f"{once} {times}"):
                return once, times
        return None

    def ways(self, text: str) -> list[str]:
        """What a line may mean that either counts something or is meant more than once: LEVY CON x3."""
        for once, times in repetitions(bare(text)):
            if (number := self.orders(f"{once} {times}")) and (single := self.orders(once)):
                return [str(number[0]), f"{single[0]} on {times} lines"]
        return []

    def orders(self, text: str) -> list[Order]:
        exact = self.tongue.order(text)
        return [exact] if exact else self.readings(text)

    def _is_order(self, text: str) -> bool:
        return len(self.orders(text)) == 1


def repetitions(text: str) -> Iterator[tuple[str, int]]:
    """The line once, and how many times it is meant."""
    if end := REPEATED.fullmatch(text):
        yield from counted(end["before"], end["after"] or end["count"] or end["word"])
    if begin := FIRST.fullmatch(text):
        yield from counted(begin["rest"], begin["count"])


def counted(once: str, count: str) -> Iterator[tuple[str, int]]:
    number = COUNTED.get(count.casefold(), TIMES.get(count.casefold(), count))
    if number.isdecimal() and 1 <= int(number) <= MOST_TIMES:
        yield once.strip(" ,"), int(number)


def bare(text: str) -> str:
    return unmarked(text.replace("->", " ").replace("=>", " ")).strip()


def pieces(text: str) -> list[str]:
    return [" ".join(piece.split()) for piece in PIECE.findall(text)]


def amount(words: Sequence[str], at: int, filler: Callable[[str], bool]) -> tuple[str, int]:
    """A number as people write it, and how many words it takes: 2, two, all, everything but one."""
    word = words[at].casefold()
    if word in COUNTED:
        return COUNTED[word], 1
    if re.fullmatch(r"\d+|ab\s?-?\s?\d+", word):
        return words[at], 1
    if word not in EVERYTHING:
        return "", 0
    place = at + 1
    while place < len(words) and filler(words[place].casefold()) and words[place].casefold() not in TOWARD | AWAY:
        place += 1
    if place + 1 < len(words) and words[place].casefold() in BUT:
        left = COUNTED.get(words[place + 1].casefold(), words[place + 1])
        return (f"AB-{left}", place + 2 - at) if left.isdecimal() else ("", 0)
    return "ALL", 1


def without_joints(said: Sequence[Said]) -> Iterator[Said]:
    """Leave out a sign between two things, as in CON/GAL, also where the sign has a meaning elsewhere."""
    for before, each, after in zip([None, *said], said, [*said[1:], None], strict=False):
        between = before is not None and after is not None and before.codes and after.codes
        if not (each.text in SEPARATORS and between):
            yield each


def with_exceptions(said: Sequence[Said]) -> list[Said]:
    """ALL ... BUT 1 as AB-1, also with words between them: everything from CON to GAL but one."""
    every = [at for at, each in enumerate(said) if each.number and each.text == "ALL"]
    but = [at for at, each in enumerate(said[:-1]) if each.text.casefold() in BUT and said[at + 1].text.isdecimal()]
    if len(every) != 1 or len(but) != 1 or every[0] > but[0]:
        return list(said)
    most = [replace(each, text=f"AB-{said[but[0] + 1].text}") if at in every else each for at, each in enumerate(said)]
    return most[: but[0]] + most[but[0] + 2 :]


def same(one: Said, other: Said) -> bool:
    if one.number and other.number:
        return one.text == other.text
    return bool(set(one.codes.items()) & set(other.codes.items()))


def without_echoes(said: Iterable[Said]) -> Iterator[Said]:
    """Leave out what stands in brackets behind the same: a name behind its code, a code behind its name, two (2)."""
    last: Said | None = None
    for each in said:
        if not (each.enclosed and last and same(last, each)):
            yield each
        last = each


@cache
def takes_a_row(kind: type[Order]) -> bool:
    """Whether an order has a row of things, such as a route, whose beginning may be meant as a step or not."""
    return any("tuple[" in str(each.type) for each in fields(kind))


def arrangements(said: Sequence[Said], boxes: Collection[str]) -> Iterator[list[str]]:
    """The words as they stand, and in every order that keeps things, numbers and the rest each in theirs."""
    for turned in in_direction(said, any("from" in box for box in boxes)):
        yield [each.text for each in turned]
        things = [each for each in turned if each.codes]
        numbers = [each for each in turned if each.number]
        others = [each for each in turned if each.is_word]
        rows = [things] if len(numbers) < 2 else []
        if rows and len(things) == 2 and not things[0].codes.keys() & things[1].codes.keys():
            rows.append(things[::-1])
        for row in rows:
            for classes in permutations((row, numbers, others)):
                yield [each.text for some in classes for each in some]


def in_direction(said: Sequence[Said], has_origin: bool) -> list[Sequence[Said]]:
    """The things in the order from, to; both ways if the direction does not fit the boxes of the action."""
    things = [each for each in said if each.codes]
    if len(things) != 2:
        return [said]
    first, second = things
    turned = [second if each is first else first if each is second else each for each in said]
    if second.cue in AWAY and first.cue not in AWAY:
        return [turned] if has_origin else [said, turned]
    if second.cue in BY and first.cue not in BY and first.codes.keys() & second.codes.keys():
        return [turned]
    placed = second.cue in PLACED and first.cue not in AWAY | PLACED
    return [said, turned] if placed or (first.cue in TOWARD and has_origin) else [said]
