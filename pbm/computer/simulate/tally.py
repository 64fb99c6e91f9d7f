"""Counts over all games of a run."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from pbm.computer.simulate.game import Fault, Record, Stand
from pbm.computer.simulate.plan import Plan
from pbm.computer.simulate.run import Run
from pbm.rulesets import load


@dataclass
class Seat:
    """How a seat did, game by game."""

    name: str
    won: list[int] = field(default_factory=list)
    """Alone or with others."""
    led: list[int] = field(default_factory=list)
    """Whether it won, or alone had the most points when the turns were up."""
    levels: Counter[str] = field(default_factory=Counter)
    survived: list[int] = field(default_factory=list)
    points: list[list[int]] = field(default_factory=list)
    """By game and turn; a finished game keeps its last value."""
    figures: list[tuple[int, ...]] = field(default_factory=list)
    """At the end."""

    def final(self) -> list[int]:
        return [curve[-1] for curve in self.points]


@dataclass
class Count:
    written: int = 0
    refused: int = 0

    def add(self, written: int, refused: int) -> None:
        self.written += written
        self.refused += refused

    def share(self) -> float:
        return self.refused / self.written if self.written else 0.0


@dataclass
class Tally:
    plan: Plan
    seats: dict[str, Seat]
    lengths: list[int] = field(default_factory=list)
    ends: Counter[tuple[str, int]] = field(default_factory=Counter)
    """How games ended, and how many won; the turn limit is the empty word."""
    words: dict[str, Count] = field(default_factory=lambda: defaultdict(Count))
    temperaments: dict[str, Count] = field(default_factory=lambda: defaultdict(Count))
    faults: list[Fault] = field(default_factory=list)

    @property
    def games(self) -> int:
        return len(self.lengths)

    @property
    def turns(self) -> int:
        return sum(self.lengths)

    def orders(self) -> Count:
        total = Count()
        for count in self.words.values():
            total.add(count.written, count.refused)
        return total

    def add(self, record: Record) -> None:
        stands: dict[int, dict[str, list[Stand]]] = defaultdict(lambda: defaultdict(list))
        for stand in record.stands:
            stands[stand.game][stand.seat].append(stand)
        for ending in record.endings:
            self.lengths.append(ending.turns)
            self.ends[ending.how, len(ending.winners)] += 1
            for code, seat in self.seats.items():
                seat.won.append(int(code in ending.winners))
                seat.led.append(int(code in ending.ahead()))
                seat.levels.update([ending.levels[code]] if code in ending.levels else ())
                follow(seat, stands[ending.game][code], self.plan.turns)
        self.count(record)
        self.faults += record.faults

    def count(self, record: Record) -> None:
        usual = load(self.plan.ruleset).computer.usual
        for use in record.uses:
            self.words[use.word].add(use.written, use.refused)
            self.temperaments[self.plan.seats(use.game).get(use.seat, usual)].add(use.written, use.refused)


def follow(seat: Seat, stands: list[Stand], turns: int) -> None:
    points = [stand.points for stand in stands]
    seat.points.append(points + points[-1:] * (turns - len(points)))
    seat.survived.append(int(stands[-1].alive))
    seat.figures.append(stands[-1].figures)


def tally(run: Run) -> Tally:
    return added(run.plan, run.records())


def added(plan: Plan, records: Iterable[Record]) -> Tally:
    game = load(plan.ruleset)
    total = Tally(plan, {code: Seat(name) for code, name in game.state.seats(plan.settings()).items()})
    for record in records:
        total.add(record)
    return total
