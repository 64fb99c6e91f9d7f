"""Orders with their codes: each is rehearsed with one number after the other until it is done with one."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct, structs

from pbm.desk.sample import MANY, NONE, Sample
from pbm.desk.sayings import DICE, Saying, Sayings
from pbm.rehearsal.single import Singles, Verdict
from pbm.rehearsal.tried import Tried, a_few
from pbm.rules.order import ALL, Order
from pbm.rulesets.desk import Declared

FOR_GOOD = ("lasting", "read")


class Way(Struct, frozen=True):
    """How an order can be done: the number it was done with, and the lines that must stand before it."""

    number: str = ""
    needs: tuple[str, ...] = ()
    all: bool = False
    """Whether it can be done with ALL too."""


class Draft:
    """An order with its codes."""

    def __init__(self, sample: Sample, codes: tuple[str, ...]) -> None:
        self.sample, self.codes = sample, codes
        self.numbered = iter(sample.numbered(codes))
        self.failed: list[Saying] = []
        """Why it failed, number by number."""
        self.way: Way | None = None
        self.doubt: Saying | None = None
        """Why it may fail all the same by other dice."""
        self.number, self.order = NONE, sample.order
        self.open = self.moves_on()

    def moves_on(self) -> bool:
        """Whether there is another number with which it can be read."""
        for number, order in self.numbered:
            if not (flaw := order.flaw()):
                self.number, self.order = number, order
                return True
            self.failed.append(Saying("read", order.rule, flaw))
        return False

    def settle(self, verdict: Verdict, sayings: Sayings, needs: Sequence[Order]) -> None:
        """What came of it; dice may save it from what is against it. Two numbers that fail alike now are enough."""
        shown = self.number if self.sample.counts else NONE
        said = sayings.said(verdict.why, self.codes, shown) if verdict.why else None
        if said and verdict.fails:
            is_final = said in self.failed and said.kind != "lasting"
            self.failed.append(said)
            self.open = not is_final and self.moves_on()
            return
        self.doubt = structs.replace(said, kind=DICE) if said else None
        self.way = Way(self.number, tuple(sayings.marked(str(need), self.codes, self.number) for need in needs))
        self.open = False

    @property
    def was_helped(self) -> bool:
        """Whether another number than the first was better."""
        return bool(self.way) or self.reason != self.failed[0]

    @property
    def reason(self) -> Saying | None:
        """What is said of it whatever its number; what is said of the purse or for good may be about one number, and
        comes last."""
        return self.doubt if self.way else min(self.failed, key=about_the_number, default=None)


def about_the_number(said: Saying) -> int:
    """How likely it is that something is said of one number alone."""
    return 2 if said.kind in FOR_GOOD else 1 if said.kind == "purse" or "{n}" in said.text else 0


class Rehearsals:
    """Rehearses drafts."""

    def __init__(self, singles: Singles, declared: Declared, sayings: Sayings) -> None:
        self.singles, self.declared, self.sayings = singles, declared, sayings

    def settle(self, drafts: Sequence[Draft]) -> None:
        """Until each was done with some number. What helps none of a few helps none of those that failed alike."""
        self.go(drafts)
        few, alike = list[Draft](), dict[tuple[Sample, Saying], list[Draft]]()
        for draft in drafts:
            if draft.open:
                alike.setdefault((draft.sample, draft.failed[-1]), []).append(draft)
        for group in alike.values():
            few += a_few(group)
        self.to_the_end(few)
        hopeful = [group for group in alike.values() if any(draft.was_helped for draft in a_few(group))]
        self.to_the_end(draft for group in hopeful for draft in group)
        for draft in drafts:
            draft.open = False

    def to_the_end(self, drafts: Iterable[Draft]) -> None:
        left = list(drafts)
        while left := [draft for draft in left if draft.open]:
            self.go(left)

    def go(self, drafts: Iterable[Draft]) -> None:
        """Each with its next number."""
        lines = {
            draft: Tried(draft.order, tuple(self.declared.needs(draft.order)), draft.codes)
            for draft in drafts
            if draft.open
        }
        verdicts = self.singles.verdicts(lines.values())
        for draft, line in lines.items():
            draft.settle(verdicts[line], self.sayings, line.needs)

    def with_all(self, drafts: Iterable[Draft]) -> None:
        """Which of those that can be done can be done with ALL."""
        whole = {
            draft: Tried(draft.sample.with_codes(draft.codes, ALL), (), draft.codes)
            for draft in drafts
            if draft.way and draft.sample.counts
        }
        verdicts = self.singles.verdicts(line for line in whole.values() if not line.order.flaw())
        for draft, line in whole.items():
            if draft.way and line in verdicts and verdicts[line].why is None:
                draft.way = structs.replace(draft.way, all=True)

    def unusual(self, draft: Draft) -> dict[str, Saying]:
        """What is said for good against numbers that some actions do not take."""
        return self.against(draft, dict(draft.sample.unusual(draft.codes)))

    def most(self, draft: Draft) -> tuple[int, Saying] | None:
        """The greatest number that is not wrong for good, if there is one, and what is said against greater ones."""
        good, (_, wrong) = int(draft.number) if draft.number.isdigit() else 0, MANY[:2]
        if not (said := self.against_many(draft, wrong)):
            return None
        while wrong - good > 1:
            middle = (good + wrong) // 2
            good, wrong = (good, middle) if self.against_many(draft, middle) else (middle, wrong)
        return good, said

    def against_many(self, draft: Draft, many: int) -> Saying | None:
        return next(iter(self.against(draft, {str(many): draft.sample.with_number(draft.codes, many)}).values()), None)

    def against(self, draft: Draft, orders: Mapping[str, Order]) -> dict[str, Saying]:
        """What is said for good against a draft with other numbers; if it cannot be done, whether they are read."""
        found = {form: Saying("read", order.rule, flaw) for form, order in orders.items() if (flaw := order.flaw())}
        rest = {form: order for form, order in orders.items() if draft.way and form not in found}
        lines = {form: Tried(order, (), draft.codes) for form, order in rest.items()}
        verdicts = self.singles.verdicts(lines.values())
        for form, line in lines.items():
            why = verdicts[line].why
            if why and why.kind in FOR_GOOD:
                found[form] = self.sayings.said(why, draft.codes, form)
        return found
