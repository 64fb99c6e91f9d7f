"""A turn as it goes without orders, step by step; lines are played from the step on that answers them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from pbm.rehearsal.broken import dropped
from pbm.rehearsal.play import Watched
from pbm.rehearsal.spread import Spread
from pbm.rehearsal.tried import Part, a_few
from pbm.rules.action import Action
from pbm.rules.copying import Mould, copied
from pbm.rules.engine import Step, Turn, take
from pbm.rules.event import Answered, Event
from pbm.rules.order import Line, Order, Refusal, Sheet
from pbm.rules.rulings import RulingNeeded
from pbm.rulesets.contract import AnyRuleset
from pbm.rulesets.foresight import FAILED

T = TypeVar("T")


class Heard(Exception):
    """All lines have their answers: the rest of the turn need not be played."""


class Thrown(Spread):
    """Dice that know whether they were thrown."""

    thrown = False

    def roll(self, name: str, sides: int = 6, low: int = 1) -> int:
        self.thrown = True
        return super().roll(name, sides, low)


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


class Course:
    """The turn of one power, below lines that stand on every sheet."""

    def __init__(self, rules: AnyRuleset, world: Any, who: str, above: Sequence[Order]) -> None:
        self.rules, self.world, self.who = rules, world, who
        self.above = {at: Line(at, str(order), order) for at, order in enumerate(above, 1)}
        self.idle: dict[int, list[Mark]] = {}
        """A turn without orders, by throws."""
        self.begin: dict[Part, int] = {}
        """The step at which lines of an action may begin to be played."""
        self.answering: dict[Part, int] = {}
        """The step that answers lines whose plans can be asked at its start."""
        self.moments: dict[Part, dict[int, Moment]] = {}
        """When lines of an action are answered, and with what in the purses, by throws."""

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

    def part(self, order: Order) -> Part:
        return order.word, order.played_in(self.world, self.who) if isinstance(order, Action) else ""

    def sheet(self, orders: Iterable[Order]) -> Sheet:
        lines = {at: Line(at, str(order), order) for at, order in enumerate(orders, len(self.above) + 1)}
        return Sheet(self.who, self.above | lines)

    def heard(self, orders: Sequence[Order], throw: int) -> tuple[dict[Order, Answered], bool]:
        """The answers to lines on one sheet, in the order in which they come, and whether dice were thrown for them."""
        sheet, parts = self.sheet(orders), {self.part(order) for order in orders}
        if not parts <= self.begin.keys():
            self.learn(sheet, parts, throw)
        heard, _, thrown = self.run(sheet, min(self.begin[part] for part in parts), throw)
        return {orders[number - len(self.above) - 1]: answer for number, answer in heard.items()}, thrown

    def planned(self, order: Order, throw: int) -> tuple[Refusal | None, bool]:
        """Why a line fails by its own plan, asked where it is answered, and whether dice were thrown before that."""
        if not self.is_planned(order):
            return None, False
        mark = self.marks(throw)[self.answering[self.part(order)]]
        return self.refusal(order, mark.world), mark.thrown

    def is_planned(self, order: Order) -> bool:
        return self.part(order) in self.answering

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
        return all(throw in self.moments.get(self.part(order), ()) for order in orders)

    def purse(self, world: Any) -> Mapping[str, int]:
        return dict(self.rules.book.purses(world, self.who))

    def comes_up(self, order: Order | None, at: int, held: Mapping[str, int], throw: int) -> None:
        if order:
            self.moments.setdefault(self.part(order), {}).setdefault(throw, Moment(at, held))

    def moment(self, order: Order) -> Moment | None:
        """When such an order is answered, if any was, and what is in the purses then by the middle throw."""
        found = [*self.moments.get(self.part(order), {}).values()]
        return Moment(found[0].at, middling(found, lambda one: sum(one.held.values())).held) if found else None


def mark(step: Step[Any], world: Any, dice: Thrown, goes_on: bool = False) -> Mark:
    mould = Mould(world)
    return Mark(step, mould.copy(), mould, dice.thrown, goes_on)


def middling(every: Sequence[T], size: Callable[[T], int]) -> T:
    return sorted(every, key=size)[len(every) // 2]


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
