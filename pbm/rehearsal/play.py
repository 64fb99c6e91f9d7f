"""One play of a sheet: what came of every line, and what it cost."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from msgspec import structs

from pbm.rules.action import Action
from pbm.rules.condition import bare
from pbm.rules.dice import Dice
from pbm.rules.engine import Step, Turn, play, written
from pbm.rules.event import Answered, Event, Phase
from pbm.rules.order import Sheet
from pbm.rules.rulings import RulingNeeded
from pbm.rulesets.contract import AnyRuleset
from pbm.rulesets.foresight import DONE, UNNEEDED

Purse = Mapping[str, int]


@dataclass(frozen=True)
class Bill:
    """What a line cost, and what was left after it, by purse; what it brought in is less than nothing."""

    cost: Purse
    left: Purse


@dataclass(frozen=True)
class Played:
    """A turn as it went in an imagined world."""

    world: Any
    journal: list[Event]
    answers: Mapping[int, Answered]
    """What came of each line of the sheet; a line that was never reached has none."""
    bills: Mapping[int, Bill]
    alone: bool
    """Whether everyone else was silent."""
    outlook: tuple[str, ...] = ()
    """What lies ahead of the power once its orders are done and before the turn ends."""
    stopped: bool = False
    """Whether it waits for a ruling of the game master, such as a battle at the table."""
    number: int = 0
    """Which play of its sheet it is."""
    held: Purse = field(default_factory=dict)
    """The last that was in each purse before the last part of the turn."""


@dataclass
class Watch:
    """A journal that notes what the purses of a power hold before and after each of its lines."""

    who: str
    purse: Callable[[], Purse]
    answers: dict[int, Answered] = field(default_factory=dict)
    bills: dict[int, Bill] = field(default_factory=dict)
    under_way: int = 0
    before: Purse = field(default_factory=dict)
    latest: Purse = field(default_factory=dict)
    held: dict[str, int] = field(default_factory=dict)
    at_the_end: bool = False
    idle: set[int] = field(default_factory=set)
    """The lines of which nothing came."""

    def see(self, event: Event) -> None:
        if self.under_way and (event.of_no_line or isinstance(event, Answered | Phase)):
            self.close()
        if isinstance(event, Answered) and event.sheet == self.who:
            self.under_way, self.before = event.number, self.purse()
            self.latest = {}
            self.answers[event.number] = event
            self.idle.add(event.number)
        if not self.at_the_end:
            self.held |= self.purse()  # a purse may be there for some steps only
        if self.under_way and not isinstance(event, Answered):
            self.idle.discard(self.under_way)
        if self.under_way and event.written:
            self.latest = {**self.latest, **self.purse()}  # a purse that is gone was not spent by this line

    def close(self) -> None:
        """A line is over: what belongs to it stands between it and the next line, step, or event that is no line's."""
        left, before, number = self.latest, self.before, self.under_way
        cost = {name: before.get(name, 0) - left.get(name, 0) for name in {**before, **left}}
        if earlier := self.bills.get(number):
            cost = {name: amount + earlier.cost.get(name, 0) for name, amount in cost.items()}
        self.bills[number] = Bill(cost, left)
        self.under_way = 0


class Watched(list[Event]):
    """A journal that somebody watches while it is written."""

    def __init__(self, see: Callable[[Event], None]) -> None:
        super().__init__()
        self.see = see

    def append(self, event: Event) -> None:
        super().append(event)
        self.see(event)


def played(rules: AnyRuleset, world: Any, who: str, sheets: Mapping[str, Sheet], dice: Dice) -> Played:
    """Play a turn of an imagined world; the world is changed."""
    watch = Watch(who, lambda: dict(rules.book.purses(world, who)))
    turn, stopped, ahead = Turn(world, sheets, dice, journal=Watched(watch.see)), False, list[str]()

    def look() -> None:
        watch.at_the_end = True
        ahead.extend(rules.outlook(world, who))

    try:
        play(turn, before_the_end(rules, world, look))
    except RulingNeeded:
        stopped = True
    if watch.under_way:
        watch.close()
    alone = sheets.keys() <= {who}
    return Played(
        world,
        written(turn.journal),
        kept_back(watch, sheets[who]),
        watch.bills,
        alone,
        tuple(ahead) if alone else (),
        stopped,
        held=watch.held,
    )


def kept_back(watch: Watch, sheet: Sheet) -> dict[int, Answered]:
    """What came of each line; one that waited for something that did not come was not needed."""

    def waited(number: int) -> bool:
        order = bare(sheet.lines[number].order) if number in sheet.lines else None
        return number in watch.idle and isinstance(order, Action) and order.waits

    return {
        number: structs.replace(answer, outcome=UNNEEDED) if answer.outcome == DONE and waited(number) else answer
        for number, answer in watch.answers.items()
    }


def before_the_end(rules: AnyRuleset, world: Any, look: Callable[[], None]) -> Iterator[Step[Any]]:
    """The steps of a turn; somebody looks at the world before those of its last part."""
    looked = False
    for step in rules.book.steps(world):
        if step.part == rules.book.parts[-1] and not looked:
            looked = True
            look()
        yield step
