"""Which orders are tried: an action in every variant of its words, with a number and with at most two codes."""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from itertools import islice, product
from math import prod

from pbm.desk.sample import NONE, Sample, fields_of, is_number
from pbm.desk.tongue import NUMBERS, Leaf, Tongue
from pbm.reading.language import Reader
from pbm.rules.order import ALL, Order
from pbm.rulesets.desk import Declared

SPEECH = "TEXT"
TRIED = 12_000
"""So many orders of an action are tried at most; one that has more is judged on receipt only."""
UNNAMED = 1_000
"""So many if the report names none of the codes that begin them: its power has next to nothing."""
CODES = 2
STRANGE = (99, 9, 8, 7)
"""The figures of codes that may stand for nothing."""
READ = 24
"""So many ways to fill its boxes are looked at for one that can be read."""


class Samples:
    """The orders of a game that a player may think of, and the codes that fit into them."""

    def __init__(
        self, tongue: Tongue, reader: Reader, declared: Declared, named: set[str], within: Collection[str] = ()
    ) -> None:
        self.tongue, self.reader, self.declared = tongue, reader, declared
        self.named = named
        """The codes in the player's report."""
        self.within = within
        """The only places that are tried, if any are given."""
        self.fits: dict[str, list[str]] = {}

    def every(self) -> Iterator[tuple[str, Sample]]:
        """For all words of an order and all its boxes for codes the fullest one that can be tried."""
        found: dict[tuple[str, tuple[str, ...]], Sample] = {}
        for action in self.tongue.actions:
            for leaves in sorted(self.tongue.sequences(action), key=self.fullness, reverse=True):
                for texts in product(*(self.literal(leaf) for leaf in leaves)):
                    key = " ".join(filter(None, texts)), tuple(filter(self.takes_codes, leaves))
                    if key not in found and self.is_plain(action, texts) and (sample := self.sample(leaves, texts)):
                        found[key] = sample
        yield from ((words, sample) for (words, _), sample in found.items())

    def blank(self, tried: Collection[str]) -> Iterator[tuple[str, Order]]:
        """The actions that none of these orders belongs to, with nothing in their boxes."""
        for word in self.tongue.actions:
            if word not in tried:
                kind = self.reader.actions[word]
                yield word, kind(**dict.fromkeys(kind.boxes))

    def is_plain(self, action: str, texts: Sequence[str]) -> bool:
        """Whether an order is to be tried in these words; one with its reach is tried in as few as can be."""
        return action not in self.declared.reach or sum(map(bool, texts)) == 1

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
        if len(codes) > CODES or sum(leaf in NUMBERS for leaf in leaves) > 1 or SPEECH in leaves:
            return None
        many = [len(self.firsts(leaf, words[0]) if not place else self.codes(leaf)) for place, leaf in enumerate(codes)]
        few = len(many) < CODES or words[0] in self.declared.reach or prod(many) <= self.most(codes)
        return self.read(leaves, words, codes) if all(many) and few else None

    def most(self, codes: Sequence[str]) -> int:
        leaf = self.tongue.leaves[codes[0]]
        return TRIED if not leaf.kinds or self.named.intersection(self.codes(codes[0])) else UNNAMED

    def read(self, leaves: Sequence[str], words: Sequence[str], codes: tuple[str, ...]) -> Sample | None:
        """The first that can be read, with codes that differ from each other."""
        numbers = ("1", str(ALL)) if any(leaf in NUMBERS for leaf in leaves) else ("1",)
        every = list(product(numbers, *self.choices(words[0], codes)))
        for number, *chosen in every[:: 1 + len(every) // READ]:
            order = self.order_of(leaves, words, chosen, number) if len({*chosen}) == len(chosen) else None
            if order and (fields := fields_of(order, chosen)) is not None:
                counted = next((box for box in order.boxes if is_number(getattr(order, box), number)), "")
                bare = self.order_of(leaves, words, chosen, NONE)
                marks = [f"{{{place}}}" for place in range(1, len(codes) + 1)]
                form = tuple(line_of(leaves, words, marks, "{n}" if counted else number).split())
                return Sample(order, codes, fields, counted, bool(counted and bare), form)
        return None

    def choices(self, action: str, codes: tuple[str, ...]) -> Iterator[list[str]]:
        """A few codes for each box, to read an order with."""
        for place, leaf in enumerate(codes):
            reached = next((row for row in self.declared.reach.get(action, {}).items() if row[1]), None)
            if reached and len(codes) == CODES:
                yield [reached[0]] if not place else [*reached[1]][:1]
            else:
                yield self.of_each_kind(self.firsts(leaf, ""))

    def of_each_kind(self, codes: Sequence[str]) -> list[str]:
        """The first few codes of every kind, and of those that have no kind."""
        kinds = [*self.reader.words.kinds.values(), {*codes} - {*self.reader.words.all_codes}]
        return [code for kind in kinds for code in islice((one for one in codes if one in kind), CODES)]

    def order_of(self, leaves: Sequence[str], words: Sequence[str], codes: Sequence[str], number: str) -> Order | None:
        return self.reader.exact(line_of(leaves, words, codes, number))

    # codes

    def firsts(self, symbol: str, action: str) -> list[str]:
        """The codes for the first of two boxes: those with a reach, and of these the ones that the report names."""
        reach = self.declared.reach.get(action)
        every = self.codes(symbol) if reach is None else [*reach]
        named = [code for code in every if code in self.named] if self.tongue.leaves[symbol].kinds else []
        return named or every

    def last_codes(self, sample: Sample, *first: str) -> Sequence[str]:
        """The codes for the last box; where a game says what is in reach of the first, only those."""
        if not sample.leaves:
            return [NONE]
        reach = self.declared.reach.get(sample.form[0]) if first else None
        return self.codes(sample.leaves[-1]) if reach is None else [*reach.get(first[0], ())]

    def codes(self, symbol: str) -> list[str]:
        if symbol not in self.fits:
            self.fits[symbol] = self.fitting(self.tongue.leaves[symbol])
        return self.fits[symbol]

    def fitting(self, leaf: Leaf) -> list[str]:
        kinds = self.reader.words.kinds
        if leaf.kinds:
            every = dict.fromkeys(code for kind in leaf.kinds for code in kinds[kind])
            known = [code for code in every if code not in self.declared.out]
            return [code for code in known if code in self.within] or known
        pattern = re.compile(leaf.like, re.IGNORECASE)
        return [code for code in self.known if pattern.fullmatch(code)]

    @cached_property
    def known(self) -> list[str]:
        reached = (code for rows in self.declared.reach.values() for row in rows.values() for code in row)
        return list(dict.fromkeys([*self.reader.words.all_codes, *sorted(self.named), *reached]))

    def is_likely(self, code: str) -> bool:
        return code in self.named or code in self.nowhere

    @cached_property
    def nowhere(self) -> set[str]:
        """Of the codes for places those that lie nowhere, because they stand for one or another: HOME."""
        words = self.reader.words
        places = [kind for kind in words.kinds.values() if not words.near.keys().isdisjoint(kind)]
        return {code for kind in places for code in kind if code not in words.near}

    def stranger(self, symbol: str) -> str:
        """A code that fits into a box and stands for nothing that is known: A9 where there are A1 and A2."""
        if self.tongue.leaves[symbol].kinds:
            return NONE
        pattern = re.compile(self.tongue.leaves[symbol].like, re.IGNORECASE)
        letters = dict.fromkeys(
            found[1] for code in self.codes(symbol) if (found := re.fullmatch(r"([A-Z]+)\d+", code))
        )
        unknown = (f"{head}{figure}" for head in letters for figure in STRANGE if f"{head}{figure}" not in self.known)
        return next((code for code in unknown if pattern.fullmatch(code)), NONE)

    def next_to(self, code: str) -> list[str]:
        return sorted(self.reader.words.near.get(code, ()))

    def close_to(self, *codes: str) -> set[str]:
        """The codes that may be meant beside a code: its neighbours, and what is easily taken for one of them."""
        words = self.reader.words
        near = {one for code in codes for one in words.near.get(code, ())}
        return {*codes, *near, *(words.pairs[one] for one in near if one in words.pairs)} if near else set()


def line_of(leaves: Sequence[str], words: Sequence[str], codes: Sequence[str], number: str) -> str:
    given = iter(codes)
    texts = [word or (number if leaf in NUMBERS else next(given)) for leaf, word in zip(leaves, words, strict=True)]
    return " ".join(filter(None, texts))
