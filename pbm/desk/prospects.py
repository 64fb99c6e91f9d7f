"""What the engine says of every order that a player may think of: whether it can be done as things stand, and its cost.

An action is tried in every variant of its words (CART GRAIN, CART FISH), with each code in its first box, and with each
pair of codes in its first two; what is said of it holds for every number. Orders that come out alike are kept together,
so that a page holds thousands of them.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product

from msgspec import Struct

from pbm.desk.sample import COUNTED, NONE, Sample, fields_of, is_one
from pbm.desk.tongue import NUMBERS, Leaf, Tongue
from pbm.reading.language import Reader
from pbm.rules.order import ALL, Order, Refusal
from pbm.rulesets.desk import Judge, Price

SPEECH = "TEXT"
TRIED = 12_000
"""So many orders of an action are tried at most; one that has more is judged on receipt only."""
CODES = 2
LOTS = (1, 10, 100)
REST = "*"
GRAVEST = ("lasting", "read", "now", "purse")
Barred = Callable[[Order], Refusal | None]
Group = tuple[int, int, str]
"""The number of what is said, the number of the price, and the codes for which both hold; `*` stands for all others."""


class Saying(Struct, frozen=True):
    """Why an order cannot be done; {1} and {2} stand for the codes in its boxes, {n} for its number."""

    kind: str
    rule: str
    text: str


class Amount(Struct, frozen=True):
    """A price: of one, of each more, of all, and with no number; the last three only where the number counts."""

    one: int
    more: int = 0
    all: int | None = None
    blank: int | None = None
    lot: int = 1
    """The number of which `one` is the price."""
    most: int | None = None
    """So many lots are all that can be had: more cost no more."""


class Prospect(Struct, frozen=True):
    """What is said of the orders that are written with the same words."""

    boxes: tuple[str, ...]
    """The leaves that hold its codes."""
    written: str
    """How the order is written at its shortest; {1} and {2} stand for its codes."""
    table: int
    numbers: dict[str, int]
    """What is said against 0, ALL, AB- and no number, whatever the codes."""


class Prospects(Struct, frozen=True):
    orders: dict[str, list[Prospect]]
    """By all words of an order: MOVE, CART GRAIN. It may be written with more codes or fewer."""
    tables: list[dict[str, list[Group]]]
    """By the first of two codes, or under nothing where there is only one."""
    sayings: list[Saying]
    prices: list[dict[str, Amount]]


class Trial:
    """Tries the orders of a game in the world as its player knows it."""

    def __init__(
        self, tongue: Tongue, reader: Reader, judge: Judge, barred: Barred, price: Price, named: Collection[str]
    ) -> None:
        self.tongue, self.reader, self.judge, self.barred, self.price = tongue, reader, judge, barred, price
        self.named = named
        """The codes in the player's report."""
        self.sayings: dict[Saying | None, int] = {None: 0}
        self.prices: dict[tuple[tuple[str, Amount], ...], int] = {(): 0}
        self.tables: list[dict[str, list[Group]]] = []

    def prospects(self) -> Prospects:
        found: dict[str, list[Prospect]] = {}
        for words, sample in self.samples():
            found.setdefault(words, []).append(self.prospect(sample))
        said = [one or Saying("", "", "") for one in self.sayings]
        return Prospects(found, self.tables, said, [dict(one) for one in self.prices])

    def prospect(self, sample: Sample) -> Prospect:
        table = self.table(sample)
        if table not in self.tables:
            self.tables.append(table)
        return Prospect(sample.leaves, sample.written, self.tables.index(table), self.numbers(sample, table))

    # samples

    def samples(self) -> Iterator[tuple[str, Sample]]:
        """For all words of an order and all its boxes for codes the fullest one that can be tried."""
        found: dict[tuple[str, tuple[str, ...]], Sample] = {}
        for action in self.tongue.actions:
            for leaves in sorted(self.tongue.sequences(action), key=self.fullness, reverse=True):
                for texts in product(*(self.literal(leaf) for leaf in leaves)):
                    key = " ".join(filter(None, texts)), tuple(filter(self.takes_codes, leaves))
                    if key not in found and (sample := self.sample(leaves, texts)):
                        found[key] = sample
        yield from ((words, sample) for (words, _), sample in found.items())

    def fullness(self, leaves: Sequence[str]) -> tuple[int, int]:
        """The codes in an order, then whether it has a number."""
        return sum(map(self.takes_codes, leaves)), sum(leaf in NUMBERS for leaf in leaves)

    def literal(self, symbol: str) -> tuple[str, ...]:
        """The words that a leaf may stand for; nothing if it is for a code or a number."""
        leaf = self.tongue.leaves[symbol]
        return (leaf.word,) if leaf.word else leaf.words or ("",)

    def takes_codes(self, symbol: str) -> bool:
        return symbol not in (*NUMBERS, SPEECH) and not any(self.literal(symbol))

    def sample(self, leaves: Sequence[str], words: Sequence[str]) -> Sample | None:
        """An order with at most two codes and a number, that few enough codes fit into."""
        codes = tuple(filter(self.takes_codes, leaves))
        many = [len(self.codes(leaf, first=not place)) for place, leaf in enumerate(codes)]
        if len(codes) > CODES or sum(leaf in NUMBERS for leaf in leaves) > 1 or SPEECH in leaves:
            return None
        if not all(many) or (many and many[0] * many[-1] > TRIED):
            return None
        return self.read(leaves, words, codes)

    def read(self, leaves: Sequence[str], words: Sequence[str], codes: tuple[str, ...]) -> Sample | None:
        """The first that can be read, with codes that differ from each other."""
        choices = [self.codes(leaf, first=True)[:CODES] for leaf in codes]
        for number, *chosen in product(("1", str(ALL)), *choices):
            order = self.order_of(leaves, words, chosen, number) if len({*chosen}) == len(chosen) else None
            if order and (fields := fields_of(order, chosen)) is not None:
                counted = next((box for box in order.boxes if is_one(getattr(order, box))), "")
                bare = self.order_of(leaves, words, chosen, NONE)
                marks = [f"{{{place}}}" for place in range(1, len(codes) + 1)]
                written = line_of(leaves, words, marks, NONE if bare and not bare.flaw() else number)
                return Sample(order, codes, fields, counted, bool(counted and bare), written)
        return None

    def order_of(self, leaves: Sequence[str], words: Sequence[str], codes: Sequence[str], number: str) -> Order | None:
        return self.reader.read(line_of(leaves, words, codes, number))[0]

    def codes(self, symbol: str, first: bool = False) -> list[str]:
        """The codes that fit a leaf; for a first box only those that the report names, if it names any."""
        every = self.fitting(self.tongue.leaves[symbol])
        here = [code for code in every if code in self.named]
        return here if first and here else every

    def fitting(self, leaf: Leaf) -> list[str]:
        kinds = self.reader.words.kinds
        if leaf.kinds:
            return list(dict.fromkeys(code for kind in leaf.kinds for code in kinds[kind]))
        pattern = re.compile(leaf.like, re.IGNORECASE)
        return [code for code in self.known if pattern.fullmatch(code)]

    @cached_property
    def known(self) -> list[str]:
        return list(dict.fromkeys([*self.reader.words.all_codes, *sorted(self.named)]))

    # answers

    def table(self, sample: Sample) -> dict[str, list[Group]]:
        """One row of groups, or one for each code in the first of two boxes; `*` stands for all others."""
        if refusal := self.barred(sample.order):
            said = self.said(refusal, (), NONE)
            return {REST: [(self.sayings.setdefault(said, len(self.sayings)), 0, REST)]}
        if len(sample.leaves) < CODES:
            rows = self.codes(sample.leaves[0], first=False) if sample.leaves else [""]
            every = (self.answer(sample, [code] if code else []) for code in rows)
            return {"": self.groups(sample, zip(rows, every, strict=True))}
        seconds = self.codes(sample.leaves[1])
        return {
            code: self.groups(sample, ((other, self.answer(sample, [code, other])) for other in seconds))
            for code in self.codes(sample.leaves[0], first=True)
        }

    def groups(self, sample: Sample, answers: Iterable[tuple[str, tuple[int, int]]]) -> list[Group]:
        """The codes with the same answer; the largest group is that of all others, where all others can be known."""
        found: dict[tuple[int, int], list[str]] = {}
        for code, answer in answers:
            found.setdefault(answer, []).append(code)
        listed = sample.leaves and self.tongue.leaves[sample.leaves[-1]].kinds
        largest = max(found, key=lambda answer: (len(found[answer]), answer)) if listed else None
        return [
            (*answer, REST if answer == largest and len(codes) > CODES else " ".join(codes))
            for answer, codes in found.items()
        ]

    def answer(self, sample: Sample, codes: Sequence[str]) -> tuple[int, int]:
        """What is said, and the price."""
        said = self.reason(sample, codes)
        bars = said is not None and said.kind in ("lasting", "read")
        price = () if bars else tuple(sorted(self.amounts(sample, codes)))
        return self.sayings.setdefault(said, len(self.sayings)), self.prices.setdefault(price, len(self.prices))

    def numbers(self, sample: Sample, table: Mapping[str, list[Group]]) -> dict[str, int]:
        """What is said against unusual numbers, tried with codes against which nothing is said."""
        free = next(((first, group[2]) for first, groups in table.items() for group in groups if not group[0]), None)
        if not sample.number or free is None:
            return {}
        codes = [code for code in (free[0], self.member(sample, table[free[0]], free[1])) if code]
        tried = {form: self.refusal(order) for form, order in sample.unusual(codes)}
        return {
            form: self.sayings.setdefault(self.said(why, codes, form), len(self.sayings))
            for form, why in tried.items()
            if why and why.kind in ("lasting", "read")
        }

    def member(self, sample: Sample, groups: Iterable[Group], codes: str) -> str:
        """One of the codes of a group."""
        if codes != REST:
            return codes.partition(" ")[0]
        others = {code for group in groups for code in group[2].split()}
        return next(code for code in self.codes(sample.leaves[-1]) if code not in others)

    def reason(self, sample: Sample, codes: Sequence[str]) -> Saying | None:
        """What is said of an order whatever its number; no number removes a lasting reason that names its codes, and
        what stands against one of a thing stands against more."""
        found: dict[Saying, None] = {}
        for number, order in sample.numbered(codes):
            refusal = self.refusal(order)
            if refusal is None:
                return None
            said = self.said(refusal, codes, number if sample.counts else NONE)
            if refusal.kind == "lasting" and any(code in refusal.text for code in codes):
                return said
            if number != str(ALL) and (number != NONE or not sample.number):
                found[said] = None
        return next(iter(found)) if len(found) == 1 or sample.counts else None

    def refusal(self, order: Order) -> Refusal | None:
        """The gravest reason; an order that nobody could read is not judged."""
        if flaw := order.flaw():
            return Refusal(order.rule, flaw, kind="read")
        return min(filter(None, self.judge(order)), key=gravity, default=None)

    def cost(self, order: Order) -> Mapping[str, int]:
        return {} if order.flaw() else self.price(order)

    def said(self, refusal: Refusal, codes: Sequence[str], number: str) -> Saying:
        marks = {number: "{n}"} | {code: f"{{{place}}}" for place, code in enumerate(codes, 1)}
        text = " ".join(marks.get(word, word) for word in refusal.text.split(" "))
        return Saying(refusal.kind, refusal.rule, text)

    def amounts(self, sample: Sample, codes: Sequence[str]) -> Iterator[tuple[str, Amount]]:
        """What it costs, by purse; nothing is said of a price that does not grow evenly with the number."""
        blank = self.cost(sample.blank(codes)) if sample.may_be_blank else {}
        for lot in LOTS if sample.number else (1,):
            numbers = sample.counting(lot)
            first = self.cost(sample.with_codes(codes, *numbers[:1]))
            if any(first.values()):
                tried = [first, *(self.cost(sample.with_codes(codes, number)) for number in numbers[1:])]
                for purse, one in first.items():
                    if amount := evenly(one, [each.get(purse) for each in tried], blank.get(purse), lot):
                        yield purse, amount
                return


def line_of(leaves: Sequence[str], words: Sequence[str], codes: Sequence[str], number: str) -> str:
    given = iter(codes)
    texts = [word or (number if leaf in NUMBERS else next(given)) for leaf, word in zip(leaves, words, strict=True)]
    return " ".join(filter(None, texts))


def evenly(one: int, tried: Sequence[int | None], blank: int | None, lot: int) -> Amount | None:
    """The price of a lot and of each more; `tried` is the price of one lot, of two, three and very many, and of all."""
    costs = [each for each in tried[: len(COUNTED)] if each is not None]
    if len({*costs}) <= 1:
        return Amount(one) if one else None
    if len(costs) < len(COUNTED):
        return None
    more, further = costs[1] - costs[0], costs[2] - costs[1]
    if not more:
        return Amount(costs[0])
    if further not in (more, 0):
        return None
    most = (costs[3] - costs[0]) // more + 1
    every = tried[-1] if len(tried) > len(COUNTED) else None
    return Amount(costs[0], more, every, blank, lot, most if most < COUNTED[-1] else None)


def gravity(refusal: Refusal) -> int:
    return GRAVEST.index(refusal.kind)
