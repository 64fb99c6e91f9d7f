"""The course of a turn on the map: who went where, who shot at whom, who fought, and where units fell."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import product

from pbm.reports import History
from pbm.rules.event import Event
from pbm.rules.hexes import Hex
from pbm.rulesets.tours.command import LeaderMoved
from pbm.rulesets.tours.evade import Advanced, Evaded
from pbm.rulesets.tours.fire import Fired
from pbm.rulesets.tours.march import Moved
from pbm.rulesets.tours.results import Eliminated
from pbm.rulesets.tours.set_up import Placed
from pbm.rulesets.tours.shock import Attacks
from pbm.rulesets.tours.sight import View

Pair = tuple[Hex, Hex]


@dataclass
class Course:
    """Places as they were when it happened; `at` is where everybody stands so far."""

    at: dict[str, Hex]
    trails: dict[str, list[Hex]] = field(default_factory=dict)
    shots: list[Pair] = field(default_factory=list)
    fights: list[Pair] = field(default_factory=list)
    fallen: dict[str, Hex] = field(default_factory=dict)

    def follow(self, events: Iterable[Event]) -> "Course":
        for event in events:
            self.note(event)
        return self

    def note(self, event: Event) -> None:
        match event:
            case Placed():
                self.at[event.piece] = event.hex
            case Moved() | Evaded() | Advanced():
                self.trails.setdefault(event.unit, [event.origin]).append(event.target)
                self.at[event.unit] = event.target
            case LeaderMoved():
                self.trails.setdefault(event.leader, list(event.path[:1])).extend(event.path[1:])
            case Fired():
                self.shots += self.between((event.archer,), (event.target,))
            case Attacks():
                self.fights += self.between(event.attackers, event.defenders)
            case Eliminated() if event.unit in self.at:
                self.fallen[event.unit] = self.at.pop(event.unit)

    def between(self, ones: Iterable[str], others: Iterable[str]) -> list[Pair]:
        """From each to each, as far as the history tells where they were."""
        return [(self.at[a], self.at[b]) for a, b in product(ones, others) if a in self.at and b in self.at]

    @property
    def ways(self) -> tuple[tuple[Hex, ...], ...]:
        """Every trail that leads somewhere else."""
        return tuple(tuple(trail) for trail in self.trails.values() if len(trail) > 1)


def opening(view: View, history: History) -> dict[str, Hex]:
    """Where units stood before the turn: the history keeps it, and those who are still in play stand somewhere."""
    before: Mapping[Hex, str | None] = history[-2].owners if len(history) > 1 else {}
    stood = {code: place for place, code in before.items() if code}
    return {code: unit.hex for code, unit in view.units.items()} | stood


def course(view: View, history: History) -> Course:
    return Course(opening(view, history)).follow(view.events)
