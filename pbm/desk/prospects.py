"""What the engine says of every order that a player may think of: whether it can be done as things stand, and its cost.

An action is tried in every variant of its words (CART GRAIN, CART FISH), with each code in its first box, and with each
pair of codes in its first two. What the game's own check lets pass is rehearsed, alone on the sheet but for lines that
it needs. Orders that come out alike are kept together, so that a page holds thousands of them.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice, product
from math import prod

from msgspec import Struct, structs

from pbm.desk.sample import COUNTED, NONE, Sample, fields_of, is_one
from pbm.desk.tongue import NUMBERS, Leaf, Tongue
from pbm.reading.language import Reader
from pbm.rehearsal.single import Singles, Tried
from pbm.rules.order import ALL, Order, Refusal
from pbm.rulesets.desk import Declared

SPEECH = "TEXT"
TRIED = 12_000
"""So many orders of an action are tried at most; one that has more is judged on receipt only."""
UNNAMED = 1_000
"""So many if the report names none of the codes that begin them: its power has next to nothing."""
CODES = 2
LOTS = (1, 10, 100)
REST = "*"
READ = 24
"""So many ways to fill its boxes are looked at for one that can be read."""
PROBES = 8
"""So many codes of a row are tried first."""
DICE = "dice"
"""The kind of what stands against an order by some throws and not by others."""
GRAVEST = ("lasting", "read", "now", "purse")
FAR = Refusal("", "{2} is not in reach of {1}")
Group = tuple[int, int, int, str]
"""The numbers of what is said, of the price and of the way, and the codes they hold for; `*` is for all others."""


class Saying(Struct, frozen=True):
    """Why an order cannot be done; {1} and {2} stand for the codes in its boxes, {=1} and {=2} for their names, {n}
    for its number."""

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


class Way(Struct, frozen=True):
    """How an order can be done: the number it was done with, and the lines that must stand before it."""

    number: str = ""
    needs: tuple[str, ...] = ()
    all: bool = False
    """Whether it can be done with ALL too."""


class Prospect(Struct, frozen=True):
    """What is said of the orders that are written with the same words."""

    boxes: tuple[str, ...]
    """The leaves that hold its codes."""
    form: tuple[str, ...]
    """How the order is written; {1} and {2} stand for its codes, {n} for its number."""
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
    ways: list[Way]
    held: dict[str, int]
    """What is in the purses when orders are paid."""


class Draft:
    """An order with its codes, which looks for a number with which it can be done."""

    def __init__(self, trial: "Trial", sample: Sample, codes: tuple[str, ...]) -> None:
        self.trial, self.sample, self.codes = trial, sample, codes
        self.numbered = iter(sample.numbered(codes))
        self.against: dict[Saying, None] = {}
        self.grave: Saying | None = None
        self.failed: list[Saying] = []
        """Why it failed in rehearsal, number by number."""
        self.way: Way | None = None
        self.doubt: Saying | None = None
        """Why it may fail all the same by other dice."""
        self.number, self.order = NONE, sample.order
        self.open = self.moves_on()

    def moves_on(self) -> bool:
        """Whether there is another number that the game's own check lets pass."""
        for number, order in self.numbered:
            refusal = self.trial.refusal(order)
            if refusal is None:
                self.number, self.order = number, order
                return True
            said = self.said(refusal, number)
            if refusal.kind == "lasting" and any(code in refusal.text for code in self.codes):
                self.grave = said
                return False
            if number != str(ALL) and (number != NONE or not self.sample.number):
                if said in self.against and refusal.kind != "lasting":
                    return False
                self.against[said] = None
        return False

    def said(self, refusal: Refusal, number: str) -> Saying:
        return self.trial.said(refusal, self.codes, number if self.sample.counts else NONE)

    def settle(self, why: Refusal | None, saved: bool, needs: tuple[str, ...]) -> None:
        """What came of it in rehearsal; dice may save it from what stands against it."""
        if why is None or saved:
            self.doubt = structs.replace(self.said(why, self.number), kind=DICE) if why else None
            self.way = Way(self.number, tuple(self.trial.marked(text, self.codes, self.number) for text in needs))
            self.open = False
            return
        self.failed.append(self.said(why, self.number))
        self.open = self.failed[0] not in self.failed[1:] and self.moves_on()

    @property
    def reason(self) -> Saying | None:
        """What is said of an order whatever its number; no number removes a lasting reason that names its codes, and
        what stands against one of a thing stands against more."""
        if self.way:
            return self.doubt
        against = sorted(self.against, key=lambda said: said.kind == "lasting")
        return self.grave or next(iter([*self.failed, *against]), None)


Rows = Mapping[str, Mapping[str, Draft]]


class Trial:
    """Tries the orders of a game in the world as its player knows it."""

    def __init__(self, tongue: Tongue, reader: Reader, declared: Declared, singles: Singles, named: set[str]) -> None:
        self.tongue, self.reader, self.declared, self.singles = tongue, reader, declared, singles
        self.named = named
        """The codes in the player's report."""
        self.sayings: dict[Saying | None, int] = {None: 0}
        self.prices: dict[tuple[tuple[str, Amount], ...], int] = {(): 0}
        self.ways: dict[Way, int] = {Way(): 0}
        self.tables: list[dict[str, list[Group]]] = []
        self.fits: dict[tuple[str, bool], list[str]] = {}

    def prospects(self) -> Prospects:
        found = [(words, sample, self.drafts(sample)) for words, sample in self.samples()]
        drafts = [draft for _, _, rows in found for row in rows.values() for draft in row.values()]
        self.rehearse(drafts)
        self.with_all(drafts)
        orders: dict[str, list[Prospect]] = {}
        for words, sample, rows in found:
            orders.setdefault(words, []).append(self.prospect(sample, rows))
        said = [one or Saying("", "", "") for one in self.sayings]
        return Prospects(
            orders, self.tables, said, [dict(one) for one in self.prices], list(self.ways), self.held(drafts)
        )

    def held(self, drafts: Iterable[Draft]) -> dict[str, int]:
        """The most that is in each purse when an order that costs something can be paid."""
        costly = dict.fromkeys(draft.order.word for draft in drafts if any(self.cost(draft.order).values()))
        found: dict[str, int] = {}
        for word in costly:
            for purse, amount in self.singles.held.get(word, {}).items():
                found[purse] = max(amount, found.get(purse, amount))
        return found

    def rehearse(self, drafts: Iterable[Draft]) -> None:
        """Until every order was done with some number, or none is left to try."""
        left = [draft for draft in drafts if draft.open]
        while left:
            lines = {draft: Tried(draft.order, tuple(self.declared.needs(draft.order))) for draft in left}
            verdicts = self.singles.verdicts(lines.values())
            for draft, line in lines.items():
                draft.settle(*verdicts[line], tuple(map(str, line.needs)))
            left = [draft for draft in left if draft.open]

    def with_all(self, drafts: Iterable[Draft]) -> None:
        """Which of those that can be done can be done with ALL."""
        whole = {
            draft: Tried(order)
            for draft in drafts
            if draft.way and draft.sample.counts
            for order in (draft.sample.with_codes(draft.codes, ALL),)
            if not self.refusal(order)
        }
        verdicts = self.singles.verdicts(whole.values())
        for draft, line in whole.items():
            if draft.way and verdicts[line].why is None:
                draft.way = structs.replace(draft.way, all=True)

    def prospect(self, sample: Sample, rows: Rows) -> Prospect:
        table = self.table(sample, rows)
        if table not in self.tables:
            self.tables.append(table)
        return Prospect(sample.leaves, sample.form, self.tables.index(table), self.numbers(sample, rows))

    # samples

    def samples(self) -> Iterator[tuple[str, Sample]]:
        """For all words of an order and all its boxes for codes the fullest one that can be tried."""
        found: dict[tuple[str, tuple[str, ...]], Sample] = {}
        for action in self.tongue.actions:
            for leaves in sorted(self.tongue.sequences(action), key=self.fullness, reverse=True):
                for texts in product(*(self.literal(leaf) for leaf in leaves)):
                    key = " ".join(filter(None, texts)), tuple(filter(self.takes_codes, leaves))
                    if key not in found and self.is_plain(action, texts) and (sample := self.sample(leaves, texts)):
                        found[key] = sample
        yield from ((words, sample) for (words, _), sample in found.items())

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
        many = [len(self.codes(leaf, first=not place)) for place, leaf in enumerate(codes)]
        if len(codes) > CODES or sum(leaf in NUMBERS for leaf in leaves) > 1 or SPEECH in leaves:
            return None
        if not all(many) or (
            len(many) == CODES and words[0] not in self.declared.reach and prod(many) > self.most(codes)
        ):
            return None
        return self.read(leaves, words, codes)

    def most(self, codes: Sequence[str]) -> int:
        leaf = self.tongue.leaves[codes[0]]
        return TRIED if not leaf.kinds or self.named.intersection(self.fitting(leaf)) else UNNAMED

    def read(self, leaves: Sequence[str], words: Sequence[str], codes: tuple[str, ...]) -> Sample | None:
        """The first that can be read, with codes that differ from each other."""
        numbers = ("1", str(ALL)) if any(leaf in NUMBERS for leaf in leaves) else ("1",)
        every = list(product(numbers, *self.choices(words[0], codes)))
        for number, *chosen in every[:: 1 + len(every) // READ]:
            order = self.order_of(leaves, words, chosen, number) if len({*chosen}) == len(chosen) else None
            if order and (fields := fields_of(order, chosen)) is not None:
                counted = next((box for box in order.boxes if is_one(getattr(order, box))), "")
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
                yield self.of_each_kind(self.codes(leaf, first=True))

    def of_each_kind(self, codes: Sequence[str]) -> list[str]:
        """The first few codes of every kind, and of those that have no kind."""
        kinds = [*self.reader.words.kinds.values(), {*codes} - {*self.reader.words.all_codes}]
        return [code for kind in kinds for code in islice((one for one in codes if one in kind), CODES)]

    def order_of(self, leaves: Sequence[str], words: Sequence[str], codes: Sequence[str], number: str) -> Order | None:
        return self.reader.read(line_of(leaves, words, codes, number))[0]

    def codes(self, symbol: str, first: bool = False) -> list[str]:
        """The codes that fit a leaf; for a first box only those that the report names, if it names any."""
        if (symbol, first) not in self.fits:
            leaf = self.tongue.leaves[symbol]
            every = self.fitting(leaf)
            here = [code for code in every if code in self.named] if leaf.kinds else []
            self.fits[symbol, first] = here if first and here else every
        return self.fits[symbol, first]

    def fitting(self, leaf: Leaf) -> list[str]:
        kinds = self.reader.words.kinds
        if leaf.kinds:
            every = dict.fromkeys(code for kind in leaf.kinds for code in kinds[kind])
            return [code for code in every if code not in self.declared.out]
        pattern = re.compile(leaf.like, re.IGNORECASE)
        return [code for code in self.known if pattern.fullmatch(code)]

    @cached_property
    def known(self) -> list[str]:
        reached = (code for rows in self.declared.reach.values() for row in rows.values() for code in row)
        return list(dict.fromkeys([*self.reader.words.all_codes, *sorted(self.named), *reached]))

    # answers

    def drafts(self, sample: Sample) -> Rows:
        """One row, or one for each code in the first of two boxes; none if nothing of the kind can be ordered now."""
        if self.declared.barred(sample.order):
            return {}
        if len(sample.leaves) < CODES:
            singly = [(code,) for code in self.codes(sample.leaves[0], first=False)] if sample.leaves else [()]
            return {"": {" ".join(codes): Draft(self, sample, codes) for codes in singly}}
        reach = self.declared.reach.get(sample.form[0])
        return {
            code: self.row(sample, code, self.seconds(sample, code, reach))
            for code in self.codes(sample.leaves[0], first=True)
        }

    def row(self, sample: Sample, code: str, others: Sequence[str]) -> dict[str, Draft]:
        """What stands against some far codes stands against all of them, if it is about the first code alone, or if it
        lies in the map and is the same for each."""
        close = self.close_to(code)
        far = [other for other in others if other not in close]
        few = [Draft(self, sample, (code, other)) for other in far[:: max(1, len(far) // PROBES)]]
        if len(few) > CODES and is_alike(few, bool(close)):
            return {REST: few[0]} | {other: Draft(self, sample, (code, other)) for other in others if other in close}
        return {other: Draft(self, sample, (code, other)) for other in others}

    def close_to(self, code: str) -> Collection[str]:
        """The codes that may be meant beside a code: its neighbours, and what is easily taken for one of them."""
        near = self.reader.words.near.get(code, ())
        return (
            {code, *near, *(self.reader.words.pairs[one] for one in near if one in self.reader.words.pairs)}
            if near
            else ()
        )

    def seconds(self, sample: Sample, code: str, reach: Mapping[str, Collection[str]] | None) -> Sequence[str]:
        """The codes for the second box; where a game says what is in reach, only those."""
        return self.codes(sample.leaves[1]) if reach is None else [*reach.get(code, ())]

    def table(self, sample: Sample, rows: Rows) -> dict[str, list[Group]]:
        if refusal := self.declared.barred(sample.order):
            return {REST: [(self.number_of(self.said(refusal, (), NONE)), 0, 0, REST)]}
        far = len(sample.leaves) == CODES and sample.form[0] in self.declared.reach
        beyond = [(self.number_of(self.said(FAR, (), NONE)), 0, 0, REST)] if far else []
        return {first: [*self.groups(sample, row, far), *beyond] for first, row in rows.items()}

    def groups(self, sample: Sample, row: Mapping[str, Draft], far: bool) -> list[Group]:
        """The codes with the same answer; the largest group is that of all others, where all others can be known."""
        found: dict[tuple[int, int, int], list[str]] = {}
        for code, draft in row.items():
            found.setdefault(self.answer(draft), []).append(code)
        listed = sample.leaves and REST not in row and self.tongue.leaves[sample.leaves[-1]].kinds and not far
        largest = max(found, key=lambda answer: (len(found[answer]), answer)) if listed else None
        return [
            (*answer, REST if answer == largest and len(codes) > CODES else " ".join(codes))
            for answer, codes in found.items()
        ]

    def answer(self, draft: Draft) -> tuple[int, int, int]:
        """What is said, the price and the way."""
        said = draft.reason
        bars = said is not None and said.kind in ("lasting", "read")
        price = () if bars else tuple(sorted(self.amounts(draft.sample, draft.codes)))
        way = self.ways.setdefault(draft.way or Way(), len(self.ways))
        return self.number_of(said), self.prices.setdefault(price, len(self.prices)), way

    def number_of(self, said: Saying | None) -> int:
        return self.sayings.setdefault(said, len(self.sayings))

    def numbers(self, sample: Sample, rows: Rows) -> dict[str, int]:
        """What is said against unusual numbers, tried with codes against which nothing is said."""
        free = next((draft for row in rows.values() for draft in row.values() if draft.way), None)
        if not sample.number or free is None:
            return {}
        tried = {form: self.refusal(order) for form, order in sample.unusual(free.codes)}
        return {
            form: self.number_of(self.said(why, free.codes, form))
            for form, why in tried.items()
            if why and why.kind in ("lasting", "read")
        }

    def refusal(self, order: Order) -> Refusal | None:
        """The gravest reason; an order that nobody could read is not judged."""
        if flaw := order.flaw():
            return Refusal(order.rule, flaw, kind="read")
        return min(filter(None, self.declared.judge(order)), key=gravity, default=None)

    def cost(self, order: Order) -> Mapping[str, int]:
        return {} if order.flaw() else self.declared.price(order)

    def said(self, refusal: Refusal, codes: Sequence[str], number: str) -> Saying:
        return Saying(refusal.kind, refusal.rule, self.marked(refusal.text, codes, number))

    def marked(self, text: str, codes: Sequence[str], number: str = NONE) -> str:
        """A text with marks for the codes, their names and the number in it."""
        marks = {number: "{n}"}
        for place, code in enumerate(codes, 1):
            name, mark = self.reader.words.all_codes.get(code, "").split(" (")[0], f"{{{place}}}"
            text = text.replace(f"{name} ({code})", f"{{={place}}} ({mark})") if name else text
            marks |= {code: mark, f"({code})": f"({mark})"}
        return " ".join(marks.get(word, word) for word in text.split(" "))

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


def is_alike(few: Sequence[Draft], mapped: bool) -> bool:
    """Whether the same stands against all of them, and is not about their second codes alone."""
    said = {draft.reason for draft in few}
    reason = next(iter(said))
    if len(said) > 1 or reason is None or any(draft.open for draft in few):
        return False
    return "{1}" in reason.text and ("{2}" not in reason.text or (mapped and reason.kind == "lasting"))


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
