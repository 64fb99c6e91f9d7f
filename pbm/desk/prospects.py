"""What the engine says of every order that a player may think of: whether it can be done as things stand, and its cost.

Every order is rehearsed with each code that the report names, or that lies close to its first code; of the others a few
are tried first, and if the same stands against all of these, it stands against the rest. Orders that come out alike are
kept together, so that a page holds thousands of them.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from pbm.desk.drafts import Draft, Rehearsals, Way
from pbm.desk.prices import Amount, amounts
from pbm.desk.sample import NONE, Sample
from pbm.desk.samples import CODES, Samples
from pbm.desk.sayings import Saying, Sayings
from pbm.rehearsal.course import Moment
from pbm.rehearsal.single import Singles
from pbm.rehearsal.tried import a_few
from pbm.rules.action import Action
from pbm.rules.order import Refusal

REST = "*"
FAR = Refusal("", "{2} is not in reach of {1}")
Group = tuple[int, int, int, str]
"""The numbers of what is said, of the price and of the way, and the codes they hold for; `*` is for all others."""


Table = dict[str, list[Group]]


class Prospect(Struct, frozen=True):
    """What is said of the orders that are written with the same words."""

    boxes: tuple[str, ...]
    """The leaves that hold its codes."""
    form: tuple[str, ...]
    """How the order is written; {1} and {2} stand for its codes, {n} for its number."""
    table: int
    numbers: dict[str, int]
    """What is said against 0, ALL, AB- and no number, whatever the codes."""
    moment: int = 0
    """When it is paid."""
    above: tuple[int, int] | None = None
    """The greatest number that is not wrong for good, and what is said against greater ones."""


class Prospects(Struct, frozen=True):
    orders: dict[str, list[Prospect]]
    """By all words of an order: MOVE, CART GRAIN. It may be written with more codes or fewer."""
    tables: list[Table]
    """By the first of two codes, or under nothing where there is only one; of a route by all codes but the last."""
    sayings: list[Saying]
    prices: list[dict[str, Amount]]
    ways: list[Way]
    moments: list[Moment]
    """When orders are paid, and what is in the purses then; the first is for those that no step came to."""


class Row:
    """Orders that differ only in their last code."""

    def __init__(self, sample: Sample, first: tuple[str, ...], likely: Iterable[str], *others: Sequence[str]) -> None:
        self.sample, self.first = sample, first
        self.others = [code for several in others for code in several]
        self.few = {code: self.draft(code) for several in others for code in a_few(several)}
        self.drafts = {code: self.draft(code) for code in likely}
        self.beyond: list[Draft] = []
        """Of what is out of reach the first and the last."""

    def try_stranger(self, code: str) -> None:
        """What is said of a code that stands for nothing is said of all that were not tried."""
        if code:
            self.drafts[REST] = self.draft(code)

    def look_beyond(self, far: Sequence[str]) -> None:
        self.beyond = [self.draft(code) for code in dict.fromkeys((*far[:1], *far[-1:]))]

    def draft(self, code: str) -> Draft:
        return Draft(self.sample, tuple(filter(None, (*self.first, code))))

    @property
    def can_be_done(self) -> bool:
        return any(draft.way for draft in self.drafts.values())

    def widen(self, is_vain: Callable[[Draft], bool]) -> None:
        """What stands against all that were tried of the others stands against the rest of them, but for those that
        would not be in vain where these are. A code that stands for nothing and can be ordered is a new name."""
        if REST in self.drafts and not fails(self.drafts[REST]):
            del self.drafts[REST]
        few = [*self.few.values()]
        if len(few) > CODES and len({draft.reason for draft in few}) == 1 and not any(draft.way for draft in few):
            self.drafts[REST] = few[0]
            odd = [code for code in self.others if not is_vain(self.draft(code))] if is_vain(few[0]) else []
        else:
            odd = self.others
        self.drafts |= {code: self.few.get(code) or self.draft(code) for code in odd}


Rows = Mapping[str, Row]
Worded = tuple[str, Sample]
"""All words of an order, and the order."""


def fails(draft: Draft) -> bool:
    return draft.way is None and draft.reason is not None


def plainest(samples: Iterable[Worded]) -> list[Worded]:
    """Of the ways to word an order those with the fewest words."""
    every, fewest = list(samples), dict[tuple[str, tuple[str, ...]], int]()
    for words, sample in every:
        key = sample.form[0], sample.leaves
        fewest[key] = min(len(words.split()), fewest.get(key, len(words)))
    return [(words, one) for words, one in every if len(words.split()) == fewest[one.form[0], one.leaves]]


class Trial:
    """Tries the orders of a game in the world as its player knows it."""

    def __init__(self, samples: Samples, singles: Singles) -> None:
        self.samples, self.singles, self.tongue, self.declared = samples, singles, samples.tongue, samples.declared
        self.wording = Sayings(samples.reader.words.kinds)
        self.rehearsals = Rehearsals(singles, samples.declared, self.wording)
        self.sayings: dict[Saying | None, int] = {None: 0}
        self.prices: dict[tuple[tuple[str, Amount], ...], int] = {(): 0}
        self.ways: dict[Way, int] = {Way(): 0}
        self.tables: list[Table] = []
        self.moments = [Moment(0, {})]

    def prospects(self, samples: Iterable[Worded]) -> Prospects:
        found = [(words, sample, self.rows(sample)) for words, sample in samples]
        every = [row for _, _, rows in found for row in rows.values()]
        self.rehearsals.settle(
            [draft for row in every for draft in (*row.drafts.values(), *row.few.values(), *row.beyond)]
        )
        for row in every:
            row.widen(self.is_vain)
        self.rehearsals.settle([draft for row in every for draft in row.drafts.values()])
        found = [(words, sample, {**rows, **dict(self.routes(words, sample, rows))}) for words, sample, rows in found]
        every = [row for _, _, rows in found for row in rows.values()]
        drafts = [draft for row in every for draft in row.drafts.values()]
        self.rehearsals.settle([*drafts, *(draft for row in every for draft in row.beyond)])
        self.rehearsals.with_all(drafts)
        orders: dict[str, list[Prospect]] = {}
        for words, sample, rows in found:
            if any(row.can_be_done for row in rows.values()) or self.is_fully_tried(sample, rows):
                orders.setdefault(words, []).append(self.prospect(sample, rows))
        if not self.samples.within:
            orders |= self.barred_orders({sample.form[0] for _, sample, _ in found})
        said = [one or Saying("", "", "") for one in self.sayings]
        prices = [dict(one) for one in self.prices]
        return Prospects(orders, self.tables, said, prices, list(self.ways), self.moments)

    def is_vain(self, draft: Draft) -> bool:
        order, singles = draft.order, self.singles
        return isinstance(order, Action) and order.in_vain(singles.world, singles.who) is not None

    def barred_orders(self, tried: Collection[str]) -> dict[str, list[Prospect]]:
        """The actions that were not tried because nothing of the kind can be ordered now."""
        refused = {action: self.declared.barred(order) for action, order in self.samples.blank(tried)}
        return {
            action: [Prospect((), (action,), self.table_number(self.barred(why)), {})]
            for action, why in refused.items()
            if why
        }

    def moment(self, sample: Sample) -> int:
        """The number of the moment in which it is paid."""
        found = self.singles.moment(sample.order)
        if found is None:
            return 0
        moment = Moment(found.at, dict(self.declared.purses(found.held)))
        if moment not in self.moments:
            self.moments.append(moment)
        return self.moments.index(moment)

    # rows

    def rows(self, sample: Sample) -> Rows:
        """One row, or one for each code in the first of two boxes; none if nothing of the kind can be ordered now."""
        if self.declared.barred(sample.order):
            return {}
        if len(sample.leaves) < CODES:
            return {"": self.row(sample)}
        rows = {code: self.row(sample, code) for code in self.samples.firsts(sample.leaves[0], sample.form[0])}
        if rows and sample.form[0] not in self.declared.reach and (odd := self.samples.stranger(sample.leaves[0])):
            rows[REST] = Row(sample, (odd,), a_few(self.samples.last_codes(sample, odd)))
        return rows

    def row(self, sample: Sample, *first: str) -> Row:
        codes = self.samples.last_codes(sample, *first)
        if first and sample.form[0] in self.declared.reach:
            return self.reaching(sample, first, codes)
        close = self.samples.close_to(*first)
        far = [code for code in codes if code not in close]
        if not self.is_listed(sample):
            row = Row(sample, first, codes)
            if sample.leaves and sample.form[0] not in self.declared.reach:
                row.try_stranger(self.samples.stranger(sample.leaves[-1]))
            return row
        named = [code for code in far if self.samples.is_likely(code)]
        unnamed = [code for code in far if not self.samples.is_likely(code)]
        if close:
            return Row(sample, first, [code for code in codes if code in close], named, unnamed)
        return Row(sample, first, named, unnamed)

    def routes(self, words: str, sample: Sample, rows: Rows) -> Iterator[tuple[str, Row]]:
        """From each place that can be gone to, on to the places next to it."""
        goes_on = sample.is_route and words in self.declared.goes
        for first, row in rows.items() if goes_on else ():
            for code, draft in row.drafts.items():
                near = self.samples.next_to(code)
                if near and draft.way == Way() and REST not in (first, code):
                    onward = Row(sample, (first, code), near)
                    onward.look_beyond([far for far in self.samples.codes(sample.leaves[-1]) if far not in near])
                    yield f"{first} {code}", onward

    def reaching(self, sample: Sample, first: tuple[str, ...], codes: Sequence[str]) -> Row:
        """All that is in reach, and two of what is not: the rules may say why."""
        row = Row(sample, first, codes)
        every = dict.fromkeys(code for each in self.declared.reach[sample.form[0]].values() for code in each)
        far = [code for code in every if code not in {*codes, *first}]
        row.look_beyond(far)
        return row

    def is_fully_tried(self, sample: Sample, rows: Rows) -> bool:
        """Whether nothing can be written instead of the codes that were tried: more of them, or a word of one's own
        for which a strange one was not tried."""
        is_known = not sample.leaves or self.is_listed(sample) or sample.form[0] in self.declared.reach
        return not rows or (not sample.is_list and (is_known or all(REST in row.drafts for row in rows.values())))

    def is_listed(self, sample: Sample) -> bool:
        """Whether all codes for its last box are known."""
        return bool(sample.leaves and self.tongue.leaves[sample.leaves[-1]].kinds)

    # tables

    def prospect(self, sample: Sample, rows: Rows) -> Prospect:
        table = self.table_number(self.table(sample, rows))
        moment = self.moment(sample)
        drafts = [draft for row in rows.values() for draft in row.drafts.values()]
        if not sample.number or not drafts:
            return Prospect(sample.leaves, sample.form, table, {}, moment)
        one = next((draft for draft in drafts if draft.way), drafts[0])
        numbers = {form: self.number_of(said) for form, said in self.rehearsals.unusual(one).items()}
        most = self.rehearsals.most(one)
        above = (most[0], self.number_of(most[1])) if most else None
        return Prospect(sample.leaves, sample.form, table, numbers, moment, above)

    def table_number(self, table: Table) -> int:
        if table not in self.tables:
            self.tables.append(table)
        return self.tables.index(table)

    def barred(self, refusal: Refusal) -> Table:
        """One answer for everything."""
        return {REST: [(self.number_of(self.wording.said(refusal, (), NONE)), 0, 0, REST)]}

    def table(self, sample: Sample, rows: Rows) -> Table:
        if refusal := self.declared.barred(sample.order):
            return self.barred(refusal)
        far = len(sample.leaves) == CODES and sample.form[0] in self.declared.reach
        known = {first: row for first, row in rows.items() if first != REST}
        table = {first: [*self.groups(sample, row, far), *self.beyond(row, far)] for first, row in known.items()}
        reasons = (
            {draft.reason if fails(draft) else None for draft in rows[REST].drafts.values()} if REST in rows else {None}
        )
        if len(reasons) == 1 and (said := reasons.pop()):
            table[REST] = [(self.number_of(said), 0, 0, REST)]
        return table

    def beyond(self, row: Row, far: bool) -> Iterator[Group]:
        """What is said of all that is out of reach: what the rules say, if they say the same of all."""
        said = {draft.reason if fails(draft) else None for draft in row.beyond}
        why = said.pop() if len(said) == 1 else None
        if why or far:
            yield self.number_of(why or self.wording.said(FAR, (), NONE)), 0, 0, REST

    def groups(self, sample: Sample, row: Row, far: bool) -> list[Group]:
        """The codes with the same answer; the largest group is that of all others, where all others can be known."""
        found: dict[tuple[int, int, int], list[str]] = {}
        for code, draft in row.drafts.items():
            found.setdefault(self.answer(draft), []).append(code)
        every = not (far or self.samples.within or len(row.first) == CODES)
        listed = every and self.is_listed(sample) and REST not in row.drafts
        largest = max(found, key=lambda answer: (len(found[answer]), answer)) if listed else None
        return [
            (*answer, REST if answer == largest and len(codes) > CODES else " ".join(codes))
            for answer, codes in found.items()
        ]

    def answer(self, draft: Draft) -> tuple[int, int, int]:
        """What is said, the price and the way."""
        said = draft.reason
        bars = said is not None and said.kind in ("lasting", "read")
        price = () if bars else tuple(sorted(amounts(self.declared.price, draft.sample, draft.codes)))
        way = self.ways.setdefault(draft.way or Way(), len(self.ways))
        return self.number_of(said), self.prices.setdefault(price, len(self.prices)), way

    def number_of(self, said: Saying | None) -> int:
        return self.sayings.setdefault(said, len(self.sayings))
