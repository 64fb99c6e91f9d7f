"""Lines that are rehearsed one by one, as if each were alone on its sheet and everyone else were silent.

A line that fails changes nothing, and lines without a code in common do not help each other. So many are played on one
sheet, those that failed after others were done are played again without these, and every play begins at the step of the
turn that answers such lines. As long as nothing is done, each sheet is twice as long as the one before. Where dice have
a say, all are played by several throws.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from pbm.rehearsal.broken import dropped
from pbm.rehearsal.imagine import middle
from pbm.rehearsal.play import Watched
from pbm.rehearsal.spread import Spread
from pbm.rules.action import Action
from pbm.rules.copying import Mould, copied
from pbm.rules.engine import Step, Turn, take
from pbm.rules.event import Answered, Event
from pbm.rules.order import Line, Order, Refusal, Sheet, Slots
from pbm.rules.rulings import RulingNeeded
from pbm.rulesets.contract import AnyRuleset
from pbm.rulesets.foresight import DISOBEYED, FAILED, VOID

THROWS, ENOUGH = 3, 2
"""So often dice are thrown for lines that fail, and for others, if dice have a say."""
RARE = range(ENOUGH, 4)
"""The throws by which a few of those that were done are looked at again: with four, each quarter of a die was seen."""
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


Part = tuple[str, str]
"""An action, and the part of a turn in which its line is played."""
Answers = dict[Tried, Refusal | None]
Said = dict[Tried, list[Refusal | None]]
"""What came of each line by every throw."""


class Moment(NamedTuple):
    """The step of a turn that answers a line, and what is in the purses then if no other line was done."""

    at: int
    held: Mapping[str, int]


class Mark(NamedTuple):
    """A step of a turn without orders, the position at its start, and whether dice were thrown before it; or a step
    that goes on from where it rested."""

    step: Step[Any]
    world: Any
    mould: Mould[Any]
    """For copies of the position."""
    thrown: bool
    goes_on: bool = False


class Singles:
    """Answers for lines in the world as a player knows it, below some that stand on every sheet."""

    def __init__(
        self, rules: AnyRuleset, view: Any, who: str, above: Sequence[Order] = (), often: int = THROWS
    ) -> None:
        self.rules, self.who, self.world = rules, who, middle(rules, view)
        self.often = often
        self.above = {at: Line(at, str(order), order) for at, order in enumerate(above, 1)}
        shape = rules.language.shape
        self.most = shape.most if isinstance(shape, Slots) else MANY
        self.idle: dict[int, list[Mark]] = {}
        """A turn without orders, by throws."""
        self.begin: dict[Part, int] = {}
        """The step at which lines of an action may begin to be played."""
        self.lacks: dict[Tried, Verdict] = {}
        """What comes of the lines that others need."""
        self.answering: dict[Part, int] = {}
        """The step that answers lines whose plans can be asked at its start."""
        self.moments: dict[Part, Moment] = {}
        """When lines of an action are answered, and with what in the purses."""
        self.noted = set[tuple[Part, int]]()
        """The actions, and the throws, for which that is known."""

    def marks(self, throw: int) -> list[Mark]:
        if throw not in self.idle:
            self.idle[throw] = self.idled(copied(self.world), Thrown(b"", 0, throw))
        return self.idle[throw]

    def idled(self, world: Any, dice: Thrown) -> list[Mark]:
        marks = list[Mark]()

        def see(event: Event) -> None:
            if event.rests:
                marks.append(mark(marks[-1].step, world, dice, goes_on=True))

        turn = Turn(world, {self.who: Sheet(self.who, self.above)}, dice, journal=Watched(see))
        for step in self.rules.book.steps(world):
            marks.append(mark(step, world, dice))
            try:
                take(turn, step)
            except RulingNeeded:
                break
            if turn.over:
                break
        return marks

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
        groups: dict[Any, list[Tried]] = {}
        loose = self.throw(said, lines, 0)
        for line in loose:
            why = said[line][0]
            groups.setdefault((line.order.word, why.rule, why.kind) if why else line, []).append(line)
        self.throw_again(said, [line for group in groups.values() for line in a_few(group)])
        hopeful = [group for group in groups.values() if not all(all(said[line]) for line in a_few(group))]
        self.throw_again(said, [line for group in hopeful for line in group if len(said[line]) == 1])
        if self.often > ENOUGH:
            self.look_for_the_rare(said, [line for line in loose if not any(said[line])])
        return {line: verdict(whys) for line, whys in said.items()}

    def throw_again(self, said: Said, lines: Sequence[Tried]) -> None:
        """Once more for all, by dice that differ most, and again for what failed."""
        for throw in range(1, self.often):
            self.throw(said, [line for line in lines if throw < ENOUGH or all(said[line])], throw)

    def look_for_the_rare(self, said: Said, done: Sequence[Tried]) -> None:
        """Throw for a few of each action, and for the rest by the dice that were against one of these."""
        for group in alike(done, self.part):
            few = a_few(group)
            for throw in RARE:
                before = {line: len(said[line]) for line in few}
                self.throw(said, few, throw)
                if any(any(said[line][before[line] :]) for line in few):
                    self.throw(said, [line for line in group if line not in few], throw)

    def throw(self, said: Said, lines: Iterable[Tried], throw: int) -> list[Tried]:
        """Note what comes of lines by a throw; those that other dice may change."""
        loose = list[Tried]()
        for group in alike(lines, self.part):
            planned, before = self.planned(group, throw)
            played, thrown = self.in_companies([line for line in group if line not in planned], throw)
            for line, why in {**planned, **played}.items():
                said[line].append(why)
                if (before or thrown) and not (why and why.kind == "lasting"):
                    loose.append(line)
        return loose

    def in_companies(self, lines: Sequence[Tried], throw: int) -> tuple[Answers, bool]:
        """What comes of lines of one action, and whether dice were thrown for it."""
        found, ever, waiting, room = Answers(), False, companies(lines, self.most), 0
        while waiting:
            sheet = waiting.pop(0)
            while waiting and len(sheet) + len(waiting[0]) <= min(room, self.most):
                sheet = sheet + waiting.pop(0)
            heard, thrown = self.answers(sheet, throw)
            room = 2 * len(sheet) if all(heard.values()) else 0
            found.update(heard)
            ever = ever or thrown
        return found, ever

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
        without what was done, and without what failed before anything was."""
        found, left, ever = Answers(), list(lines), False
        while left:
            heard, thrown = self.play(left, throw)
            ever = ever or thrown
            found.update(self.alone(heard, throw) if heard else dict.fromkeys(left, UNTRIED))
            left = [line for line in left if line not in found]
        return found, ever

    def alone(self, heard: Answers, throw: int) -> Answers:
        """The answers that hold for lines alone on their sheet, from those in the order in which they were given: what
        failed first, and what was done and shares no code with what was done before it."""
        found, done, touched = Answers(), list[Tried](), set[str]()
        for line, why in heard.items():
            if why and not done:
                found[line] = why
            elif not why and touched.isdisjoint(line.about):
                done.append(line)
                touched.update(line.about)
        return found | (self.unhelped(done) if not throw and len(done) > 1 else dict.fromkeys(done))

    def unhelped(self, done: Sequence[Tried]) -> Answers:
        """What was done beside others is played the other way round, by the first throw: one that came before it may
        have helped it. Where the order of lines does not tell which comes first, a few are played by themselves, and
        the rest only if one of these was helped."""
        found = Answers(dict.fromkeys(done))
        back = self.play(done[::-1], 0)[0]
        if [*back] == [*done[::-1]]:
            doubtful = [line for line, why in back.items() if why]
        else:
            few = a_few(done[1:])
            found.update(self.by_themselves(few))
            doubtful = [line for line in done[1:] if line not in few] if any(found.values()) else []
        return found | self.by_themselves(doubtful)

    def by_themselves(self, lines: Iterable[Tried]) -> Answers:
        return {line: self.play([line], 0)[0].get(line, UNTRIED) for line in lines}

    def play(self, lines: Sequence[Tried], throw: int) -> tuple[Answers, bool]:
        """What came of those that were answered, one after the other, and whether dice were thrown for it."""
        orders = list(dict.fromkeys(order for line in lines for order in (*line.needs, line.order)))
        place = {order: at for at, order in enumerate(orders, len(self.above) + 1)}
        sheet = self.sheet(orders)
        parts = {self.part(order) for order in orders}
        if not parts <= self.begin.keys():
            self.learn(sheet, parts, throw)
        heard, _, thrown = self.run(sheet, min(self.begin[part] for part in parts), throw)
        numbers = {number: at for at, number in enumerate(heard)}
        answered = [line for line in lines if place[line.order] in numbers]
        said = {
            line: told(heard[place[line.order]], [heard[place[need]] for need in line.needs if place[need] in heard])
            for line in sorted(answered, key=lambda line: numbers[place[line.order]])
        }
        return said, thrown

    def sheet(self, orders: Iterable[Order]) -> Sheet:
        lines = {at: Line(at, str(order), order) for at, order in enumerate(orders, len(self.above) + 1)}
        return Sheet(self.who, self.above | lines)

    def learn(self, sheet: Sheet, parts: Iterable[Part], throw: int) -> None:
        """Play a whole turn to learn which step answers such lines, if nothing before it looks at them, and if their
        plans tell at its start what comes of them."""
        heard, places, _ = self.run(sheet, 0, throw)
        start = next((at for at in self.starts(places, throw) if self.comes_out_alike(sheet, at, throw, heard)), 0)
        self.begin.update({part: min(start, self.begin.get(part, start)) for part in parts})
        orders = [order for number in heard if (order := sheet.lines[number].order)]
        at = max(start, self.whole(min(places.values(), default=0), throw))
        refused = [order for order in orders if self.refusal(order, self.marks(throw)[at].world)]
        if orders and all(self.fails_alone(order, start, throw) for order in a_few(refused)):
            self.answering[self.part(orders[0])] = at

    def starts(self, places: Mapping[int, int], throw: int) -> Iterator[int]:
        """Where lines may begin to be played: in the midst of a step if all were answered there, else at its start."""
        if len(places) > 1 and len({*places.values()}) == 1:
            yield from places.values()
        yield self.whole(min(places.values(), default=0), throw)

    def whole(self, at: int, throw: int) -> int:
        """The mark of a step's own start."""
        while self.marks(throw)[at].goes_on:
            at -= 1
        return at

    def comes_out_alike(self, sheet: Sheet, at: int, throw: int, heard: Mapping[int, Answered]) -> bool:
        return bool(heard) and outcomes(self.run(sheet, at, throw)[0]) == outcomes(heard)

    def part(self, order: Order) -> Part:
        return order.word, order.played_in(self.world, self.who) if isinstance(order, Action) else ""

    def fails_alone(self, order: Order, start: int, throw: int) -> bool:
        heard, _, _ = self.run(self.sheet([order]), start, throw)
        return all(answer.outcome == FAILED for answer in heard.values())

    def refusal(self, order: Order, world: Any) -> Refusal | None:
        return next(filter(None, order.check(world, self.who)), None) if isinstance(order, Action) else None

    def run(self, sheet: Sheet, start: int, throw: int) -> tuple[dict[int, Answered], dict[int, int], bool]:
        """The answers to a sheet that is played from some mark on, until all are there, the mark at which each was
        given, and whether dice were thrown for them."""
        heard, places = dict[int, Answered](), dict[int, int]()
        marks, dice = self.marks(throw), Thrown(b"", 0, throw)
        at, world = start, marks[start].mould.copy()
        watched = not self.known(sheet, throw)
        held = self.purse(world)

        def see(event: Event) -> None:
            nonlocal at, held
            if event.rests:
                at = after(marks, at, goes_on=True)
            if isinstance(event, Answered) and event.sheet == self.who and event.number not in self.above:
                if not heard:
                    self.comes_up(sheet.lines[event.number].order, at, held, throw)
                heard[event.number], places[event.number] = event, at
                if len(heard) + len(self.above) == len(sheet.lines):
                    raise Heard
            if watched and not heard:
                held = self.purse(world)

        turn = Turn(world, {self.who: sheet}, dice, journal=Watched(see))
        try:
            while at < len(marks) and not turn.over:
                take(turn, marks[at].step)
                at = after(marks, at)
        except (Heard, RulingNeeded):
            pass
        except Exception as error:
            dropped(self.rules, error)
            return {}, {}, False
        return heard, places, dice.thrown or marks[start].thrown

    def known(self, sheet: Sheet, throw: int) -> bool:
        """Whether it is known when all its lines are answered."""
        orders = [line.order for number, line in sheet.lines.items() if line.order and number not in self.above]
        return all((self.part(order), throw) in self.noted for order in orders)

    def purse(self, world: Any) -> Mapping[str, int]:
        return dict(self.rules.book.purses(world, self.who))

    def comes_up(self, order: Order | None, at: int, held: Mapping[str, int], throw: int) -> None:
        """Of several throws that one counts which leaves most."""
        part = self.part(order) if order else ("", "")
        if (part, throw) not in self.noted:
            self.noted.add((part, throw))
            known = self.moments.get(part)
            if not known or sum(known.held.values()) < sum(held.values()):
                self.moments[part] = Moment(known.at if known else at, held)


def mark(step: Step[Any], world: Any, dice: Thrown, goes_on: bool = False) -> Mark:
    mould = Mould(world)
    return Mark(step, mould.copy(), mould, dice.thrown, goes_on)


def after(marks: Sequence[Mark], at: int, goes_on: bool = False) -> int:
    """The mark of the next step; or the next in which a step goes on, if it rests as in a turn without orders."""
    following = at + 1
    if goes_on:
        return following if following < len(marks) and marks[following].goes_on else at
    while following < len(marks) and marks[following].goes_on:
        following += 1
    return following


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


def alike(lines: Iterable[Tried], part: Callable[[Order], Part]) -> Iterable[list[Tried]]:
    """Lines of one action that are played in one part of the turn and need the same."""
    found: dict[tuple[Part, tuple[Order, ...]], list[Tried]] = {}
    for line in lines:
        found.setdefault((part(line.order), line.needs), []).append(line)
    return found.values()


def companies(lines: Iterable[Tried], most: int) -> list[list[Tried]]:
    """Lines that share no code; each goes onto the first sheet that takes it."""
    sheets: list[tuple[set[str], list[Tried]]] = []
    tried: dict[str, int] = {}
    for line in lines:
        codes = line.about
        free = (
            at
            for at in range(tried.get(codes[0], 0), len(sheets))
            if len(sheets[at][1]) < most and sheets[at][0].isdisjoint(codes)
        )
        place = next(free, len(sheets))
        if place == len(sheets):
            sheets.append((set(), []))
        sheets[place][0].update(codes)
        sheets[place][1].append(line)
        tried[codes[0]] = place + 1
    return [sheet for _, sheet in sheets]
