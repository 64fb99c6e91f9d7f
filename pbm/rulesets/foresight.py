"""What can be said of a sheet before its turn is played: what came of it in rehearsals, and what a game can prove."""

from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import Struct

from pbm.reports.tell import finished
from pbm.rules.event import Count
from pbm.rules.order import Refusal

Forecast = Literal["sure", "fails", "depends"]
"""What a game can prove of an order; what it cannot prove depends on others, on dice, or on what is hidden."""
PROVED = {
    "sure": "Sure: no order of anyone else can change it.",
    "fails": "It fails, whatever others do.",
    "depends": "It will be done; the result is open.",
}
UNREAD = "It is not understood, so it will not be played."
DONE, PART, FAILED, VOID, UNNEEDED, DISOBEYED = "ok", "partial", "failed", "void", "not needed", "not obeyed"
ALWAYS = {
    DONE: "Done in every rehearsal.",
    PART: "Done only in part as things stand.",
    FAILED: "It fails as things stand.",
    VOID: "Not tried as things stand.",
    UNNEEDED: "Not needed as things stand.",
    DISOBEYED: "Not obeyed in any rehearsal.",
}
VAIN = "It fails whenever it is tried:"
OTHERS = "what others do"
SOMETIMES = {
    DONE: "done",
    PART: "done in part",
    FAILED: "fails",
    VOID: "not tried",
    UNNEEDED: "not needed",
    DISOBEYED: "not obeyed",
}
TALLIED = {
    DONE: ("is done", "are done"),
    PART: ("is done in part", "are done in part"),
    FAILED: ("fails as things stand", "fail as things stand"),
    VOID: ("is not tried", "are not tried"),
    UNNEEDED: ("is not needed", "are not needed"),
    DISOBEYED: ("is not obeyed", "are not obeyed"),
}


class Came(Struct, frozen=True):
    """What came of a line in rehearsals: how often it was done, failed and so on, and why."""

    plays: int
    outcomes: dict[str, int]
    """How many plays had each outcome, the most frequent first."""
    reasons: tuple[Refusal, ...] = ()
    """Why it was not done, or done in part, the most frequent first."""
    hangs: str = ""
    """What it depends on, if it did not come out the same in all plays, or if what was left out was not."""
    goes_with: int = 0
    """A line that was done in just the plays in which this one was, and without which this one is not."""
    alone: bool = False
    """Whether it failed in every play in which everyone else was silent."""
    note: str = ""
    """How much was done, if only a part."""
    cost: dict[str, int] = {}
    """As things stand, by purse."""
    gain: dict[str, int] = {}
    """What it brought in, as things stand."""
    left: dict[str, int] = {}

    @property
    def always(self) -> str:
        """Its outcome, if that was the same in all plays."""
        return next(iter(self.outcomes)) if len(self.outcomes) == 1 else ""

    @property
    def failed(self) -> int:
        return self.outcomes.get(FAILED, 0)

    @property
    def never_done(self) -> bool:
        return not any(self.outcomes.get(each) for each in (DONE, PART))

    @property
    def is_vain(self) -> bool:
        """Whether it failed in all plays; or whenever it was tried, always with everyone else silent, and not for want
        of means: how much another power has is often only guessed."""
        short = any(reason.kind == "purse" for reason in self.reasons)
        often = self.alone and not short and 2 * self.failed >= self.plays
        return self.always == FAILED or (self.never_done and often)

    @property
    def sentence(self) -> str:
        if self.always == PART and self.hangs:
            return f"{ALWAYS[PART].rstrip('.')}: how much depends on {self.hangs}."
        if self.always:
            return ALWAYS[self.always]
        if self.never_done and self.failed:
            return f"{VAIN} {', '.join(self.counts()).removeprefix('Fails ')}."
        if self.never_done:
            return f"{', '.join(self.counts())}: done in none."
        if self.hangs == OTHERS and self.failed and len(self.outcomes) == 2:
            return self.split()
        like = f", as line {self.goes_with} does" if self.goes_with else ""
        return f"{', '.join(self.counts())}: it depends on {self.hangs}{like}."

    def split(self) -> str:
        """Fails in 5 of 8 rehearsals, whenever others order, done in 3, whenever they are silent."""
        first, then = ("are silent", "order") if self.alone else ("order", "are silent")
        fails, rest = self.counts()
        return f"{fails}, whenever others {first}, {rest}, whenever they {then}."

    def counts(self) -> Iterator[str]:
        """Fails in 3 of 12 rehearsals, done in 9."""
        rows = sorted(self.outcomes.items(), key=lambda row: row[0] != FAILED)
        for place, (outcome, count) in enumerate(rows):
            words = SOMETIMES[outcome]
            yield f"{words} in {count}" if place else f"{words.capitalize()} in {count} of {self.plays} rehearsals"


class Foreseen(Struct, frozen=True):
    """A line of a sheet: how it is read, and what will happen as far as its player can know."""

    number: int
    written: str
    order: str = ""
    """As the game writes it; empty if the line could not be read."""
    meaning: str = ""
    """The order in words, with full names."""
    cost: dict[str, int] = {}
    """Cost by purse."""
    gain: dict[str, int] = {}
    """What it brings in, by purse."""
    left: dict[str, int] = {}
    """Balances after it, by purse."""
    forecast: Forecast = "depends"
    settled: bool = False
    """Whether it is proved that no order of anyone else can change that it is done, and its cost."""
    errors: tuple[Refusal, ...] = ()
    doubts: tuple[str, ...] = ()
    """What it depends on."""
    warnings: tuple[str, ...] = ()
    came: Came | None = None
    """What came of it in rehearsals; none if it could not be rehearsed."""

    @property
    def sentence(self) -> str:
        """Its meaning as a sentence."""
        return finished(self.meaning)

    @property
    def bill(self) -> str:
        """What it costs and brings in, and what there is then: It costs 2 OP (3 left), and brings 1 gold (5 then)."""
        costs, brings = self.sums(self.cost, "left"), self.sums(self.gain, "then")
        parts = filter(None, (costs and f"costs {costs}", brings and f"brings {brings}"))
        return finished(f"it {', and '.join(parts)}") if self.cost or self.gain else ""

    def sums(self, amounts: Mapping[str, int], word: str) -> str:
        """An amount for each purse, with what is in it afterwards."""
        found = (
            f"{amount} {purse}" + (f" ({self.left[purse] or 'nothing'} {word})" if purse in self.left else "")
            for purse, amount in amounts.items()
        )
        return " and ".join(found)

    @property
    def verdict(self) -> str:
        if not self.order:
            return UNREAD
        if self.settled:
            return PROVED[self.forecast]
        if self.came:
            return self.came.sentence
        return ALWAYS[FAILED] if self.fails else ""

    @property
    def is_open(self) -> bool:
        """Whether it is proved to depend on something that can be named."""
        return bool(self.order) and self.forecast == "depends" and bool(self.doubts)

    @property
    def fails(self) -> bool:
        """Whether it fails as things stand, as far as anyone can tell."""
        if self.came and not self.settled:
            return self.came.is_vain
        return self.forecast == "fails"

    @property
    def may_fail(self) -> bool:
        return self.fails or bool(self.came and self.came.failed and not self.settled)


class Foresight(Struct, frozen=True):
    """What can be said of a sheet."""

    name: str
    """What sentences call the power."""
    lines: tuple[Foreseen, ...]
    purses: dict[str, int] = {}
    """What the power can spend when the turn begins, by purse."""
    slots: int = 0
    """The number of numbered actions on a sheet; 0 if it is a list."""
    standing: tuple[str, ...] = ()
    """The standing orders in force, with this sheet."""
    closing: tuple[str, ...] = ()
    """How the power would stand after the turn, if only its own orders were played."""
    worst: tuple[str, ...] = ()
    """What could be lost and won, as rehearsals went."""
    plays: int = 0
    """How many rehearsals there were."""
    broken: int = 0
    """How many more could not be finished: no game could come to such a world."""
    promises: bool = False
    """Whether some of it is proved."""

    @property
    def tally(self) -> str:
        """12 lines: 9 are done, 2 fail as things stand, 1 depends on the dice."""
        return f"{Count(len(self.lines)):line/lines}: {', '.join(self.counts())}"

    def counts(self) -> Iterator[str]:
        found: dict[tuple[str, str], int] = {}
        for line in self.lines:
            words = tallied(line)
            found[words] = found.get(words, 0) + 1
        for (one, many), count in sorted(found.items(), key=lambda row: RANKS.get(row[0], len(RANKS))):
            yield f"{count} {one if count == 1 else many}"


SURE, READ = ("is sure", "are sure"), ("is read", "are read")
REFUSED, NOT_READ = ("fails whatever others do", "fail whatever others do"), ("is not understood", "are not understood")
RANKS = {words: rank for rank, words in enumerate((SURE, *TALLIED.values(), READ))}
RANKS |= {REFUSED: len(RANKS) + 2, NOT_READ: len(RANKS) + 3}


def tallied(line: Foreseen) -> tuple[str, str]:
    """Under which words a line is counted, one and many."""
    if not line.order:
        return NOT_READ
    if line.settled:
        return {"sure": SURE, "fails": REFUSED, "depends": TALLIED[DONE]}[line.forecast]
    if line.came is None:
        return TALLIED[FAILED] if line.fails else READ
    if line.came.is_vain:
        return TALLIED[FAILED]
    if line.came.never_done or line.came.always:
        return TALLIED[next(iter(line.came.outcomes))]
    return f"depends on {line.came.hangs}", f"depend on {line.came.hangs}"
