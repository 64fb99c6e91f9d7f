"""Lines that are rehearsed one by one, as if each were alone on its sheet and everyone else were silent.

A line that fails changes nothing, and lines that begin with different codes hardly meet. So many are played on one
sheet, those that failed beside others that were done are played again without these, and every play begins at the step
of the turn that answers such lines. Where dice have a say, all are played by several throws.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from pbm.rehearsal.imagine import middle
from pbm.rehearsal.play import Watched
from pbm.rehearsal.spread import Spread
from pbm.rules.copying import copied
from pbm.rules.engine import Step, Turn, take
from pbm.rules.event import Answered, Event
from pbm.rules.order import Line, Order, Refusal, Sheet, Slots
from pbm.rules.rulings import RulingNeeded
from pbm.rulesets.contract import AnyRuleset
from pbm.rulesets.foresight import DISOBEYED, FAILED, VOID

THROWS, ENOUGH = 3, 2
"""So often dice are thrown for lines that fail, and for others, if dice have a say."""
MANY = 40
"""So many lines are played on one sheet at most."""
UNTRIED = Refusal("", "no step of the turn comes to it as things stand")
NOTHING = Refusal("", "nothing comes of it as things stand")
UNSETTLED = Refusal("", "the die decided against it")
"""For a line that was not obeyed: it may be with other dice."""


class Heard(Exception):
    """All lines have their answers: the rest of the turn need not be played."""


class Thrown(Spread):
    """Dice that know whether they were thrown."""

    thrown = False

    def roll(self, name: str, sides: int = 6, low: int = 1) -> int:
        self.thrown = True
        return super().roll(name, sides, low)


@dataclass(frozen=True)
class Tried:
    """A line to be tried, and the lines that stand before it because it needs them."""

    order: Order
    needs: tuple[Order, ...] = ()

    @property
    def begins(self) -> str:
        """The first code in its boxes: lines that begin alike are not played on one sheet."""
        values = (getattr(self.order, box) for box in self.order.boxes)
        return next((str(value) for value in values if isinstance(value, str | tuple)), "")


class Verdict(NamedTuple):
    """Why a line fails as things stand, if it does, and whether other dice may save it."""

    why: Refusal | None = None
    saved: bool = False

    @property
    def fails(self) -> bool:
        return self.why is not None and not self.saved


Answers = dict[Tried, Refusal | None]


class Mark(NamedTuple):
    """A step of a turn without orders, the position at its start, and whether dice were thrown before it."""

    step: Step
    world: Any
    thrown: bool


class Singles:
    """Answers for lines in the world as a player knows it."""

    def __init__(self, rules: AnyRuleset, view: Any, who: str) -> None:
        self.rules, self.who, self.world = rules, who, middle(rules, view)
        shape = rules.language.shape
        self.most = shape.most if isinstance(shape, Slots) else MANY
        self.idle: dict[int, list[Mark]] = {}
        """A turn without orders, by throws."""
        self.begin: dict[str, int] = {}
        """The step at which lines of an action may begin to be played."""
        self.lacks: dict[tuple[Order, ...], Verdict] = {}
        self.held: dict[str, Mapping[str, int]] = {}
        """What is in the purses when the first line of an action is answered."""

    def marks(self, throw: int) -> list[Mark]:
        if throw not in self.idle:
            self.idle[throw] = list(self.idled(copied(self.world), Thrown(b"", 0, throw)))
        return self.idle[throw]

    def idled(self, world: Any, dice: Thrown) -> Iterator[Mark]:
        turn = Turn(world, {self.who: Sheet(self.who, {})}, dice)
        for step in self.rules.book.steps(world):
            yield Mark(step, copied(world), dice.thrown)
            try:
                take(turn, step)
            except RulingNeeded:
                return
            if turn.over:
                return

    def verdicts(self, lines: Iterable[Tried]) -> dict[Tried, Verdict]:
        found = {line: self.lacking(line.needs) for line in lines}
        sound = [line for line, lacks in found.items() if not lacks.fails]
        for wave in waves(sound, self.most):
            found.update(self.settled(wave))
        return found

    def lacking(self, needs: tuple[Order, ...]) -> Verdict:
        """What comes of the lines that another needs: if they fail, so does that."""
        if needs and needs not in self.lacks:
            self.lacks[needs] = self.settled([Tried(needs[-1], needs[:-1])]).popitem()[1]
        return self.lacks.get(needs, Verdict())

    def settled(self, wave: Sequence[Tried]) -> dict[Tried, Verdict]:
        """What comes of lines by two throws that differ most, if dice have a say in it; a third is for what failed."""
        found: dict[Tried, list[Refusal | None]] = {line: [] for line in wave}
        for throw in range(THROWS):
            left = [line for line, said in found.items() if throw < ENOUGH or all(said)]
            answers, thrown = self.answers(left, throw)
            for line, why in answers.items():
                found[line].append(why)
            if not thrown:
                break
        return {line: verdict(said) for line, said in found.items()}

    def answers(self, lines: Sequence[Tried], throw: int) -> tuple[Answers, bool]:
        """What comes of each line as if it were alone, and whether dice were thrown for it: a sheet is played again
        without what was done, and once nothing is, without what was answered."""
        found, left, ever = Answers(), list(lines), False
        while left:
            heard, thrown = self.play(left, throw)
            ever = ever or thrown
            found.update({line: why for line, why in heard.items() if why is None} or heard)
            if not heard:
                found.update(dict.fromkeys(left, UNTRIED))
            left = [line for line in left if line not in found]
        return found, ever

    def play(self, lines: Sequence[Tried], throw: int) -> tuple[Answers, bool]:
        """What came of those that were answered, and whether dice were thrown for it."""
        needed = list(dict.fromkeys(order for line in lines for order in line.needs))
        orders = [*needed, *(line.order for line in lines)]
        sheet = Sheet(self.who, {at: Line(at, str(order), order) for at, order in enumerate(orders, 1)})
        words = {order.word for order in orders}
        if not words <= self.begin.keys():
            self.learn(sheet, words, throw)
        heard, _, thrown = self.run(sheet, min(self.begin[word] for word in words), throw)
        lacking = next((why for at in range(1, len(needed) + 1) if at in heard and (why := told(heard[at]))), None)
        said = {line: told(heard[at], lacking) for at, line in enumerate(lines, len(needed) + 1) if at in heard}
        return said, thrown

    def learn(self, sheet: Sheet, words: Collection[str], throw: int) -> None:
        """Play a whole turn to learn which step answers such lines, and whether nothing before it looks at them."""
        heard, at, _ = self.run(sheet, 0, throw)
        again = self.run(sheet, at, throw)[0] if heard else {}
        start = at if outcomes(heard) == outcomes(again) else 0
        self.begin.update({word: min(start, self.begin.get(word, start)) for word in words})

    def run(self, sheet: Sheet, start: int, throw: int) -> tuple[dict[int, Answered], int, bool]:
        """The answers to a sheet that is played from some step on, until all are there, the step of the first, and
        whether dice were thrown for them."""
        heard: dict[int, Answered] = {}
        marks, dice = self.marks(throw), Thrown(b"", 0, throw)
        at, first = start, 0

        def see(event: Event) -> None:
            nonlocal first
            if isinstance(event, Answered) and event.sheet == self.who:
                first = first if heard else at
                if not heard:
                    self.holds(sheet.lines[event.number].order, turn.world)
                heard[event.number] = event
                if len(heard) == len(sheet.lines):
                    raise Heard

        turn = Turn(copied(marks[start].world), {self.who: sheet}, dice, journal=Watched(see))
        try:
            while at < len(marks) and not turn.over:
                take(turn, marks[at].step)
                at += 1
        except (Heard, RulingNeeded):
            pass
        except Exception:  # an imagined world may be one that the rules never meant
            return {}, 0, False
        return heard, first, dice.thrown or marks[start].thrown

    def holds(self, order: Order | None, world: Any) -> None:
        if order and order.word not in self.held:
            self.held[order.word] = dict(self.rules.book.purses(world, self.who))


def outcomes(heard: Mapping[int, Answered]) -> dict[int, str]:
    return {number: answer.outcome for number, answer in heard.items()}


def verdict(said: Sequence[Refusal | None]) -> Verdict:
    """From what came of a line by every throw; one that was only not obeyed does not fail."""
    against = [why for why in said if why and why is not UNSETTLED]
    return Verdict(against[0], len(against) < len(said)) if against else Verdict()


def told(answer: Answered, lacking: Refusal | None = None) -> Refusal | None:
    """Why a line came to nothing."""
    if answer.outcome == FAILED:
        return lacking or next(iter(answer.refusals), UNTRIED)
    if answer.outcome == VOID:
        return lacking or next(iter(answer.refusals), NOTHING)
    return UNSETTLED if answer.outcome == DISOBEYED else None


def waves(lines: list[Tried], most: int) -> Iterator[list[Tried]]:
    """Sheets of lines of one action that need the same and begin with different codes."""
    met: dict[tuple[Any, ...], int] = {}
    sheets: dict[tuple[Any, ...], list[Tried]] = {}
    for line in lines:
        alike = line.order.word, line.needs, line.begins
        met[alike] = met.get(alike, 0) + 1
        sheets.setdefault((line.order.word, line.needs, met[alike]), []).append(line)
    for wave in sheets.values():
        yield from (wave[at : at + most] for at in range(0, len(wave), most))
