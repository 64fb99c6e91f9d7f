"""Lines that are rehearsed one by one, as if each were alone on its sheet and everyone else were silent.

A line that fails changes nothing, and lines without a code in common do not help each other. So many are played on one
sheet, those that failed beside others that were done are played again without these, and every play begins at the step
of the turn that answers such lines. Where dice have a say, all are played by several throws.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from pbm.rehearsal.imagine import middle
from pbm.rehearsal.play import Watched
from pbm.rehearsal.spread import Spread
from pbm.rules.action import Action
from pbm.rules.copying import copied
from pbm.rules.engine import Step, Turn, take
from pbm.rules.event import Answered, Event
from pbm.rules.order import Line, Order, Refusal, Sheet, Slots
from pbm.rules.rulings import RulingNeeded
from pbm.rulesets.contract import AnyRuleset
from pbm.rulesets.foresight import DISOBEYED, FAILED, VOID

THROWS, ENOUGH = 3, 2
"""So often dice are thrown for lines that fail, and for others, if dice have a say."""
FEW = 8
"""So many of those that are alike are tried first."""
MANY = 120
"""So many lines are played on one sheet at most."""
T = TypeVar("T")
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
    codes: tuple[str, ...] | None = None
    """What it is about, if that is known to be less than all words in its boxes."""

    @property
    def about(self) -> tuple[str, ...]:
        """Lines that are about nothing are all about the same."""
        return (tuple(codes_of(self.order)) if self.codes is None else self.codes) or ("",)


class Verdict(NamedTuple):
    """Why a line fails as things stand, if it does, and whether other dice may save it."""

    why: Refusal | None = None
    saved: bool = False

    @property
    def fails(self) -> bool:
        return self.why is not None and not self.saved


Answers = dict[Tried, Refusal | None]
Said = dict[Tried, list[Refusal | None]]
"""What came of each line by every throw."""


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
        self.lacks: dict[Tried, Verdict] = {}
        """What comes of the lines that others need."""
        self.answering: dict[tuple[str, str], int] = {}
        """The step that answers lines whose plans can be asked at its start."""
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
        """What comes of each line; if what it needs fails, so does it."""
        every = list(lines)
        if needed := dict.fromkeys(Tried(line.needs[-1], line.needs[:-1]) for line in every if line.needs):
            new = [line for line in needed if line not in self.lacks]
            self.lacks.update(self.verdicts(new))
        found = {line: self.hopeless(line) for line in every}
        found.update(self.settled([line for line, lacks in found.items() if not lacks.fails]))
        return found

    def hopeless(self, line: Tried) -> Verdict:
        """What stands against a line before it is played: what it needs, or that nothing can come of it."""
        lacks, order = self.lacking(line.needs), line.order
        why = order.in_vain(self.world, self.who) if isinstance(order, Action) and not lacks.fails else None
        return Verdict(Refusal(why.rule, why.text)) if why else lacks

    def lacking(self, needs: tuple[Order, ...]) -> Verdict:
        return self.lacks[Tried(needs[-1], needs[:-1])] if needs else Verdict()

    def settled(self, lines: Sequence[Tried]) -> dict[Tried, Verdict]:
        """What comes of lines by several throws, if dice have a say in it. Of lines that failed alike a few are tried
        again: if no dice save any of these, they save none of the rest."""
        said: Said = {line: [] for line in lines}
        alike: dict[Any, list[Tried]] = {}
        for line in self.throw(said, lines, 0):
            why = said[line][0]
            alike.setdefault((line.order.word, why.rule, why.kind) if why else line, []).append(line)
        self.throw_again(said, [line for group in alike.values() for line in a_few(group)])
        hopeful = [group for group in alike.values() if not all(all(said[line]) for line in a_few(group))]
        self.throw_again(said, [line for group in hopeful for line in group if len(said[line]) == 1])
        return {line: verdict(whys) for line, whys in said.items()}

    def throw_again(self, said: Said, lines: Sequence[Tried]) -> None:
        """Once more for all, by dice that differ most, and again for what failed."""
        for throw in range(1, THROWS):
            self.throw(said, [line for line in lines if throw < ENOUGH or all(said[line])], throw)

    def throw(self, said: Said, lines: Iterable[Tried], throw: int) -> list[Tried]:
        """Note what comes of lines by a throw; those that other dice may change."""
        loose = list[Tried]()
        for sheet in companies(lines, self.most):
            planned, before = self.planned(sheet, throw)
            played, thrown = self.answers([line for line in sheet if line not in planned], throw)
            for line, why in {**planned, **played}.items():
                said[line].append(why)
                if (before or thrown) and not (why and why.kind == "lasting"):
                    loose.append(line)
        return loose

    def planned(self, lines: Sequence[Tried], throw: int) -> tuple[Answers, bool]:
        """Why lines fail by their own plan, asked where they are answered, and whether dice were thrown before that."""
        found, thrown = Answers(), False
        for line in lines:
            if not line.needs and (part := self.part(line.order)) in self.answering:
                mark = self.marks(throw)[self.answering[part]]
                found[line] = self.refusal(line.order, mark.world)
                thrown = thrown or mark.thrown
        return {line: why for line, why in found.items() if why}, thrown

    def answers(self, lines: Sequence[Tried], throw: int) -> tuple[Answers, bool]:
        """What comes of each line as if it were alone, and whether dice were thrown for it: a sheet is played again
        without what was done, and once nothing is, without what was answered."""
        found, left, ever = Answers(), list(lines), False
        while left:
            heard, thrown = self.play(left, throw)
            ever = ever or thrown
            done = [line for line, why in heard.items() if why is None]
            found.update(self.alone(done, throw) if done else heard)
            if not heard:
                found.update(dict.fromkeys(left, UNTRIED))
            left = [line for line in left if line not in found]
        return found, ever

    def alone(self, done: Sequence[Tried], throw: int) -> Answers:
        """What was done beside others is played by itself, by the first throw: one of them may have helped it. Of many
        a few are played first, and the rest only if one of these was helped."""
        found = Answers(dict.fromkeys(done))
        few = a_few(done[1:]) if not throw else ()
        found.update({line: self.play([line], throw)[0].get(line, UNTRIED) for line in few})
        if any(found.values()):
            rest = (line for line in done[1:] if line not in few)
            found.update({line: self.play([line], throw)[0].get(line, UNTRIED) for line in rest})
        return found

    def play(self, lines: Sequence[Tried], throw: int) -> tuple[Answers, bool]:
        """What came of those that were answered, and whether dice were thrown for it."""
        orders = list(dict.fromkeys(order for line in lines for order in (*line.needs, line.order)))
        place = {order: at for at, order in enumerate(orders, 1)}
        sheet = Sheet(self.who, {at: Line(at, str(order), order) for order, at in place.items()})
        words = {order.word for order in orders}
        if not words <= self.begin.keys():
            self.learn(sheet, words, throw)
        heard, _, thrown = self.run(sheet, min(self.begin[word] for word in words), throw)
        said = {
            line: told(heard[place[line.order]], [heard[place[need]] for need in line.needs if place[need] in heard])
            for line in lines
            if place[line.order] in heard
        }
        return said, thrown

    def learn(self, sheet: Sheet, words: Collection[str], throw: int) -> None:
        """Play a whole turn to learn which step answers such lines, if nothing before it looks at them, and if their
        plans tell at its start what comes of them."""
        heard, at, _ = self.run(sheet, 0, throw)
        again = self.run(sheet, at, throw)[0] if heard else {}
        start = at if outcomes(heard) == outcomes(again) else 0
        self.begin.update({word: min(start, self.begin.get(word, start)) for word in words})
        orders = [order for number in heard if (order := sheet.lines[number].order)]
        refused = [order for order in orders if self.refusal(order, self.marks(throw)[at].world)]
        if orders and all(self.fails_alone(order, start, throw) for order in a_few(refused)):
            self.answering[self.part(orders[0])] = at

    def part(self, order: Order) -> tuple[str, str]:
        """The action, and the part of a turn in which the line is played."""
        return order.word, order.played_in(self.world, self.who) if isinstance(order, Action) else ""

    def fails_alone(self, order: Order, start: int, throw: int) -> bool:
        heard, _, _ = self.run(Sheet(self.who, {1: Line(1, str(order), order)}), start, throw)
        return 1 not in heard or heard[1].outcome == FAILED

    def refusal(self, order: Order, world: Any) -> Refusal | None:
        return next(filter(None, order.check(world, self.who)), None) if isinstance(order, Action) else None

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


def told(answer: Answered, needed: Sequence[Answered] = ()) -> Refusal | None:
    """Why a line came to nothing: what it needed may have failed."""
    if answer.outcome == DISOBEYED:
        return UNSETTLED
    if answer.outcome not in (FAILED, VOID):
        return None
    lacking = next((why for need in needed if (why := told(need))), None)
    return lacking or next(iter(answer.refusals), UNTRIED if answer.outcome == FAILED else NOTHING)


def a_few(every: Sequence[T]) -> Sequence[T]:
    """Some, from all parts of a list."""
    return every[:: 1 + len(every) // FEW]


def codes_of(order: Order) -> Iterator[str]:
    """All that stands in its boxes but numbers."""
    for value in (getattr(order, box) for box in order.boxes):
        yield from (one for one in (value if isinstance(value, tuple) else (value,)) if isinstance(one, str))


def companies(lines: Iterable[Tried], most: int) -> Iterator[list[Tried]]:
    """Lines of one action that need the same and share no code; each goes onto the first sheet that takes it."""
    sheets: dict[tuple[Any, ...], list[tuple[set[str], list[Tried]]]] = {}
    tried: dict[tuple[Any, ...], int] = {}
    for line in lines:
        alike, codes = (line.order.word, line.needs), line.about
        begun, start = sheets.setdefault(alike, []), tried.get((alike, codes[0]), 0)
        free = (at for at in range(start, len(begun)) if len(begun[at][1]) < most and begun[at][0].isdisjoint(codes))
        place = next(free, len(begun))
        if place == len(begun):
            begun.append((set(), []))
        begun[place][0].update(codes)
        begun[place][1].append(line)
        tried[alike, codes[0]] = place + 1
    yield from (sheet for begun in sheets.values() for _, sheet in begun)
